import SordinoPolicy

/// The same numbers on every machine for one seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// One event of a walk and when it comes.
struct Step: CustomStringConvertible {
    var event: Event
    var moment: Moment

    var description: String { "\(moment.seconds): \(event)" }
}

/// Makes lists of events as a busy device could see them, also senseless ones.
struct Walk {
    var generator: SeededGenerator
    private var seconds = 0.0
    private var nextApp = 1
    private var apps: [AppID] = []
    private var nextRequest = 1

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    static let accessories: [[Port]] = [
        World.headset, World.headphones, RouteStories.hfp, RouteStories.a2dp, [World.output(.airPlay)],
        [World.output(.HDMI, 6)], [World.output(.usbAudio), World.input(.usbAudio)],
    ]

    mutating func steps(_ count: Int) -> [Step] {
        var steps = [Step(event: .portsArrived(World.phonePorts), moment: .zero)]
        pending += [launch(), launch(), launch()]
        while steps.count < count {
            seconds += Double.random(in: 0...4, using: &generator)
            let event = event()
            steps.append(Step(event: event, moment: Moment(seconds: seconds)))
            // Most programs open a player and an engine before they do anything else.
            guard case .appLaunched(let app, _) = event else { continue }
            for (io, kind) in [(1, IOKind(.player)), (2, IOKind(.engine, hasInput: flip()))] {
                let open = Event.request(app, RequestID(nextRequest), .openIO(IOID(io), kind))
                nextRequest += 1
                steps.append(Step(event: open, moment: Moment(seconds: seconds)))
            }
        }
        return steps
    }

