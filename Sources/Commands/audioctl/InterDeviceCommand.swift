import SordinoCommandLine
import SordinoDevice
import SordinoSession

/// `audioctl inter-device`: this device as a sound card of the computer at the other end of its USB cable.
struct InterDeviceCommand {
    let arguments: Arguments

    /// Runs `inter-device` and `inter-device on|off`.
    func run() throws(CommandMisuse) -> Commands.Status {
        let words = arguments.words.dropFirst()
        let gadget = InterDeviceGadget()
        switch (words.first, words.count) {
        case (nil, 0):
            say(gadget)
            return .done
        case ("on", 1), ("off", 1):
            let isOn = words.first == "on"
            do throws(InterDeviceGadget.Failure) {
                let services = try InterDeviceSwitch(gadget: gadget, bus: arguments.bus).set(isOn)
                if arguments.isJSON {
                    say(gadget)
                } else if !services.isEmpty {
                    ToolOutput.say("\(isOn ? "suspended" : "there again"): \(services.joined(separator: ", "))\n")
                }
                return .done
            } catch {
                ToolOutput.complain("audioctl: inter-device audio: \(foreignText(error.sentence))\n")
                return .refused
            }
        default: throw Happenings.misuse(arguments.words)
        }
    }

    private func say(_ gadget: InterDeviceGadget) {
        let state = gadget.state
        var (word, services) = ("", gadget.services)
        var controller: String?
        switch state {
        case .unsupported: (word, services) = ("unsupported", [])
        case .noController: (word, services) = ("no controller", [])
        case .off: word = "off"
        case .on(let name, _): (word, controller) = ("on", name)
        }
        if arguments.isJSON {
            var record = WireRecord()
            record.add("state", word)
            record.add("controller", controller)
            record.add("services", services.map(\.rawValue))
            return ToolOutput.say(JSON.line(.record(record)) + "\n")
        }
        let names = services.map(\.rawValue).joined(separator: ", ")
        switch state {
        case .unsupported: ToolOutput.say("unsupported: \(InterDeviceGadget.Failure.unsupported.sentence)\n")
        case .noController: ToolOutput.say("unsupported: \(InterDeviceGadget.Failure.noController.sentence)\n")
        case .off: ToolOutput.say(names.isEmpty ? "off\n" : "off; would suspend: \(names)\n")
        case .on(let controller, _):
            ToolOutput.say("on \(foreignText(controller))\(names.isEmpty ? "" : "; suspended: \(names)")\n")
        }
    }
}
