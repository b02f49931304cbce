import SordinoBus
import SordinoPolicy
import SordinoSession

/// The services around the device: telephone, screen, sleep and ringer switch report events; feedbackd is asked to
/// vibrate.
///
/// Each service has an adapter, and each may be absent: then nothing happens.
package final class WorldWatch: Sendable {
    private let connections: [BusConnection]
    private let vibration: (adapter: FeedbackdVibration, connection: BusConnection)?

    /// Listens from now on.
    ///
    /// - Parameters:
    ///   - system: The system bus; nil listens to nothing there.
    ///   - user: The user's bus, likewise.
    ///   - freeze: Called when a systemd unit is frozen or thawed, on a thread of its own.
    ///   - neighbour: Called when a program that concerns calls comes or goes, likewise.
    ///   - send: Called with the events of the device, likewise.
    package init(
        system: BusAddress?, user: BusAddress?,
        freeze: @escaping @Sendable (_ unit: String, _ isFrozen: Bool) -> Void = { _, _ in },
        neighbour: @escaping @Sendable (CallNeighbour, _ isThere: Bool) -> Void = { _, _ in },
        send: @escaping @Sendable (Event) -> Void
    ) {
        var connections: [BusConnection] = []
        var vibration: (adapter: FeedbackdVibration, connection: BusConnection)?
        for (address, isSystem) in [(system, true), (user, false)] {
            // Without a bus there are no services to follow.
            guard let address, let connection = try? BusConnection(address, isGated: true) else { continue }
            connections.append(connection)
            if !isSystem {
                let adapter = FeedbackdVibration()
                vibration = (adapter, connection)
                connection.perform { link in Self.attach(adapter, link) }
            }
            connection.perform { link in
                for adapter in Self.adapters(freeze, neighbour, send) where type(of: adapter).isOnSystemBus == isSystem
                {
                    Self.attach(adapter, link)
                }
            }
        }
        self.connections = connections
        self.vibration = vibration
    }

    /// Passes a decision to the vibration service, the one that has to act on it.
    package func follow(_ decision: SessionService.Decision) {
        guard let (adapter, connection) = vibration else { return }
        if FeedbackdVibration.wantsVibration(decision) { connection.perform { link in adapter.shake(link) } }
        guard let change = FeedbackdVibration.change(decision) else { return }
        connection.perform { link in adapter.want(change.reason, change.isWanted, link) }
    }

    /// Every service that is known: one line each.
    private static func adapters(
        _ freeze: @escaping @Sendable (String, Bool) -> Void,
        _ neighbour: @escaping @Sendable (CallNeighbour, Bool) -> Void, _ send: @escaping @Sendable (Event) -> Void
    ) -> [any WorldAdapter] {
        [
            ModemCalls(send, neighbour), OfonoCalls(send), Callaudiod(neighbour), LogindScreen(send),
            FeedbackdRinger(send), SystemdScopes(freeze),
        ]
    }

    private static func attach(_ adapter: some WorldAdapter, _ link: BusLink) {
        // A service whose signals cannot be received is treated as absent.
        try? adapter.listen(link)
        try? link.follow(
            type(of: adapter).name,
            appeared: { [unowned link] in adapter.appeared(link) }, vanished: { adapter.vanished() })
    }

    /// Calls `done` with the number of each connection on that connection's thread, to show that the threads answer.
    ///
    /// - Returns: The number of connections.
    @discardableResult
    package func prove(_ done: @escaping @Sendable (_ connection: Int) -> Void) -> Int {
        for (number, connection) in connections.enumerated() { connection.prove { done(number) } }
        return connections.count
    }

    /// Closes all connections to the buses.
    package func end() { for connection in connections { connection.close() } }

    deinit { end() }
}
