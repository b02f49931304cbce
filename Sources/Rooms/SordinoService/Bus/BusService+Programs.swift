import SordinoBus
import SordinoPolicy
import SordinoSession

/// Registering, asking and being told.
extension BusService {
    func register(_ message: BusMessage, _ sender: String, _ link: BusLink) throws {
        let values = try message.read(signature: BusInterface.registerSignature)
        guard values.first == .integer(Int64(BusInterface.version)) else {
            throw Refusal(BusInterface.Refusal.version, "this service speaks version \(BusInterface.version)")
        }
        let declaration = try AppDeclaration(wire: values[1])
        guard declaration.name.utf8.count <= options.limits.nameBytes,
            declaration.bundleID.utf8.count <= options.limits.nameBytes
        else { throw WireError("the names are too long") }
        guard registered[sender] == nil else {
            throw Refusal(BusInterface.Refusal.arguments, "this connection is registered already")
        }
        let who = try callers.whoIs(sender)
        let identity = options.identity(sender, who)
        let peer = BusPeer(name: sender, process: who.process, sandbox: who.sandbox?.processes ?? 0)
        let program = try programs[identity] ?? begin(identity, declaration, who)
        guard program.peers.count < options.limits.connectionsPerProgram else {
            throw Refusal(BusInterface.Refusal.limit, "too many connections of one program")
        }
        program.peers.append(peer)
        registered[sender] = (program, peer)
        // Before the answer: when the program opens a stream, the stage knows whose it is.
        owners.add(program.app, process: peer.process, sandbox: peer.sandbox)
        drain(program, except: peer, link)
        let (device, session) = changes(of: program, for: peer)
        try link.reply(
            to: message,
            [.integer(Int64(BusInterface.version)), program.app.wireValue, .record(device), .record(session)],
            signature: BusInterface.registerAnswerSignature)
    }

    private func begin(
        _ identity: String, _ declaration: AppDeclaration, _ who: BusCredentials
    ) throws(Refusal) -> BusProgram {
        guard programs.count < options.limits.programs else {
            throw Refusal(BusInterface.Refusal.limit, "too many programs")
        }
        let executable = options.executable(who)
        let sameUser = programs.values.filter { $0.user == who.user }
        guard sameUser.count < options.limits.programsPerUser else {
            throw Refusal(BusInterface.Refusal.limit, "too many programs of one user")
        }
        let copies = sameUser.count { $0.executable == executable }
        // The last quarter of a user's places is reserved for executables with at most one copy running.
        if copies >= 2, sameUser.count >= options.limits.programsPerUser - options.limits.programsPerUser / 4 {
            throw Refusal(BusInterface.Refusal.limit, "the last registrations are reserved for other programs")
        }
        guard copies < options.limits.programsPerExecutable else {
            throw Refusal(BusInterface.Refusal.limit, "too many programs of \(executable)")
        }
        // Each connection of the program may leave so many unread.
        let outbox = BusOutbox(capacity: options.limits.unreadSignals * 4)
        var declaration = declaration
        // A program in a sandbox cannot be another application.
        if let sandbox = who.sandbox { declaration.bundleID = sandbox.application }
        declaration.recordPermission = permission(declaration, who)
        declaration.process = Int(who.process)
        let app = service.connect(declaration) { [weak self] delivery in
            // Called while a decision is made or performed: only kept here, sent by the connection's thread.
            if outbox.append(delivery) { self?.later { [weak self] link in self?.flush(identity, link) } }
        }
        let program = BusProgram(
            identity: identity, app: app, outbox: outbox, executable: executable, user: who.user,
            declaration: declaration, permissionKey: RecordingPermissions.key(of: who))
        program.sandbox = who.sandbox
        programs[identity] = program
        if who.sandbox != nil { later { [weak self] link in self?.askStore(aboutProgram: identity, link) } }
        if let mode = rememberedMode(program.permissionKey) { service.send(.microphoneMode(app, mode)) }
        if let answer = options.permissions.answer(RecordingPermissions.libraryKey(program.permissionKey)) {
            service.send(.libraryPermissionAnswered(app, answer ? .granted : .denied))
        }
        if let answer = options.permissions.answer(RecordingPermissions.systemAudioKey(program.permissionKey)) {
            service.send(.systemAudioPermissionAnswered(app, answer ? .granted : .denied))
        }
        return program
    }

