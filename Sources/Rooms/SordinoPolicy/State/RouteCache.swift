/// Routes by demand, for as long as the ports stay: equal demands share their route's storage, so comparing is cheap.
struct RouteCache: Hashable, Sendable {
    private struct Entry: Hashable, Sendable {
        let demand: RouteDemand
        let route: Route
        let availableInputs: [Port]
    }

    private var entries: [Entry] = []

    /// More demands than apps ever have at once; a hostile variety of preferred inputs starts anew.
    private static let capacity = 64

    mutating func clear() { entries.removeAll(keepingCapacity: true) }

    mutating func route(_ demand: RouteDemand, _ ports: PortTable, _ settings: PolicySettings) -> Route {
        entries[index(demand, ports, settings)].route
    }

    mutating func availableInputs(_ demand: RouteDemand, _ ports: PortTable, _ settings: PolicySettings) -> [Port] {
        entries[index(demand, ports, settings)].availableInputs
    }

    private mutating func index(_ demand: RouteDemand, _ ports: PortTable, _ settings: PolicySettings) -> Int {
        for index in entries.indices where entries[index].demand == demand { return index }
        if entries.count == Self.capacity { entries.removeAll(keepingCapacity: true) }
        let made = Entry(
            demand: demand, route: RouteRules.route(demand, ports, settings),
            availableInputs: RouteRules.eligibleInputs(demand, ports))
        entries.append(made)
        return entries.count - 1
    }
}
