import SordinoHardware
import SordinoPolicy
import SordinoSession

/// A short story of programs on a device as one line of words, turned into events: what configurations are compared by.
///
/// `Mus plays; ring; decline; Mus plays`. The programs are those of `scenarios-of-the-rules.md`: Mus, Radio (music), Mix (music
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

    /// The actions of programs.
    static let acts = ["plays", "stops", "on", "off", "quiet", "back", "front", "dies", "calls", "hangs"]

    /// The events of the device, by word.
    static let happenings: [(word: String, event: Event)] = [
        ("ring", .callRings(.fullScreen)), ("banner", .callRings(.banner)), ("accept", .callAccepted),
        ("decline", .callDeclined), ("hangup", .callEnded), ("alarm", .alarmStarts), ("ack", .alarmAcknowledged),
        ("siri", .assistant(.capturing)), ("speaks", .assistant(.speaking)), ("dismiss", .assistant(.dismissed)),
        ("lock", .screen(locked: true)), ("unlock", .screen(locked: false)), ("silent", .ringer(silent: true)),
        ("loud", .ringer(silent: false)), ("mute", .microphoneMuted(true)), ("open", .microphoneMuted(false)),
        ("lost", .servicesLost), ("restart", .servicesRestarted), ("reader", .screenReader(speaking: true)),
        ("read", .screenReader(speaking: false)), ("emergency", .emergency(sounding: true)),
        ("over", .emergency(sounding: false)), ("wake", .woke), ("louder", .volumeKey(.up)),
    ]

    /// Accessories that come with `+NAME` and go with `-NAME`.
    static let accessories: [(word: String, accessory: Accessory)] = [
        ("headphones", .headphones), ("headset", .headset), ("lineout", .lineOut), ("bluetooth", .bluetooth(.both)),
        ("speaker", .bluetooth(.a2dp, name: "Bluetooth Speaker", address: "00:11:22:33:44:66")),
        ("hdmi", .hdmi(channelCount: 2)), ("usb", .usb()), ("airplay", .airPlay()), ("car", .car),
    ]

    /// Accessories of single scenarios.
    static let rareAccessories: [(word: String, accessory: Accessory)] = [("cinema", .hdmi(channelCount: 6))]

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
        for part in words.split(separator: ";") {
            teller.tell(part.split(separator: " ").map(String.init))
        }
        return teller.steps
    }

    /// A port that a zone names by its type, its device or its identifier.
    private static func port(_ name: String) -> Port {
        let known = PortType(rawValue: name)
        let isType = (VirtualProfile.phone.ports + accessories.flatMap(\.accessory.ports)).contains { $0.type == known }
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

    mutating func tell(_ words: [String]) {
        seconds += 1
        let text = words.joined(separator: " ")
        guard let first = words.first else { return }
        if let happening = StoryScript.happenings.first(where: { $0.word == first }) {
            return tell(text, happening.event)
        }
        if first == "wait", words.count == 2, let wait = Double(words[1]) {
            seconds += wait
            return tell(text, .timeReached)
        }
        if first == "-microphones" {
            let gone = VirtualProfile.phone.ports.filter { $0.direction == .input }
            return tell(text, .portsDeparted(gone.map(\.uid)))
        }
        let accessories = StoryScript.accessories + StoryScript.rareAccessories
        if first == "pick", words.count == 2,
            let port = accessories.first(where: { $0.word == words[1] })?.accessory.ports.first(where: {
                $0.direction == .output
            })
        {
            return tell(text, .userPicked(portUID: port.uid))
        }
        if let found = accessories.first(where: { $0.word == first.dropFirst() })?.accessory {
            return tell(
                text, first.first == "+" ? .portsArrived(found.ports) : .portsDeparted(found.ports.map(\.uid)))
        }
        let programs = StoryScript.cast + StoryScript.guests
        guard words.count == 2, let member = programs.first(where: { $0.name == first }) else {
            preconditionFailure("the story says \"\(text)\", which nobody understands")
        }
        act(app(member.name, member.configuration), words[1], text, member.configuration)
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

    private mutating func act(_ app: AppID, _ word: String, _ text: String, _ configuration: SessionConfiguration) {
        switch word {
        case "plays": ask(app, text, .startIO(IOID(1)))
        case "stops": ask(app, text, .stopIO(IOID(1)))
        case "on": ask(app, text, .setActive(true, notifyOthers: false))
        case "off": ask(app, text, .setActive(false, notifyOthers: true))
        case "quiet": ask(app, text, .setActive(false, notifyOthers: false))
        case "back": tell(text, .appMoved(app, .background))
        case "front": tell(text, .appMoved(app, .foreground))
        case "sleeps": tell(text, .appMoved(app, .suspended))
        case "told-to-pause": tell(text, .remoteCommand(app, .pause))
        case "calls": tell(text, .appCall(app, begins: true))
        case "hangs": tell(text, .appCall(app, begins: false))
        case "dies":
            tell(text, .appEnded(app))
            apps = apps.filter { $0.value != app }
            // A number is never used again.
            apps["gone \(app.number)"] = app
        default:
            guard let wish = StoryScript.wishes.first(where: { $0.word == word }) else {
                preconditionFailure("no program does \"\(word)\"")
            }
            for request in wish.requests { ask(app, text, request) }
        }
    }

    private mutating func ask(_ app: AppID, _ words: String, _ request: Request) {
        tell(words, .request(app, RequestID(nextRequest), request))
        nextRequest += 1
    }
}
