import CGetopt
import Glibc

/// The outcome of reading a command line.
package enum CommandReading: Equatable, Sendable {
    /// The words that are no options.
    case words([String])
    /// The usage is to be printed.
    case help
    /// The version is to be printed.
    case version
}

/// The options that a command takes, and the usage that is made of them.
///
/// Words are read as by the C library's `getopt_long`: options and other words in any order, names as short as they are
/// clear, `--` before words that only look like options.
package struct CommandGrammar<Arguments>: Sendable {
    /// The name of the command.
    package let name: String
    /// The text that follows the name in the usage's first line.
    package let synopsis: String
    /// The texts of the usage before and after the options; both may be empty.
    package let preface, appendix: String
    /// In the usage's order; `-h, --help` and `--version` come behind them by themselves.
    package let options: [CommandOption<Arguments>]

    /// Describes a command by its name, synopsis, texts and options.
    package init(
        _ name: String, synopsis: String, preface: String = "", appendix: String = "",
        options: [CommandOption<Arguments>]
    ) {
        self.name = name
        self.synopsis = synopsis
        self.preface = preface
        self.appendix = appendix
        self.options = options
    }

    /// The text that `--help` prints.
    package var usage: String {
        let rows =
            options.map { ($0.written, $0.help) } + [
                ("-h, --help", "print this"), ("    --version", "print the version"),
            ]
        let width = (rows.map(\.0.count).max() ?? 0) + 3
        let table = rows.map { written, help in
            "  \(written)\(String(repeating: " ", count: width - written.count))\(help)\n"
        }
        return "usage: \(name) \(synopsis)\n\n\(preface)\(table.joined())\(appendix)\n"
    }

    /// Reads a command line.
    ///
    /// - Parameters:
    ///   - commandLine: All words, the program's own name first.
    ///   - arguments: What the options change.
    /// - Returns: The words that are not options, or the request for the help or the version.
    /// - Throws: `CommandMisuse` for an unknown option, a missing value or a value that is not allowed.
    /// - Thread: one at a time in a process; the C library keeps its place in a global.
    package func read(_ commandLine: [String], into arguments: inout Arguments) throws(CommandMisuse) -> CommandReading
    {
        // Options are found by their place: 1000 for the first. No letter is so high.
        let base: Int32 = 1000
        let names = options.map(\.name) + ["help", "version"]
        var words: [UnsafeMutablePointer<CChar>?] = commandLine.map { strdup($0) } + [nil]
        let longNames = names.map { strdup($0) }
        defer { for word in words + longNames { free(word) } }
        var longOptions = zip(longNames, 0...).map { name, place in
            let takesValue = place < options.count && options[place].value != nil
            return option(
                name: UnsafePointer(name), has_arg: takesValue ? required_argument : no_argument, flag: nil,
                val: base + Int32(place))
        }
        longOptions.append(option())
        let letters = options.map { option in option.letter.map { "\($0)\(option.value == nil ? "" : ":")" } ?? "" }
        cgetopt_begin()
        while true {
            let found = cgetopt_next(Int32(commandLine.count), &words, ":" + letters.joined() + "h", longOptions)
            if found == -1 { break }
            let place =
                found >= base
                ? Int(found - base) : options.firstIndex { $0.letter?.asciiValue == UInt8(truncatingIfNeeded: found) }
            if place == options.count || (place == nil && found == Int32(UInt8(ascii: "h"))) { return .help }
            if place == options.count + 1 { return .version }
            guard let place else { throw refusal(of: words, found, base) }
            try options[place].take(&arguments, cgetopt_argument().map { String(cString: $0) } ?? "")
        }
        return .words((Int(cgetopt_rest())..<commandLine.count).compactMap { words[$0].map { String(cString: $0) } })
    }

    /// Returns the error for an option that the C library refused.
    private func refusal(of words: [UnsafeMutablePointer<CChar>?], _ found: Int32, _ base: Int32) -> CommandMisuse {
        let refused = cgetopt_refused()
        if found == Int32(UInt8(ascii: ":")) {
            let option =
                refused >= base
                ? options[Int(refused - base)]
                : options.first { $0.letter?.asciiValue == UInt8(truncatingIfNeeded: refused) }
            return CommandMisuse(sentence: "the option \(option?.written.drop { $0 == " " } ?? "") needs a value")
        }
        let place = Int(cgetopt_rest()) - 1
        let word = words.indices.contains(place) ? words[place].map { String(cString: $0) } ?? "" : ""
        if refused >= base { return CommandMisuse(sentence: "the option \(word) takes no value") }
        let name = refused > 0 ? "-\(Character(Unicode.Scalar(UInt8(truncatingIfNeeded: refused))))" : word
        return CommandMisuse(sentence: "there is no option \(name)")
    }

    /// Reads the program's own command line; prints the usage and ends the program where it cannot continue.
    ///
    /// - Parameter check: Takes the words that are no options; throws a sentence when the command cannot use them.
    package func readOrExit(
        into arguments: inout Arguments, words check: (inout Arguments, [String]) throws(CommandMisuse) -> Void
    ) {
        do throws(CommandMisuse) {
            switch try read(CommandLine.arguments, into: &arguments) {
            case .words(let words): try check(&arguments, words)
            case .help:
                ToolOutput.say(usage)
                ToolOutput.end(0)
            case .version:
                ToolOutput.say(Release.line(for: name))
                ToolOutput.end(0)
            }
        } catch {
            misused(error)
        }
    }
}

