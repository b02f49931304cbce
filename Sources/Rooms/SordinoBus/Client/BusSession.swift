import Dispatch
import SordinoPolicy
import SordinoRealtime
import SordinoSession
import Synchronization

/// One program's connection to the service, through the service's deaths and returns.
///
/// Messages of the service are handled on the connection's thread, or on a thread that waits for a reply.
final class BusSession: Sendable {
    fileprivate struct State {
        var app: AppID?
        var connection: BusConnection?
        /// The service's unique name, nil while there is none.
        ///
        /// Signals of other senders are ignored.
        var owner: String?
        /// The reason of the loss, once announced to the program; nil while the service is there.
        var loss: String?
        var isLost: Bool { loss != nil }
        var hasEnded = false
        var session = SessionSnapshot()
        var device = DeviceSnapshot()
        var running: [IOID] = []
        var open: [IOID] = []
        /// Opened at a service that is gone.
        var dead: [IOID] = []
        var retrySeconds = BusSession.firstRetrySeconds
        /// Said again to a service that comes back.
        var report: PlaybackReport?
    }

    private static let firstRetrySeconds = 0.25
    private static let lastRetrySeconds = 8.0
    /// Numbers of programs that started when no service was there.
    private static let firstOwnNumber = 1_000_000_000

    private let address: BusAddress
    private let declaration: AppDeclaration
    private let receive: @Sendable (SessionDelivery) -> Void
    private let state = Mutex(State())
    private let retries = DispatchQueue(label: "org.sordino.bus")

    /// - Parameter app: The number by which the process knows the program already; nil: the service gives one.
    init(
        _ address: BusAddress, _ declaration: AppDeclaration, as app: AppID? = nil,
        receive: @escaping @Sendable (SessionDelivery) -> Void
    ) {
        state.withLock { $0.app = app }
        self.address = address
        self.declaration = declaration
        self.receive = receive
    }

    static func unreachable(_ sentence: String) -> SessionError {
        SessionError(.mediaServicesFailed, Cause(.serviceGone, sentence, since: .zero))
    }

    private static func method(_ member: String) -> BusMethod {
        BusMethod(
            destination: BusInterface.busName, path: BusInterface.path, interface: BusInterface.session,
            member: member)
    }

    // MARK: Beginning and ending

    /// Registers with the service.
    ///
    /// - Returns: The program's number; when no service answers it is one of our own, and the session is as after a loss.
    func begin() -> AppID {
        let done = BusAnswer<Bool>()
        connect { done.finish($0) }
        do throws(BusError) {
            let isRegistered = try done.wait(seconds: BusTransport.deadlineSeconds + 1)
            if !isRegistered { lose("no audio service answers") }
        } catch .disconnected {
            lose("there is no message bus to the audio service")
        } catch {
            lose("no audio service answers on the message bus")
        }
        return state.withLock { state in
            let app = state.app ?? AppID(Self.firstOwnNumber)
            state.app = app
            return app
        }
    }

    /// The reason why the service cannot be reached; nil while it can.
    var loss: String? { state.withLock { $0.loss } }

    /// Waits until everything that the service has sent so far was received: answers come after what was sent before.
    func waitUntilReceived() {
        guard let connection = state.withLock({ $0.connection }) else { return }
        // A service that is gone sends nothing more.
        _ = try? connection.ask(.ping(BusInterface.busName), answer: "", seconds: BusTransport.deadlineSeconds)
    }

    func end() {
        let connection = state.withLock { state in
            state.hasEnded = true
            defer { state.connection = nil }
            return state.connection
        }
        guard let connection else { return }
        connection.perform { link in
            // The bus reports the closed connection to the service; this call is only quicker.
            try? link.call(Self.method("Unregister"), seconds: 1, answered: nil)
        }
        connection.close()
    }

