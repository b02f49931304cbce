import SordinoPolicy

/// One subject of the device (the ringer, a call) in the words of people; its phrases are its events.
///
/// The row is the one place for the words of scenarios, stories, `audioctl` with its help, and drawings.
/// `Documentation/scenarios.md` describes the language; `Event.wireCases` has the rows of the bus and of logs.
package struct EventRow: Sendable {
    /// The first word of a line; empty where no line begins so.
    package let subject: String
    /// The command of `audioctl`, another first word for the same; nil where there is none.
    package let command: String?
    /// Indicates whether the command without words prints the state.
    package let isShown: Bool
    /// The sentence that the help has for it; may be empty.
    package let help: String
    package let phrases: [EventPhrase]

    /// Makes a row; one with a help is a command, by the name of its subject unless another is given.
    init(
        _ subject: String, command: String? = nil, isShown: Bool = false, help: String? = nil,
        _ phrases: [EventPhrase]
    ) {
        self.subject = subject
        self.command = help == nil ? nil : command ?? subject
        self.isShown = isShown
        self.help = help ?? ""
        self.phrases = phrases
    }

    /// The command's line in the help of `audioctl`; nil if there is no command.
    package var helpLine: String? {
        guard let command else { return nil }
        var choices: [String] = []
        for phrase in phrases {
            // "ring" and "ring banner" are "ring [banner]".
            if let last = choices.last, phrase.words.hasPrefix(last + " ") {
                choices[choices.count - 1] = "\(last) [\(phrase.words.dropFirst(last.count + 1))]"
            } else {
                choices.append(phrase.words)
            }
        }
        let usage = choices.joined(separator: "|")
        let line = "  \(command) \(isShown ? "[\(usage)]" : usage)"
        return help.isEmpty ? line : line + String(repeating: " ", count: max(2, 29 - line.count)) + help
    }

    /// The first words of all phrases, each once, as shells offer them; none for those that stand for values.
    package var choices: [String] {
        var choices: [String] = []
        for phrase in phrases where !phrase.isValue {
            if let word = phrase.words.split(separator: " ").first.map(String.init), !choices.contains(word) {
                choices.append(word)
            }
        }
        return choices
    }

    /// Returns the event of a line.
    ///
    /// - Parameter words: The line, from its first word.
    /// - Returns: Nil if the line says something else.
    /// - Throws: `StoryFault.outside` for a value that is out of range.
    func event(_ words: [String]) throws(StoryFault) -> Event? {
        guard let first = words.first, !first.isEmpty, first == subject || first == command else { return nil }
        let rest = Array(words.dropFirst())
        let line = rest.joined(separator: " ")
        for phrase in phrases where !phrase.isValue {
            if phrase.words == line || phrase.also.contains(line) { return try phrase.event(rest) }
        }
        for phrase in phrases where phrase.isValue { if let event = try phrase.event(rest) { return event } }
        return nil
    }
}

/// One event of a row, or one kind of it with a value: its words, and the event.
package struct EventPhrase: Sendable {
    /// The words behind the row's subject, or the name of a value; empty where the subject says all.
    package let words: String
    /// Indicates whether the words are the name of a value, such as "PORT-UID".
    package let isValue: Bool
    /// Other words behind the subject for the same.
    let also: [String]
    /// The one word that says the whole line in a story.
    package let short: String?
    /// The event of the words behind the subject; nil if they are not this phrase's.
    let event: @Sendable ([String]) throws(StoryFault) -> Event?
    /// The words of a drawing; nil for other events.
    let drawing: @Sendable (Event) -> String?

    /// Makes a phrase of one event.
    init(_ words: String, _ event: Event, also: [String] = [], short: String? = nil, drawn: String) {
        (self.words, isValue, self.also, self.short) = (words, false, also, short)
        self.event = { (_) throws(StoryFault) in event }
        drawing = { $0 == event ? drawn : nil }
    }

    /// Makes a phrase of one word that stands for a value.
    init(
        value: String, drawing: @escaping @Sendable (Event) -> String?,
        event: @escaping @Sendable (String) throws(StoryFault) -> Event
    ) {
        (words, isValue, also, short) = (value, true, [], nil)
        self.event = { (words) throws(StoryFault) in words.count == 1 ? try event(words[0]) : nil }
        self.drawing = drawing
    }

    /// Makes a phrase that no line says: the device or a program reports the event.
    init(drawing: @escaping @Sendable (Event) -> String?) {
        (words, isValue, also, short) = ("", true, [], nil)
        event = { (_) throws(StoryFault) in nil }
        self.drawing = drawing
    }
}

/// The reason for which a line of a story was not understood.
package enum StoryFault: Error, Hashable {
    /// The line is neither a program's nor a row's.
    case unknown(String)
    /// A value is out of its range, which is written "0 to 1".
    case outside(subject: String, word: String, range: String)
    /// Another reason, as a sentence.
    case other(String)

    /// The reason as a sentence without its full stop.
    package var sentence: String {
        switch self {
        case .unknown(let line): "\"\(line)\" is neither a program nor something that happens"
        case .outside(let subject, _, let range): "a \(subject) is \(range)"
        case .other(let sentence): sentence
        }
    }
}
