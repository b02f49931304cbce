import SordinoHardware
import SordinoPolicy
import SordinoSession

/// A short story of programs on a device as lines of `StoryGrammar`, turned into events: configurations are compared by it.
///
/// `Mus plays; ring; decline; Mus plays`, one line a second. The programs are those of `scenarios-of-the-rules.md`: Mus, Radio (music), Mix (music
/// that mixes), Game, Solo (the ambient categories), Nav, Prompt (directions, the second also interrupts speech), Pod (speech),
/// Film, Rec (recording), VoIP (a chat). They come in the foreground, with leave for the background, when they are first named.
package struct StoryScript: Hashable, Sendable {
    package var name: String
    package var words: String

    /// Makes a story, such as a row of `scenarios-of-the-rules.md`.
    package init(_ name: String, _ words: String) { (self.name, self.words) = (name, words) }

    /// One event, with the words that say it.
    package struct Step: Hashable, Sendable {
        package var words: String
        package var event: Event
        package var moment: Moment

        package init(words: String, event: Event, moment: Moment) {
            (self.words, self.event, self.moment) = (words, event, moment)
        }
    }

    /// The programs that act in the stories.
    static let cast: [(name: String, configuration: SessionConfiguration)] = [
        ("Mus", SessionConfiguration(category: .playback)),
        ("Radio", SessionConfiguration(category: .playback)),
        ("Mix", SessionConfiguration(category: .playback, options: .mixWithOthers)),
        ("Game", SessionConfiguration(category: .ambient)),
        ("Solo", SessionConfiguration()),
        ("Nav", SessionConfiguration(category: .playback, options: .duckOthers)),
        (
            "Prompt",
            SessionConfiguration(
                category: .playback, mode: .voicePrompt,
                options: [.mixWithOthers, .duckOthers, .interruptSpokenAudio])
        ),
        ("Pod", SessionConfiguration(category: .playback, mode: .spokenAudio)),
        ("Film", SessionConfiguration(category: .playback, mode: .moviePlayback)),
        ("Rec", SessionConfiguration(category: .record)),
        ("VoIP", SessionConfiguration(category: .playAndRecord, mode: .voiceChat)),
        ("Memo", SessionConfiguration(category: .playAndRecord, options: .allowBluetoothHFP)),
    ]

    /// Programs of single scenarios, which stories of chance do not have: a second music that mixes, a chat that mixes, on the
    /// loudspeaker, with every Bluetooth device or through a muted microphone, several routes at once, a film of long form.
    static let guests: [(name: String, configuration: SessionConfiguration)] = [
        ("Mix2", SessionConfiguration(category: .playback, options: .mixWithOthers)),
        ("Talk", SessionConfiguration(category: .playAndRecord, options: .mixWithOthers)),
        ("Hands", SessionConfiguration(category: .playAndRecord, options: .defaultToSpeaker)),
        (
            "Both",
            SessionConfiguration(category: .playAndRecord, options: [.allowBluetoothHFP, .allowBluetoothA2DP])
        ),
        ("Folio", SessionConfiguration(category: .playAndRecord, options: .overrideMutedMicrophoneInterruption)),
        ("Multi", SessionConfiguration(category: .multiRoute)),
        ("Long", SessionConfiguration(category: .playback, policy: .longFormAudio)),
        // Without background modes, and without the permission to record.
        ("Plain", SessionConfiguration(category: .playback, options: .mixWithOthers)),
        ("Shy", SessionConfiguration(category: .playAndRecord)),
    ]

    /// The names of all programs of the stories.
    static var programNames: [String] { (cast + guests).map(\.name) }

    /// Requests of single scenarios, beside those that every program makes.
    static let wishes: [(word: String, requests: [Request])] = [
        ("louder-speaker", [.overrideOutput(toSpeaker: true)]), ("earpiece", [.overrideOutput(toSpeaker: false)]),
        ("own-mic", [.prefer(.input(portUID: builtInMicrophone?.uid))]),
        (
            "front-mic",
            [
                .prefer(
                    .dataSource(
                        portUID: builtInMicrophone?.uid ?? "", id: builtInMicrophone?.dataSources.first?.id))
            ]
        ),
        ("rate-44100", [.prefer(.sampleRate(44_100))]), ("rate-24000", [.prefer(.sampleRate(24_000))]),
        ("block-5ms", [.prefer(.ioBufferDuration(0.005))]), ("block-20ms", [.prefer(.ioBufferDuration(0.02))]),
        ("six-channels", [.prefer(.outputChannels(6))]), ("eight-channels", [.prefer(.outputChannels(8))]),
        ("game-chat", [.configure(category: nil, mode: Mode.gameChat.rawValue, options: nil, policy: nil)]),
        ("voice-chat", [.configure(category: nil, mode: Mode.voiceChat.rawValue, options: nil, policy: nil)]),
        (
            "plain-options",
            [.configure(category: Category.playAndRecord.rawValue, mode: nil, options: 0, policy: nil)]
        ),
        ("wrong-option", [.configure(category: Category.playback.rawValue, mode: nil, options: 8, policy: nil)]),
        (
            "mixing-long-form",
            [
                .configure(
                    category: Category.playback.rawValue, mode: nil, options: CategoryOptions.mixWithOthers.rawValue,
                    policy: RouteSharingPolicy.longFormAudio.rawValue)
            ]
        ),
        // 'aac ' and 'aach'
        ("decodes-aac", [.openIO(IOID(2), IOKind(.queue, formatID: 0x6161_6320)), .startIO(IOID(2))]),
        ("decodes-heaac", [.openIO(IOID(2), IOKind(.queue, formatID: 0x6161_6368)), .startIO(IOID(2))]),
        ("chimes", [.openIO(IOID(3), IOKind(.systemSound)), .startIO(IOID(3)), .closeIO(IOID(3))]),
    ]

    private static var builtInMicrophone: Port? { VirtualProfile.phone.ports.first { $0.type == .builtInMic } }

    /// The ports of accessories by their names; the built-in microphones go and come, too.
    fileprivate static let ports: [String: [Port]] = [
        "headphones": Accessory.headphones.ports, "headset": Accessory.headset.ports,
        "line-out": Accessory.lineOut.ports, "bluetooth": Accessory.bluetooth(.both).ports,
        "bluetooth-speaker": Accessory.bluetooth(.a2dp, name: "Bluetooth Speaker", address: "00:11:22:33:44:66").ports,
        "hdmi": Accessory.hdmi(channelCount: 2).ports, "surround": Accessory.hdmi(channelCount: 6).ports,
        "usb": Accessory.usb().ports, "airplay": Accessory.airPlay().ports, "car": Accessory.car.ports,
        "microphones": VirtualProfile.phone.ports.filter { $0.direction == .input },
    ]

    /// Returns the story's events.
    ///
    /// - Parameters:
    ///   - disguise: The identifier that the story's first program bears instead of its own.
    ///   - zones: Zones whose ports are there; the first program is moved to `zone` when it has come.
    package func steps(disguise: String? = nil, zones: [Zone] = [], zone: String? = nil) -> [Step] {
        var teller = StoryTeller(disguise: disguise, zone: zone)
        teller.tell("", .portsArrived(VirtualProfile.phone.ports))
        for place in zones where !place.ports.isEmpty {
            teller.tell("the ports of \(place.name)", .portsArrived(place.ports.map(Self.port)))
        }
        for line in words.split(separator: ";") { teller.tell(line) }
        return teller.steps
    }

    /// A port that a zone names by its type, its device or its identifier.
    private static func port(_ name: String) -> Port {
        let known = PortType(rawValue: name)
        let isType = (VirtualProfile.phone.ports + ports.values.flatMap(\.self)).contains { $0.type == known }
        let isInput = name.contains("Mic") || name.contains("Input") || name.hasSuffix("In")
        return Port(
            uid: isType ? "\(name) of the zone" : name, type: isType ? known : .usbAudio,
            direction: isInput ? .input : .output, name: name,
            channels: (1...2).map { PortChannel(name: "\(name) \($0)", number: $0, label: UInt32($0)) })
    }
}