    private func connect(_ done: @escaping @Sendable (Result<Bool, BusError>) -> Void) {
        do throws(BusError) {
            let connection = try BusConnection(address) { [weak self] in
                guard let self else { return }
                state.withLock { $0.connection = nil }
                lose("the bus is gone")
                retry()
            }
            let isWanted = state.withLock { state in
                if !state.hasEnded { state.connection = connection }
                return !state.hasEnded
            }
            guard isWanted else { return connection.close() }
            connection.perform { [weak self] link in
                do throws(BusError) {
                    try self?.listen(link)
                    self?.register(link, done)
                } catch {
                    done(.failure(error))
                }
            }
        } catch {
            done(.failure(error))
            retry()
        }
    }

    private func listen(_ link: BusLink) throws(BusError) {
        try link.addMatch(
            from: BusInterface.busName, "interface='\(BusInterface.session)',path='\(BusInterface.path)'"
        ) { [weak self] _, message in
            self?.hear(message)
            return true
        }
        try link.addOwnerChanges("arg0='\(BusInterface.busName)'") { [weak self, weak link] _, _, owner in
            if let link { self?.serviceOwnerChanged(owner, link) }
        }
    }

    private func register(_ link: BusLink, _ done: @escaping @Sendable (Result<Bool, BusError>) -> Void) {
        do throws(BusError) {
            try link.call(
                Self.method("Register"), [.integer(Int64(BusInterface.version)), declaration.wireValue],
                signature: BusInterface.registerSignature, seconds: BusTransport.deadlineSeconds
            ) { [weak self] answer in
                done(.init { () throws(BusError) in try self?.registered(answer) ?? false })
            }
        } catch {
            done(.failure(error))
        }
    }

    private func registered(_ answer: BusMessage) throws(BusError) -> Bool {
        if let error = answer.error {
            retry()
            throw error
        }
        let values = try answer.read(signature: BusInterface.registerAnswerSignature, isAnswer: true)
        let isReturn = state.withLock { state in
            state.owner = answer.sender
            // Numbers of another service mean nothing here: the program keeps its first.
            if state.app == nil, case .integer(let number) = values[1] { state.app = AppID(Int(number)) }
            state.session = SessionSnapshot()
            state.device = DeviceSnapshot()
            state.retrySeconds = Self.firstRetrySeconds
            defer { state.loss = nil }
            return state.isLost
        }
        take(device: values[2], session: values[3])
        sendReport()
        if isReturn { receive(.notification(.mediaServicesReset)) }
        return true
    }

    /// Says what the program plays, now and to each service that comes.
    func publish(_ report: PlaybackReport) {
        state.withLock { $0.report = report }
        sendReport()
    }

    private func sendReport() {
        let (connection, report) = state.withLock { ($0.owner == nil ? nil : $0.connection, $0.report) }
        guard let connection, let report else { return }
        // If the service is away, it gets the report when it is back.
        publish(.playback, [report.wireValue], connection)
    }

    /// Says what the voice processing of an I/O object does; a service that does not know the object passes it over.
    func publish(_ voice: VoiceCondition, of io: IOID) {
        guard let connection = state.withLock({ $0.owner == nil ? nil : $0.connection }) else { return }
        publish(.voice, [io.number.wireValue, voice.wireValue], connection)
    }

    private func publish(_ report: BusReport, _ values: [WireValue], _ connection: BusConnection) {
        connection.perform { link in
            try? link.call(
                Self.method(report.rawValue), values, signature: report.signature, seconds: 5, answered: nil)
        }
    }

    // MARK: Asking

    func ask(_ request: Request) -> SessionError? {
        let (connection, isDead) = state.withLock { state -> (BusConnection?, Bool) in
            guard let io = request.io else { return (state.owner == nil ? nil : state.connection, false) }
            let isDead = state.dead.contains(io)
            if case .closeIO = request { state.forget(io) }
            return (state.owner == nil ? nil : state.connection, isDead)
        }
        if isDead {
            switch request {
            case .stopIO, .closeIO: return nil
            default:
                let cause = Cause(
                    .servicesLost, "the object was made before the media services were reset", since: .zero)
                return SessionError(.mediaServicesFailed, cause)
            }
        }
        guard let connection else { return Self.unreachable("the audio service is not running") }
        return connection.isOnOwnThread ? say(request, connection) : ask(request, connection)
    }

