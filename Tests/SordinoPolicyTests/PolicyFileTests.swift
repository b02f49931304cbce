import SordinoPolicy
import Testing

/// `policy.conf`: its reader, its writer, its layers and its faults.
@Suite struct PolicyFileTests {
    static func settings(_ text: String) throws -> PolicySettings {
        var configuration = PolicyConfiguration()
        try configuration.add(text, file: "policy.conf")
        return configuration.settings()
    }

    static func fault(_ text: String) -> String? {
        do throws(ConfigurationFault) {
            var configuration = PolicyConfiguration()
            try configuration.add(text, file: "policy.conf")
            return nil
        } catch {
            return error.description
        }
    }

    @Test func decibelsAreTheFactorsOfTheRules() {
        #expect(Decibels.factor(0) == 1)
        #expect(Decibels.factor(-14) == PolicySettings().duckGain)
        #expect(Decibels.factor(-20) == 0.1)
        #expect(Decibels.factor(-60) == 0.001)
        #expect(Decibels.factor(-40) == 0.01)
        // 10^(-0.3) and 10^(-1.5) to nine digits, from tables.
        #expect(abs(Double(Decibels.factor(-6)) - 0.501_187_234) < 3e-8)
        #expect(abs(Double(Decibels.factor(-30)) - 0.031_622_776_6) < 1.9e-9)
        #expect(Decibels.factor(-6) == PolicySettings().leastVoiceDuckGain)
        #expect(Decibels.factor(-30) == PolicySettings().mostVoiceDuckGain)
    }

    /// Every key's described default, written as a line, gives the settings without a file.
    @Test func theDescribedDefaultsAreTheDefaults() throws {
        var text = ""
        var lines = 0
        for section in PolicyKeys.sections {
            text += "[\(section.name)]\n"
            for key in section.keys {
                let usual = key.usual.hasPrefix("never") ? "never" : key.usual
                guard !usual.hasPrefix("as the"), !usual.hasPrefix("the order") else { continue }
                text += "\(key.name) = \(usual)\n"
                lines += 1
            }
        }
        #expect(lines >= 30)
        #expect(try Self.settings(text) == PolicySettings())
        #expect(PolicyConfiguration.text(of: PolicySettings()) == "")
    }

