import Glibc
import SordinoHardware
import SordinoPolicy
import SordinoWork
import Synchronization

/// Runs the policy of one device: takes events in one order, and performs their effects in that order.
///
/// Lock, handle, unlock, perform. Snapshots are handed to the clients while the decision is made, so a getter called
/// after the reply returns the new values. The rest is performed by one thread at a time; an event that arrives
/// meanwhile (also from what is being performed) is decided at once, and its effects are performed after the current
/// ones.
package final class SessionService: Sendable {
    /// One event with everything that followed from it.
    package struct Decision: Sendable {
        package let moment: Moment
        package let event: Event
        package let effects: [Effect]
        /// The port whose volume is in force after it.
        var volumePortUID: String?
        /// The mode whose sound the ports have after it.
        var mode = Mode.standard
        /// The microphones that inputs with several ones deliver after it.
        package private(set) var dataSources: [SelectedDataSource] = []

        package init(
            moment: Moment, event: Event, effects: [Effect], volumePortUID: String? = nil, mode: Mode = .standard,
            dataSources: [SelectedDataSource] = []
        ) {
            (self.moment, self.event, self.effects) = (moment, event, effects)
            (self.volumePortUID, self.mode, self.dataSources) = (volumePortUID, mode, dataSources)
        }
    }

    private struct Client {
        let receive: @Sendable (SessionDelivery) -> Void
        var isSuspended = false
        /// Messages to a suspended program, delivered when it runs again.
        ///
        /// At the bound the oldest message is dropped: the newest ones matter after a resume.
        var held = BoundedQueue<SessionDelivery>(capacity: 1_024)
    }

    private struct State {
        var policy: Policy
        var device = DeviceSnapshot()
        var clients: [AppID: Client] = [:]
        var nextApp = 1
        var nextRequest = 1
        var moment = Moment.zero
        var wakeMoment: Moment?
        var outbox = BoundedQueue<Decision>(capacity: SessionService.outboxCapacity)
        var isPerforming = false
        /// The thread that performs, while one does.
        var performer: UInt = 0
        /// Closures of `prove`, called after the decision that is being performed.
        var proofs: [@Sendable () -> Void] = []
        var observers: [(number: Int, observe: @Sendable (Decision) -> Void)] = []
        var nextObserver = 1
        var others = OtherSoundLedger()
        var guestsChanged: (@Sendable ([GuestStream]) -> Void)?
        var playbackReported: (@Sendable (AppID, PlaybackReport) -> Void)?
        var voiceReported: (@Sendable (AppID, IOID, VoiceCondition) -> Void)?
        var askToRecord: (@Sendable (AppID) -> Void)?
        var askForLibrary: (@Sendable (AppID) -> Void)?
        var askForSystemAudio: (@Sendable (AppID) -> Void)?
        /// The port whose volume the hardware follows.
        var volumePortUID: String?
        var tones: ToneDesk
        var speakers = SpeakerLayouts()
        var microphones = MicrophoneDesk()
    }

    /// Decisions that wait to be performed.
    ///
    /// At the bound requests are refused (`isBusy`) and events wait until there is room, for `patienceMilliseconds` at most;
    /// the last places are for what performing itself brings about.
    package static let outboxCapacity = 4_096
    private static let placesForPerformer = 256
    private static let patienceMilliseconds = 5_000

    private let hardware: any ServiceHardware
    /// Rings when a decision has been performed.
    private let room = Bell()
    private let state: Mutex<State>
    /// Plays the sounds of the actors (ringing phone, alarm); nil if they are not played.
    package let actors: (any ActorSounds)?
    private let timer: WakeTimer?
    private let permissionAnswer: RecordPermission?

    /// - Parameters:
    ///   - actors: Plays the sounds of the actors (ringing phone, alarm); nil if they are not played.
    ///   - wakesItself: Whether a timer brings back the moments that the policy asks for; otherwise `poll` does.
    ///   - permissionAnswer: The answer that replaces the person's when a program asks whether it may record; nil: an
    ///     event answers.
    ///   - tones: The filters for each mode on each kind of port.
    package init(
        hardware: any ServiceHardware, actors: (any ActorSounds)? = nil, settings: PolicySettings, wakesItself: Bool,
        permissionAnswer: RecordPermission?, tones: ModeTones = ModeTones()
    ) {
        self.permissionAnswer = permissionAnswer
        self.hardware = hardware
        state = Mutex(State(policy: Policy(settings: settings), tones: ToneDesk(tones)))
        self.actors = actors
        timer = wakesItself ? WakeTimer() : nil
    }

    /// Listens to the hardware from now on.
    package func begin() {
        hardware.begin { [weak self] event in self?.hear(event) }
        timer?.onTime = { [weak self] in self?.poll() }
    }

    /// Calls `changed` with the streams of programs without a session; before `begin`.
    package func whenGuestsChange(_ changed: @escaping @Sendable ([GuestStream]) -> Void) {
        state.withLock { $0.guestsChanged = changed }
    }

    /// Calls `ask` when the person is to be asked whether a program may record, instead of the answer that stands for all.
    ///
    /// - Parameter ask: Called without a lock; the answer is sent as `Event.recordPermissionAnswered`, at any time.
    package func whenAskedToRecord(_ ask: @escaping @Sendable (AppID) -> Void) {
        state.withLock { $0.askToRecord = ask }
    }

    /// Calls `ask` when the person is to be asked whether a program may see the library, instead of the answer for all.
    ///
    /// - Parameter ask: Called without a lock; the answer is sent as `Event.libraryPermissionAnswered`, at any time.
    package func whenAskedForLibrary(_ ask: @escaping @Sendable (AppID) -> Void) {
        state.withLock { $0.askForLibrary = ask }
    }

    /// Calls `ask` when the person is to be asked whether a program may take the sound of others, instead of the answer for all.
    ///
    /// - Parameter ask: Called without a lock; the answer is sent as `Event.systemAudioPermissionAnswered`, at any time.
    package func whenAskedForSystemAudio(_ ask: @escaping @Sendable (AppID) -> Void) {
        state.withLock { $0.askForSystemAudio = ask }
    }

    /// Changes what modes sound like, from the next decision on.
    package func setTones(_ tones: ModeTones) { state.withLock { $0.tones.tones = tones } }

    /// Changes which loudspeakers are on the channels of outputs: stereo follows at once, programs see it when a port comes.
    package func setSpeakers(_ speakers: SpeakerLayouts) {
        state.withLock { $0.speakers = speakers }
        let commands = speakers.commands(for: hardware.ports)
        if !commands.isEmpty { hardware.stage.perform(commands) }
    }

    // MARK: Events

    /// Takes in one event.
    ///
    /// - Thread: any but the render thread.
    package func send(_ event: Event) { _ = decide(event, answering: nil) }

    /// Returns the reason for which an event is impossible at present; nil for a possible event.
    package func objection(to event: Event) -> String? { state.withLock { $0.policy.objection(to: event) } }

    /// Passes an event of the hardware to the policy.
    private func hear(_ event: HardwareEvent) {
        switch event {
        case .portsArrived(let ports):
            let speakers = state.withLock { $0.speakers }
            if speakers != SpeakerLayouts() { hardware.stage.perform(speakers.commands(for: ports)) }
            send(.portsArrived(ports.map(speakers.applied)))
        case .portsDeparted(let uids): send(.portsDeparted(uids))
        case .timing(let timing): send(.hardwareTiming(timing))
        case .volume(let volume): send(.volumeSet(volume))
        case .outputMuted(let isMuted): send(.outputMuted(isMuted))
        case .portsPreferred(let uids): send(.portsPreferred(uids))
        case .serverAnswers(let answers): send(.audioServer(answers: answers))
        case .otherSounds(let sounds):
            let changes = state.withLock { $0.others.note(sounds) }
            for change in changes {
                // They are heard by their own streams.
                if change.begins { actors?.leave(change.actor) }
                send(change.event)
            }
        case .guests(let streams): state.withLock { $0.guestsChanged }?(streams)
        case .lost: send(.servicesLost)
        case .restarted: send(.servicesRestarted)
        }
    }

    /// The level that a program sends to the stage now, before its gain: the peak of the last block, linear; nil
    /// without a stream.
    package func level(of app: AppID) -> Float? { hardware.stage.meter(program: .app(app))?.peak.max() }

    /// The ports as they arrived, each with the peak of its last block.
    package var portLevels: [(port: Port, level: Float)] {
        hardware.ports.map { ($0, hardware.stage.meter(portUID: $0.uid)?.peak.max() ?? 0) }
    }

    /// The outputs in the order of their arrival, each with the reason for which media is heard there or not.
    package var outputChoices: [OutputChoice] { state.withLock { $0.policy.outputChoices } }

    /// Now, on the device's time line.
    package var now: Moment { hardware.now }

    /// Brings the moment that the policy asked for, if it has come.
    ///
    /// Before each block on a pulled device.
    package func poll() {
        let now = hardware.now
        let isDue = state.withLock { state in
            guard let wake = state.wakeMoment, wake <= now else { return false }
            state.wakeMoment = nil
            return true
        }
        if isDue { send(.timeReached) }
    }

    // MARK: Programs

    package func connect(
        _ declaration: AppDeclaration, receive: @escaping @Sendable (SessionDelivery) -> Void
    ) -> AppID {
        let app = state.withLock { state in
            defer { state.nextApp += 1 }
            let app = AppID(state.nextApp)
            state.clients[app] = Client(receive: receive)
            receive(.device(state.device))
            return app
        }
        send(.appLaunched(app, declaration))
        return app
    }

    package func disconnect(_ app: AppID) {
        guard state.withLock({ $0.clients[app] != nil }) else { return }
        send(.appEnded(app))
        // Handed out of the lock: what the program's listeners held may end here and call back.
        _ = state.withLock { $0.clients.removeValue(forKey: app) }
    }

    /// Decides a request.
    ///
    /// - Returns: Nil for yes.
    package func ask(_ request: Request, from app: AppID) -> SessionError? {
        let id = state.withLock { state in
            defer { state.nextRequest += 1 }
            return RequestID(state.nextRequest)
        }
        return decide(.request(app, id, request), answering: id)
    }

    /// Takes in what a program says of its playback.
    package func publish(_ report: PlaybackReport, from app: AppID) {
        state.withLock { $0.playbackReported }?(app, report.bounded)
    }

    /// Calls `hear` with what programs say of their playback, on the thread that brings it.
    package func onPlaybackReport(_ hear: @escaping @Sendable (AppID, PlaybackReport) -> Void) {
        state.withLock { $0.playbackReported = hear }
    }

    /// Takes in what a program says of its voice processing.
    package func publish(_ voice: VoiceCondition, of io: IOID, from app: AppID) {
        state.withLock { $0.voiceReported }?(app, io, voice.bounded)
    }

    /// Calls `hear` with what programs say of their voice processing, on the thread that brings it.
    package func onVoiceReport(_ hear: @escaping @Sendable (AppID, IOID, VoiceCondition) -> Void) {
        state.withLock { $0.voiceReported = hear }
    }

    // MARK: Watching

    /// Calls `observe` with every decision, in order, after it was performed.
    ///
    /// - Returns: A number for `removeObserver`.
    package func addObserver(_ observe: @escaping @Sendable (Decision) -> Void) -> Int {
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

    // MARK: Deciding

    private func decide(_ event: Event, answering request: RequestID?) -> SessionError? {
        while true {
            let seen = room.count
            if let (answer, performs) = decideIfThereIsRoom(event, answering: request) {
                if performs { performOutbox() }
                return answer
            }
            let sentence = "\(Self.outboxCapacity) decisions wait to be performed"
            if request != nil {
                return .busy(sentence, since: hardware.now)
            }
            // The thread that performs the decisions cannot wait for room in its own queue.
            let isPerformer = state.withLock { $0.performer == UInt(pthread_self()) }
            if isPerformer || room.wait(after: seen, milliseconds: Self.patienceMilliseconds) == seen { return nil }
        }
    }

    /// - Returns: The refusal, and whether the caller performs; nil when too much waits to be performed.
    private func decideIfThereIsRoom(_ event: Event, answering request: RequestID?) -> (SessionError?, Bool)? {
        let now = hardware.now
        return state.withLock { state -> (SessionError?, Bool)? in
            let places = state.outbox.capacity - state.outbox.count
            let isPerformer = state.performer == UInt(pthread_self())
            guard places > (isPerformer ? 0 : Self.placesForPerformer) else { return nil }
            // Two threads may have read the clock in the other order.
            state.moment = max(state.moment, now)
            let effects = state.policy.handle(event, at: state.moment)
            var answer: SessionError?
            for effect in effects {
                if case .snapshot(let app, let snapshot) = effect {
                    state.clients[app]?.receive(.snapshot(snapshot))
                } else if case .device(let device) = effect {
                    let touched = device.sessionsTouched(since: state.device)
                    state.device = device
                    for app in touched ?? state.clients.keys.sorted() { state.clients[app]?.receive(.device(device)) }
                } else if case .reply(_, let id, let refusal) = effect, id == request {
                    answer = refusal
                }
            }
            _ = state.outbox.append(
                Decision(
                    moment: state.moment, event: event, effects: effects, volumePortUID: state.policy.volumePortUID,
                    mode: state.policy.modeInForce, dataSources: state.policy.dataSourcesInForce))
            defer { state.isPerforming = true }
            return (answer, !state.isPerforming)
        }
    }

    /// Calls `done` after the decision that is being performed, or at once if there is none, to show that decisions are made.
    package func prove(_ done: @escaping @Sendable () -> Void) {
        let isIdle = state.withLock { state in
            if state.isPerforming { state.proofs.append(done) }
            return !state.isPerforming
        }
        if isIdle { done() }
    }

    private func performOutbox() {
        while true {
            // Taken together with the end of performing: a closure added between the two would wait for another decision.
            let (proofs, next) = state.withLock { state -> ([@Sendable () -> Void], Decision?) in
                defer { state.proofs = [] }
                guard let next = state.outbox.popFirst() else {
                    state.isPerforming = false
                    state.performer = 0
                    return (state.proofs, nil)
                }
                state.performer = UInt(pthread_self())
                return (state.proofs, next)
            }
            for done in proofs { done() }
            guard let next else { return }
            perform(next)
            room.ring()
        }
    }

    // MARK: Performing

    private func perform(_ decision: Decision) {
        // First what has to be silent, so that nothing of it reaches a new port; then the stage, all in one block.
        for case .stopIO(let app, let io, let cause) in decision.effects {
            receiver(of: app)?(.stopIO(io, cause))
        }
        let commands =
            decision.effects.compactMap(StageCommand.init) + toneCommands(decision) + microphoneCommands(decision)
        if !commands.isEmpty { hardware.stage.perform(commands) }
        actors?.follow(decision.event)
        let deviceVolume = followVolume(ofPort: decision.volumePortUID)
        for effect in decision.effects {
            // Another port brings the volume that its device has.
            if case .volume = effect, deviceVolume != nil { continue }
            performRest(effect)
        }
        if let deviceVolume { send(.volumeSet(deviceVolume)) }
        if case .appEnded(let app) = decision.event { hardware.stage.perform([.remove(.app(app))]) }
        for (_, observe) in state.withLock({ $0.observers }) { observe(decision) }
    }

    /// Returns the commands that set the tones of the ports for a decision, where they differ from the present ones.
    private func toneCommands(_ decision: Decision) -> [StageCommand] {
        guard state.withLock({ !$0.tones.isIdle }) else { return [] }
        let ports = hardware.ports
        return state.withLock { $0.tones.commands(decision.mode, on: ports) }
    }

    /// Returns the commands that choose the channels of inputs with a microphone on each, where they differ from the present ones.
    private func microphoneCommands(_ decision: Decision) -> [StageCommand] {
        guard state.withLock({ !$0.microphones.isIdle }) || !decision.dataSources.isEmpty else { return [] }
        let ports = hardware.ports
        return state.withLock { $0.microphones.commands(decision.dataSources, on: ports) }
    }

    /// Sets the port of which the hardware follows the volume, if it is another than before.
    ///
    /// - Returns: The volume that the port's own device has.
    private func followVolume(ofPort uid: String?) -> Float? {
        let isNew = state.withLock { state in
            defer { state.volumePortUID = uid }
            return state.volumePortUID != uid
        }
        return isNew ? hardware.followVolume(ofPort: uid) : nil
    }

    private func performRest(_ effect: Effect) {
        switch effect {
        case .reply, .snapshot, .device, .stopIO, .gain, .route, .silenceInput, .inject, .tap:
            break  // done before
        case .askRecordPermission(let app):
            if let ask = state.withLock({ $0.askToRecord }) {
                ask(app)
            } else if let permissionAnswer {
                send(.recordPermissionAnswered(app, permissionAnswer))
            }
        case .askMicrophoneInjectionPermission(let app):
            if let permissionAnswer { send(.microphoneInjectionPermissionAnswered(app, permissionAnswer)) }
        case .askLibraryPermission(let app):
            if let ask = state.withLock({ $0.askForLibrary }) {
                ask(app)
            } else if let permissionAnswer {
                send(.libraryPermissionAnswered(app, permissionAnswer))
            }
        case .askSystemAudioPermission(let app):
            if let ask = state.withLock({ $0.askForSystemAudio }) {
                ask(app)
            } else if let permissionAnswer {
                send(.systemAudioPermissionAnswered(app, permissionAnswer))
            }
        case .notify(let app, let notification):
            deliver(.notification(notification), to: app)
        case .ioInterrupted(let app, let io, let began, let shouldResume):
            deliver(.ioInterrupted(io, began: began, shouldResume: shouldResume), to: app)
        case .hardware(let timing):
            // Queries return the requested timing until the hardware has granted another.
            let granted = hardware.request(timing)
            if granted != timing { send(.hardwareTiming(granted)) }
        case .volume(let volume):
            hardware.volume = volume
        case .inputGain(let uid, let gain):
            hardware.setInputGain(gain, portUID: uid)
        case .actorSounds(let actor, let sounds):
            actors?.set(actor, sounds: sounds)
        case .suspend(let app, let suspends):
            let (receive, held) = state.withLock { state in
                state.clients[app]?.isSuspended = suspends
                let held = suspends ? [] : state.clients[app]?.held.takeAll() ?? []
                return (state.clients[app]?.receive, held)
            }
            for delivery in held { receive?(delivery) }
        case .wake(let moment):
            state.withLock { $0.wakeMoment = moment }
            timer?.set(seconds: moment.seconds - hardware.now.seconds)
        }
    }

    /// Sends a message to a program; for a suspended one it is kept until the program resumes.
    private func deliver(_ delivery: SessionDelivery, to app: AppID) {
        let receive = state.withLock { state -> (@Sendable (SessionDelivery) -> Void)? in
            guard let client = state.clients[app] else { return nil }
            guard !client.isSuspended else {
                if client.held.isFull { _ = state.clients[app]?.held.popFirst() }
                _ = state.clients[app]?.held.append(delivery)
                return nil
            }
            return client.receive
        }
        receive?(delivery)
    }

    private func receiver(of app: AppID) -> (@Sendable (SessionDelivery) -> Void)? {
        state.withLock { $0.clients[app]?.receive }
    }
}
