import SordinoPolicy
import SordinoWork
import Synchronization

/// A program's side of its session: asks, keeps what the getters return, and passes on what the service says.
package final class SessionClient: Sendable {
    package let declaration: AppDeclaration
    package let id: AppID
    private let transport: any SessionTransport
    private let inbox: SessionInbox

    /// Introduces a program to the service.
    package init(transport: any SessionTransport, declaration: AppDeclaration, callbacks: CallbackQueue) {
        self.transport = transport
        self.declaration = declaration
        let inbox = SessionInbox(callbacks: callbacks)
        self.inbox = inbox
        id = transport.connect(declaration) { inbox.receive($0) }
    }

    deinit { transport.disconnect(id) }

    func adopt(context: AppContext) { inbox.program.context = context }

    /// The program that this client speaks for, while it lives.
    package var context: AppContext? { inbox.program.context }

    /// The values that the session's getters return: kept up to date by the service, without a round trip.
    package var snapshot: SessionSnapshot { inbox.snapshot }

    /// The values that the getters of all sessions share.
    package var device: DeviceSnapshot { inbox.device }

    /// Indicates whether sound can also be heard on outputs that are devices of their own: on a network, by Bluetooth, in a car.
    package var hasOutputsElsewhere: Bool {
        device.ports.contains { $0.direction == .output && ($0.isRemote || $0.kind?.isExternal == true) }
    }

    /// Asks and waits for the answer.
    package func ask(_ request: Request) throws(SessionError) {
        let deactivates = if case .setActive(false, _) = request { true } else { false }
        if deactivates { inbox.expectDeactivation(true) }
        defer { if deactivates { inbox.expectDeactivation(false) } }
        if let refusal = transport.ask(request, from: id) { throw refusal }
    }

    /// The reason why the session service cannot be reached, as a clause; nil while it can.
    package var serviceLoss: String? { transport.serviceLoss(for: id) }

    /// Says what the program plays, and which keys it answers to.
    package func publish(_ report: PlaybackReport) { transport.publish(report, from: id) }

    fileprivate func publish(_ voice: VoiceCondition, of io: IOID) { transport.publish(voice, of: io, from: id) }

    // MARK: I/O objects

    /// Makes an I/O object known to the session; it does not run yet.
    ///
    /// - Parameter handler: Told to stop and when interruptions begin and end; held weakly.
    /// - Returns: The object's registration; the session forgets it when this is released.
    package func openIO(_ kind: IOKind, handler: any SessionIOHandler) throws(SessionError) -> SessionIO {
        let io = inbox.addHandler(handler)
        do {
            try ask(.openIO(io, kind))
        } catch {
            inbox.removeHandler(io)
            throw error
        }
        return SessionIO(id: io, kind: kind, client: self)
    }

    fileprivate func closeIO(_ io: IOID) {
        inbox.removeHandler(io)
        // Closing cannot be refused in a way that would matter: the object is gone.
        _ = transport.ask(.closeIO(io), from: id)
    }

    // MARK: Messages of the service

    /// Calls `observe` with each notification, in the order of observers.
    ///
    /// - Parameter lane: Nil for the one where Apple documents each notification; those on one lane come in their order.
    /// - Returns: A number for `removeObserver`.
    package func addObserver(
        on lane: CallbackQueue.Lane? = nil, _ observe: @escaping @Sendable (SessionNotification) -> Void
    ) -> Int { inbox.add(.notifications(lane, observe)) }

    /// Calls `look` on a lane after what the getters return may have changed; several changes may be one call.
    ///
    /// - Returns: A number for `removeObserver`.
    package func addWatcher(on lane: CallbackQueue.Lane = .main, _ look: @escaping @Sendable () -> Void) -> Int {
        inbox.add(.changes(lane, look))
    }

    /// Calls `observe` on the main lane when the session has become active, or inactive without an interruption.
    ///
    /// - Returns: A number for `removeObserver`.
    package func addActivityObserver(_ observe: @escaping @Sendable (SessionActivity) -> Void) -> Int {
        inbox.add(.activity(observe))
    }

    /// Ends what one of the above began; an unknown number does nothing.
    package func removeObserver(_ number: Int) { inbox.remove(number) }
}

/// A player, recorder or engine, as its session controls it.
package protocol SessionIOHandler: AnyObject, Sendable {
    /// Stops at once and keeps the position: when this returns, nothing of the object sounds or records. Comes before
    /// the notification to the program. May not call the session and may not wait for a thread that does.
    ///
    /// - Thread: the thread that performs the session's decision, never the render thread.
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
    package func start() throws(SessionError) {
        try client.ask(.startIO(id))
        client.context?.system.reportSilence()
    }

    /// Says what the voice processing of its input does, for those who look.
    package func publish(_ voice: VoiceCondition) { client.publish(voice, of: id) }

    /// Says that it runs no more.
    ///
    /// After `sessionStopsIO` not needed, and harmless.
    package func stop() {
        // Stopping is never refused in a way that would keep the object running.
        try? client.ask(.stopIO(id))
    }
}
