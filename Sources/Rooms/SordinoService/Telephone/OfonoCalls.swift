import SordinoBus
import SordinoPolicy

/// Telephone calls of oFono.
///
/// Source: oFono's voicecallmanager-api and voicecall-api documents.
final class OfonoCalls: WorldAdapter {
    static let isOnSystemBus = true
    static let name = "org.ofono"
    private static let managerInterface = "org.ofono.VoiceCallManager"

    private let send: @Sendable (Event) -> Void
    private var ledger = CallLedger()

    init(_ send: @escaping @Sendable (Event) -> Void) { self.send = send }

    func listen(_ link: BusLink) throws(BusError) {
        try link.hear(from: Self.name, Self.managerInterface, "CallAdded") { [self] _, values in
            guard values.count > 1, let path = values[0].asText else { return }
            note(path, values[1].asRecord?["State"]?.asText)
        }
        try link.hear(from: Self.name, Self.managerInterface, "CallRemoved") { [self] _, values in
            if let path = values.first?.asText { note(path, nil) }
        }
        try link.hear(from: Self.name, "org.ofono.VoiceCall", "PropertyChanged") { [self] path, values in
            if values.count > 1, values[0].asText == "State" { note(path, values[1].asText) }
        }
    }

    func appeared(_ link: BusLink) {
        link.ask(Self.name, "/", "org.ofono.Manager", "GetModems") { [self] values in
            for modem in values.first?.asList ?? [] {
                guard let path = modem.asList?.first?.asText else { continue }
                link.ask(Self.name, path, Self.managerInterface, "GetCalls") { [self] values in
                    for call in values.first?.asList ?? [] {
                        guard let call = call.asList, call.count > 1, let path = call[0].asText else { continue }
                        note(path, call[1].asRecord?["State"]?.asText)
                    }
                }
            }
        }
    }

    func vanished() { for event in ledger.clear() { send(event) } }

    private func note(_ path: String, _ state: String?) {
        let call: CallLedger.Call? =
            switch state {
            case "active", "held", "dialing", "alerting": .connected
            case "incoming", "waiting": .ringing
            default: nil
            }
        for event in ledger.note(path, call) { send(event) }
    }
}