    /// Waiting is impossible on the connection's thread, and inside a block that this thread may be waiting for: closing, stopping
    /// and leaving the session are said, the rest is refused.
    private func say(_ request: Request, _ connection: BusConnection) -> SessionError? {
        switch request {
        case .stopIO, .closeIO, .setActive(false, _):
            connection.perform { link in
                let (method, values, signature) = Self.call(request)
                try? link.call(method, values, signature: signature, seconds: 1, answered: nil)
            }
            return nil
        default:
            return SessionError(
                .isBusy,
                Cause(rule: "§4.2", sentence: "the session was asked on a thread that must not wait", since: .zero))
        }
    }

    private static func call(_ request: Request) -> (BusMethod, [WireValue], String) {
        let row = BusRequest(request).row
        return (method(row.member), row.arguments(of: request.wireRecord, key: Request.wireKey), row.signature)
    }

    private func ask(_ request: Request, _ connection: BusConnection) -> SessionError? {
        let (method, values, signature) = Self.call(request)
        do {
            return try connection.ask(
                method, values, signature: signature, seconds: BusTransport.deadlineSeconds,
                waitsForOthers: !RenderThread.isCurrent
            ) { [weak self] answer throws(BusError) in try self?.answered(request, answer) ?? nil }
        } catch {
            switch error {
            case .refused(BusInterface.Refusal.arguments, let text), .malformed(let text):
                return SessionError(.badParam, Cause(rule: "§3.1", sentence: text, since: .zero))
            case .refused(BusInterface.Refusal.limit, let text):
                return SessionError(.resourceNotAvailable, Cause(rule: "§3.1", sentence: text, since: .zero))
            case .refused(BusInterface.Refusal.busy, let text):
                return .busy(text, since: .zero)
            case .refused(_, let text): return Self.unreachable("the audio service refuses: \(text)")
            case .timedOut where RenderThread.isCurrent: return say(request, connection)
            case .timedOut: return Self.unreachable("the audio service does not answer")
            case .disconnected: return Self.unreachable("the audio service is gone")
            }
        }
    }

    private func answered(_ request: Request, _ answer: BusMessage) throws(BusError) -> SessionError? {
        if let error = answer.error { throw error }
        let values = try answer.read(signature: BusInterface.answerSignature, isAnswer: true)
        take(device: values[1], session: values[2])
        guard case .record(let reason) = values[0], !reason.isEmpty else {
            state.withLock { $0.note(granted: request) }
            return nil
        }
        do {
            return try SessionError(wire: values[0])
        } catch {
            throw .malformed(error.sentence)
        }
    }

    // MARK: Being told

    private func take(device: WireValue, session: WireValue) {
        guard case .record(let deviceChanges) = device, case .record(let sessionChanges) = session else { return }
        let (newDevice, newSession) = state.withLock { state -> (DeviceSnapshot, SessionSnapshot) in
            // Changes that cannot be read leave the old values; the session continues with the rest.
            try? state.device.apply(deviceChanges)
            try? state.session.apply(sessionChanges)
            var device = state.device
            let app = state.app ?? AppID(0)
            device.playing = device.playing.known(as: app)
            device.playingWithoutMixing = device.playingWithoutMixing.known(as: app)
            device.callRecorders = device.callRecorders.known(as: app)
            return (device, state.session)
        }
        if !deviceChanges.isEmpty { receive(.device(newDevice)) }
        if !sessionChanges.isEmpty { receive(.snapshot(newSession)) }
    }

