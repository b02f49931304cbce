import Glibc
import SordinoBus
import SordinoCommandLine
import SordinoDevice
import SordinoHardware
import SordinoPolicy
import SordinoService
import SordinoSession
import SordinoStories
import Synchronization

/// Runs the command that the arguments name.
struct Commands {
    let arguments: Arguments

    /// Exit statuses that scripts can distinguish.
    enum Status: Int32 {
        case done = 0
        case refused = 1
        case misused = 2
        case noService = 3
    }

    func run() throws(CommandMisuse) -> Status {
        let words = arguments.words
        switch words[0] {
        case "replay":
            guard words.count == 2 else { throw Happenings.misuse(words) }
            return ReplayCommand(path: words[1], comparesOnly: true, isJSON: arguments.isJSON).run()
        case "simulate":
            guard words.count == 2 else { throw Happenings.misuse(words) }
            return SimulateCommand(path: words[1], output: arguments.output, isJSON: arguments.isJSON).run()
        case "doctor":
            guard words.count <= 2 else { throw Happenings.misuse(words) }
            var doctor = Doctor(bus: arguments.bus, isJSON: arguments.isJSON)
            if words.count == 2 { doctor.seconds = try CommandMisuse.number(words[1], "time", in: 0.001...3_600) }
            return doctor.run()
        case "console":
            guard words.count <= 2 else { throw Happenings.misuse(words) }
            return try ConsoleCommand(arguments: arguments).run()
        case "policy": return try PolicyCommand(arguments: arguments).run()
        case "play-to" where words.dropFirst().allSatisfy({ $0 == "without" }):
            throw CommandMisuse(
                sentence: "\"\(words.joined(separator: " "))\" needs the name of an output, or \"local\" for the device"
                    + " itself; \"audioctl outputs\" lists the names")
        case "inter-device": return try InterDeviceCommand(arguments: arguments).run()
        case "setup": return try SetupCommand(arguments: arguments).run()
        case "listen":
            guard words.count >= 2 else { throw Happenings.misuse(words) }
            return ListenCommand(
                paths: Array(words.dropFirst()), isJSON: arguments.isJSON, printsAll: arguments.printsAll
            ).run()
        case "timeline":
            guard words.count == 2 else { throw Happenings.misuse(words) }
            return TimelineCommand(path: words[1], output: arguments.output).run()
        default: break
        }
        do throws(BusError) {
            if words.count >= 3, words[0] == "app" || words[0] == "remote", Int(words[1]) == nil {
                return try happenToNamed(words, try DeviceController(arguments.bus))
            }
        } catch {
            return complain(error)
        }
        // A word that is no command is wrong also where no service can be asked.
        if words[0] == "help" {
            ToolOutput.say(Arguments.grammar.usage)
            return .done
        }
        guard Arguments.grammar.usage(ofCommand: words[0]) != nil else { throw Happenings.misuse(words) }
        let act = try Happenings.act(words)
        switch act {
        case .plug(let name), .unplug(let name):
            guard !Accessory.names.contains(name) else { break }
            throw CommandMisuse(
                sentence: "there is no accessory \"\(words[1])\"; there are \(Accessory.names.joined(separator: ", "))")
        default: break
        }
        do throws(BusError) {
            let controller = try DeviceController(arguments.bus)
            guard let act else { return try run(words, controller) }
            try perform(act, controller)
            return .done
        } catch {
            return complain(error)
        }
    }

    /// An event of a program that is given by its name.
    private func happenToNamed(_ words: [String], _ controller: DeviceController) throws(BusError) -> Status {
        let status = try controller.status()
        guard let app = StatusText(status: status).why(words[1])?.first else {
            ToolOutput.complain(
                "audioctl: no program \"\(foreignText(words[1]))\" has a session; \"audioctl status\" lists the programs\n"
            )
            return .refused
        }
        guard case .app(_, let act)? = try? Happenings.act(words), let event = act.event(of: app.app) else {
            misused(words)
        }
        try controller.happen(event)
        return .done
    }

    /// Makes an act happen; a program is given by its number.
    private func perform(_ act: StoryAct, _ controller: DeviceController) throws(BusError) {
        switch act {
        case .device(let event): try controller.happen(event)
        case .app(let number, let act):
            guard let app = Int(number), let event = act.event(of: AppID(app)) else { misused(arguments.words) }
            try controller.happen(event)
        case .plug(let name): try controller.plug(name, isThere: true)
        case .unplug(let name): try controller.plug(name, isThere: false)
        case .reset:
            try controller.happen(.servicesLost)
            try controller.happen(.servicesRestarted)
        case .wait, .expect: misused(arguments.words)
        }
    }

