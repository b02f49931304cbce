/// Outputs that a person picked together: one sound in several rooms at one time (own 34).
///
/// Pure. The rooms with little latency wait for those with more, so that the same sample leaves all loudspeakers together. One that is
/// lost keeps its place: the others play on without a break, and find it in step when it is back. For one that the person takes out
/// the others stay as late as they are.
package enum Rooms {
    /// So many outputs play together at most.
    static let most = 8
    /// An output that is so much later than the fastest is not waited for: music that follows its button after so long is worse
    /// than a room that is late.
    package static let longestDelaySeconds = 4.0

    /// The rooms that are there and may be used, in the order of the picks; nil where fewer than two were picked, or none may be.
    static func outputs(_ demand: RouteDemand, _ ports: PortTable) -> [Port]? {
        let present = all(demand, ports).compactMap { ports.port($0.uid) }
        return present.isEmpty ? nil : present
    }

    /// Seconds by which each output is held back: what it lacks to the slowest room that is waited for; empty where the outputs
    /// are not rooms.
    static func delays(_ outputs: [Port], _ demand: RouteDemand, _ ports: PortTable) -> [Double] {
        let rooms = all(demand, ports)
        guard !outputs.isEmpty, demand.category != .multiRoute,
            outputs.allSatisfy({ output in rooms.contains { $0.uid == output.uid } })
        else { return [] }
        let former = ports.formerRooms.filter { RouteRules.isEligibleOutput($0, demand, ports) }
        guard rooms.count + former.count > 1 else { return [] }
        let latencies = (rooms + former).map(latency)
        let fastest = latencies.min() ?? 0
        let slowest = latencies.filter { $0 <= fastest + longestDelaySeconds }.max() ?? 0
        return outputs.map { max(slowest - latency($0), 0) }
    }

    /// Latencies are stated by strangers.
    private static func latency(_ port: Port) -> Double {
        port.latencySeconds.isFinite ? max(port.latencySeconds, 0) : 0
    }

    /// The rooms that may be used, also those that are lost meanwhile.
    private static func all(_ demand: RouteDemand, _ ports: PortTable) -> [Port] {
        guard ports.rooms.count + ports.formerRooms.count > 1 else { return [] }
        return ports.rooms.filter { RouteRules.isEligibleOutput($0, demand, ports) }
    }
}