/// Turns words into events.
private struct StoryTeller {
    let disguise: String?
    let zone: String?
    var steps: [StoryScript.Step] = []
    private var seconds = 0.0
    private var apps: [String: AppID] = [:]
    private var nextRequest = 1

    init(disguise: String?, zone: String?) { (self.disguise, self.zone) = (disguise, zone) }

    mutating func tell(_ words: String, _ event: Event) {
        steps.append(StoryScript.Step(words: words, event: event, moment: Moment(seconds: seconds)))
    }

    mutating func tell(_ line: Substring) {
        seconds += 1
        do throws(StoryFault) {
            let words = try StoryGrammar.words(line)
            let text = words.joined(separator: " ")
            if words.count == 2, let wish = StoryScript.wishes.first(where: { $0.word == words[1] }) {
                let app = try app(words[0])
                for request in wish.requests { ask(app, text, request) }
            } else {
                try tell(text, Self.grammar.act(words))
            }
        } catch {
            preconditionFailure("the story says \"\(line)\": \(error.sentence)")
        }
    }

    private static let programs = StoryScript.cast + StoryScript.guests
    private static let grammar = StoryGrammar(apps: programs.map(\.name))

    private mutating func tell(_ text: String, _ act: StoryAct) throws(StoryFault) {
        switch act {
        case .device(.userPicked(let name)):
            let output = StoryScript.ports[name]?.first { $0.direction == .output }
            tell(text, .userPicked(portUID: output?.uid ?? name))
        case .device(.userAdded(let name)):
            let output = StoryScript.ports[name]?.first { $0.direction == .output }
            tell(text, .userAdded(portUID: output?.uid ?? name))
        case .device(.userRemoved(let name)):
            let output = StoryScript.ports[name]?.first { $0.direction == .output }
            tell(text, .userRemoved(portUID: output?.uid ?? name))
        case .device(let event): tell(text, event)
        case .plug(let name): tell(text, .portsArrived(try ports(name)))
        case .unplug(let name): tell(text, .portsDeparted(try ports(name).map(\.uid)))
        case .reset:
            tell(text, .servicesLost)
            tell(text, .servicesRestarted)
        case .wait(let wait):
            seconds += wait
            tell(text, .timeReached)
        case .app(let name, let act): perform(act, try app(name), text)
        case .expect: throw .other("nothing is heard where no device plays")
        }
    }

