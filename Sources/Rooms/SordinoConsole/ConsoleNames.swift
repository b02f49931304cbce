import SordinoJSON
import SordinoService

/// Names that strangers have chosen, as part of our sentences.
enum ConsoleNames {
    /// The characters of a name that are shown.
    static let mostCharacters = 64
    /// The names of one sentence; more are counted.
    private static let most = 4

    /// Returns a text without what controls a terminal or turns the direction of writing.
    static func plain(_ text: some StringProtocol) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.steersTerminal }))
    }

    /// Returns a name as the page shows it.
    static func shown(_ name: some StringProtocol) -> String {
        // One character can have any number of marks.
        let scalars = name.unicodeScalars.filter { !$0.steersTerminal }
        let isLong = scalars.count > mostCharacters
        return String(String.UnicodeScalarView(scalars.prefix(isLong ? mostCharacters - 1 : mostCharacters)))
            + (isLong ? "…" : "")
    }

    /// Returns a name whose direction of writing does not reach beyond it.
    ///
    /// - Source: Unicode Standard Annex 9, 2.5 "First Strong Isolate".
    static func isolated(_ name: String) -> String { "\u{2068}\(name)\u{2069}" }

    /// Returns names as part of a sentence, each once: "3 pw-play, afplay and afrecord".
    ///
    /// - Parameter counts: Whether it says how many there are of each.
    static func listed(_ names: [String], counts: Bool = true) -> String {
        var unique: [String] = []
        for name in names where !unique.contains(name) { unique.append(name) }
        var words = unique.prefix(most).map { name in
            let count = names.count { $0 == name }
            return (counts && count > 1 ? "\(count) " : "") + isolated(name)
        }
        if unique.count > most {
            let rest = counts ? names.count { !unique.prefix(most).contains($0) } : unique.count - most
            words.append("\(rest) more")
        }
        return words.count < 2
            ? words.joined() : "\(words.dropLast().joined(separator: ", ")) and \(words[words.count - 1])"
    }
}

extension DeviceStatus {
    /// The status with all names as the page shows them.
    var plain: DeviceStatus {
        var status = self
        for index in apps.indices {
            let app = apps[index]
            status.apps[index].name = ConsoleNames.shown(app.name)
            status.apps[index].title = app.title.map { ConsoleNames.plain($0.prefix(ConsolePlayers.mostCharacters)) }
            status.apps[index].outputs = app.outputs.map { ConsoleNames.shown($0) }
            status.apps[index].inputs = app.inputs.map { ConsoleNames.shown($0) }
            status.apps[index].taps = app.taps?.map { ConsoleNames.shown($0) }
            status.apps[index].speaksInto = app.speaksInto?.map { ConsoleNames.shown($0) }
            status.apps[index].injection = app.injection.map { ConsoleNames.plain($0) }
            status.apps[index].tapping = app.tapping.map { ConsoleNames.plain($0) }
            status.apps[index].why = app.why.map { ConsoleNames.plain($0) }
        }
        for index in ports.indices {
            status.ports[index].name = ConsoleNames.shown(ports[index].name)
            status.ports[index].why = ports[index].why.map { ConsoleNames.plain($0) }
        }
        status.call = call.map { ConsoleNames.plain($0) }
        return status
    }

    /// The name of a program, with the number that `audioctl` gives it where there are more of this name.
    func label(_ app: App) -> String {
        let hasTwin = apps.contains { $0.name == app.name && $0.app != app.app }
        return hasTwin ? "\(ConsoleNames.isolated(app.name)) (\(app.app.number))" : app.name
    }
}

extension DeviceStatus.App {
    /// Indicates whether it takes the sound of other programs, or would if it might.
    var usesTap: Bool { tapping != nil }
    var takesSound: Bool { taps?.isEmpty == false }
    /// Indicates whether it records the sound of an input, and not only silence.
    var recordsInput: Bool {
        runningIO > 0 && !inputs.isEmpty && !why.contains { $0.hasPrefix("it records silence") }
    }
    /// Indicates whether it records, or asks to, and plays nothing.
    var onlyRecords: Bool {
        switch heard {
        case .quiet: usesTap || (runningIO > 0 && !inputs.isEmpty)
        case .silent: usesTap && state == .inactive
        case .full, .ducked, .interrupted: false
        }
    }

    /// The reasons that mean something: silence is none of a program that plays nothing.
    var reasons: [String] {
        let ofPlaying = ["the session is not active", "another app records", "it plays nothing itself"]
        return onlyRecords ? why.filter { reason in !ofPlaying.contains { reason.hasPrefix($0) } } : why
    }

    /// The answer to whether it is heard, in words.
    var verdict: String {
        guard onlyRecords else { return heard.verdict }
        if takesSound { return "records what is heard" }
        return recordsInput ? "records" : usesTap ? "records nothing" : "records silence"
    }
}
