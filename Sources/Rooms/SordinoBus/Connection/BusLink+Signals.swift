import CSystemd
import SordinoSession

/// Reception of signals; no other code receives any.
///
/// A bus delivers a signal with a destination even if the receiver did not subscribe to it, and any program on the bus may send
/// one, on the system bus also programs of other users. Interface and path of a signal prove nothing. The sender's unique name
/// cannot be forged, because the bus sets it: it is compared with the unique name that the bus reports as the owner of the
/// expected name.
extension BusLink {
    /// The name of the bus itself, whose signals carry it as their sender.
    package static let busName = "org.freedesktop.DBus"

    /// Receives the signals that the present owner of a name sends.
    ///
    /// Signals of others are dropped, also those sent while the name has no owner.
    /// - Parameters:
    ///   - name: A well-known name, or `busName`.
    ///   - conditions: The rest of a match rule, such as `member='Changed'`.
    /// - Throws: `BusError.disconnected`.
    /// - Source: D-Bus Specification 0.43, "Message Bus Message Routing" and "org.freedesktop.DBus.NameOwnerChanged".
    package func addMatch(
        from name: String, _ conditions: String, _ hear: @escaping Hear
    ) throws(BusError) {
        if name != Self.busName { try learnOwner(of: name) }
        try match("type='signal',sender='\(name)',\(conditions)") { link, message in
            guard let sender = message.sender, sender == link.owner(of: name) else { return false }
            return hear(link, message)
        }
    }

    /// Receives the signals of those connections that `isSender` accepts by their unique names.
    package func addMatch(
        fromThose isSender: @escaping (_ sender: String) -> Bool, _ conditions: String, _ hear: @escaping Hear
    ) throws(BusError) {
        try match("type='signal',\(conditions)") { link, message in
            guard let sender = message.sender, isSender(sender) else { return false }
            return hear(link, message)
        }
    }

    /// Receives the changes of owners of the names that fit `condition`.
    ///
    /// - Parameter condition: The match rule's condition on the name, such as `arg0='org.example.Service'`.
    package func addOwnerChanges(
        _ condition: String, _ hear: @escaping (_ name: String, _ before: String, _ owner: String) -> Void
    ) throws(BusError) {
        try addMatch(
            from: Self.busName, "interface='\(Self.busName)',member='NameOwnerChanged',\(condition)"
        ) { _, message in
            guard let values = try? message.read(signature: "sss"), case .text(let name) = values[0],
                case .text(let before) = values[1], case .text(let owner) = values[2]
            else { return false }
            hear(name, before, owner)
            return false
        }
    }

    /// Returns the unique name of the connection that owns a name; nil or empty while it is not known or has no owner.
    package func owner(of name: String) -> String? { name == Self.busName ? name : owners[name] }

    private func learnOwner(of name: String) throws(BusError) {
        guard owners[name] == nil else { return }
        // Until the owner is known, signals are dropped: no message has an empty sender.
        owners[name] = ""
        try addOwnerChanges("arg0='\(name)'") { [weak self] _, _, owner in self?.owners[name] = owner }
        let method = BusMethod(
            destination: Self.busName, path: "/org/freedesktop/DBus", interface: Self.busName, member: "GetNameOwner")
        try call(method, [.text(name)], signature: "s", seconds: 25) { [weak self] answer in
            guard answer.sender == Self.busName, answer.error == nil,
                case .text(let owner)? = try? answer.read(signature: "s").first
            else { return }
            self?.owners[name] = owner
        }
    }
}