    private func ports(_ name: String) throws(StoryFault) -> [Port] {
        guard let ports = StoryScript.ports[name] else { throw .other("there is no \(name) to plug") }
        return ports
    }

    private mutating func app(_ name: String) throws(StoryFault) -> AppID {
        guard let member = Self.programs.first(where: { $0.name == name }) else {
            throw .other("there is no app \(name)")
        }
        return app(name, member.configuration)
    }

    private mutating func app(_ name: String, _ configuration: SessionConfiguration) -> AppID {
        if let app = apps[name] { return app }
        let app = AppID(apps.count + 1)
        let isFirst = apps.isEmpty
        apps[name] = app
        tell(
            "\(name) comes",
            .appLaunched(
                app,
                AppDeclaration(
                    bundleID: (isFirst ? disguise : nil) ?? "org.sordino.story.\(name)", name: name,
                    backgroundModes: name == "Plain" ? [] : .audio,
                    recordPermission: name == "Shy" ? .denied : .granted)))
        if isFirst, let zone { tell("\(name) moves to \(zone)", .appZone(app, zone)) }
        ask(
            app, "\(name) asks",
            .configure(
                category: configuration.category.rawValue, mode: configuration.mode.rawValue,
                options: configuration.options.rawValue,
                policy: configuration.policy == .default ? nil : configuration.policy.rawValue))
        ask(
            app, "\(name) asks",
            .openIO(
                IOID(1),
                IOKind(
                    .engine, hasInput: configuration.category == .record || configuration.category == .playAndRecord,
                    hasOutput: configuration.category != .record)))
        return app
    }

    private mutating func perform(_ act: AppAct, _ app: AppID, _ text: String) {
        if let event = act.event(of: app) { tell(text, event) }
        switch act {
        case .plays: ask(app, text, .startIO(IOID(1)))
        case .pauses: ask(app, text, .stopIO(IOID(1)))
        case .stops:
            ask(app, text, .stopIO(IOID(1)))
            ask(app, text, .setActive(false, notifyOthers: true))
        case .activates: ask(app, text, .setActive(true, notifyOthers: false))
        case .deactivates(let notifyingOthers): ask(app, text, .setActive(false, notifyOthers: notifyingOthers))
        case .mutes(let isMuted): ask(app, text, .prefer(.outputMuted(isMuted)))
        case .opens:
            for (name, other) in apps.sorted(by: { $0.value.number < $1.value.number })
            where other != app && !name.hasPrefix("gone ") {
                tell(text, .appMoved(other, .background))
            }
            tell(text, .appMoved(app, .foreground))
        case .ends:
            apps = apps.filter { $0.value != app }
            // A number is never used again.
            apps["gone \(app.number)"] = app
        case .lifecycle, .command, .call, .moves: break
        }
    }

    private mutating func ask(_ app: AppID, _ words: String, _ request: Request) {
        tell(words, .request(app, RequestID(nextRequest), request))
        nextRequest += 1
    }
}
