import SordinoPolicy
import SordinoWork
import Synchronization

/// The messages of the service to one program: stored, or passed on to its listeners.
///
/// The service holds the inbox, not the client, and no object of the program is held during a decision: an object that
/// the program releases meanwhile does not announce its end from inside the decision.
final class SessionInbox: Sendable {
    /// A closure that is called with notifications, changes of activity or changes of the values that getters return.
    enum Listener: Sendable {
        /// On a lane; nil where Apple documents each notification.
        case notifications(CallbackQueue.Lane?, @Sendable (SessionNotification) -> Void)
        case activity(@Sendable (SessionActivity) -> Void)
        case changes(CallbackQueue.Lane, @Sendable () -> Void)

        var isForActivity: Bool { if case .activity = self { true } else { false } }
    }

    private struct State {
        var snapshot = SessionSnapshot()
        var device = DeviceSnapshot()
        var handlers: [IOID: WeakHandler] = [:]
        var nextIO = 1
        /// In the order in which they came.
        var listeners: [(number: Int, listener: Listener)] = []
        var nextListener = 1
        /// Lanes on which a call to those who listen for changes is on its way.
        var looksDue: Set<CallbackQueue.Lane> = []
        /// While the program itself asks to become inactive.
        var isDeactivating = false
        /// The numbers of jobs of the secondary lane that were sent and that have run.
        var secondarySent = 0
        var secondaryDone = 0
        /// Jobs of the main lane that wait for earlier jobs of the secondary lane.
        var heldBack: [(after: Int, job: @Sendable () -> Void)] = []
    }

    /// The maximum number of waiting jobs.
    ///
    /// If an observer of route changes does not return, the main lane stops waiting.
    static let heldBackLimit = 1_024

    private struct WeakHandler {
        weak var handler: (any SessionIOHandler)?
    }

    let program = WeakProgram()
    private let callbacks: CallbackQueue
    private let state = Mutex(State())

    init(callbacks: CallbackQueue) { self.callbacks = callbacks }

    var snapshot: SessionSnapshot { state.withLock { $0.snapshot } }

    var device: DeviceSnapshot { state.withLock { $0.device } }

    func expectDeactivation(_ isExpected: Bool) { state.withLock { $0.isDeactivating = isExpected } }

    // MARK: Handlers and listeners

    func addHandler(_ handler: any SessionIOHandler) -> IOID {
        state.withLock { state in
            defer { state.nextIO += 1 }
            let io = IOID(state.nextIO)
            state.handlers[io] = WeakHandler(handler: handler)
            return io
        }
    }

    func removeHandler(_ io: IOID) { state.withLock { $0.handlers[io] = nil } }

    func add(_ listener: Listener) -> Int {
        state.withLock { state in
            defer { state.nextListener += 1 }
            state.listeners.append((state.nextListener, listener))
            return state.nextListener
        }
    }

    func remove(_ number: Int) {
        // Handed out of the lock: what the listener held may end here and call back.
        _ = state.withLock { state -> Listener? in
            guard let index = state.listeners.firstIndex(where: { $0.number == number }) else { return nil }
            return state.listeners.remove(at: index).listener
        }
    }

    // MARK: Messages of the service

    func receive(_ delivery: SessionDelivery) {
        switch delivery {
        case .snapshot(let snapshot):
            let (activity, looks) = state.withLock { state in
                let activity = SessionActivity(
                    from: state.snapshot.state, to: snapshot.state, byProgram: state.isDeactivating)
                state.snapshot = snapshot
                let isHeard = state.listeners.contains { $0.listener.isForActivity }
                return (isHeard ? activity : nil, beginLooks(&state))
            }
            if let activity { announce(activity) }
            look(on: looks)
        case .device(let device):
            let looks = state.withLock { state in
                state.device = device
                return beginLooks(&state)
            }
            look(on: looks)
        case .stopIO(let io, let cause):
            handler(of: io)?.sessionStopsIO(because: cause)
        case .ioInterrupted(let io, let began, let shouldResume):
            guard let handler = handler(of: io) else { return }
            send(.main) { handler.sessionInterruption(began: began, shouldResume: shouldResume) }
        case .notification(let notification):
            let documented = lane(of: notification)
            deliver(notification, on: documented, documented)
            let other: CallbackQueue.Lane = documented == .main ? .secondary : .main
            let isHeardThere = listeners.contains {
                if case .notifications(other, _) = $0 { true } else { false }
            }
            if isHeardThere { deliver(notification, on: other, documented) }
        }
    }

    private func announce(_ activity: SessionActivity) {
        send(.main) { [self] in
            for listener in listeners {
                if case .activity(let observe) = listener { observe(activity) }
            }
        }
    }

