import SordinoBus
import SordinoPolicy
import SordinoSession

/// Listens to one service of the device and says what happens in the policy's words.
///
/// The service may be absent, come later, die and come back.
/// - Thread: everything runs on the thread of its connection.
protocol WorldAdapter: AnyObject {
    /// Indicates whether the service is on the system bus; otherwise it is on the user's.
    static var isOnSystemBus: Bool { get }

    /// The name that the service has there.
    static var name: String { get }

    /// Adds what is to be heard, once.
    func listen(_ link: BusLink) throws(BusError)

    /// The service is there, now or again: asks how things stand.
    func appeared(_ link: BusLink)

    /// The service is gone.
    func vanished()
}

extension BusLink {
    /// Seconds that a service of the device may take to answer.
    private static let patience = 25.0

    /// Asks a service; an error is no answer.
    func ask(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ values: [WireValue] = [],
        signature: String = "", _ answered: @escaping ([WireValue]) -> Void
    ) {
        let method = BusMethod(destination: destination, path: path, interface: interface, member: member)
        // A connection that is ending makes no calls.
        try? call(method, values, signature: signature, seconds: Self.patience) { answer in
            // The bus itself may name as many programs as there are.
            let isOfBus = destination == Self.busName
            guard answer.error == nil,
                let values = try? answer.read(signature: answer.signature, isAnswer: isOfBus)
            else { return }
            answered(values)
        }
    }

    /// Asks for all properties of an interface.
    func properties(
        of destination: String, _ path: String, _ interface: String, _ answered: @escaping (WireRecord) -> Void
    ) {
        ask(
            destination, path, "org.freedesktop.DBus.Properties", "GetAll", [.text(interface)], signature: "s"
        ) { values in
            if case .record(let record)? = values.first { answered(record) }
        }
    }

    /// Receives a signal of any object of a service.
    func hear(
        from sender: String, _ interface: String, _ member: String,
        _ heard: @escaping (_ path: String, _ values: [WireValue]) -> Void
    ) throws(BusError) {
        try addMatch(from: sender, "interface='\(interface)',member='\(member)'") { _, message in
            if let values = try? message.read(signature: message.signature) { heard(message.path, values) }
            return false
        }
    }

    /// Calls `heard` with each change of the properties of an interface.
    func receiveProperties(
        from sender: String, _ interface: String, _ heard: @escaping (_ path: String, _ changed: WireRecord) -> Void
    ) throws(BusError) {
        let properties = "org.freedesktop.DBus.Properties"
        try addMatch(
            from: sender, "interface='\(properties)',member='PropertiesChanged',arg0='\(interface)'"
        ) { _, message in
            if let values = try? message.read(signature: message.signature), values.count > 1,
                case .record(let changed) = values[1]
            {
                heard(message.path, changed)
            }
            return false
        }
    }

    /// Calls `appeared` if a name has an owner or gets one, and `vanished` when it loses it.
    func follow(_ name: String, appeared: @escaping () -> Void, vanished: @escaping () -> Void) throws(BusError) {
        let bus = Self.busName
        try addOwnerChanges("arg0='\(name)'") { _, before, owner in
            if !before.isEmpty { vanished() }
            if !owner.isEmpty { appeared() }
        }
        ask(bus, "/org/freedesktop/DBus", bus, "NameHasOwner", [.text(name)], signature: "s") { values in
            if values.first == .bool(true) { appeared() }
        }
    }
}

extension WireValue {
    var asText: String? { if case .text(let text) = self { text } else { nil } }
    var asInteger: Int64? { if case .integer(let number) = self { number } else { nil } }
    var asBool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
    var asRecord: WireRecord? { if case .record(let record) = self { record } else { nil } }
    var asList: [WireValue]? { if case .list(let values) = self { values } else { nil } }
}
