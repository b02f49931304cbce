import SordinoPolicy
import SordinoSession
import Synchronization

/// A question whether a program may record, waiting for the person's answer.
final class RecordPermissionRequest: Sendable {
    private struct State {
        var respond: (@Sendable (Bool) -> Void)?
        var observer: Int?
    }

    private let client: SessionClient
    private let state: Mutex<State>

    /// Answers at once if the question has been answered before.
    static func ask(
        _ client: SessionClient, _ callbacks: CallbackQueue, _ respond: @escaping @Sendable (Bool) -> Void
    ) {
        let request = RecordPermissionRequest(client, respond)
        // The observer holds the request until the answer is there.
        let observer = client.addObserver { notification in
            if case .recordPermission(let permission) = notification { request.answer(permission) }
        }
        request.state.withLock { $0.observer = observer }
        // Asking is never refused; the answer comes as a notification or stands already.
        try? client.ask(.requestRecordPermission)
        let permission = client.snapshot.recordPermission
        guard permission != .undetermined else { return }
        callbacks.deliver(.main, to: client.context) { request.answer(permission) }
    }

    private init(_ client: SessionClient, _ respond: @escaping @Sendable (Bool) -> Void) {
        self.client = client
        state = Mutex(State(respond: respond))
    }

    private func answer(_ permission: RecordPermission) {
        guard permission != .undetermined else { return }
        let (respond, observer) = state.withLock { state in
            defer { state = State() }
            return (state.respond, state.observer)
        }
        if let observer { client.removeObserver(observer) }
        respond?(permission == .granted)
    }
}