    @Test func aWholeFileIsUnderstood() throws {
        let settings = try Self.settings(
            """
            # A car.
            [ducking]
            depth = -12 dB
            prompt over music = -20 dB 200 ms 700 ms   # directions
            prompt over * = -10 dB
            [outputs]
            order = Headphones, USB Audio, Speaker
            bluetooth-call-profile = conversations
            [interruptions]
            silent-holder-ends = 5 min
            [zone rear]
            title = Rear seats
            ports = Rear Output, Rear Input
            alarms = yes
            [program org.example.Maps]
            sound = prompt
            interrupts = no
            record = deny
            zone = rear
            [program Radio]
            category = playback duck
            """)
        #expect(settings.duckGain == Decibels.factor(-12))
        #expect(
            settings.duckPairs == [
                DuckPair(
                    ducker: .prompt, ducked: .music, gain: 0.1, attackSeconds: 0.2, releaseSeconds: 0.7),
                DuckPair(ducker: .prompt, ducked: nil, gain: Decibels.factor(-10)),
            ])
        #expect(settings.portOrder == ["Headphones", "USB Audio", "Speaker"])
        #expect(settings.callProfile == .conversations)
        #expect(settings.stuckHolderReleaseSeconds == 300)
        #expect(settings.zones.map(\.name) == ["rear"])
        #expect(settings.zones[0].title == "Rear seats")
        #expect(settings.zones[0].ports == ["Rear Output", "Rear Input"])
        #expect(settings.zones[0].isInterruptedByAlarms && !settings.zones[0].isInterruptedByCalls)
        let maps = settings.rule(bundleID: "org.example.Maps", name: "Maps")
        #expect(maps.soundClass == .prompt && maps.interrupts == false && maps.recording == .deny)
        #expect(maps.zone == "rear")
        let radio = settings.rule(bundleID: "org.example.Radio", name: "Radio")
        #expect(radio.forced == .init(.playback, [.mixWithOthers, .duckOthers]))
    }

    @Test(arguments: [
        ("[ducking]\ndepth", "policy.conf:2: there is no \"=\""),
        (
            "[ducking]\ndpeth = -14 dB",
            "policy.conf:2: there is no key \"dpeth\" in [ducking]; did you mean \"depth\"?"
        ),
        (
            "[ducking]\ndepth = +3 dB",
            "policy.conf:2: depth: \"+3 dB\" is not -60 to 0 dB, or a factor from 0.001 to 1"
        ),
        ("[ducking]\n\nattack = 11 s", "policy.conf:3: attack: \"11 s\" is not a time from 0 to 10 s"),
        (
            "[ducking]\nsong over music = -3 dB",
            "policy.conf:2: there is no class \"song\"; the classes are call, recording, prompt, speech, film, music, game and *"
        ),
        ("depth = -3 dB", "policy.conf:1: \"depth\" stands before the first section"),
        (
            "[duck]\ndepth = 1",
            "policy.conf:1: there is no section [duck]; there are ducking, interruptions, background, outputs, recording, device, program NAME, zone NAME, streams, control, tones, speakers"
        ),
        // Also without a line in it, and behind others.
        (
            "[ducking]\ndepth = -14 dB\n # one\n  [ nonsense ] # two\n[recording]\n",
            "policy.conf:4: there is no section [nonsense]; there are ducking, interruptions, background, outputs, recording, device, program NAME, zone NAME, streams, control, tones, speakers"
        ),
        (
            "[program]\n",
            "policy.conf:1: there is no section [program]; there are ducking, interruptions, background, outputs, recording, device, program NAME, zone NAME, streams, control, tones, speakers"
        ),
        (
            "[zone rear left]\n",
            "policy.conf:1: a zone has a name of one word, and \"main\" is the zone of all other ports"
        ),
        ("[control", "policy.conf:1: there is no \"=\""),
        ("[]\n", "policy.conf:1: the section has no name"),
        ("[program X]\nzone = rear", "policy.conf:2: there is no [zone rear]"),
        ("[program X]\ncategory = ambient mix", "policy.conf:2: category: ambient has no option \"mix\""),
        (
            "[zone main]\ncalls = no",
            "policy.conf:1: a zone has a name of one word, and \"main\" is the zone of all other ports"
        ),
        ("[recording]\nprograms = maybe", "policy.conf:2: programs: \"maybe\" is not one of allow, ask, deny"),
    ])
    func faultsNameFileLineAndReason(_ text: String, _ sentence: String) {
        #expect(Self.fault(text) == sentence)
    }

    @Test func laterFilesChangeWhatEarlierOnesSayAndTheOriginIsKnown() throws {
        var configuration = PolicyConfiguration()
        try configuration.add("[ducking]\ndepth = -14 dB\nattack = 1 s\n", file: "vendor")
        try configuration.add("[ducking]\ndepth = -20 dB\n", file: "system")
        try configuration.add("[program A]\nducked = no\n", file: "user")
        #expect(configuration.settings().duckGain == 0.1)
        #expect(configuration.settings().duckAttackSeconds == 1)
        #expect(
            configuration.assignments.map { "\($0.section) \($0.key) \($0.file):\($0.line)" } == [
                "ducking depth system:2", "ducking attack vendor:3", "program A ducked user:2",
            ])
        #expect(configuration.shadowed.map { "\($0.line.file):\($0.line.line) \($0.by.file)" } == ["vendor:2 system"])
        // A file with a fault changes nothing.
        let before = configuration
        #expect(throws: ConfigurationFault.self) {
            try configuration.add("[ducking]\ndepth = -3 dB\nnonsense = 1\n", file: "broken")
        }
        #expect(configuration == before)
    }

    @Test func whatOthersReadIsKeptForThem() throws {
        var configuration = PolicyConfiguration()
        try configuration.add("[streams]\nmanage = all\nprogram:mpv = playback\n[ducking]\ndepth = 1\n", file: "f")
        #expect(configuration.others.count == 1)
        #expect(configuration.others[0].section == "streams")
        #expect(configuration.others[0].lines.map(\.key) == ["manage", "program:mpv"])
        #expect(configuration.others[0].lines.map(\.number) == [2, 3])
    }

    /// A written configuration is read back, bit for bit: a log holds configurations as their text.
    @Test func anySettingsAreWrittenAndReadBack() throws {
        for seed in 1...300 as ClosedRange<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let settings = RandomSettings.make(&generator)
            let text = PolicyConfiguration.text(of: settings)
            let back = try Self.settings(text)
            guard back != settings else { continue }
            Issue.record("seed \(seed):\n\(text)\n\(PolicyConfiguration.text(of: back))")
            return
        }
    }

    @Test func damagedTextsAreRefusedOrRead() throws {
        var generator = SeededGenerator(seed: 5)
        var refused = 0
        let text = Array(PolicyConfiguration.text(of: RandomSettings.make(&generator)).utf8)
        for _ in 0..<2_000 {
            var bytes = text
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
                }
            }
            if Self.fault(String(decoding: bytes, as: UTF8.self)) != nil { refused += 1 }
        }
        #expect(refused > 200)
    }
}

