/// Whether media is heard on an output, and why or why not.
package struct OutputChoice: Hashable, Sendable {
    package var uid: String
    package var isChosen: Bool
    /// Such as "waits until it is chosen".
    package var sentence: String
}

/// The outputs as a person chooses among them.
extension Policy {
    /// One entry for each output, in the order of arrival: what holds for plain playback in the main zone.
    package var outputChoices: [OutputChoice] {
        let ports = ports(in: 0)
        let outputs = RouteRules.outputs(.media, ports, settings)
        return ports.entries.filter { $0.port.direction == .output }.map { entry in
            let isChosen = outputs.contains(entry.port)
            let sentence = isChosen ? reasonFor(entry, ports) : reasonAgainst(entry, ports)
            return OutputChoice(uid: entry.port.uid, isChosen: isChosen, sentence: sentence)
        }
    }

    private func reasonFor(_ entry: PortTable.Entry, _ ports: PortTable) -> String {
        let uid = entry.port.uid
        if ports.pickedOutput == uid || ports.isRoom(uid) { return "chosen by the user" }
        if ports.preferred.contains(uid) { return "the default output of the desktop" }
        if !settings.portOrder.isEmpty { return "first in the configured order" }
        return entry.port.isBuiltIn ? "the device's own" : "connected last"
    }

    /// The reason for the output that is used instead stands in the line of that one.
    private func reasonAgainst(_ entry: PortTable.Entry, _ ports: PortTable) -> String {
        if entry.isWaiting { return "waits until it is chosen" }
        let isForMedia = entry.port.isBuiltIn || RouteRules.isEligibleOutput(entry.port, .media, ports)
        if !isForMedia || entry.port.type == .builtInReceiver { return "for calls" }
        return "media plays elsewhere"
    }
}

extension Port {
    /// Indicates whether it is a receiver on a network; of the outputs that are offered those of programs are none.
    package var isRemote: Bool { isOffered && kind != .virtual || kind == .airPlay || kind == .avb }
}
