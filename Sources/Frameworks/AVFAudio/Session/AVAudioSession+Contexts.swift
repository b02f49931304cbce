import Dispatch

extension AVAudioSession {
    /// The party that made a session inactive.
    public enum DeactivationSource: Int, Sendable {
        case app = 1
        case system = 2
    }

    /// The system's advice on whether a program resumes after an interruption.
    public enum ResumptionRecommendation: Int, Sendable {
        case shouldNotResume = 0
        case shouldResume = 1
    }

    /// The circumstances of an interruption.
    public class InterruptionContext: NSObject, @unchecked Sendable {
        /// The reason of the interruption.
        public let reason: InterruptionReason

        init(reason: InterruptionReason) {
            self.reason = reason
            super.init()
        }
    }

    /// The circumstances of a session's deactivation.
    public class DeactivationContext: NSObject, @unchecked Sendable {
        /// The party that deactivated the session.
        public let source: DeactivationSource
        /// The interruption, if the system did it.
        public let interruptionContext: InterruptionContext?

        init(source: DeactivationSource, interruptionContext: InterruptionContext?) {
            self.source = source
            self.interruptionContext = interruptionContext
            super.init()
        }
    }

    /// The circumstances of an interruption's end.
    public class ResumptionContext: NSObject, @unchecked Sendable {
        /// The advice on whether the program resumes.
        public let recommendation: ResumptionRecommendation

        init(recommendation: ResumptionRecommendation) {
            self.recommendation = recommendation
            super.init()
        }
    }

    /// Posted on the main queue when the session has become active.
    public class var didBecomeActiveNotification: NSNotification.Name {
        NSNotification.Name("AVAudioSessionDidBecomeActiveNotification")
    }

    /// Posted on the main queue when the session has become inactive, by the program or by the system.
    public class var didBecomeInactiveNotification: NSNotification.Name {
        NSNotification.Name("AVAudioSessionDidBecomeInactiveNotification")
    }

    /// Posted on the main queue when an interruption ends.
    public class var resumptionRecommendationNotification: NSNotification.Name {
        NSNotification.Name("AVAudioSessionResumptionRecommendationNotification")
    }

    /// With `didBecomeInactiveNotification`: a `DeactivationContext`.
    public class var deactivationContextKey: String { "AVAudioSessionDeactivationContextKey" }

    /// With `resumptionRecommendationNotification`: a `ResumptionContext`.
    public class var resumptionContextKey: String { "AVAudioSessionResumptionContextKey" }

    func postActive() {
        NotificationCenter.default.postFromAnywhere(name: Self.didBecomeActiveNotification, object: self)
        postMessage { DidBecomeActiveMessage() }
    }

    func postInactive(_ source: DeactivationSource, _ reason: InterruptionReason?) {
        let interruption = reason.map { InterruptionContext(reason: $0) }
        let context = DeactivationContext(source: source, interruptionContext: interruption)
        NotificationCenter.default.postFromAnywhere(
            name: Self.didBecomeInactiveNotification, object: self, userInfo: [Self.deactivationContextKey: context])
        postMessage {
            DidBecomeInactiveMessage(
                deactivationResult: interruption.map(DeactivationResult.systemInterruption) ?? .appDeactivated)
        }
    }

    func postRecommendation(_ recommendation: ResumptionRecommendation) {
        NotificationCenter.default.postFromAnywhere(
            name: Self.resumptionRecommendationNotification, object: self,
            userInfo: [Self.resumptionContextKey: ResumptionContext(recommendation: recommendation)])
        postMessage { ResumptionRecommendationMessage(recommendation: recommendation) }
    }

    /// Foundation on Linux does not turn a notification into its message: both are posted.
    ///
    /// Observers of a message are the main actor's; when notifications come elsewhere, messages follow on the main
    /// queue.
    private func postMessage<Message: NotificationCenter.MainActorMessage & Sendable>(
        _ make: @escaping @Sendable () -> Message
    ) where Message.Subject == AVAudioSession {
        if NotificationCenter.isOnMainQueue {
            MainActor.assumeIsolated { NotificationCenter.default.post(make(), subject: self) }
        } else {
            DispatchQueue.main.async { NotificationCenter.default.post(make(), subject: self) }
        }
    }
}
