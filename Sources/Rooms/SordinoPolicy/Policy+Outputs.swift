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
        let chosen = outputs.first
        return ports.entries.filter { $0.port.direction == .output }.map { entry in
            let isChosen = outputs.contains(entry.port)
            let sentence =
                isChosen
                ? reasonFor(entry, ports) : reasonAgainst(entry, chosen.flatMap { ports.entry($0.uid) }, ports)
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

    private func reasonAgainst(_ entry: PortTable.Entry, _ chosen: PortTable.Entry?, _ ports: PortTable) -> String {
        if entry.isWaiting { return "waits until it is chosen" }
        let isForMedia = entry.port.isBuiltIn || RouteRules.isEligibleOutput(entry.port, .media, ports)
        if !isForMedia || entry.port.type == .builtInReceiver { return "for calls" }
        guard let chosen else { return "not in use" }
        let reason = reasonFor(chosen, ports)
        return "\(chosen.port.name) is \(reason)"
    }
}

extension Port {
    /// Indicates whether it is a receiver on a network.
    package var isRemote: Bool { isOffered || kind == .airPlay || kind == .avb }
}