/// Settings as configurations could give them, also senseless ones.
enum RandomSettings {
    static func make(_ generator: inout SeededGenerator, zones: Bool = true) -> PolicySettings {
        func flip() -> Bool { Bool.random(using: &generator) }
        func maybe() -> Bool? { flip() ? nil : flip() }
        func time() -> Double { Double(Int.random(in: 0...10_000, using: &generator)) / 1_000 }
        func level() -> Float { Decibels.factor(Double.random(in: -60...0, using: &generator)) }
        var settings = PolicySettings()
        settings.duckGain = level()
        (settings.duckAttackSeconds, settings.duckReleaseSeconds) = (time(), time())
        settings.lateStarterIsDucked = flip()
        settings.duckerVersusDucker = flip() ? .mutual : .newestWins
        settings.screenReaderDucks = flip()
        settings.callInterruptsMixable = flip()
        settings.alarmInterruptsCall = flip()
        settings.endedWithoutNotifyFlag = flip() ? .shouldNotResume : .none
        settings.crashEnded = flip() ? .none : .shouldResume
        settings.stuckHolderReleaseSeconds = flip() ? nil : 1 + time()
        settings.lockNeedsBackgroundMode = maybe()
        settings.strictBackgroundActivation = flip()
        settings.backgroundGraceSeconds = time()
        settings.grantSeconds = time()
        settings.portOrder = flip() ? [] : ["Headphones", "USBAudio-output", "Speaker"].shuffled(using: &generator)
        settings.callProfile = CallProfileUse.allCases.randomElement(using: &generator) ?? .asked
        settings.telephoneProfile = TelephoneProfileUse.allCases.randomElement(using: &generator) ?? .auto
        settings.ringerAffectsExternalRoutes = flip()
        settings.mixableMayTune = flip()
        settings.deniedInput = flip() ? .fails : .zeros
        settings.allowsMicrophoneInjection = flip()
        let classes = SoundClass.allCases.map(Optional.some) + [nil]
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            let (ducker, ducked) = (
                classes.randomElement(using: &generator) ?? nil, classes.randomElement(using: &generator) ?? nil
            )
            settings.duckPairs.removeAll { $0.ducker == ducker && $0.ducked == ducked }
            let attack = flip() ? nil : Optional(time())
            settings.duckPairs.append(
                DuckPair(
                    ducker: ducker, ducked: ducked, gain: flip() ? 1 : level(), attackSeconds: attack,
                    releaseSeconds: attack == nil || flip() ? nil : time()))
        }
        if zones {
            for name in ["rear", "kitchen"].prefix(Int.random(in: 0...2, using: &generator)) {
                var zone = Zone(name: name)
                zone.title = flip() ? nil : "The \(name)"
                zone.ports = name == "rear" ? ["USBAudio"] : ["HDMIOutput", "MicrophoneWired"]
                (zone.isInterruptedByCalls, zone.isInterruptedByAlarms) = (flip(), flip())
                settings.zones.append(zone)
            }
        }
        for number in 1...4 where flip() {
            var rule = ProgramRule(program: "walk.\(number)")
            rule.soundClass = flip() ? nil : SoundClass.allCases.randomElement(using: &generator)
            (rule.isDucked, rule.ducks, rule.interrupts) = (maybe(), maybe(), maybe())
            rule.isInterrupted = Int.random(in: 0..<4, using: &generator) == 0 ? false : true
            if Int.random(in: 0..<3, using: &generator) == 0 {
                let category: SordinoPolicy.Category =
                    [.ambient, .playback, .playAndRecord, .record].randomElement(using: &generator) ?? .ambient
                rule.forced = .init(category, category == .playback && flip() ? .mixWithOthers : [])
            }
            rule.recording = flip() ? nil : RecordingRule.allCases.randomElement(using: &generator)
            rule.zone = settings.zones.randomElement(using: &generator)?.name
            settings.programs.append(rule)
        }
        return settings
    }
}