    // MARK: Asking

    func answer(_ message: BusMessage, from sender: String, _ link: BusLink) throws {
        guard let row = BusInterface.requests.first(where: { $0.member == message.member }) else {
            throw Refusal(BusInterface.Refusal.unknownMethod, "there is no method \(message.member.prefix(40))")
        }
        guard let (program, peer) = registered[sender] else {
            throw Refusal(BusInterface.Refusal.notRegistered, "register first")
        }
        let record = try row.record(try message.read(signature: row.signature), key: "request")
        let request = try translate(Request(wire: .record(record)), program, peer)
        program.outbox.awaitDeliveries()
        let refusal = service.ask(request, from: program.app)
        if case .closeIO(let io) = request { program.ios[io] = nil }
        if case .openIO(let io, _) = request, refusal != nil { program.ios[io] = nil }
        drain(program, except: peer, link)
        let (device, session) = changes(of: program, for: peer)
        var reason = WireRecord()
        if case .record(let record)? = refusal?.wireValue { reason = record }
        try link.reply(
            to: message, [.record(reason), .record(device), .record(session)],
            signature: BusInterface.answerSignature)
    }

    /// From the connection's numbers of I/O objects to the session's; values are checked on the way.
    private func translate(_ request: Request, _ program: BusProgram, _ peer: BusPeer) throws -> Request {
        func known(_ io: IOID) throws -> IOID {
            guard let found = program.io(io.number, of: peer) else {
                throw WireError("there is no I/O object \(io.number)")
            }
            return found
        }
        switch request {
        case .openIO(let io, let kind):
            guard program.io(io.number, of: peer) == nil else {
                throw WireError("I/O object \(io.number) exists already")
            }
            guard program.ios.count < options.limits.ioObjectsPerProgram else {
                throw Refusal(BusInterface.Refusal.limit, "too many I/O objects")
            }
            let own = IOID(program.nextIO)
            program.nextIO += 1
            program.ios[own] = (peer, io.number)
            return .openIO(own, kind)
        case .startIO(let io): return .startIO(try known(io))
        case .stopIO(let io): return .stopIO(try known(io))
        case .closeIO(let io): return .closeIO(try known(io))
        case .prefer(.sampleRate(let value)), .prefer(.ioBufferDuration(let value)):
            guard value.isFinite else { throw WireError("value: not a number") }
            return request
        case .prefer(.inputGain(let value)):
            guard value.isFinite else { throw WireError("value: not a number") }
            return request
        case .configure, .setActive, .overrideOutput, .prefer, .requestRecordPermission,
            .requestMicrophoneInjectionPermission, .requestLibraryPermission, .vibrate:
            return request
        }
    }

    // MARK: Being told

    private func flush(_ identity: String, _ link: BusLink) {
        guard let program = programs[identity] else { return }
        drain(program, except: nil, link)
    }

    /// Sends what is in the outbox, in order.
    ///
    /// - Parameter asker: The connection whose answer will carry the newest snapshots.
    private func drain(_ program: BusProgram, except asker: BusPeer?, _ link: BusLink) {
        if program.outbox.hasOverflowed {
            for peer in program.peers { sendAway(peer, link) }
            return
        }
        for delivery in program.outbox.takeAll() {
            switch delivery {
            case .snapshot(let snapshot): program.set(snapshot)
            case .device(let device): program.set(device)
            case .notification(let notification):
                sendToAll(program, link, "Notified", [notification.wireValue], "a{sv}")
            case .stopIO(let io, let cause):
                guard let (peer, number) = program.ios[io] else { continue }
                tell(peer, of: program, link, "IOStopped", [number.wireValue, cause.wireValue], "xa{sv}")
            case .ioInterrupted(let io, let began, let shouldResume):
                guard let (peer, number) = program.ios[io] else { continue }
                tell(
                    peer, of: program, link, "IOInterrupted",
                    [number.wireValue, .bool(began), .bool(shouldResume)], "xbb")
            }
        }
        for peer in program.peers where peer !== asker && !isBehind(peer) { sendSnapshots(peer, of: program, link) }
    }

