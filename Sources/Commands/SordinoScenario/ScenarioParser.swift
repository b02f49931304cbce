import SordinoPolicy

/// Reads a script line by line.
struct ScenarioParser {
    /// The block that an indented line belongs to.
    private enum Block { case none, app, scene, policy }

    private var scenario = Scenario()
    private var block = Block.none
    private var line = 0

    /// Reads a whole script.
    static func parse(_ text: String) throws(ScenarioError) -> Scenario {
        var parser = ScenarioParser()
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            parser.line += 1
            try parser.take(line)
        }
        guard !parser.scenario.scenes.isEmpty else {
            throw ScenarioError(line: 0, sentence: "the scenario has no events")
        }
        return parser.scenario
    }

    private mutating func take(_ text: Substring) throws(ScenarioError) {
        if block == .policy, text.first.map({ $0.isWhitespace }) ?? true {
            // As it stands: its reader counts the lines.
            scenario.policy += text + "\n"
            return
        }
        let words = try Self.words(text, line)
        guard let first = words.first else { return }
        let isInside = text.first == " " || text.first == "\t"
        switch block {
        case .app where isInside: try takeAppLine(words)
        case .scene where isInside: try takeAct(words)
        default:
            guard !isInside else { throw error("an indented line belongs to an \"app\" or an \"at\" above it") }
            try takeTop(first, Array(words.dropFirst()))
        }
    }

    /// Words, and phrases between double quotes; `#` begins a comment.
    static func words(_ text: Substring, _ line: Int) throws(ScenarioError) -> [String] {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        for character in text {
            switch character {
            case "\"":
                if !isQuoted, word != nil {
                    throw ScenarioError(line: line, sentence: "a quotation mark stands inside a word")
                }
                if isQuoted {
                    words.append(word ?? "")
                    word = nil
                } else {
                    word = ""
                }
                isQuoted.toggle()
            case "#" where !isQuoted && word == nil: return words
            case _ where !isQuoted && character.isWhitespace:
                if let done = word { words.append(done) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        guard !isQuoted else { throw ScenarioError(line: line, sentence: "a quotation mark is not closed") }
        if let word { words.append(word) }
        return words
    }

    // MARK: The top

    private mutating func takeTop(_ first: String, _ rest: [String]) throws(ScenarioError) {
        block = .none
        switch first {
        case "title": scenario.title = rest.joined(separator: " ")
        case "summary": scenario.summary = rest.joined(separator: " ")
        case "device": scenario.device = try choose(rest.first, Scenario.DeviceKind.self, "device")
        case "policy":
            guard rest.isEmpty, scenario.policy.isEmpty else {
                throw error("policy stands once, and alone on its line")
            }
            (scenario.policyLine, block) = (line, .policy)
        case "length": scenario.lengthSeconds = try seconds(rest.first)
        case "sound":
            guard rest.count == 2 else { throw error("sound takes ringtone, alarm or caller, and a file") }
            let voice = try choose(rest[0], Scenario.SystemVoice.self, "voice")
            scenario.systemSounds[voice] = Scenario.Sound(name: rest[0], file: rest[1], loops: true, line: line)
        case "app":
            guard let name = rest.first, rest.count == 1, !Self.deviceWords.contains(name) else {
                throw error("app takes a name that is no other word of scripts")
            }
            guard !scenario.apps.contains(where: { $0.name == name }) else { throw error("there are two apps \(name)") }
            scenario.apps.append(Scenario.App(name: name))
            block = .app
        case "at":
            let moment = try seconds(rest.first)
            guard moment >= scenario.scenes.last?.seconds ?? 0 else {
                throw error("its moment is before the one above")
            }
            guard rest.count <= 3 else { throw error("at takes a moment, a title and a detail, in quotes") }
            var scene = Scenario.Scene(seconds: moment)
            if rest.count > 1 { scene.title = rest[1] }
            if rest.count > 2 { scene.detail = rest[2] }
            scenario.scenes.append(scene)
            block = .scene
        default: throw error("\"\(first)\" begins nothing")
        }
    }

    // MARK: Programs

    private mutating func takeAppLine(_ words: [String]) throws(ScenarioError) {
        let index = scenario.apps.count - 1
        let rest = Array(words.dropFirst())
        switch words[0] {
        case "sound":
            let loops = rest.last == "loop"
            let names = loops ? Array(rest.dropLast()) : rest
            guard (1...2).contains(names.count), let file = names.last else { throw error("sound takes a file") }
            scenario.apps[index].sounds.append(Scenario.Sound(name: names[0], file: file, loops: loops, line: line))
        case "category":
            guard let name = rest.first,
                let category = Category(rawValue: "AVAudioSessionCategory" + Self.capital(name))
            else { throw error("there is no such category") }
            scenario.apps[index].category = category.rawValue
        case "mode":
            guard let name = rest.first, let mode = Mode(rawValue: "AVAudioSessionMode" + Self.capital(name)) else {
                throw error("there is no such mode")
            }
            scenario.apps[index].mode = mode.rawValue
        case "options":
            for name in rest {
                guard let option = Self.options.first(where: { $0.name == name }) else {
                    throw error("there is no option \(name)")
                }
                scenario.apps[index].options |= option.bits
            }
        case "background":
            scenario.apps[index].hasBackgroundAudio = rest.contains("audio")
            scenario.apps[index].hasBackgroundCalls = rest.contains("voip")
        case "resumes": scenario.apps[index].resumes = true
        case "pauses" where rest == ["on", "unplug"]: scenario.apps[index].pausesOnUnplug = true
        default: throw error("\"\(words[0])\" says nothing of a program")
        }
    }

    private static let options: [(name: String, bits: UInt)] = [
        ("mixWithOthers", 0x1), ("duckOthers", 0x2), ("allowBluetoothHFP", 0x4), ("defaultToSpeaker", 0x8),
        ("interruptSpokenAudioAndMixWithOthers", 0x11), ("allowBluetoothA2DP", 0x20), ("allowAirPlay", 0x40),
        ("overrideMutedMicrophoneInterruption", 0x80),
    ]

    // MARK: Acts

    private mutating func takeAct(_ words: [String]) throws(ScenarioError) {
        let what: Scenario.Act.What
        if words[0] == "expect" {
            guard words.count == 3 else { throw error("expect takes a program and heard, ducked or silent") }
            try mustExist(words[1])
            what = .expect(words[1], try choose(words[2], Scenario.Hearing.self, "hearing"))
        } else if scenario.apps.contains(where: { $0.name == words[0] }) {
            what = .app(words[0], try appAct(words))
        } else {
            what = try deviceAct(words)
        }
        scenario.scenes[scenario.scenes.count - 1].acts.append(Scenario.Act(line: line, what: what))
    }

    private func mustExist(_ name: String) throws(ScenarioError) {
        guard scenario.apps.contains(where: { $0.name == name }) else { throw error("there is no app \(name)") }
    }

    private func appAct(_ words: [String]) throws(ScenarioError) -> Scenario.AppAct {
        guard words.count > 1 else { throw error("what does \(words[0]) do?") }
        switch Array(words.dropFirst()) {
        case ["opens"]: return .opens
        case ["hides"]: return .hides
        case ["suspends"]: return .suspends
        case ["ends"]: return .ends
        case ["plays"]: return .plays(nil)
        case ["pauses"]: return .pauses
        case ["stops"]: return .stops
        case ["activates"]: return .activates
        case ["deactivates"]: return .deactivates(tellingOthers: true)
        case ["deactivates", "quietly"]: return .deactivates(tellingOthers: false)
        case ["mutes"]: return .mutes(true)
        case ["unmutes"]: return .mutes(false)
        case ["hears", "play"]: return .command(.play)
        case ["hears", "pause"]: return .command(.pause)
        case ["calls"]: return .call(begins: true)
        case ["hangs-up"]: return .call(begins: false)
        case let rest where rest.count == 2 && rest[0] == "moves": return .moves(toZone: rest[1])
        case let rest where rest.count == 2 && rest[0] == "plays":
            let app = scenario.apps.first { $0.name == words[0] }
            guard app?.sounds.contains(where: { $0.name == rest[1] }) == true else {
                throw error("\(words[0]) has no sound \(rest[1])")
            }
            return .plays(rest[1])
        default: throw error("\(words[0]) cannot do \"\(words.dropFirst().joined(separator: " "))\"")
        }
    }

    /// Words that begin events of the device, so that no program may bear them as a name.
    private static let deviceWords: Set = [
        "expect", "plug", "unplug", "reset", "call", "alarm", "assistant", "ringer", "lock", "volume", "microphone",
        "emergency", "screenreader", "spatial", "wake", "pick",
    ]

    private func deviceAct(_ words: [String]) throws(ScenarioError) -> Scenario.Act.What {
        switch words {
        case let words where words.count == 2 && words[0] == "plug": return .plug(words[1])
        case let words where words.count == 2 && words[0] == "unplug": return .unplug(words[1])
        case ["reset"]: return .reset
        case ["call", "ring"]: return .device(.callRings(.fullScreen))
        case ["call", "ring", "banner"]: return .device(.callRings(.banner))
        case ["call", "accept"]: return .device(.callAccepted)
        case ["call", "decline"]: return .device(.callDeclined)
        case ["call", "end"]: return .device(.callEnded)
        case ["alarm", "start"]: return .device(.alarmStarts)
        case ["alarm", "stop"]: return .device(.alarmAcknowledged)
        case ["assistant", "capturing"]: return .device(.assistant(.capturing))
        case ["assistant", "speaking"]: return .device(.assistant(.speaking))
        case ["assistant", "dismissed"]: return .device(.assistant(.dismissed))
        case ["ringer", "silent"]: return .device(.ringer(silent: true))
        case ["ringer", "on"]: return .device(.ringer(silent: false))
        case ["lock", "on"]: return .device(.screen(locked: true))
        case ["lock", "off"]: return .device(.screen(locked: false))
        case ["volume", "up"]: return .device(.volumeKey(.up))
        case ["volume", "down"]: return .device(.volumeKey(.down))
        case ["microphone", "muted"]: return .device(.microphoneMuted(true))
        case ["microphone", "open"]: return .device(.microphoneMuted(false))
        case ["emergency", "on"]: return .device(.emergency(sounding: true))
        case ["emergency", "off"]: return .device(.emergency(sounding: false))
        case ["screenreader", "on"]: return .device(.screenReader(speaking: true))
        case ["screenreader", "off"]: return .device(.screenReader(speaking: false))
        case ["spatial", "on"]: return .device(.spatialAudio(enabled: true))
        case ["spatial", "off"]: return .device(.spatialAudio(enabled: false))
        case ["injection", "on"]: return .device(.microphoneInjection(enabled: true))
        case ["injection", "off"]: return .device(.microphoneInjection(enabled: false))
        case ["wake"]: return .device(.woke)
        case let words where words.count == 2 && words[0] == "pick": return .device(.userPicked(portUID: words[1]))
        case let words where words.count == 2 && words[0] == "volume":
            guard let volume = Float(words[1]), (0...1).contains(volume) else { throw error("a volume is 0 to 1") }
            return .device(.volumeSet(volume))
        default: throw error("\"\(words.joined(separator: " "))\" is neither a program nor something that happens")
        }
    }

    // MARK: Words

    private func error(_ sentence: String) -> ScenarioError { ScenarioError(line: line, sentence: sentence) }

    private func seconds(_ word: String?) throws(ScenarioError) -> Double {
        guard let word, let seconds = Double(word), (0...86_400).contains(seconds) else {
            throw error("a moment is a number of seconds")
        }
        return seconds
    }

    private func choose<Choice: RawRepresentable<String> & CaseIterable>(
        _ word: String?, _ type: Choice.Type, _ what: String
    ) throws(ScenarioError) -> Choice {
        if let word, let choice = Choice(rawValue: word) { return choice }
        throw error("a \(what) is one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
    }

    private static func capital(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
}

extension Scenario {
    /// Reads a script.
    ///
    /// - Throws: With the line that was not understood.
    package init(script: String) throws(ScenarioError) { self = try ScenarioParser.parse(script) }
}
