import SordinoHardware
import SordinoPolicy

/// The sound of each mode on each kind of port: what a device's maker knows of its loudspeakers.
///
/// A value, read from text: one rule per line, `PORT MODE = CHAIN` for outputs and `input PORT MODE = CHAIN` for microphones and
/// other inputs; `#` begins a comment. `PORT` is a kind of port such as
/// `Speaker` (Apple's raw string), or `*`; `MODE` is Apple's name without its prefix, such as `VoiceChat`, or `*` for all but
/// `Measurement`, which is flat always. `CHAIN` is `flat`, a name that a line `chain NAME = …` gave before, `voice`, `film`, or
/// sections with commas between them: `high-pass 150`, `low-pass 7000`, `peak 2500 +3`, `low-shelf 100 -2`,
/// `high-shelf 8000 +2`, each with `q NUMBER` behind it where its width is not the usual one.
///
/// The most exact line holds: port and mode, then the port alone, then the mode alone, then neither. Without a line
/// nothing is changed: loudspeakers and microphones of unknown devices get no tone.
package struct ModeTones: Hashable, Sendable {
    /// A line that was not understood.
    package typealias Fault = ConfigurationFault

    /// The vendor's file and the machine's; the second changes what the first says.
    package static let vendorPath = "/usr/share/sordino/modes.conf"
    package static let systemPath = "/etc/sordino/modes.conf"

    private struct Key: Hashable {
        var direction: PortDirection
        var port: String
        var mode: String
    }

    private var rules: [Key: [ToneSection]] = [:]
    private var chains: [String: [ToneSection]] = ["flat": [], "voice": Self.voice, "film": Self.film]

    /// Makes tones without a rule; no sound is changed.
    package init() {}

    /// A band of speech: what is below it is noise of the line, and consonants stand out.
    private static let voice = [
        ToneSection(.highPass, hertz: 150), ToneSection(.peak, hertz: 2_500, decibels: 3, q: 0.8),
    ]
    /// Dialogue before effects, and some of the bass that small loudspeakers lose.
    private static let film = [
        ToneSection(.lowShelf, hertz: 120, decibels: 2), ToneSection(.peak, hertz: 2_800, decibels: 2, q: 0.9),
    ]

    /// Indicates whether no sound is changed at all.
    package var isEmpty: Bool { rules.isEmpty }

    /// Returns what a port's mix, or its input, goes through while a session in this mode is in charge.
    package func chain(_ port: PortType, _ mode: Mode, _ direction: PortDirection = .output) -> [ToneSection] {
        guard mode != .measurement, !rules.isEmpty else { return [] }
        let (port, mode) = (port.rawValue, Self.name(of: mode))
        for (port, mode) in [(port, mode), (port, "*"), ("*", mode)] {
            if let chain = rules[Key(direction: direction, port: port, mode: mode)] { return chain }
        }
        return rules[Key(direction: direction, port: "*", mode: "*")] ?? []
    }

    private static func name(of mode: Mode) -> String { String(mode.rawValue.dropFirst("AVAudioSessionMode".count)) }

    /// Changes the sounds by the text of a file.
    ///
    /// - Throws: `Fault` with the number of the line that is not understood; nothing is changed then.
    package mutating func add(_ text: String) throws(Fault) {
        try add(ConfigurationText.lines(text, hasSections: false))
    }

    /// Changes the sounds by lines, such as those of `[tones]` in a `policy.conf`.
    ///
    /// - Throws: `Fault` with the number of the line that is not understood; nothing is changed then.
    package mutating func add(_ lines: [ConfigurationLine]) throws(Fault) {
        var changed = self
        for line in lines {
            do throws(Fault) {
                try changed.read(line)
            } catch {
                throw Fault(line: line.number, error.sentence)
            }
        }
        self = changed
    }

    private mutating func read(_ line: ConfigurationLine) throws(Fault) {
        var names = line.key.split(separator: " ").map(String.init)
        let direction: PortDirection = names.count == 3 && names[0] == "input" ? .input : .output
        if direction == .input { names.removeFirst() }
        guard names.count == 2 else {
            throw Fault(line: 0, "\"PORT MODE = CHAIN\" or \"input PORT MODE = CHAIN\" is expected")
        }
        let chain = try chain(line.value[...])
        if names[0] == "chain", direction == .output {
            chains[names[1]] = chain
            return
        }
        guard names[1] != "Measurement" else { throw Fault(line: 0, "the mode Measurement is always flat") }
        guard names[1] == "*" || Mode.allCases.contains(where: { Self.name(of: $0) == names[1] }) else {
            throw Fault(line: 0, "there is no mode \"\(names[1])\"")
        }
        rules[Key(direction: direction, port: names[0], mode: names[1])] = chain
    }

    private func chain(_ text: Substring) throws(Fault) -> [ToneSection] {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        if words.count == 1, let named = chains[words[0]] { return named }
        var sections: [ToneSection] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            sections.append(try Self.section(part.split(whereSeparator: \.isWhitespace).map(String.init)))
        }
        guard sections.count <= ToneSection.most else {
            throw Fault(line: 0, "a chain has \(ToneSection.most) sections at most")
        }
        return sections
    }

    private static func section(_ words: [String]) throws(Fault) -> ToneSection {
        guard let first = words.first, let shape = ToneSection.Shape(rawValue: first) else {
            throw Fault(line: 0, "\"\(words.first ?? "")\" is neither a chain nor a section")
        }
        let hasGain = shape != .highPass && shape != .lowPass
        var rest = words.dropFirst()
        guard let hertz = number(rest.popFirst(), 10...96_000) else {
            throw Fault(line: 0, "\(first) needs a frequency from 10 to 96000")
        }
        var section = ToneSection(shape, hertz: hertz)
        if hasGain {
            guard let decibels = number(rest.popFirst(), -24...24) else {
                throw Fault(line: 0, "\(first) needs decibels from -24 to 24")
            }
            section.decibels = decibels
        }
        if rest.isEmpty { return section }
        guard rest.popFirst() == "q", let q = number(rest.popFirst(), 0.1...20), rest.isEmpty else {
            throw Fault(line: 0, "only \"q\" with a number from 0.1 to 20 may follow \(first)")
        }
        section.q = q
        return section
    }

    private static func number(_ word: String?, _ range: ClosedRange<Double>) -> Double? {
        guard let word, let value = Double(word), range.contains(value) else { return nil }
        return value
    }
}