extension CommandGrammar {
    /// Prints the usage and the error, which is the last line, and ends the program.
    ///
    /// - Parameter command: The lines of the usage that matter, where it is one of several commands; nil for the whole
    ///   usage.
    package func misused(_ error: CommandMisuse, command: String? = nil) -> Never {
        ToolOutput.complain("\(command ?? usage)\n\(name): \(foreignText(error.sentence))\n")
        exit(2)
    }

    /// Returns the usage of one of the commands that the preface lists; nil if it lists no such command.
    package func usage(ofCommand word: String) -> String? {
        let lines = preface.split(separator: "\n", omittingEmptySubsequences: false)
        var found: [Substring] = []
        var isInside = false
        for line in lines {
            let indent = line.prefix { $0 == " " }.count
            // A line with a deeper indent continues the line above.
            if indent > 2 {
                if isInside { found.append(line) }
                continue
            }
            // One line may name two: "plug NAME, unplug NAME".
            let names = line.dropFirst(indent).split(separator: ",").compactMap { $0.split(separator: " ").first }
            isInside = indent == 2 && names.contains { $0 == word }
            if isInside { found.append(line) }
        }
        return found.isEmpty ? nil : "usage: \(name) [option...] command\n\n\(found.joined(separator: "\n"))\n"
    }

    /// Returns the command of the preface that is most similar to a word; nil if all differ in more than two letters.
    package func command(near word: String) -> String? {
        let names = preface.split(separator: "\n").filter { $0.prefix { $0 == " " }.count == 2 }.flatMap { line in
            line.split(separator: ",").compactMap { $0.split(separator: " ").first.map(String.init) }
        }.filter { $0.allSatisfy { $0.isLowercase } }
        let near = names.min { Self.distance($0, word) < Self.distance($1, word) }
        return near.flatMap { Self.distance($0, word) <= 2 ? $0 : nil }
    }

    /// Returns the edit distance (Levenshtein) of the first 40 letters of two words.
    private static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left.prefix(40)), Array(right.prefix(40)))
        var row = Array(0...right.count)
        for (index, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let least = min(diagonal + (letter == other ? 0 : 1), row[column] + 1, row[column + 1] + 1)
                diagonal = row[column + 1]
                row[column + 1] = least
            }
        }
        return row[right.count]
    }
}

extension CommandMisuse {
    /// Reads a number that came with an option.
    ///
    /// - Throws: `CommandMisuse` when the text is not a number within the range.
    package static func number(
        _ text: String, _ name: String, in range: ClosedRange<Double> = 0...(.greatestFiniteMagnitude)
    ) throws(CommandMisuse) -> Double {
        if let value = Double(text), range.contains(value) { return value }
        let bounds =
            range.upperBound == .greatestFiniteMagnitude
            ? "of \(short(range.lowerBound)) or more" : "from \(short(range.lowerBound)) to \(short(range.upperBound))"
        throw CommandMisuse(sentence: "the \(name) \"\(text)\" is not a number \(bounds)")
    }

    private static func short(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
}
