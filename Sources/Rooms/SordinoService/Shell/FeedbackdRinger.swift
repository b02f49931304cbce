import SordinoBus
import SordinoPolicy

/// The ringer switch of phones whose shell has feedbackd: its profile is `full`, `quiet` or `silent`.
///
/// Source: feedbackd's org.sigxcpu.Feedback interface.
final class FeedbackdRinger: WorldAdapter {
    static let isOnSystemBus = false
    static let name = "org.sigxcpu.Feedback"
    private static let path = "/org/sigxcpu/Feedback"

    private let send: @Sendable (Event) -> Void
    private var lastSilent = false

    init(_ send: @escaping @Sendable (Event) -> Void) { self.send = send }

    func listen(_ link: BusLink) throws(BusError) {
        try link.receiveProperties(from: Self.name, Self.name) { [self] _, changed in
            if let profile = changed["Profile"]?.asText { note(profile) }
        }
    }

    func appeared(_ link: BusLink) {
        link.properties(of: Self.name, Self.path, Self.name) { [self] properties in
            if let profile = properties["Profile"]?.asText { note(profile) }
        }
    }

    /// Leaves the switch as it is when feedbackd is gone.
    func vanished() {}

    private func note(_ profile: String) {
        let isSilent = profile != "full"
        guard isSilent != lastSilent else { return }
        lastSilent = isSilent
        send(.ringer(silent: isSilent))
    }
}
