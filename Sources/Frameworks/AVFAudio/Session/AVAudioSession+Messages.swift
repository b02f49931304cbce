extension AVAudioSession {
    /// The circumstances in which a session became inactive.
    public enum DeactivationResult: Sendable {
        /// The program deactivated its session.
        case appDeactivated
        /// The system interrupted the session.
        case systemInterruption(InterruptionContext)
    }

    /// The session has become active.
    public struct DidBecomeActiveMessage: NotificationCenter.MainActorMessage, Sendable {
        /// The class whose instances post the message.
        public typealias Subject = AVAudioSession

        /// The name of the notification that it comes as.
        public static var name: Notification.Name { AVAudioSession.didBecomeActiveNotification }

        /// Makes an empty message.
        public init() {}

        /// Makes a message of a notification.
        @MainActor public static func makeMessage(_ notification: Notification) -> DidBecomeActiveMessage? {
            DidBecomeActiveMessage()
        }

        /// Makes a notification of a message.
        @MainActor public static func makeNotification(_ message: DidBecomeActiveMessage) -> Notification {
            Notification(name: name)
        }
    }

    /// The session has become inactive.
    public struct DidBecomeInactiveMessage: NotificationCenter.MainActorMessage, Sendable {
        /// The class whose instances post the message.
        public typealias Subject = AVAudioSession

        /// The name of the notification that it comes as.
        public static var name: Notification.Name { AVAudioSession.didBecomeInactiveNotification }

        /// The circumstances of the deactivation.
        public let deactivationResult: DeactivationResult

        /// Makes a message of a notification; nil if it has no context.
        @MainActor public static func makeMessage(_ notification: Notification) -> DidBecomeInactiveMessage? {
            guard let context = notification.userInfo?[AVAudioSession.deactivationContextKey] as? DeactivationContext
            else { return nil }
            let interruption = context.interruptionContext.map(DeactivationResult.systemInterruption)
            return DidBecomeInactiveMessage(deactivationResult: interruption ?? .appDeactivated)
        }

        /// Makes a notification of a message.
        @MainActor public static func makeNotification(_ message: DidBecomeInactiveMessage) -> Notification {
            let context =
                switch message.deactivationResult {
                case .appDeactivated: DeactivationContext(source: .app, interruptionContext: nil)
                case .systemInterruption(let interruption):
                    DeactivationContext(source: .system, interruptionContext: interruption)
                }
            return Notification(name: name, userInfo: [AVAudioSession.deactivationContextKey: context])
        }
    }

    /// An interruption has ended.
    public struct ResumptionRecommendationMessage: NotificationCenter.MainActorMessage, Sendable {
        /// The class whose instances post the message.
        public typealias Subject = AVAudioSession

        /// The name of the notification that it comes as.
        public static var name: Notification.Name { AVAudioSession.resumptionRecommendationNotification }

        /// The advice on whether the program resumes.
        public let recommendation: ResumptionRecommendation

        /// Makes a message of a notification; nil if it recommends nothing.
        @MainActor public static func makeMessage(_ notification: Notification) -> ResumptionRecommendationMessage? {
            guard let context = notification.userInfo?[AVAudioSession.resumptionContextKey] as? ResumptionContext
            else { return nil }
            return ResumptionRecommendationMessage(recommendation: context.recommendation)
        }

        /// Makes a notification of a message.
        @MainActor public static func makeNotification(_ message: ResumptionRecommendationMessage) -> Notification {
            let context = ResumptionContext(recommendation: message.recommendation)
            return Notification(name: name, userInfo: [AVAudioSession.resumptionContextKey: context])
        }
    }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<AVAudioSession.DidBecomeActiveMessage> {
    /// The session has become active.
    public static var didBecomeActive: NotificationCenter.BaseMessageIdentifier<AVAudioSession.DidBecomeActiveMessage> {
        .init()
    }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<AVAudioSession.DidBecomeInactiveMessage> {
    /// The session has become inactive.
    public static var didBecomeInactive:
        NotificationCenter.BaseMessageIdentifier<AVAudioSession.DidBecomeInactiveMessage>
    { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<AVAudioSession.ResumptionRecommendationMessage> {
    /// An interruption has ended.
    public static var resumptionRecommendation:
        NotificationCenter.BaseMessageIdentifier<AVAudioSession.ResumptionRecommendationMessage>
    { .init() }
}
