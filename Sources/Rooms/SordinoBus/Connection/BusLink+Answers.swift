import SordinoSession

/// The senders of answers.
extension BusLink {
    /// Indicates whether an answer comes from the connection that was asked.
    ///
    /// dbus-daemon's session bus delivers answers that were not asked for, and sd-bus takes the first that carries the number of a
    /// call. The bus, and sd-bus when the time is over, may give an error in a service's place.
    /// - Source: D-Bus Specification 0.43, "Message Bus Message Routing"; dbus-daemon(1), `requested_reply`.
    func isAnswer(_ answer: BusMessage, from destination: String) -> Bool {
        guard let sender = answer.sender else { return answer.error != nil }
        if answer.error != nil, sender == Self.busName || sender == Self.busName + ".Local" { return true }
        if destination == Self.busName || destination.hasPrefix(":") { return sender == destination }
        // The owner of a name whose signals are not received is not known, but it is not the bus.
        guard let owner = owners[destination] else { return sender.hasPrefix(":") }
        return sender == owner
    }
}
