import SordinoBus
import SordinoPolicy
import SordinoSession

/// Indicates whether programs may record: the configuration's rule, the person's remembered answer, or a question to the
/// person.
///
/// The question goes to the agent, a program of the shell that owns `org.sordino.PermissionAgent1` and has the right `programs`.
/// Without one a program in a sandbox is asked about by the desktop's portal. Without an answer the configuration decides; that is
/// not remembered.
extension BusService {
    /// Returns the permission of a program before the user is asked.
    func permission(_ declaration: AppDeclaration, _ who: BusCredentials) -> RecordPermission {
        let settings = settings.withLock { $0 }
        if let answer = options.permissions.answer(RecordingPermissions.key(of: who)) {
            return answer ? .granted : .denied
        }
        // The name of a program in a sandbox is only its own claim.
        let name = who.sandbox?.application ?? declaration.name
        let permission = settings.permission(bundleID: declaration.bundleID, name: name)
        // A program may hold itself to less.
        return permission == .granted ? declaration.recordPermission : permission
    }

    /// Answers whether a program may see the library of music: as the row of the answers says, else that it may.
    func answerForLibrary(_ app: AppID) {
        later { [weak self] _ in
            guard let self, let program = programs.values.first(where: { $0.app == app }) else { return }
            let answer = options.permissions.answer(RecordingPermissions.libraryKey(program.permissionKey))
            service.send(.libraryPermissionAnswered(app, answer == false ? .denied : .granted))
        }
    }

    /// Asks the person, through the agent.
    func askPerson(_ app: AppID) {
        later { [weak self] link in self?.askAgent(app, link) }
    }

    /// Answers whether a program may take the sound of others: as the row of the answers says, else as the person does.
    func answerForSystemAudio(_ app: AppID) {
        later { [weak self] link in
            guard let self else { return }
            // Of a program whose process is not known no answer could be kept, and none be believed.
            guard let asker = asker(app) else { return service.send(.systemAudioUnanswered(app, wasAsked: false)) }
            if let answer = options.permissions.answer(RecordingPermissions.systemAudioKey(asker.key)) {
                service.send(.systemAudioPermissionAnswered(app, answer ? .granted : .denied))
            } else {
                askAgent(app, link, aboutSystemAudio: true)
            }
        }
    }

    /// A program about which the person is asked.
    private struct Asker {
        var key: String
        var name: String
        var process: Int32
    }

    private func asker(_ app: AppID) -> Asker? {
        if let program = programs.values.first(where: { $0.app == app }) {
            return Asker(
                key: program.permissionKey, name: program.name, process: program.peers.first?.process ?? 0)
        }
        let name = board.withLock { $0.name(of: app) }
        return options.guests()[app].map { Asker(key: $0.permissionKey, name: name ?? "", process: $0.process) }
    }

    /// One question for each program, however many of its processes wait, and however often it comes back.
    private func askAgent(_ app: AppID, _ link: BusLink, aboutSystemAudio: Bool = false) {
        guard let asker = asker(app) else { return }
        let key = aboutSystemAudio ? RecordingPermissions.systemAudioKey(asker.key) : asker.key
        guard asking[key] == nil else {
            if asking[key]?.contains(app) == false { asking[key]?.append(app) }
            return
        }
        asking[key] = [app]
        let nameOwner = BusMethod(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "GetNameOwner")
        let asked: Void? = try? link.call(nameOwner, [.text(BusInterface.agentName)], signature: "s", seconds: 5) {
            [weak self] answer in
            guard let self else { return }
            guard answer.error == nil, case .text(let owner)? = try? answer.read(signature: "s").first else {
                if aboutSystemAudio || !askPortal(key, link) { finishAsking(key, nil) }
                return
            }
            link.askCredentials(of: owner) { [weak self] who in
                guard let self else { return }
                guard let who, options.allowsSimulation || controlRules.withLock({ $0.allows(.programs, who) }) else {
                    return finishAsking(key, nil)
                }
                ask(key, asker.name, asker.process, agent: owner, link)
            }
        }
        if asked == nil { finishAsking(key, nil) }
    }

    private func ask(_ key: String, _ name: String, _ process: Int32, agent: String, _ link: BusLink) {
        let question = BusMethod(
            destination: agent, path: BusInterface.agentPath, interface: BusInterface.agentName,
            member: RecordingPermissions.programKey(ofSystemAudio: key) == nil ? "AskRecording" : "AskSystemAudio")
        let asked: Void? = try? link.call(
            question,
            [.text(RecordingPermissions.programKey(ofSystemAudio: key) ?? key), .text(name), .integer(Int64(process))],
            signature: "ssu",
            seconds: options.limits.personSeconds
        ) { [weak self] answer in
            guard answer.error == nil, case .text(let word)? = try? answer.read(signature: "s").first else {
                // An agent that does not know the question has not asked.
                self?.finishAsking(key, nil, wasAsked: answer.error == .timedOut)
                return
            }
            self?.finishAsking(key, word, wasAsked: true)
        }
        if asked == nil { finishAsking(key, nil) }
    }

