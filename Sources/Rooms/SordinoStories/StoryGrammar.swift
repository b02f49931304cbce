import SordinoPolicy
import SordinoSession

/// Reads lines of stories: the one language of scenarios, of the stories that compare configurations, and of `audioctl`.
///
/// A line is a subject of the device and a phrase of its row (`ringer silent`), the short word for both (`silent`), or a
/// program and its act (`Music plays`).
package struct StoryGrammar: Sendable {
    /// The names of programs that begin lines; nil if no line begins with one.
    let apps: Set<String>?
    /// Indicates whether the short words are understood: not where a single word shows a state.
    let takesShortWords: Bool

    /// Makes the grammar of a story with these programs.
    package init(apps: some Sequence<String>) { (self.apps, takesShortWords) = (Set(apps), true) }

    /// Makes the grammar of a command line: programs are named after `app` and `remote`, and short words are no commands.
    package init() { (apps, takesShortWords) = (nil, false) }

    /// The words that begin lines, so that no program may bear them as a name.
    package static let subjects: Set<String> = Set(EventRow.all.map(\.subject)).subtracting([""])
        .union(["expect", "plug", "unplug", "reset"])

    /// Returns the words of a line, and phrases between double quotes; `#` begins a comment.
    package static func words(_ line: Substring) throws(StoryFault) -> [String] {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        for character in line {
            switch character {
            case "\"":
                if !isQuoted, word != nil { throw .other("a quotation mark stands inside a word") }
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
        guard !isQuoted else { throw .other("a quotation mark is not closed") }
        if let word { words.append(word) }
        return words
    }

    /// Returns the act of a line.
    ///
    /// - Parameter words: One or more.
    package func act(_ words: [String]) throws(StoryFault) -> StoryAct {
        let unknown = StoryFault.unknown(words.joined(separator: " "))
        guard let first = words.first else { throw unknown }
        if first != "expect", apps?.contains(first) == true { return .app(first, try appAct(words)) }
        for row in EventRow.all { if let event = try row.event(words) { return .device(event) } }
        switch (first, words.count) {
        case ("expect", _) where apps != nil: return try expectation(words)
        case ("plug", 2): return .plug(Self.accessory(words[1]))
        case ("unplug", 2): return .unplug(Self.accessory(words[1]))
        case ("reset", 1): return .reset
        case ("app", 3):
            guard let lifecycle = try? Lifecycle(wire: .text(words[2])) else { throw unknown }
            return .app(try known(words[1]), .lifecycle(lifecycle))
        case ("remote", 3...):
            guard let command = Self.command(words.dropFirst(2)) else { throw unknown }
            return .app(try known(words[1]), .command(command))
        case (_, 1) where takesShortWords:
            for row in EventRow.all {
                for phrase in row.phrases where phrase.short == first {
                    if let event = try phrase.event([]) { return .device(event) }
                }
            }
            if first.first == "+" { return .plug(Self.accessory(String(first.dropFirst()))) }
            if first.first == "-" { return .unplug(Self.accessory(String(first.dropFirst()))) }
            throw unknown
        case ("wait", 2) where takesShortWords: return .wait(seconds: try Self.seconds(words[1]))
        default: throw unknown
        }
    }

    /// Returns a number of seconds, at most a day.
    package static func seconds(_ word: String?) throws(StoryFault) -> Double {
        guard let word, let seconds = Double(word), (0...86_400).contains(seconds) else {
            throw .other("a moment is a number of seconds")
        }
        return seconds
    }

    // MARK: Programs

    private func known(_ name: String) throws(StoryFault) -> String {
        guard apps?.contains(name) ?? true else { throw .other("there is no app \(name)") }
        return name
    }

    private func expectation(_ words: [String]) throws(StoryFault) -> StoryAct {
        guard words.count == 3 else { throw .other("expect takes a program and heard, ducked or silent") }
        let name = try known(words[1])
        guard let hearing = Hearing(rawValue: words[2]) else {
            throw .other("a hearing is one of \(Hearing.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return .expect(name, hearing)
    }

    private func appAct(_ words: [String]) throws(StoryFault) -> AppAct {
        let rest = Array(words.dropFirst())
        let line = rest.joined(separator: " ")
        if let phrase = AppAct.phrases.first(where: { $0.words.contains(line) }) { return phrase.act }
        switch (rest.first, rest.count) {
        case (nil, _): throw .other("what does \(words[0]) do?")
        case ("plays", 2): return .plays(rest[1])
        case ("moves", 2): return .moves(toZone: rest[1])
        case ("hears", 2...): if let command = Self.command(rest.dropFirst()) { return .command(command) }
        default: break
        }
        throw .other("\(words[0]) cannot do \"\(line)\"")
    }

    /// The keys of a headset by the words for them; some have a number behind them.
    package static let keys = [
        "play": "play", "pause": "pause", "toggle": "togglePlayPause", "stop": "stop", "next": "nextTrack",
        "previous": "previousTrack", "forward": "skipForward", "back": "skipBackward", "position": "changePosition",
        "rate": "changeRate",
    ]

    private static func command(_ words: ArraySlice<String>) -> RemoteCommand? {
        guard let key = words.first.flatMap({ keys[$0] }) else { return nil }
        return try? RemoteCommand(wire: .text(([key] + words.dropFirst()).joined(separator: " ")))
    }

    // MARK: Accessories

    /// The words of stories for accessories whose name is another.
    private static let shortAccessories = [
        "lineout": "line-out", "speaker": "bluetooth-speaker", "cinema": "surround",
    ]

    private static func accessory(_ word: String) -> String { shortAccessories[word] ?? word }
}
