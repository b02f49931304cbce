import Glibc
import SordinoHardware
import SordinoJSON
import SordinoPolicy
import SordinoService
import SordinoSession
import SordinoStories

/// The state of a device as the page shows it: everything but the levels, which change all the time.
///
/// Two scenes of the same device are equal when nothing happened between them, however much time passed.
struct ConsoleScene: Hashable {
    /// The scene as one line of JSON.
    let line: String

    /// Makes the scene for a service that cannot be asked.
    init(missing sentence: String) {
        line = JSONText.object([("missing", .text(sentence))]).line
    }

    /// Makes the scene of a status.
    ///
    /// - Parameters:
    ///   - more: The programs and ports of the device that the status leaves out.
    ///   - allowsSimulation: Whether calls and plugs may be played.
    ///   - isRinging: Whether the phone rings; nil where that was not heard.
    ///   - reasons: What was known of reasons before; returns with what is known now.
    init(
        _ status: DeviceStatus, more: (apps: Int, ports: Int), permissions: [ListedPermission],
        allowsSimulation: Bool, isRinging: Bool?, reasons: inout ConsoleReasons
    ) {
        reasons.begin(now: status.now.seconds)
        let apps = status.apps.map { Self.app($0, label: status.label($0), &reasons) }
        reasons.end()
        // Those of programs that run come first: an old flood does not hide them.
        let listed = ConsoleShare.shown(
            permissions, most: ConsoleShare.mostPermissions, isImportant: { !$0.programs.isEmpty })
        let consents = listed.map { ConsoleConsent($0, status) }
        let headline = ConsoleHeadline(status, consents, isRinging: isRinging)
        line =
            JSONText.object([
                ("device", Self.device(status)), ("simulation", .flag(allowsSimulation)),
                // Where the service knows no such event, one output plays at a time.
                ("canJoin", .flag(EventRow.all.contains { $0.subject == "join" })),
                ("accessories", .list((allowsSimulation ? Accessory.names : []).map { .text($0) })),
                ("apps", .list(apps)), ("ports", .list(status.ports.map { Self.port($0, status) })),
                ("permissions", .list(consents.map(\.json))),
                ("headline", .text(headline.sentences.joined(separator: " "))),
                ("moreApps", .number(Int64(more.apps))), ("morePorts", .number(Int64(more.ports))),
                ("morePermissions", .number(Int64(permissions.count - listed.count))),
            ]).line
    }

    private static func device(_ status: DeviceStatus) -> JSONText {
        .object([
            ("volume", .decimal(rounded(Double(status.volume), 1_000))), ("rate", .decimal(status.sampleRate)),
            ("block", .number(Int64(status.blockFrames))), ("isUp", .flag(status.isServerUp)),
            ("isSilent", .flag(status.isRingerSilent)), ("isLocked", .flag(status.isScreenLocked)),
            ("isMicrophoneMuted", .flag(status.isMicrophoneMuted)), ("isOutputMuted", .flag(status.isOutputMuted)),
            ("noSound", status.noSound.map { .text($0) } ?? .null), ("speaksInCalls", .flag(status.addsSoundToCalls)),
            ("sounding", .list(status.sounding.map { word($0) })), ("call", .list(status.call.map { .text($0) })),
            ("zones", .list(status.zones.map { .object([("name", .text($0.name)), ("title", .text($0.title))]) })),
        ])
    }

    private static func app(
        _ app: DeviceStatus.App, label: String, _ reasons: inout ConsoleReasons
    ) -> JSONText {
        var why = app.reasons.map { reasons.note($0, of: app) }
        if let injection = app.injection {
            let into = app.speaksInto ?? []
            let begin =
                into.isEmpty
                ? "asks to have its sound in calls: " : "is heard in the calls of \(into.joined(separator: ", ")): "
            why.append(reasons.note(begin + injection, of: app))
        }
        if let tapping = app.tapping {
            let taken = app.takesSound ? ConsoleNames.listed(app.taps ?? []) : "no other program"
            why.append(reasons.note("takes the sound of \(taken): \(tapping)", of: app))
        }
        if app.stuckSeconds != nil {
            why.append(reasons.note("keeps others interrupted and plays nothing", of: app))
        }
        return .object([
            ("id", .number(Int64(app.app.number))), ("name", .text(app.name)),
            ("bundle", .text(ConsoleNames.shown(app.bundleID))),
            ("heard", .text(app.onlyRecords ? "records" : app.heard.rawValue)), ("verdict", .text(app.verdict)),
            ("label", .text(label)), ("state", word(app.state)),
            ("lifecycle", word(app.lifecycle)), ("kind", .text(app.onlyRecords ? "" : kind(app))),
            ("gain", app.gain > 0 ? .decimal(rounded(20 * log10(Double(app.gain)), 10)) : .null),
            ("outputs", .list((app.onlyRecords ? [] : app.outputs).map { .text($0) })),
            ("inputs", .list(app.inputs.map { .text($0) })),
            ("zone", app.zone.map { .text($0) } ?? .null), ("title", app.title.map { .text($0) } ?? .null),
            ("isRunning", .flag(app.runningIO > 0)),
            ("own", app.ownVolume.map { .decimal(rounded(Double($0), 100)) } ?? .null),
            ("isOwnMuted", .flag(app.isOwnMuted ?? false)), ("microphone", word(app.microphoneMode)),
            ("hears", .list(app.voices.map { .text(headline($0)) })), ("why", .list(why)),
        ])
    }

