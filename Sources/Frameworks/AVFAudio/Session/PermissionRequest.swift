import SordinoPolicy
import SordinoSession
import SordinoWork
import Synchronization

/// A question whether a program may do something, waiting for the person's answer.
final class PermissionRequest<Answer: Sendable>: Sendable {
    private struct State {
        var respond: (@Sendable (Answer) -> Void)?
        var observer: Int?
    }

    private let client: SessionClient
    private let answer: @Sendable (SessionClient) -> Answer?
    private let state: Mutex<State>

    /// Answers at once if the question has been answered before.
    ///
    /// - Parameters:
    ///   - request: What asks the person.
    ///   - answer: The present permission; nil while the user has not answered.
    ///   - respond: Called once, on the main queue.
    static func ask(
        _ client: SessionClient, _ callbacks: CallbackQueue, _ request: Request,
        answer: @escaping @Sendable (SessionClient) -> Answer?, _ respond: @escaping @Sendable (Answer) -> Void
    ) {
        let question = PermissionRequest(client, answer, respond)
        // The observer retains the request until the answer is there.
        let observer = client.addObserver { notification in
            switch notification {
            case .recordPermission, .microphoneInjectionPermission: question.look()
            default: break
            }
        }
        question.state.withLock { $0.observer = observer }
        // Asking is never refused; the answer comes as a notification or stands already.
        try? client.ask(request)
        guard answer(client) != nil else { return }
        callbacks.deliver(.main, to: client.context) { question.look() }
    }

    private init(
        _ client: SessionClient, _ answer: @escaping @Sendable (SessionClient) -> Answer?,
        _ respond: @escaping @Sendable (Answer) -> Void
    ) {
        self.client = client
        self.answer = answer
        state = Mutex(State(respond: respond))
    }

    private func look() {
        guard let answer = answer(client) else { return }
        let (respond, observer) = state.withLock { state in
            defer { state = State() }
            return (state.respond, state.observer)
        }
        if let observer { client.removeObserver(observer) }
        respond?(answer)
    }
}

extension PermissionRequest<Bool> {
    /// Asks whether the program may record.
    static func askToRecord(
        _ client: SessionClient, _ callbacks: CallbackQueue, _ respond: @escaping @Sendable (Bool) -> Void
    ) {
        ask(
            client, callbacks, .requestRecordPermission,
            answer: { client in
                let permission = client.snapshot.recordPermission
                return permission == .undetermined ? nil : permission == .granted
            }, respond)
    }
}
