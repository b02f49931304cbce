import SordinoPolicy
import Synchronization

/// A program's side of its session: asks, keeps what the getters return, and passes on what the service says.
package final class SessionClient: Sendable {
    package let declaration: AppDeclaration

    private struct State {
        var id: AppID?
        var snapshot = SessionSnapshot()
        var device = DeviceSnapshot()
        weak var context: AppContext?
        var handlers: [IOID: WeakHandler] = [:]
        var nextIO = 1
        var observers: [(number: Int, observe: @Sendable (SessionNotification) -> Void)] = []
        var nextObserver = 1
        var watchers: [(number: Int, look: @Sendable () -> Void)] = []
        var isLookDue = false
    }

    private struct WeakHandler {
        weak var handler: (any SessionIOHandler)?
    }

    private let transport: any SessionTransport
    private let callbacks: CallbackQueue
    private let state = Mutex(State())

    package init(transport: any SessionTransport, declaration: AppDeclaration, callbacks: CallbackQueue) {
        self.transport = transport
        self.declaration = declaration
        self.callbacks = callbacks
        let id = transport.connect(declaration) { [weak self] delivery in self?.receive(delivery) }
        state.withLock { $0.id = id }
    }

    deinit { if let id = state.withLock({ $0.id }) { transport.disconnect(id) } }

    func adopt(context: AppContext) { state.withLock { $0.context = context } }

    package var id: AppID {
        guard let id = state.withLock({ $0.id }) else { preconditionFailure("a client is used before it is connected") }
        return id
    }

    /// What the session's getters return: kept fresh by the service, no round trip.
    package var snapshot: SessionSnapshot { state.withLock { $0.snapshot } }

    /// What the getters of all sessions return alike.
    package var device: DeviceSnapshot { state.withLock { $0.device } }

    /// Asks and waits for the answer.
    package func ask(_ request: Request) throws(SessionError) {
        if let refusal = transport.ask(request, from: id) { throw refusal }
    }

    // MARK: I/O objects

    /// Makes an I/O object known to the session; it does not run yet.
    ///
    /// - Parameter handler: Told to stop and when interruptions begin and end; held weakly.
    /// - Returns: The object's registration; the session forgets it when this is released.
    package func openIO(_ kind: IOKind, handler: any SessionIOHandler) throws(SessionError) -> SessionIO {
        let io = state.withLock { state in
            defer { state.nextIO += 1 }
            let io = IOID(state.nextIO)
            state.handlers[io] = WeakHandler(handler: handler)
            return io
        }
        do {
            try ask(.openIO(io, kind))
        } catch {
            state.withLock { $0.handlers[io] = nil }
            throw error
        }
        return SessionIO(id: io, kind: kind, client: self)
    }

    fileprivate func closeIO(_ io: IOID) {
        state.withLock { $0.handlers[io] = nil }
        // Closing cannot be refused in a way that would matter: the object is gone.
        _ = transport.ask(.closeIO(io), from: id)
    }

    // MARK: What the service says

    /// Calls `observe` with each notification, on the lane where Apple documents it, in the order of observers.
    ///
    /// - Returns: A number for `removeObserver`.
    package func addObserver(_ observe: @escaping @Sendable (SessionNotification) -> Void) -> Int {
        state.withLock { state in
            defer { state.nextObserver += 1 }
            state.observers.append((state.nextObserver, observe))
            return state.nextObserver
        }
    }

    /// Ends what `addObserver` began; an unknown number does nothing.
    package func removeObserver(_ number: Int) {
        state.withLock { state in state.observers.removeAll { $0.number == number } }
    }

    private func receive(_ delivery: SessionDelivery) {
        switch delivery {
        case .snapshot(let snapshot):
            keep { $0.snapshot = snapshot }
        case .device(let device):
            keep { $0.device = device }
        case .stopIO(let io, let cause):
            handler(of: io)?.sessionStopsIO(because: cause)
        case .ioInterrupted(let io, let began, let shouldResume):
            guard let handler = handler(of: io) else { return }
            callbacks.deliver(.main, to: context) {
                handler.sessionInterruption(began: began, shouldResume: shouldResume)
            }
        case .notification(let notification):
            callbacks.deliver(lane(of: notification), to: context) { [weak self] in
                guard let self else { return }
                for (_, observe) in state.withLock({ $0.observers }) { observe(notification) }
            }
        }
    }

    /// Calls `look` on the main lane after what the getters return may have changed.
    ///
    /// - Returns: A number for `removeWatcher`.
    package func addWatcher(_ look: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            defer { state.nextObserver += 1 }
            state.watchers.append((state.nextObserver, look))
            return state.nextObserver
        }
    }

    /// Ends what `addWatcher` began.
    package func removeWatcher(_ number: Int) {
        state.withLock { state in state.watchers.removeAll { $0.number == number } }
    }

    /// Several changes before the next look are one.
    private func keep(_ change: (inout State) -> Void) {
        let (looks, context) = state.withLock { state in
            change(&state)
            defer { state.isLookDue = !state.watchers.isEmpty }
            return (!state.watchers.isEmpty && !state.isLookDue, state.context)
        }
        guard looks else { return }
        callbacks.deliver(.main, to: context) { [weak self] in
            guard let self else { return }
            let watchers = state.withLock { state in
                state.isLookDue = false
                return state.watchers
            }
            for (_, look) in watchers { look() }
        }
    }

    /// The program that this client speaks for, while it lives.
    package var context: AppContext? { state.withLock { $0.context } }

    private func handler(of io: IOID) -> (any SessionIOHandler)? { state.withLock { $0.handlers[io]?.handler } }

    /// Apple posts route changes on a secondary thread and the rest on the main queue.
    private func lane(of notification: SessionNotification) -> CallbackQueue.Lane {
        switch notification {
        case .routeChanged: .secondary
        case .interruptionBegan, .interruptionEnded, .silenceSecondaryAudioHint, .mediaServicesLost,
            .mediaServicesReset, .recordPermission, .outputVolume, .promptStyle, .inputAvailable,
            .availableInputsChanged, .remoteCommand:
            .main
        }
    }
}

/// What a player, recorder or engine does for its session.
package protocol SessionIOHandler: AnyObject, Sendable {
    /// Stop now and keep the position: when this returns, nothing of the object sounds or records. Comes before the
    /// notification that tells the program. May not ask the session and may not wait for a thread that does.
    ///
    /// - Thread: whichever performs the session's decision, never the render thread.
    func sessionStopsIO(because cause: Cause)

    /// The session's interruption, for this object: after the notification to the program, on the program's lane.
    func sessionInterruption(began: Bool, shouldResume: Bool)
}

/// One I/O object's registration with the session.
package final class SessionIO: Sendable {
    package let id: IOID
    package let kind: IOKind
    private let client: SessionClient

    fileprivate init(id: IOID, kind: IOKind, client: SessionClient) {
        self.id = id
        self.kind = kind
        self.client = client
    }

    deinit { client.closeIO(id) }

    /// Asks to run; activates the session if it is not active.
    ///
    /// Start the stream after this has returned.
    package func start() throws(SessionError) { try client.ask(.startIO(id)) }

    /// Says that it runs no more.
    ///
    /// After `sessionStopsIO` not needed, and harmless.
    package func stop() {
        // Stopping is never refused in a way that would keep the object running.
        try? client.ask(.stopIO(id))
    }
}
