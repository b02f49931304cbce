import SordinoSession

/// Verification of the senders of replies.
extension BusLink {
    /// Returns whether a reply comes from the connection that was called.
    ///
    /// dbus-daemon's session bus delivers unrequested replies, and sd-bus accepts the first one with the serial number of a
    /// call. Errors may also come from the bus, and from sd-bus after the time limit.
    /// - Source: D-Bus Specification 0.43, "Message Bus Message Routing"; dbus-daemon(1), `requested_reply`.
    func isAnswer(_ answer: BusMessage, from destination: String) -> Bool {
        guard let sender = answer.sender else { return answer.error != nil }
        if answer.error != nil, sender == Self.busName || sender == Self.busName + ".Local" { return true }
        if destination == Self.busName || destination.hasPrefix(":") { return sender == destination }
        // The owner is known only of names whose signals are received; the reply is at least not the bus's.
        guard let owner = owners[destination] else { return sender.hasPrefix(":") }
        return sender == owner
    }
}
