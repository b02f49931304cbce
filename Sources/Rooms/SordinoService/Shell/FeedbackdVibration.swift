import SordinoBus
import SordinoPolicy
import SordinoSession

/// The motor of phones whose shell has feedbackd: it shakes while the phone rings and while an alarm sounds, and once where a
/// program asks for that.
///
/// Sound is made by the stage, so only what feedbackd does in its profile `quiet` is asked for.
/// Source: feedbackd's org.sigxcpu.Feedback interface and its naming of events.
/// - Thread: everything but `init` runs on the thread of its connection.
final class FeedbackdVibration: WorldAdapter, @unchecked Sendable {
    static let isOnSystemBus = false
    static let name = "org.sigxcpu.Feedback"
    private static let path = "/org/sigxcpu/Feedback"
    /// The name of this service in feedbackd's settings.
    private static let program = "org.sordino.AudioSession"
    /// Seconds after which it ends by itself: 0 is never.
    private static let endless: Int64 = 0

    /// As often as the feedback itself says: once.
    private static let once: Int64 = -1
    /// The name of the vibration in feedbackd's theme: the short buzz of a message.
    private static let wish = "message-new-instant"

    /// The reason to vibrate.
    enum Reason: String, CaseIterable {
        case call = "phone-incoming-call"
        case alarm = "alarm-clock-elapsed"
    }

    private var isThere = false
    private var wanted: Set<Reason> = []
    /// The numbers of feedbackd's running feedbacks.
    private var running: [Reason: Int64] = [:]

    func listen(_ link: BusLink) throws(BusError) {}

    func appeared(_ link: BusLink) {
        isThere = true
        for reason in Reason.allCases where wanted.contains(reason) { begin(reason, link) }
    }

    func vanished() {
        isThere = false
        running = [:]
    }

    /// Returns the change that a decision causes; nil for none.
    static func change(_ decision: SessionService.Decision) -> (reason: Reason, isWanted: Bool)? {
        switch decision.event {
        case .callRings where decision.effects.contains(.actorSounds(.call, true)): return (.call, true)
        case .callGivesWay: return (.call, true)
        case .callAccepted, .callDeclined, .callEnded: return (.call, false)
        default: break
        }
        for case .actorSounds(.alarm, let sounds) in decision.effects { return (.alarm, sounds) }
        return nil
    }

    /// Returns whether a decision lets a program shake the device.
    static func wantsVibration(_ decision: SessionService.Decision) -> Bool {
        guard case .request(let app, let id, .vibrate) = decision.event else { return false }
        return decision.effects.contains(.reply(app, id, nil))
    }

    /// Shakes the device once; what is forgotten is one that comes while feedbackd is away.
    func shake(_ link: BusLink) {
        if isThere { trigger(Self.wish, Self.once, link) { _ in } }
    }

    func want(_ reason: Reason, _ isWanted: Bool, _ link: BusLink) {
        if isWanted {
            guard wanted.insert(reason).inserted, isThere else { return }
            begin(reason, link)
        } else {
            wanted.remove(reason)
            end(reason, link)
        }
    }

    private func begin(_ reason: Reason, _ link: BusLink) {
        trigger(reason.rawValue, Self.endless, link) { [self, unowned link] number in
            running[reason] = number
            // It may have been too late already.
            if !wanted.contains(reason) { end(reason, link) }
        }
    }

    private func trigger(
        _ event: String, _ seconds: Int64, _ link: BusLink, began: @escaping (Int64?) -> Void
    ) {
        var hints = WireRecord()
        hints.add("profile", "quiet")
        link.ask(
            Self.name, Self.path, Self.name, "TriggerFeedback",
            [.text(Self.program), .text(event), .record(hints), .integer(seconds)], signature: "ssa{sv}i"
        ) { values in began(values.first?.asInteger) }
    }

    private func end(_ reason: Reason, _ link: BusLink) {
        guard let number = running.removeValue(forKey: reason) else { return }
        link.ask(Self.name, Self.path, Self.name, "EndFeedback", [.integer(number)], signature: "u") { _ in }
    }
}
