import SordinoBus
import SordinoCommandLine
import SordinoPolicy
import SordinoService
import SordinoSession

/// `audioctl outputs` and `audioctl play-to`: the outputs as a person chooses among them, receivers in other rooms included.
struct OutputsCommand {
    let arguments: Arguments

    /// Prints the outputs: name, type, latency, and why media is heard there or not.
    func list(_ controller: DeviceController) throws(BusError) -> Commands.Status {
        let outputs = try Self.outputs(controller)
        if arguments.isJSON {
            for port in outputs { ToolOutput.say(JSON.line(port.wireValue) + "\n") }
            return .done
        }
        guard !outputs.isEmpty else {
            ToolOutput.say("there is no output: nothing can be heard\n")
            return .done
        }
        for port in outputs { ToolOutput.say(Self.line(port) + "\n") }
        return .done
    }

    /// Plays to the outputs of these names or UIDs, together and in step if there are several; the word `local` is the device
    /// itself.
    ///
    /// After the word `without` they are taken out of those that play together.
    func play(to names: [String], _ controller: DeviceController) throws(BusError) -> Commands.Status {
        let outputs = try Self.outputs(controller)
        if names.first == "without", names.count > 1 {
            for name in names.dropFirst() {
                guard let port = Self.only(name, outputs) else { return .refused }
                try controller.happen(.userRemoved(portUID: port.uid))
            }
            return .done
        }
        var wanted: [DeviceStatus.Port] = []
        for name in names {
            guard let port = Self.only(name, outputs) else { return .refused }
            if !wanted.contains(where: { $0.uid == port.uid }) { wanted.append(port) }
        }
        guard wanted.count <= Self.mostTogether else {
            ToolOutput.complain("audioctl: at most \(Self.mostTogether) outputs play together\n")
            return .refused
        }
        var missing = wanted[...]
        let chosen = outputs.filter(\.isChosen)
        let isLess = wanted.count > 1 && wanted.count < chosen.count
        if isLess, wanted.allSatisfy({ port in chosen.contains { $0.uid == port.uid } }) {
            // Those that stay play on without a gap.
            for port in chosen where !wanted.contains(where: { $0.uid == port.uid }) {
                try controller.happen(.userRemoved(portUID: port.uid))
            }
            return .done
        }
        // The same outputs again are picked anew: their order may be another, and rooms that are lost are forgotten.
        let isMore = wanted.count > max(chosen.count, 1) && !chosen.isEmpty
        if isMore, chosen.allSatisfy({ port in wanted.contains { $0.uid == port.uid } }) {
            // The others join those that play.
            missing.removeAll { port in chosen.contains { $0.uid == port.uid } }
        } else if let first = missing.popFirst() {
            try controller.happen(.userPicked(portUID: first.uid))
        }
        for port in missing { try controller.happen(.userAdded(portUID: port.uid)) }
        return .done
    }

    /// The service refuses more.
    private static let mostTogether = 8

    /// Returns the one output of a name, or complains and returns nil.
    private static func only(_ name: String, _ outputs: [DeviceStatus.Port]) -> DeviceStatus.Port? {
        let found = name == "local" ? local(outputs).map { [$0] } ?? [] : named(name, outputs)
        guard let port = found.first else {
            let what = name == "local" ? "output of the device's own" : "output \"\(foreignText(name))\""
            ToolOutput.complain("audioctl: there is no \(what); \"audioctl outputs\" lists them\n")
            return nil
        }
        guard found.count == 1 else {
            let uids = found.map { foreignText($0.uid) }.joined(separator: ", ")
            ToolOutput.complain("audioctl: several outputs have this name; give one of their UIDs: \(uids)\n")
            return nil
        }
        return port
    }

    private static func outputs(_ controller: DeviceController) throws(BusError) -> [DeviceStatus.Port] {
        try controller.status().ports.filter { $0.direction == .output }
    }

    /// Such as `* Kitchen  AirPlay  250 ms  chosen by the user  raop_sink.kitchen`.
    private static func line(_ port: DeviceStatus.Port) -> String {
        let milliseconds = Int((port.latency * 1_000).rounded())
        return "\(port.isChosen ? "*" : " ") \(Terminal.field(foreignText(port.name), 24)) "
            + "\(Terminal.field(foreignText(port.type.rawValue), 19)) "
            + "\(Terminal.field(milliseconds > 0 ? "\(milliseconds) ms" : "-", 8)) "
            + "\(foreignText(port.why ?? ""))  \(foreignText(port.uid))"
    }

    /// The outputs of a UID, else of a name, else of a name in other capitals.
    static func named(_ name: String, _ outputs: [DeviceStatus.Port]) -> [DeviceStatus.Port] {
        let ways: [(DeviceStatus.Port) -> Bool] = [
            { $0.uid == name }, { $0.name == name }, { $0.name.lowercased() == name.lowercased() },
        ]
        for isMeant in ways {
            let found = outputs.filter(isMeant)
            if !found.isEmpty { return found }
        }
        return []
    }

    /// The output of the device itself or that is plugged into it, last in first; nil if all are elsewhere or for calls.
    static func local(_ outputs: [DeviceStatus.Port]) -> DeviceStatus.Port? {
        let own = outputs.filter { port in
            !port.isRemote && port.type != .builtInReceiver && port.type != .bluetoothHFP
        }
        return own.last { $0.type != .builtInSpeaker } ?? own.last
    }
}
