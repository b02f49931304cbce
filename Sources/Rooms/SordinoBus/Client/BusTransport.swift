import SordinoPolicy
import SordinoSession
import Synchronization

/// Client and service in two processes: the service is `audiosessiond`, reached over D-Bus.
///
/// The service pushes the values that the getters return; only questions cost a round trip. The death of the service
/// reaches programs as the loss of the media services, its return as their reset.
package final class BusTransport: SessionTransport {
    private let address: BusAddress
    private let sessions = Mutex<[AppID: BusSession]>([:])
    /// The time limit for an answer, in seconds.
    package static let deadlineSeconds = 5.0

    package init(_ address: BusAddress) { self.address = address }

    package func connect(
        _ declaration: AppDeclaration, receive: @escaping @Sendable (SessionDelivery) -> Void
    ) -> AppID {
        connect(declaration, as: nil, receive: receive)
    }

    /// Introduces a program that the process knows by a number of its own; nil: the service gives one.
    package func connect(
        _ declaration: AppDeclaration, as known: AppID?, receive: @escaping @Sendable (SessionDelivery) -> Void
    ) -> AppID {
        let session = BusSession(address, declaration, as: known, receive: receive)
        let app = session.begin()
        sessions.withLock { $0[app] = session }
        return app
    }

    package func ask(_ request: Request, from app: AppID) -> SessionError? {
        guard let session = sessions.withLock({ $0[app] }) else {
            return BusSession.unreachable("the program has said goodbye")
        }
        return session.ask(request)
    }

    package func publish(_ report: PlaybackReport, from app: AppID) {
        sessions.withLock { $0[app] }?.publish(report)
    }

    package func publish(_ voice: VoiceCondition, of io: IOID, from app: AppID) {
        sessions.withLock { $0[app] }?.publish(voice, of: io)
    }

    /// Waits until everything that the service has sent so far was received.
    package func waitUntilReceived() {
        for session in sessions.withLock({ Array($0.values) }) { session.waitUntilReceived() }
    }

    /// The reason why the service or the bus cannot be reached.
    package func serviceLoss(for app: AppID) -> String? { sessions.withLock { $0[app] }?.loss }

    package func disconnect(_ app: AppID) {
        sessions.withLock { $0.removeValue(forKey: app) }?.end()
    }

    deinit { for session in sessions.withLock({ Array($0.values) }) { session.end() } }
}