    /// Answers the waiting requests; without an answer of the user the configuration decides.
    ///
    /// - Parameter wasAsked: Whether the user has been asked, where there is no answer.
    func finishAsking(_ key: String, _ word: String?, wasAsked: Bool = false) {
        let waiting = asking.removeValue(forKey: key) ?? []
        switch word {
        case "allow", "deny": remember(key, word == "allow")
        default:
            guard RecordingPermissions.programKey(ofSystemAudio: key) == nil else {
                // The sound of others is given by an answer alone, never for the want of one.
                for app in waiting {
                    switch word {
                    case "allow-once": service.send(.systemAudioPermissionAnswered(app, .granted))
                    case "deny-once": service.send(.systemAudioPermissionAnswered(app, .denied))
                    default: service.send(.systemAudioUnanswered(app, wasAsked: wasAsked))
                    }
                }
                return
            }
            let isAllowed =
                word == "allow-once" || word != "deny-once" && settings.withLock { $0.unansweredMayRecord }
            for app in waiting { service.send(.recordPermissionAnswered(app, isAllowed ? .granted : .denied)) }
        }
    }

    /// The running programs of a key, ascending; those without a session are asked about the sound of others alone.
    private func runningApps(_ key: String) -> [AppID] {
        (programs.values.filter { $0.permissionKey == key }.map(\.app)
            + options.guests().filter { $0.value.permissionKey == key }.keys).sorted()
    }

    /// The keys of the programs that the person was asked about, or answered for, as to the sound of others.
    private var listenerKeys: [String] {
        let known = programs.values.map { ($0.app, $0.permissionKey) } + options.guests().map { ($0, $1.permissionKey) }
        return known.sorted { $0.0 < $1.0 }
            .filter { app, _ in board.withLock { $0.systemAudioPermission(of: app) } != .undetermined }
            .map { RecordingPermissions.systemAudioKey($1) }
    }

    /// Remembers the person's answer for a program, nil for none, and applies it to running programs.
    ///
    /// On the connection's thread.
    ///
    /// - Returns: False if the answer should have been stored and could not be.
    @discardableResult
    func remember(_ key: String, _ allows: Bool?) -> Bool {
        let isKept = options.permissions.set(key, allows)
        let settings = settings.withLock { $0 }
        if let own = RecordingPermissions.programKey(ofSystemAudio: key) {
            let permission = allows.map { $0 ? RecordPermission.granted : .denied } ?? .undetermined
            for app in runningApps(own) { service.send(.systemAudioPermissionAnswered(app, permission)) }
        }
        for program in programs.values where RecordingPermissions.libraryKey(program.permissionKey) == key {
            service.send(.libraryPermissionAnswered(program.app, allows == false ? .denied : .granted))
        }
        for program in programs.values.sorted(by: { $0.app < $1.app }) where program.permissionKey == key {
            let permission =
                allows.map { $0 ? .granted : .denied }
                ?? settings.permission(bundleID: program.bundleID, name: program.name)
            program.hasStoredPermission = false
            service.send(.recordPermissionAnswered(program.app, permission))
            // The desktop's word counts again.
            if allows == nil, program.sandbox != nil {
                later { [weak self, identity = program.identity] link in self?.askStore(aboutProgram: identity, link) }
            }
        }
        return isKept
    }

    /// Remembers the person's choice for the programs like this one.
    ///
    /// On the connection's thread.
    func remember(_ mode: MicrophoneMode, of app: AppID) {
        guard let program = programs.values.first(where: { $0.app == app }),
            let word = MicrophoneMode.wireNames.first(where: { $0.value == mode })?.name
        else { return }
        let wanted = mode == .standard ? nil : word
        guard options.microphoneModes.word(program.permissionKey) != wanted else { return }
        options.microphoneModes.set(program.permissionKey, wanted)
    }

    /// The mode that was chosen for a program when it ran before; nil for the standard.
    func rememberedMode(_ key: String) -> MicrophoneMode? {
        options.microphoneModes.word(key).flatMap { word in
            MicrophoneMode.wireNames.first { $0.name == word }?.value
        }
    }

    /// Deletes all answers.
    ///
    /// - Returns: Whether they were also deleted from the disk.
    func forgetAnswers() -> Bool {
        // Also what is not stored: an answer for once, or for one process.
        var keys = Set(options.permissions.all.map(\.key))
        for program in programs.values {
            if RememberedWords.isUnproven(program.permissionKey) { keys.insert(program.permissionKey) }
        }
        keys.formUnion(listenerKeys)
        let isKept = options.permissions.reset()
        for key in keys.sorted() { remember(key, nil) }
        return isKept
    }

    /// The remembered answers and the permissions of running programs.
    var listedPermissions: [ListedPermission] {
        var keys = options.permissions.all.map(\.key)
        for program in programs.values.sorted(by: { $0.app < $1.app }) where !keys.contains(program.permissionKey) {
            keys.append(program.permissionKey)
        }
        for key in listenerKeys + asking.keys.sorted() where !keys.contains(key) { keys.append(key) }
        return keys.map { key in
            var listed = ListedPermission()
            listed.key = key
            listed.answer = options.permissions.answer(key).map { $0 ? .allow : .deny } ?? .none
            let systemAudio = RecordingPermissions.programKey(ofSystemAudio: key)
            let running = programs.values.filter { $0.permissionKey == systemAudio ?? key }.sorted { $0.app < $1.app }
            listed.programs = running.map(\.name)
            var now = running.first?.session.recordPermission
            if let systemAudio {
                let apps = runningApps(systemAudio)
                listed.programs = apps.compactMap { app in board.withLock { $0.name(of: app) } }
                now = apps.first.map { app in board.withLock { $0.systemAudioPermission(of: app) } }
            }
            let unanswered = asking[key] == nil ? "not asked" : ListedPermission.isAsked
            listed.now = now.map { $0 == .granted ? "allowed" : $0 == .denied ? "denied" : unanswered } ?? ""
            return listed
        }
    }
}
