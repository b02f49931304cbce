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
        let takesOut = names.first == "without" && names.count > 1
        var wanted: [DeviceStatus.Port] = []
        for name in takesOut ? names.dropFirst() : names[...] {
            guard let port = Self.only(name, outputs) else { return .refused }
            if !wanted.contains(where: { $0.uid == port.uid }) { wanted.append(port) }
        }
        if takesOut { return try takeOut(wanted, of: outputs, controller) }
        // One message for all of them: no other route is heard on the way.
        try controller.happen(
            wanted.count == 1
                ? .userPicked(portUID: wanted[0].uid) : .userPickedTogether(portUIDs: wanted.map(\.uid)))
        return .done
    }

    /// Takes outputs out of those that play together: all, or none if one of them does not play or none would be left.
    private func takeOut(
        _ unwanted: [DeviceStatus.Port], of outputs: [DeviceStatus.Port], _ controller: DeviceController
    ) throws(BusError) -> Commands.Status {
        let staying = outputs.filter { port in port.isChosen && !unwanted.contains { $0.uid == port.uid } }
        guard !staying.isEmpty || !unwanted.allSatisfy(\.isChosen) else {
            ToolOutput.complain("audioctl: no other output plays: pick another one instead\n")
            return .refused
        }
        // The service refuses those that do not play, before anything has changed.
        for port in unwanted.filter({ !$0.isChosen }) + unwanted.filter(\.isChosen) {
            try controller.happen(.userRemoved(portUID: port.uid))
        }
        return .done
    }

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
            !port.isRemote && port.type != .builtInReceiver && port.type != .bluetoothHFP && port.type != .virtual
        }
        return own.last { $0.type != .builtInSpeaker } ?? own.last
    }
}