    /// Calls the listeners of a lane: those that chose it, and those without a lane if the notification is documented
    /// for it.
    private func deliver(
        _ notification: SessionNotification, on lane: CallbackQueue.Lane, _ documented: CallbackQueue.Lane
    ) {
        send(lane) { [self] in
            for listener in listeners {
                if case .notifications(let wished, let observe) = listener, (wished ?? documented) == lane {
                    observe(notification)
                }
            }
        }
    }

    /// The lanes on which nothing is on its way yet; it is from now on.
    private func beginLooks(_ state: inout State) -> [CallbackQueue.Lane] {
        var begun: [CallbackQueue.Lane] = []
        for (_, listener) in state.listeners {
            if case .changes(let lane, _) = listener, state.looksDue.insert(lane).inserted { begun.append(lane) }
        }
        return begun
    }

    private func look(on lanes: [CallbackQueue.Lane]) {
        for lane in lanes {
            send(lane) { [self] in
                _ = state.withLock { $0.looksDue.remove(lane) }
                for listener in listeners {
                    if case .changes(lane, let look) = listener { look() }
                }
            }
        }
    }

    // MARK: Order

    /// Delivers a job; one of the main lane waits until the jobs of the secondary lane before it have run.
    ///
    /// A program is thus notified of a route change before the interruption that follows from it, although Apple documents
    /// different threads for the two. The secondary lane never waits, because a program may have no main loop.
    private func send(_ lane: CallbackQueue.Lane, _ job: @escaping @Sendable () -> Void) {
        guard !callbacks.hasOneOrder else { return callbacks.deliver(lane, to: program, job) }
        // Delivered under the lock, so that no later job overtakes one that has waited.
        state.withLock { state in
            switch lane {
            case .secondary:
                state.secondarySent += 1
                callbacks.deliver(.secondary, to: program) { [self] in
                    job()
                    self.state.withLock {
                        $0.secondaryDone += 1
                        letGo(&$0, upTo: $0.secondaryDone)
                    }
                }
            case .main:
                if state.secondarySent > state.secondaryDone, state.heldBack.count < Self.heldBackLimit {
                    return state.heldBack.append((state.secondarySent, job))
                }
                letGo(&state, upTo: .max)
                callbacks.deliver(.main, to: program, job)
            }
        }
    }

    private func letGo(_ state: inout State, upTo done: Int) {
        let count = state.heldBack.prefix { $0.after <= done }.count
        for next in state.heldBack.prefix(count) { callbacks.deliver(.main, to: program, next.job) }
        state.heldBack.removeFirst(count)
    }

    private var listeners: [Listener] { state.withLock { $0.listeners.map(\.listener) } }

    private func handler(of io: IOID) -> (any SessionIOHandler)? { state.withLock { $0.handlers[io]?.handler } }

    /// Apple posts route changes on a secondary thread and the rest on the main queue.
    private func lane(of notification: SessionNotification) -> CallbackQueue.Lane {
        switch notification {
        case .routeChanged: .secondary
        case .interruptionBegan, .interruptionEnded, .silenceSecondaryAudioHint, .mediaServicesLost,
            .mediaServicesReset, .recordPermission, .outputVolume, .promptStyle, .inputAvailable,
            .availableInputsChanged, .remoteCommand, .outputMuted, .inputMuted, .unmuteIntended, .renderingMode,
            .renderingCapabilitiesChanged, .spatialAudio, .microphoneInjectionPermission, .microphoneInjectionAvailable,
            .libraryPermission:
            .main
        }
    }
}

/// A program, looked up when it is needed.
package final class WeakProgram: Sendable {
    private struct Held {
        weak var context: AppContext?
    }

    private let held = Mutex(Held())

    var context: AppContext? {
        get { held.withLock { $0.context } }
        set { held.withLock { [newValue] held in held.context = newValue } }
    }
}

/// A change of a session's activity that is not the beginning of an interruption, which says so itself.
package enum SessionActivity: Hashable, Sendable {
    case becameActive
    /// The session became inactive by request of its program, or by the system: suspended, services lost.
    case becameInactive(byProgram: Bool)

    init?(from old: SessionState, to new: SessionState, byProgram: Bool) {
        switch (old, new) {
        case (.inactive, .active), (.interrupted, .active): self = .becameActive
        case (.active, .inactive): self = .becameInactive(byProgram: byProgram)
        case (.inactive, .inactive), (.active, .active), (.interrupted, .interrupted), (.inactive, .interrupted),
            (.active, .interrupted), (.interrupted, .inactive):
            return nil
        }
    }
}