    /// Returns whether a connection has left so much unread that only what it must hear is sent: of snapshots the newest is
    /// enough, when it reads again.
    private func isBehind(_ peer: BusPeer) -> Bool { peer.unreadCount > options.limits.unreadSignals / 2 }

    private func sendToAll(
        _ program: BusProgram, _ link: BusLink, _ member: String, _ values: [WireValue], _ signature: String
    ) {
        for peer in program.peers { tell(peer, of: program, link, member, values, signature) }
    }

    /// Sends a signal to a connection; changed snapshots go first, so that its getters return the new values.
    private func tell(
        _ peer: BusPeer, of program: BusProgram, _ link: BusLink, _ member: String, _ values: [WireValue],
        _ signature: String
    ) {
        if !isBehind(peer) { sendSnapshots(peer, of: program, link) }
        send(to: peer, link, member, values, signature)
    }

    private func sendSnapshots(_ peer: BusPeer, of program: BusProgram, _ link: BusLink) {
        let (device, session) = changes(of: program, for: peer)
        if !device.isEmpty { send(to: peer, link, "DeviceChanged", [.record(device)], "a{sv}") }
        if !session.isEmpty { send(to: peer, link, "SessionChanged", [.record(session)], "a{sv}") }
    }

    /// Returns the changes of device and session that the connection has not been sent, and marks them as sent.
    private func changes(of program: BusProgram, for peer: BusPeer) -> (device: WireRecord, session: WireRecord) {
        var (device, session) = (WireRecord(), WireRecord())
        if peer.sentDeviceVersion != program.deviceVersion {
            device = program.device.changes(since: peer.sentDevice)
            peer.sentDevice = program.device
            peer.sentDeviceVersion = program.deviceVersion
        }
        if peer.sentSessionVersion != program.sessionVersion {
            session = program.session.changes(since: peer.sentSession)
            peer.sentSession = program.session
            peer.sentSessionVersion = program.sessionVersion
        }
        return (device, session)
    }

    private func send(to peer: BusPeer, _ link: BusLink, _ member: String, _ values: [WireValue], _ signature: String) {
        // The bus is gone: its end is noticed elsewhere.
        try? link.signal(
            to: peer.name, BusInterface.path, BusInterface.session, member, values, signature: signature)
        peer.unreadCount += 1
        if peer.unreadCount > options.limits.unreadSignals {
            sendAway(peer, link)
        } else if peer.unreadCount > options.limits.unreadSignals / 8, !peer.isAskedWhetherItReads {
            peer.isAskedWhetherItReads = true
            askWhetherItReads(peer, link)
        }
    }

    /// Every client of D-Bus answers a ping in the order of what it reads.
    private func askWhetherItReads(_ peer: BusPeer, _ link: BusLink) {
        try? link.call(.ping(peer.name), seconds: options.limits.silentSeconds) { [weak self] answer in
            guard let self, let (program, known) = registered[peer.name], known === peer else { return }
            peer.isAskedWhetherItReads = false
            if case .timedOut? = answer.error {
                // It has had its time; who is only slow has caught up.
                if isBehind(peer) { sendAway(peer, link) }
            } else {
                let wasBehind = isBehind(peer)
                peer.unreadCount = 0
                if wasBehind { sendSnapshots(peer, of: program, link) }
            }
        }
    }

    /// Ends the session of a program that does not read its signals, which pile up in the bus; it finds `Ended` when it
    /// reads again.
    private func sendAway(_ peer: BusPeer, _ link: BusLink) {
        leave(peer.name)
        try? link.signal(to: peer.name, BusInterface.path, BusInterface.session, "Ended", [], signature: "")
    }
}