    private func hear(_ message: BusMessage) {
        guard let sender = message.sender, sender == state.withLock({ $0.owner }),
            let signal = BusInterface.signals.first(where: { $0.member == message.member }),
            // Of the service alone; the ports of a device with many receivers are thousands of values.
            let values = try? message.read(signature: signal.gives.map(\.type).joined(), isAnswer: true)
        else { return }
        switch (signal.member, values.first) {
        case ("SessionChanged", .some(let changes)): take(device: .record(WireRecord()), session: changes)
        case ("DeviceChanged", .some(let changes)): take(device: changes, session: .record(WireRecord()))
        case ("Notified", .some(let value)):
            // A newer service may have more to say than this program understands.
            if let notification = try? SessionNotification(wire: value) { receive(.notification(notification)) }
        case ("IOStopped", .integer(let number)?):
            let io = IOID(Int(number))
            state.withLock { $0.running.removeAll { $0 == io } }
            if let cause = try? Cause(wire: values[1]) { receive(.stopIO(io, cause)) }
        case ("IOInterrupted", .integer(let number)?):
            guard case .bool(let began) = values[1], case .bool(let shouldResume) = values[2] else { return }
            receive(.ioInterrupted(IOID(Int(number)), began: began, shouldResume: shouldResume))
        case ("Ended", _):
            lose("the audio service has ended a session that did not listen")
            retry()
        default: break
        }
    }

    // MARK: The service's death and return

    private func serviceOwnerChanged(_ owner: String, _ link: BusLink) {
        if owner.isEmpty {
            lose("the audio service has ended")
            retry()
        } else if owner != state.withLock({ $0.owner }) {
            lose("the audio service was replaced")
            register(link) { _ in }
        }
    }

    private func lose(_ sentence: String) {
        let lost = state.withLock { state -> (running: [IOID], session: SessionSnapshot, device: DeviceSnapshot)? in
            guard !state.isLost, !state.hasEnded else { return nil }
            state.loss = sentence
            state.owner = nil
            state.dead += state.open
            state.open = []
            defer { state.running = [] }
            state.session.state = .inactive
            state.device.isServerUp = false
            state.device.playing = .nobody
            state.device.playingWithoutMixing = .nobody
            state.device.callRecorders = .nobody
            return (state.running, state.session, state.device)
        }
        guard let lost else { return }
        let cause = Cause(.serviceGone, sentence, since: .zero)
        for io in lost.running { receive(.stopIO(io, cause)) }
        receive(.device(lost.device))
        receive(.snapshot(lost.session))
        receive(.notification(.mediaServicesLost))
    }

    /// Tries again after a while: registering starts a service that the bus can start.
    private func retry() {
        let seconds = state.withLock { state in
            defer { state.retrySeconds = min(state.retrySeconds * 2, Self.lastRetrySeconds) }
            return state.retrySeconds
        }
        retries.asyncAfter(deadline: .now() + seconds) { [weak self] in
            guard let self else { return }
            let (isNeeded, connection) = state.withLock { ($0.owner == nil && !$0.hasEnded, $0.connection) }
            guard isNeeded else { return }
            if let connection {
                connection.perform { [weak self] link in
                    guard let self, state.withLock({ $0.owner == nil }) else { return }
                    register(link) { _ in }
                }
            } else {
                connect { _ in }
            }
        }
    }
}

extension BusSession.State {
    mutating func forget(_ io: IOID) {
        running.removeAll { $0 == io }
        open.removeAll { $0 == io }
    }

    mutating func note(granted request: Request) {
        switch request {
        case .openIO(let io, _): open.append(io)
        case .startIO(let io):
            running.removeAll { $0 == io }
            running.append(io)
        case .stopIO(let io): running.removeAll { $0 == io }
        case .configure, .setActive, .overrideOutput, .prefer, .requestRecordPermission,
            .requestMicrophoneInjectionPermission, .requestLibraryPermission, .vibrate, .closeIO:
            break
        }
    }
}

extension Request {
    /// The I/O object that it is about.
    fileprivate var io: IOID? {
        switch self {
        case .openIO(let io, _), .startIO(let io), .stopIO(let io), .closeIO(let io): io
        case .configure, .setActive, .overrideOutput, .prefer, .requestRecordPermission,
            .requestMicrophoneInjectionPermission, .requestLibraryPermission, .vibrate:
            nil
        }
    }
}