    private mutating func launch() -> Event {
        let app = AppID(nextApp)
        nextApp += 1
        apps.append(app)
        return .appLaunched(
            app,
            AppDeclaration(
                bundleID: "walk.\(app.number)", name: "App\(app.number)",
                backgroundModes: pick([.audio, .audio, []]),
                lifecycle: pick([.foreground, .foreground, .foreground, .background]),
                recordPermission: pick([.granted, .granted, .denied, .undetermined])))
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &generator)]
    }

    private mutating func flip() -> Bool { Bool.random(using: &generator) }

    /// States that have to end some time, or nothing else would happen.
    private var pending: [Event] = []

    private mutating func event() -> Event {
        if !pending.isEmpty, Int.random(in: 0..<6, using: &generator) == 0 {
            return pending.remove(at: Int.random(in: 0..<pending.count, using: &generator))
        }
        let app = pick(apps)
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<70: return ask(app)
        case 70..<72: return apps.count < 7 ? launch() : ask(app)
        case 72..<73:
            guard apps.count > 3 else { return launch() }
            // Else later events name no program.
            if Int.random(in: 0..<8, using: &generator) != 0 { apps.removeAll { $0 == app } }
            return .appEnded(app)
        case 73..<80: return .appMoved(app, pick([.foreground, .foreground, .inactive, .background, .suspended]))
        case 80..<82: return .remoteCommand(app, flip() ? .play : .pause)
        case 82..<85: return .portsArrived(pick(Self.accessories))
        case 85..<88: return .portsDeparted(pick(Self.accessories).map(\.uid))
        case 88..<92:
            return pick([
                .ringer(silent: flip()), .volumeKey(.up), .woke, .spatialAudio(enabled: flip()), .timeReached,
                .portsPreferred(flip() ? ["headphones"] : []), .outputMuted(flip()), .audioServer(answers: flip()),
                .appCall(app, begins: flip()),
                chosen(pick(Self.accessories + [World.phonePorts])[0].uid),
                .recordPermissionAnswered(app, flip() ? .granted : .denied),
                .microphoneInjection(enabled: flip()),
                .microphoneMode(app, pick([.standard, .wideSpectrum, .voiceIsolation])),
                .microphoneInjectionPermissionAnswered(app, flip() ? .granted : .denied),
                answered(app, flip() ? .granted : .denied),
                .hardwareTiming(HardwareTiming(sampleRate: 44_100, blockFrames: 512)),
            ])
        case 92..<93:
            pending.append(flip() ? .callEnded : .callDeclined)
            return pick([.callRings(.fullScreen), .callRings(.banner), .callAccepted, .callGivesWay(.fullScreen)])
        case 93..<94: return .callAccepted
        case 94..<95:
            pending.append(.alarmAcknowledged)
            return .alarmStarts
        case 95..<97:
            pending.append(.assistant(.dismissed))
            return .assistant(pick([.capturing, .speaking]))
        case 97..<98:
            pending.append(.screen(locked: false))
            return .screen(locked: true)
        case 98..<99:
            pending.append(.microphoneMuted(false))
            return .microphoneMuted(true)
        default: return rare()
        }
    }

    /// Answers for the library, or for the sound of others.
    private func answered(_ app: AppID, _ answer: RecordPermission) -> Event {
        nextRequest.isMultiple(of: 2)
            ? .libraryPermissionAnswered(app, answer) : .systemAudioPermissionAnswered(app, answer)
    }

    /// Picks an output alone, adds it to others, or takes it out of them.
    private func chosen(_ uid: String) -> Event {
        [
            .userPicked(portUID: uid), .userAdded(portUID: uid), .userRemoved(portUID: uid),
            .userPickedTogether(portUIDs: [uid, World.output(.builtInSpeaker).uid]),
        ][nextRequest % 4]
    }

    private mutating func rare() -> Event {
        switch Int.random(in: 0..<3, using: &generator) {
        case 0:
            pending += [.servicesRestarted, .servicesRestarted]
            return .servicesLost
        case 1:
            pending.append(.emergency(sounding: false))
            return .emergency(sounding: true)
        default:
            pending.append(.screenReader(speaking: false))
            return .screenReader(speaking: true)
        }
    }

    private mutating func ask(_ app: AppID) -> Event {
        defer { nextRequest += 1 }
        return .request(app, RequestID(nextRequest), request())
    }

    private mutating func request() -> Request {
        let io = IOID(Int.random(in: 1...3, using: &generator))
        switch Int.random(in: 0..<20, using: &generator) {
        case 0..<6: return .setActive(true, notifyOthers: false)
        case 6..<9: return .setActive(false, notifyOthers: flip())
        case 9..<12: return configuration()
        case 12: return .overrideOutput(toSpeaker: flip())
        case 13: return .prefer(preference())
        case 14:
            return .openIO(
                IOID(3),
                pick([
                    IOKind(.player), IOKind(.engine, hasInput: true), IOKind(.systemSound),
                    IOKind(.recorder, hasInput: true, hasOutput: false), IOKind(.player, formatID: 0x6161_6368),
                ]))
        case 15..<18: return .startIO(io)
        case 18: return .stopIO(io)
        default: return .closeIO(io)
        }
    }

    private mutating func configuration() -> Request {
        let options: [CategoryOptions] = [
            [], [], .mixWithOthers, .duckOthers, InterruptionStories.navPlus, .defaultToSpeaker, .allowBluetoothHFP,
            .overrideMutedMicrophoneInterruption,
        ]
        return .configure(
            category: flip() ? pick(SordinoPolicy.Category.allCases).rawValue : Category.playback.rawValue,
            mode: pick([nil, Mode.standard.rawValue, pick(Mode.allCases).rawValue, Mode.spokenAudio.rawValue]),
            options: pick(options).rawValue, policy: nil)
    }

    private mutating func preference() -> Preference {
        pick([
            .sampleRate(pick([0, 16_000, 24_000, 44_100])), .ioBufferDuration(pick([0, 0.005, 0.02])),
            .input(portUID: pick([nil, World.microphone.uid, "MicrophoneWired-input"])),
            .dataSource(portUID: World.microphone.uid, id: pick([nil, 1, 2])), .outputChannels(pick([1, 2, 6])),
            .prefersNoInterruptionsFromSystemAlerts(flip()), .prefersInterruptionOnRouteDisconnect(flip()),
            .allowsHapticsAndSystemSoundsDuringRecording(flip()), .outputMuted(flip()), .inputMuted(flip()),
            .echoCancelledInput(flip()), .multichannelContent(flip()),
            .microphoneInjection(flip() ? .spokenAudio : .none),
            .voiceDucking(level: pick([nil, 0, 10, 20, 30, 7])),
        ])
    }
}
