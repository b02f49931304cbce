import SordinoBus
import SordinoPolicy
import SordinoSession
import Synchronization

/// The caller's side of the device-control interface: what `audioctl` and a shell are made of.
package final class DeviceController: Sendable {
    private let connection: BusConnection
    private let onDecision = Mutex<(@Sendable (String) -> Void)?>(nil)

    package init(_ address: BusAddress) throws(BusError) {
        connection = try BusConnection(address)
        connection.perform { [weak self] link in
            let conditions =
                "interface='\(BusInterface.control)',path='\(BusInterface.controlPath)',member='Decided'"
            try? link.addMatch(from: BusInterface.controlName, conditions) { [weak self] _, message in
                if case .text(let line)? = try? message.read(signature: "s").first {
                    self?.onDecision.withLock { $0 }?(line)
                }
                return true
            }
        }
    }

    deinit { connection.close() }

    private static func method(_ member: String) -> BusMethod {
        BusMethod(
            destination: BusInterface.controlName, path: BusInterface.controlPath, interface: BusInterface.control,
            member: member)
    }

    /// Makes an event happen.
    ///
    /// - Throws: `.refused` with the service's reason.
    package func happen(_ event: Event) throws(BusError) {
        guard case .record(let record) = event.wireValue, case .text(let name)? = record["event"],
            let row = BusInterface.happenings.first(where: { $0.name == name })
        else { throw .malformed("this event has no method") }
        _ = try connection.ask(
            Self.method(row.member), row.arguments(of: record, key: "event"), signature: row.signature, answer: "")
    }

    /// Plugs in a virtual accessory, or pulls it out.
    package func plug(_ accessory: String, isThere: Bool) throws(BusError) {
        _ = try connection.ask(
            Self.method(isThere ? "Plug" : "Unplug"), [.text(accessory)], signature: "s", answer: "")
    }

    /// Returns the programs and the way in which they are heard.
    package func status() throws(BusError) -> DeviceStatus {
        let answer = try connection.ask(Self.method("Status"), answer: "a{sv}")
        do { return try DeviceStatus(wire: answer.first ?? .record(WireRecord())) } catch {
            throw .malformed("Status: \(error.sentence)")
        }
    }

    /// Has the service read its files anew.
    ///
    /// - Throws: `.refused` with file, line and sentence when one of them has a fault; the old configuration stays then.
    package func reload() throws(BusError) { _ = try connection.ask(Self.method("Reload"), answer: "") }

    /// Returns the remembered permissions to record, and those of running programs.
    package func permissions() throws(BusError) -> [ListedPermission] {
        let answer = try connection.ask(Self.method("Permissions"), answer: "a{sv}")
        do {
            var reader = try WireReader(answer.first ?? .record(WireRecord()))
            return try reader.take("programs")
        } catch {
            throw .malformed("Permissions: \(error.sentence)")
        }
    }

    /// Answers in the person's place whether a program may record: `allow`, `deny` or `reset`; `reset` of the empty key forgets
    /// all answers.
    package func setPermission(_ key: String, _ answer: String) throws(BusError) {
        _ = try connection.ask(
            Self.method("SetPermission"), [.text(key), .text(answer)], signature: "ss", answer: "")
    }

    /// Returns whether the service takes part in simulations: calls, alarms, plugs that a person plays.
    package func allowsSimulation() throws(BusError) -> Bool {
        let method = BusMethod(
            destination: BusInterface.controlName, path: BusInterface.controlPath,
            interface: "org.freedesktop.DBus.Properties", member: "GetAll")
        let answer = try connection.ask(method, [.text(BusInterface.control)], signature: "s", answer: "a{sv}")
        guard case .record(let record)? = answer.first else { return false }
        return record["AllowsSimulation"] == .bool(true)
    }

    /// Calls `hear` with every decision from now on, as a line of JSON, on the connection's thread.
    package func watch(_ hear: @escaping @Sendable (String) -> Void) throws(BusError) {
        onDecision.withLock { $0 = hear }
        _ = try connection.ask(Self.method("Watch"), [.bool(true)], signature: "b", answer: "")
    }
}
