/// The keys of `policy.conf`, section by section.
///
/// `Documentation/policy.md` has a row for each, which a test compares.
package enum PolicyKeys {
    /// Sections of single values, in the order in which they are shown.
    package static let sections: [(name: String, keys: [PolicyKey<PolicySettings>])] = [
        ("ducking", ducking), ("interruptions", interruptions), ("background", background), ("outputs", outputs),
        ("recording", recording), ("device", device),
    ]

    private static let ducking: [PolicyKey<PolicySettings>] = [
        .level("depth", usual: "-14 dB", \.duckGain, "How low a program is while another ducks it."),
        .seconds("attack", 0...10, usual: "0.5 s", \.duckAttackSeconds, "The time that it takes to get there."),
        .seconds("release", 0...10, usual: "0.5 s", \.duckReleaseSeconds, "The time that it takes to come back."),
        .flag(
            "late-starters", usual: true, \.lateStarterIsDucked,
            "Whether a program that starts while another ducks is ducked, too."),
        .choice(
            "between-duckers", [("newest", DuckerVersusDucker.newestWins), ("mutual", .mutual)], usual: "newest",
            \.duckerVersusDucker, "Whether of several that duck the newest is heard in full, or each ducks the others."),
        .flag(
            "screen-reader", usual: false, \.screenReaderDucks,
            "Whether programs are lower while a screen reader speaks."),
        .level(
            "voice-min", usual: "-6 dB", \.leastVoiceDuckGain,
            "How low others are for a voice chat that asks for the least."),
        .level(
            "voice-mid", usual: "-20 dB", \.middleVoiceDuckGain,
            "How low others are for a voice chat that asks for more."),
        .level(
            "voice-max", usual: "-30 dB", \.mostVoiceDuckGain,
            "How low others are for a voice chat that asks for the most."),
    ]

    private static let notices: [(word: String, value: EndedNotice)] = [
        ("nothing", .none), ("do-not-resume", .shouldNotResume), ("resume", .shouldResume),
    ]

    private static let interruptions: [PolicyKey<PolicySettings>] = [
        .flag(
            "calls-interrupt-mixing", usual: true, \.callInterruptsMixable,
            "Whether a call interrupts programs that mix with others, too."),
        .flag(
            "alarms-interrupt-calls", usual: false, \.alarmInterruptsCall,
            "Whether an alarm takes the place of a call, instead of sounding low beside it."),
        .seconds(
            "alarm-lasts", 1...86_400, usual: "900 s", \.alarmSeconds, "How long an alarm sounds that nobody answers."),
        .choice(
            "after-quiet-end", notices, usual: "nothing", \.endedWithoutNotifyFlag,
            "What interrupted programs are told when the other ends without telling them."),
        .choice(
            "after-crash", notices, usual: "do-not-resume", \.crashEnded,
            "What interrupted programs are told when the other crashes, is suspended or loses its hold."),
        .seconds(
            "silent-holder-named", 1...86_400, usual: "30 s", \.stuckHolderSeconds,
            "After what time a program that keeps others interrupted in silence is named."),
        PolicyKey(
            "silent-holder-ends", "1 to 86400 s, never", usual: "never (the service: 300 s)",
            "After what time such a program loses its hold."
        ) { (words, settings) throws(ConfigurationFault) in
            if words == ["never"] {
                settings.stuckHolderReleaseSeconds = nil
            } else if let seconds = PolicyValue.seconds(words, 1...86_400) {
                settings.stuckHolderReleaseSeconds = seconds
            } else {
                throw PolicyValue.fault("a time from 1 to 86400 s, or never", words)
            }
        } write: { settings in
            settings.stuckHolderReleaseSeconds.map { ["\($0)", "s"] } ?? ["never"]
        },
    ]

    private static let background: [PolicyKey<PolicySettings>] = [
        .maybe(
            "lock-needs-mode", [("yes", true), ("no", false)], usual: "as the profile says", \.lockNeedsBackgroundMode,
            "Whether a program must declare background audio to go on when the screen is locked."),
        .flag(
            "strict-activation", usual: false, \.strictBackgroundActivation,
            "Whether a program in the background needs leave to start even when it interrupts nobody."),
        .seconds(
            "grace", 0...3_600, usual: "30 s", \.backgroundGraceSeconds,
            "How long a program in the background may stay active without a sound."),
        .seconds(
            "grant", 0...3_600, usual: "10 s", \.grantSeconds,
            "How long a program may start from the background after it was told to resume."),
    ]

    private static let outputs: [PolicyKey<PolicySettings>] = [
        .list(
            "order", "types, identifiers or devices of ports, with commas between them", usual: "the order of arrival",
            \.portOrder, "Which output a program is heard on: the first of these that is there."),
        .names(
            "bluetooth-call-profile", usual: "asked", \.callProfile,
            "When a headset leaves its music profile for the one of calls."),
        .names(
            "telephone-profile", usual: "auto", \.telephoneProfile,
            "Who switches a phone's card into its profile for calls: the service, unless callaudiod or the session "
                + "manager does; the service; others."),
        .flag(
            "ringer-switch-everywhere", usual: false, \.ringerAffectsExternalRoutes,
            "Whether the ringer switch silences games on headphones and the like, too."),
        .flag(
            "mixing-programs-tune", usual: true, \.mixableMayTune,
            "Whether programs that mix may choose rate and block of the device while no other does."),
        .flag(
            "rounded-volume", usual: false, \.roundsOutputVolume, "Whether programs read the volume in steps of 0.05."),
    ]

    private static let recording: [PolicyKey<PolicySettings>] = [
        .names(
            "programs", usual: "allow", \.recording,
            "Whether programs may record that no rule and no remembered answer names."),
        .choice(
            "unanswered", [("allow", true), ("deny", false)], usual: "allow", \.unansweredMayRecord,
            "The answer where nobody can be asked, or nobody answers."),
        .choice(
            "denied", [("silence", DeniedInput.zeros), ("error", .fails)], usual: "silence", \.deniedInput,
            "What a program records that may not: silence, or it is refused."),
        .flag(
            "sound-into-calls", usual: false, \.allowsMicrophoneInjection,
            "Whether programs may add their sound to calls until the person says otherwise."),
    ]

    private static let device: [PolicyKey<PolicySettings>] = [
        .choice(
            "profile", [("p5", Profile.p5), ("p6", .p6), ("p9", .p9), ("p12", .p12), ("modern", .modern)],
            usual: "modern", \.profile, "Which version of iOS the rules follow; chosen at the start."),
        .flag("input", usual: true, \.canHaveInput, "Whether the device can ever have a microphone."),
        .flag("camera", usual: true, \.hasCamera, "Whether the device has a camera."),
        .flag(
            "hardware-decoder", usual: true, \.hasHardwareDecoder,
            "Whether one stream is decoded in hardware; the service says no for computers."),
    ]

    private static let yesOrNo = [("yes", true), ("no", false)]

    /// Keys of `[program NAME]`.
    package static let program: [PolicyKey<ProgramRule>] = [
        .maybe(
            "sound", SoundClass.allCases.map { ($0.rawValue, $0) }, usual: "that of its session", \.soundClass,
            "The class of its sound, for ducking."),
        .maybe("ducked", yesOrNo, usual: "yes", \.isDucked, "Whether others may turn it down."),
        .maybe("ducks", yesOrNo, usual: "yes", \.ducks, "Whether it may turn others down."),
        .maybe(
            "interrupts", yesOrNo, usual: "yes", \.interrupts,
            "Whether it may interrupt other programs; if not, its session mixes, and they do not interrupt it either."),
        .maybe(
            "interrupted", yesOrNo, usual: "yes", \.isInterrupted,
            "Whether it can be interrupted; if not, it plays on during calls and alarms and after an unplug."),
        PolicyKey(
            "category", "ambient, soloAmbient, playback, record, playAndRecord, multiRoute, then mix, duck",
            usual: "what it asks for", "The category that it has, whatever it asks for."
        ) { (words, rule) throws(ConfigurationFault) in
            rule.forced = try category(words)
        } write: {
            $0.forced.map(words)
        },
        .maybe(
            "record", RecordingRule.allCases.map { ($0.rawValue, $0) }, usual: "as [recording] says", \.recording,
            "Whether it may record."),
        PolicyKey("zone", "the name of a zone", usual: "main", "The zone that it begins in.") {
            (words, rule) throws(ConfigurationFault) in
            guard words.count == 1 else { throw PolicyValue.fault("the name of a zone", words) }
            rule.zone = words[0]
        } write: {
            $0.zone.map { [$0] }
        },
    ]

    /// Keys of `[zone NAME]`.
    package static let zone: [PolicyKey<Zone>] = [
        PolicyKey("title", "any words", usual: "its name", "The name shown to people.") {
            (words, zone) throws(ConfigurationFault) in
            zone.title = words.joined(separator: " ")
        } write: {
            $0.title.map { [$0] }
        },
        .list(
            "ports", "types, identifiers or devices of ports, with commas between them", usual: "none", \.ports,
            "Its outputs and inputs; a port is of the first zone that names it."),
        .flag("calls", usual: false, \.isInterruptedByCalls, "Whether the telephone interrupts what plays here."),
        .flag("alarms", usual: false, \.isInterruptedByAlarms, "Whether alarms interrupt what plays here."),
    ]

    // MARK: Values of their own

    private static func category(_ words: [String]) throws(ConfigurationFault) -> ProgramRule.ForcedCategory {
        let known = Category.allCases.filter { $0 != .audioProcessing }
        guard let found = known.first(where: { $0.word == words.first }) else {
            throw PolicyValue.fault("one of \(known.map(\.word).joined(separator: ", "))", Array(words.prefix(1)))
        }
        var forced = ProgramRule.ForcedCategory(found)
        for word in words.dropFirst() {
            guard found.mayMix, word == "mix" || word == "duck" else {
                throw ConfigurationFault(line: 0, "\(found.word) has no option \"\(word)\"")
            }
            forced.options.formUnion(word == "mix" ? .mixWithOthers : [.mixWithOthers, .duckOthers])
        }
        return forced
    }

    private static func words(_ forced: ProgramRule.ForcedCategory) -> [String] {
        var words = [forced.category.word]
        if forced.options.contains(.duckOthers) {
            words.append("duck")
        } else if forced.options.contains(.mixWithOthers) {
            words.append("mix")
        }
        return words
    }

    /// The level and times of a pair of classes: `-20 dB`, then attack, then release.
    static func pair(_ key: String, _ words: [String]) throws(ConfigurationFault) -> DuckPair {
        let names = key.split(separator: " ").map(String.init)
        guard names.count == 3, names[1] == "over" else {
            throw ConfigurationFault(line: 0, "\"CLASS over CLASS\" is expected")
        }
        var classes: [SoundClass?] = []
        for name in [names[0], names[2]] {
            let found = SoundClass(rawValue: name)
            guard name == "*" || found != nil else {
                let all = SoundClass.allCases.map(\.rawValue).joined(separator: ", ")
                throw ConfigurationFault(line: 0, "there is no class \"\(name)\"; the classes are \(all) and *")
            }
            classes.append(found)
        }
        var values: [[String]] = []
        for word in words {
            // A unit belongs to the number before it.
            if ["dB", "s", "ms", "min"].contains(word), !values.isEmpty {
                values[values.count - 1].append(word)
            } else {
                values.append([word])
            }
        }
        guard (1...3).contains(values.count), let gain = PolicyValue.level(values[0]) else {
            throw PolicyValue.fault("a level of \(PolicyValue.levels), then attack and release", words)
        }
        var times: [Double] = []
        for value in values.dropFirst() {
            guard let seconds = PolicyValue.seconds(value, 0...10) else {
                throw PolicyValue.fault("a time from 0 to 10 s", value)
            }
            times.append(seconds)
        }
        return DuckPair(
            ducker: classes[0], ducked: classes[1], gain: gain, attackSeconds: times.first,
            releaseSeconds: times.count > 1 ? times[1] : nil)
    }
}

extension Category {
    /// Apple's name without its prefix, as configurations and scenarios have it: `playAndRecord`.
    package var word: String {
        let name = rawValue.dropFirst("AVAudioSessionCategory".count)
        return name.prefix(1).lowercased() + name.dropFirst()
    }
}
