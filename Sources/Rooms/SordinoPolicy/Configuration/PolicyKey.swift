/// One key of a section: how its value is read, written and described.
///
/// Everything that knows the keys (reader, writer, the tools, the test of the documentation) goes through these rows.
package struct PolicyKey<Whole: Sendable>: Sendable {
    package let name: String
    /// The values that it takes, as people write them.
    package let values: String
    /// The value without a line.
    package let usual: String
    /// One sentence that explains the key to the person.
    package let summary: String
    let read: @Sendable ([String], inout Whole) throws(ConfigurationFault) -> Void
    /// The words of the present value; nil where there is none.
    let write: @Sendable (Whole) -> [String]?

    init(
        _ name: String, _ values: String, usual: String, _ summary: String,
        read: @escaping @Sendable ([String], inout Whole) throws(ConfigurationFault) -> Void,
        write: @escaping @Sendable (Whole) -> [String]?
    ) {
        (self.name, self.values, self.usual, self.summary) = (name, values, usual, summary)
        (self.read, self.write) = (read, write)
    }
}

/// The readers of values: each takes the words of a line and says what it expects instead.
enum PolicyValue {
    static func fault(_ expected: String, _ words: [String]) -> ConfigurationFault {
        ConfigurationFault(line: 0, "\"\(words.joined(separator: " ").prefix(80))\" is not \(expected)")
    }

    static let levels = "-60 to 0 dB, or a factor from 0.001 to 1"

    /// A level: `-14 dB`, `-14dB` or a factor.
    static func level(_ words: [String]) -> Float? {
        var words = words
        if words.count == 2, words[1] == "dB" { words = [words[0] + "dB"] }
        guard words.count == 1 else { return nil }
        if words[0].hasSuffix("dB") {
            guard let decibels = Double(words[0].dropLast(2)), (-60...0).contains(decibels) else { return nil }
            return Decibels.factor(decibels)
        }
        guard let factor = Float(words[0]), (0.000_999...1).contains(factor) else { return nil }
        return factor
    }

    /// A time: `0.5 s`, `500 ms`, `15 min` or seconds.
    static func seconds(_ words: [String], _ range: ClosedRange<Double>) -> Double? {
        var word = words.joined()
        guard (1...2).contains(words.count) else { return nil }
        var unit = 1.0
        for (suffix, seconds) in [("ms", 0.001), ("min", 60), ("s", 1)] where word.hasSuffix(suffix) {
            word.removeLast(suffix.count)
            unit = seconds
            break
        }
        guard let value = Double(word), value.isFinite else { return nil }
        // Thousandths divide exactly where they multiply with an error.
        let seconds = unit == 0.001 ? value / 1_000 : value * unit
        return range.contains(seconds) ? seconds : nil
    }

    static func number(_ value: Double) -> String {
        let whole = Int(exactly: value)
        return whole.map { "\($0)" } ?? "\(value)"
    }
}

extension PolicyKey {
    static func level(
        _ name: String, usual: String, _ path: WritableKeyPath<Whole, Float> & Sendable, _ summary: String
    ) -> PolicyKey {
        PolicyKey(name, PolicyValue.levels, usual: usual, summary) { (words, whole) throws(ConfigurationFault) in
            guard let level = PolicyValue.level(words) else { throw PolicyValue.fault(PolicyValue.levels, words) }
            whole[keyPath: path] = level
        } write: {
            ["\($0[keyPath: path])"]
        }
    }

    static func seconds(
        _ name: String, _ range: ClosedRange<Double>, usual: String,
        _ path: WritableKeyPath<Whole, Double> & Sendable, _ summary: String
    ) -> PolicyKey {
        let values = "\(PolicyValue.number(range.lowerBound)) to \(PolicyValue.number(range.upperBound)) s"
        return PolicyKey(name, values, usual: usual, summary) { (words, whole) throws(ConfigurationFault) in
            guard let seconds = PolicyValue.seconds(words, range) else {
                throw PolicyValue.fault("a time from \(values)", words)
            }
            whole[keyPath: path] = seconds
        } write: {
            ["\($0[keyPath: path])", "s"]
        }
    }

    static func flag(
        _ name: String, usual: Bool, _ path: WritableKeyPath<Whole, Bool> & Sendable, _ summary: String
    ) -> PolicyKey {
        choice(name, [("yes", true), ("no", false)], usual: usual ? "yes" : "no", path, summary)
    }

    static func choice<Value: Equatable & Sendable>(
        _ name: String, _ choices: [(word: String, value: Value)], usual: String,
        _ path: WritableKeyPath<Whole, Value> & Sendable, _ summary: String
    ) -> PolicyKey {
        let values = choices.map(\.word).joined(separator: ", ")
        return PolicyKey(name, values, usual: usual, summary) { (words, whole) throws(ConfigurationFault) in
            guard let found = choices.first(where: { [$0.word] == words }) else {
                throw PolicyValue.fault("one of \(values)", words)
            }
            whole[keyPath: path] = found.value
        } write: { whole in
            choices.first { $0.value == whole[keyPath: path] }.map { [$0.word] }
        }
    }

    static func names<Value: RawRepresentable<String> & CaseIterable & Equatable & Sendable>(
        _ name: String, usual: String, _ path: WritableKeyPath<Whole, Value> & Sendable, _ summary: String
    ) -> PolicyKey {
        choice(name, Value.allCases.map { ($0.rawValue, $0) }, usual: usual, path, summary)
    }

    /// A choice that a rule may leave open.
    static func maybe<Value: Equatable & Sendable>(
        _ name: String, _ choices: [(word: String, value: Value)], usual: String,
        _ path: WritableKeyPath<Whole, Value?> & Sendable, _ summary: String
    ) -> PolicyKey {
        choice(name, choices.map { ($0.word, Optional($0.value)) }, usual: usual, path, summary)
    }

    /// Words in their order, such as ports.
    static func list(
        _ name: String, _ values: String, usual: String, _ path: WritableKeyPath<Whole, [String]> & Sendable,
        _ summary: String
    ) -> PolicyKey {
        PolicyKey(name, values, usual: usual, summary) { (words, whole) throws(ConfigurationFault) in
            // Names with blanks stand between commas.
            whole[keyPath: path] = words.joined(separator: " ").split(separator: ",").map { part in
                part.split(separator: " ").joined(separator: " ")
            }.filter { !$0.isEmpty }
        } write: {
            $0[keyPath: path].isEmpty ? nil : [$0[keyPath: path].joined(separator: ", ")]
        }
    }
}
