import SordinoBus
import SordinoPolicy

/// Telephone calls of ModemManager.
///
/// Source: ModemManager D-Bus reference, org.freedesktop.ModemManager1.Modem.Voice and .Call.
final class ModemCalls: WorldAdapter {
    static let isOnSystemBus = true
    static let name = "org.freedesktop.ModemManager1"
    private static let callInterface = "org.freedesktop.ModemManager1.Call"
    private static let voiceInterface = "org.freedesktop.ModemManager1.Modem.Voice"

    private let send: @Sendable (Event) -> Void
    private let tell: @Sendable (CallNeighbour, Bool) -> Void
    private var ledger = CallLedger()

    init(_ send: @escaping @Sendable (Event) -> Void, _ tell: @escaping @Sendable (CallNeighbour, Bool) -> Void) {
        (self.send, self.tell) = (send, tell)
    }

    func listen(_ link: BusLink) throws(BusError) {
        try link.hear(from: Self.name, Self.voiceInterface, "CallAdded") { [self, unowned link] _, values in
            if let path = values.first?.asText { learn(path, link) }
        }
        try link.hear(from: Self.name, Self.voiceInterface, "CallDeleted") { [self] _, values in
            if let path = values.first?.asText { note(path, nil) }
        }
        try link.hear(from: Self.name, Self.callInterface, "StateChanged") { [self] path, values in
            if values.count > 1, let state = values[1].asInteger { note(path, state) }
        }
    }

    func appeared(_ link: BusLink) {
        tell(.modemManager, true)
        let manager = "org.freedesktop.DBus.ObjectManager"
        link.ask(Self.name, "/org/freedesktop/ModemManager1", manager, "GetManagedObjects") { [self] values in
            for modem in values.first?.asRecord?.fields ?? [] {
                let voice = modem.value.asRecord?[Self.voiceInterface]?.asRecord
                for call in voice?["Calls"]?.asList ?? [] { if let path = call.asText { learn(path, link) } }
            }
        }
    }

    func vanished() {
        for event in ledger.clear() { send(event) }
        tell(.modemManager, false)
    }

    private func learn(_ path: String, _ link: BusLink) {
        link.properties(of: Self.name, path, Self.callInterface) { [self] properties in
            note(path, properties["State"]?.asInteger)
        }
    }

    /// MMCallState: 1 dialling, 2 ringing out, 3 ringing in, 4 active, 5 held, 6 waiting, 7 terminated.
    private func note(_ path: String, _ state: Int64?) {
        let call: CallLedger.Call? =
            switch state {
            case 1, 2, 4, 5: .connected
            case 3, 6: .ringing
            default: nil
            }
        for event in ledger.note(path, call) { send(event) }
    }
}
