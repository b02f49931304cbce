import SordinoPolicy

/// The connection between a program's client and the service; the messages are the same for every transport.
///
/// - Thread: every call may come from any thread but the render thread.
package protocol SessionTransport: AnyObject, Sendable {
    /// Introduces a program.
    ///
    /// - Parameter receive: What the service says to it, one after the other and in order. Snapshots arrive while the
    ///   service decides, so `receive` may only keep them; nothing that it calls may ask the service.
    /// - Returns: The program's number.
    func connect(_ declaration: AppDeclaration, receive: @escaping @Sendable (SessionDelivery) -> Void) -> AppID

    /// Asks and waits for the answer.
    ///
    /// - Returns: Nil for yes; otherwise why not. The snapshot that the answer brought about has arrived.
    func ask(_ request: Request, from app: AppID) -> SessionError?

    /// Says what the program plays, and which keys it answers to; nothing is answered.
    func publish(_ report: PlaybackReport, from app: AppID)

    /// Says what the voice processing of an I/O object does; nothing is answered.
    func publish(_ voice: VoiceCondition, of io: IOID, from app: AppID)

    /// Says goodbye; the program's session, streams and I/O are gone.
    func disconnect(_ app: AppID)

    /// Waits until everything that the service has sent so far was received.
    func waitUntilReceived()

    /// The reason why the service cannot be reached for a program, as a clause; nil while it can.
    func serviceLoss(for app: AppID) -> String?
}

extension SessionTransport {
    /// Returns nil: a service in the program's own process is always there.
    package func serviceLoss(for app: AppID) -> String? { nil }
}

/// A message that the service sends to a program unasked.
package enum SessionDelivery: Hashable, Sendable {
    /// The new values of the getters.
    case snapshot(SessionSnapshot)
    /// The same, of what all sessions see alike.
    case device(DeviceSnapshot)
    case notification(SessionNotification)
    /// The I/O object is to be silent when this has been received.
    case stopIO(IOID, Cause)
    /// An I/O object's share in an interruption: per-player delegate calls.
    case ioInterrupted(IOID, began: Bool, shouldResume: Bool)
}

/// Client and service in one process.
package final class InProcessTransport: SessionTransport {
    private let service: SessionService

    package init(service: SessionService) { self.service = service }

    package func connect(
        _ declaration: AppDeclaration, receive: @escaping @Sendable (SessionDelivery) -> Void
    ) -> AppID {
        service.connect(declaration, receive: receive)
    }

    package func ask(_ request: Request, from app: AppID) -> SessionError? { service.ask(request, from: app) }

    package func publish(_ report: PlaybackReport, from app: AppID) { service.publish(report, from: app) }

    package func publish(_ voice: VoiceCondition, of io: IOID, from app: AppID) {
        service.publish(voice, of: io, from: app)
    }

    package func disconnect(_ app: AppID) { service.disconnect(app) }

    /// Returns at once: the service calls.
    package func waitUntilReceived() {}
}
