import SordinoPolicy
import SordinoStories

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
        for line in ConfigurationText.rows(text) {
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
        let words = try said { () throws(StoryFault) in try StoryGrammar.words(text) }
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
            guard let name = rest.first, rest.count == 1, !StoryGrammar.subjects.contains(name) else {
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
        let grammar = StoryGrammar(apps: scenario.apps.map(\.name))
        let act = try said { () throws(StoryFault) in try grammar.act(words) }
        switch act {
        case .wait(let seconds):
            let moment = (scenario.scenes.last?.seconds ?? 0) + seconds
            scenario.scenes.append(Scenario.Scene(seconds: moment))
            return
        case .app(let name, .plays(let sound?)):
            let app = scenario.apps.first { $0.name == name }
            guard app?.sounds.contains(where: { $0.name == sound }) == true else {
                throw error("\(name) has no sound \(sound)")
            }
        default: break
        }
        scenario.scenes[scenario.scenes.count - 1].acts.append(Scenario.Act(line: line, what: act))
    }

    // MARK: Words

    private func error(_ sentence: String) -> ScenarioError { ScenarioError(line: line, sentence: sentence) }

    /// Returns the result of a reader of stories, or throws its fault with the line.
    private func said<Result>(_ read: () throws(StoryFault) -> Result) throws(ScenarioError) -> Result {
        do throws(StoryFault) {
            return try read()
        } catch {
            throw self.error(error.sentence)
        }
    }

    private func seconds(_ word: String?) throws(ScenarioError) -> Double {
        try said { () throws(StoryFault) in try StoryGrammar.seconds(word) }
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