    private static func port(_ port: DeviceStatus.Port, _ status: DeviceStatus) -> JSONText {
        let there = status.apps.filter {
            port.direction == .output
                ? !$0.onlyRecords && $0.outputs.contains(port.name) : $0.inputs.contains(port.name)
        }
        let users = there.filter { $0.runningIO > 0 }
        return .object([
            ("uid", .text(port.uid)), ("name", .text(port.name)), ("type", .text(port.type.rawValue)),
            ("isInput", .flag(port.direction == .input)), ("channels", .number(Int64(port.channels.count))),
            ("zone", port.zone.map { .text($0) } ?? .null), ("isRoute", .flag(!there.isEmpty)),
            ("users", .text(ConsoleNames.listed(users.map(\.name)))),
            ("latency", .decimal(rounded(port.latency, 1_000))),
            ("isRemote", .flag(port.isRemote)), ("isChosen", .flag(port.isChosen)),
            ("why", port.why.map { .text($0) } ?? .null),
        ])
    }

    /// Category and mode without Apple's prefixes.
    private static func kind(_ app: DeviceStatus.App) -> String {
        func short(_ name: String, _ prefix: String) -> String {
            name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
        }
        let category = short(app.category.rawValue, "AVAudioSessionCategory")
        return app.mode == .standard ? category : "\(category), \(short(app.mode.rawValue, "AVAudioSessionMode"))"
    }

    private static func headline(_ voice: VoiceCondition) -> String {
        if voice.isMuted { return "muted" }
        if voice.isBypassed { return "without processing" }
        if voice.isDoubleTalk { return "both sides speak" }
        return voice.isSpeech ? "somebody speaks" : voice.isEcho ? "the loudspeakers are heard" : "quiet"
    }

    private static func word(_ value: some WireCodable) -> JSONText {
        if case .text(let text) = value.wireValue { .text(text) } else { .null }
    }

    static func rounded(_ value: Double, _ parts: Double) -> Double { (value * parts).rounded() / parts }

    /// The time, and the levels of programs and ports in the order of the scene: linear peaks, null without a stream.
    static func levels(_ status: DeviceStatus) -> String {
        JSONText.object([
            ("now", .decimal(rounded(status.now.seconds, 10))),
            ("apps", .list(status.apps.map { $0.level.map { .decimal(rounded(Double($0), 1_000)) } ?? .null })),
            ("ports", .list(status.ports.map { .decimal(rounded(Double($0.level), 1_000)) })),
        ]).line
    }
}

/// The reasons of a status without the time that runs in them: the moment at which each began.
///
/// "interrupted by a phone call (§4.2, the call, since 12.3 s)" is a text, a rule and a moment.
struct ConsoleReasons {
    private struct Key: Hashable {
        let app: AppID
        let text: String
    }

    private var known: [Key: Double] = [:]
    private var seen: [Key: Double] = [:]
    private var now = 0.0

    mutating func begin(now: Double) {
        self.now = now
        seen = [:]
    }

    mutating func end() { known = seen }

    mutating func note(_ sentence: String, of app: DeviceStatus.App) -> JSONText {
        let parts = Self.parts(sentence)
        let key = Key(app: app.app, text: "\(parts.text)|\(parts.rule)|\(parts.by)")
        // The sentence's own number is rounded: a moment that is known stays.
        let began = known[key] ?? parts.seconds.map { max(0, now - $0) } ?? now
        seen[key] = began
        return .object([
            ("text", .text(parts.text)), ("rule", .text(parts.rule)), ("by", .text(Self.by(parts.by, of: app))),
            ("since", .decimal(ConsoleScene.rounded(began, 10))),
        ])
    }

    /// The program by which something was done, which can be another copy of the same.
    static func by(_ name: String, of app: DeviceStatus.App) -> String {
        let shown = ConsoleNames.shown(name)
        return shown == app.name ? "another \(shown)" : shown
    }

    /// Returns the text before the last bracket, and what is in it: the rule, whose doing it is, and the seconds since then.
    static func parts(_ sentence: String) -> (text: String, rule: String, by: String, seconds: Double?) {
        guard sentence.hasSuffix(")"), let open = openingBracket(sentence), sentence[..<open].hasSuffix(" ") else {
            return (sentence, "", "", nil)
        }
        let text = String(sentence[..<open].dropLast())
        var words = sentence[open...].dropFirst().dropLast().split(separator: ", ").map(String.init)
        var seconds: Double?
        if let last = words.last, last.hasPrefix("since "), last.hasSuffix(" s") {
            seconds = Double(last.dropFirst(6).dropLast(2))
            words.removeLast()
        }
        let by = seconds == nil ? [] : words.dropFirst()
        let rule = words.dropLast(by.count)
        return (text, rule.joined(separator: ", "), by.joined(separator: ", "), seconds)
    }

    /// The place of the bracket that the last character closes: there are names with brackets.
    private static func openingBracket(_ sentence: String) -> String.Index? {
        var depth = 0
        return sentence.indices.reversed().first { place in
            depth += sentence[place] == ")" ? 1 : sentence[place] == "(" ? -1 : 0
            return depth == 0
        }
    }
}