    private func run(_ words: [String], _ controller: DeviceController) throws(BusError) -> Status {
        switch (words[0], words.count) {
        case ("status", 1): return try status(controller)
        case ("watch", 1): return try watch(controller)
        case ("tui", 1):
            guard Terminal.output.isTerminal else {
                ToolOutput.complain("audioctl: tui needs a terminal; \"audioctl status\" prints the same\n")
                return .refused
            }
            try TerminalConsole(controller).run()
            return .done
        case ("why", 1...2): return why(try controller.status(), words.dropFirst().first)
        case ("volume", 1):
            let status = try controller.status()
            ToolOutput.say(
                (arguments.isJSON ? JSON.line(status.volume.wireValue) : StatusText(status: status).volume) + "\n")
            return .done
        case ("ringer", 1): return say((try controller.status()).isRingerSilent, "silent", "on")
        case ("lock", 1): return say((try controller.status()).isScreenLocked, "on", "off")
        case ("route", 1):
            let status = try controller.status()
            ToolOutput.say(
                arguments.isJSON ? JSON.line(status.apps.wireValue) + "\n" : StatusText(status: status).routes)
            return .done
        case ("outputs", 1): return try OutputsCommand(arguments: arguments).list(controller)
        case ("play-to", 2...):
            return try OutputsCommand(arguments: arguments).play(to: Array(words.dropFirst()), controller)
        case ("permissions", 1...3): return try PermissionsCommand(arguments: arguments).run(controller)
        case ("voice", 1), ("voice", 3): return try VoiceCommand(arguments: arguments).run(controller)
        case ("zone", 1), ("zone", 3): return try PermissionsCommand(arguments: arguments).zone(controller)
        default:
            misused(words)
        }
    }

    /// Prints one switch of the device, in the words that set it.
    private func say(_ isSet: Bool, _ yes: String, _ no: String) -> Status {
        ToolOutput.say((arguments.isJSON ? JSON.line(.bool(isSet)) : isSet ? yes : no) + "\n")
        return .done
    }

    /// Prints the command's own usage and the error, and ends the program.
    private func misused(_ words: [String]) -> Never {
        Arguments.grammar.misused(Happenings.misuse(words), command: Arguments.grammar.usage(ofCommand: words[0]))
    }

    private func status(_ controller: DeviceController) throws(BusError) -> Status {
        if arguments.follows, !arguments.isJSON, Terminal.output.isTerminal {
            let view = LiveView()
            try view.run(controller)
            return .done
        }
        repeat {
            let status = try controller.status()
            ToolOutput.draw(
                arguments.isJSON ? JSON.line(status.wireValue) + "\n" : StatusText(status: status).screen())
            if arguments.follows { sleep(1) }
        } while arguments.follows
        return .done
    }

    private func why(_ status: DeviceStatus, _ name: String?) -> Status {
        let text = StatusText(status: status)
        guard let apps = text.why(name) else {
            ToolOutput.complain(
                "audioctl: no program \"\(name ?? "")\" has a session; \"audioctl status\" lists the programs\n")
            return .refused
        }
        if !arguments.isJSON {
            if let sentence = text.noOutput { ToolOutput.say(sentence + "\n") }
            if name == nil { for sentence in status.call { ToolOutput.say("call: \(foreignText(sentence))\n") } }
            if apps.isEmpty { ToolOutput.say("no programs\n") }
        }
        for app in apps { ToolOutput.say(arguments.isJSON ? JSON.line(app.wireValue) + "\n" : text.answer(app)) }
        return .done
    }

    private func watch(_ controller: DeviceController) throws(BusError) -> Status {
        var known = DecisionText()
        known.learn(try controller.status())
        let text = Mutex(known)
        let isJSON = arguments.isJSON
        try controller.watch { line in
            guard !isJSON else {
                ToolOutput.say(line + "\n")
                return
            }
            // A decision that this version does not know is not shown.
            guard let decision = try? SessionService.Decision(line: line) else { return }
            for line in text.withLock({ $0.lines(decision) }) { ToolOutput.say(line + "\n") }
        }
        // Ends by an interrupt from the keyboard, or when the service is gone.
        while true {
            sleep(2)
            _ = try controller.status()
        }
    }

    func complain(_ error: BusError) -> Status {
        switch error {
        case .refused("org.freedesktop.DBus.Error.ServiceUnknown", _),
            .refused("org.freedesktop.DBus.Error.NameHasNoOwner", _):
            ToolOutput.complain(
                "audioctl: audiosessiond is not running on this bus; \"audioctl doctor\" tells what to do\n")
            return .noService
        case .refused(_, let text), .malformed(let text):
            ToolOutput.complain("audioctl: \(foreignText(text))\n")
            return .refused
        case .timedOut:
            ToolOutput.complain("audioctl: audiosessiond does not answer; \"audioctl doctor\" tells what to do\n")
            return .noService
        case .disconnected(let number):
            if number != 0, case .user = arguments.bus, getenv("DBUS_SESSION_BUS_ADDRESS") == nil {
                ToolOutput.complain(
                    "audioctl: there is no message bus (DBUS_SESSION_BUS_ADDRESS is not set); start one, or see"
                        + " \"audioctl doctor\"\n")
                return .noService
            }
            let reason = number == 0 ? "the connection ended" : String(cString: strerror(number))
            ToolOutput.complain("audioctl: cannot connect to the message bus: \(reason)\n")
            return .noService
        }
    }
}
