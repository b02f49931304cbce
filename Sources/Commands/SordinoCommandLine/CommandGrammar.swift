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
/// Words are read as by the C library's `getopt_long`: options and other words in any order, names as short as they are clear,
/// `--` before words that only look like options.
package struct CommandGrammar<Arguments>: Sendable {
    /// The command's name.
    package let name: String
    /// The text that follows the name in the usage's first line.
    package let synopsis: String
    /// The texts of the usage before and after the options; both may be empty.
    package let preface, appendix: String
    /// In the usage's order; `-h, --help` and `--version` come behind them by themselves.
    package let options: [CommandOption<Arguments>]

    /// Describes a command.
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
    /// - Returns: The words that are no options, or what was asked for instead.
    /// - Throws: `CommandMisuse`. The C library says on stderr what is wrong with an option; the sentence is then empty.
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
            let found = cgetopt_next(Int32(commandLine.count), &words, letters.joined() + "h", longOptions)
            if found == -1 { break }
            let place =
                found >= base
                ? Int(found - base) : options.firstIndex { $0.letter?.asciiValue == UInt8(truncatingIfNeeded: found) }
            if place == options.count || (place == nil && found == Int32(UInt8(ascii: "h"))) { return .help }
            if place == options.count + 1 { return .version }
            guard let place else { throw CommandMisuse(sentence: "") }
            try options[place].take(&arguments, cgetopt_argument().map { String(cString: $0) } ?? "")
        }
        return .words((Int(cgetopt_rest())..<commandLine.count).compactMap { words[$0].map { String(cString: $0) } })
    }

    /// Reads the program's own command line; prints the usage and ends the program where there is nothing to go on with.
    ///
    /// - Parameter check: Takes the words that are no options; throws a sentence when they are not what the command needs.
    package func readOrExit(
        into arguments: inout Arguments, words check: (inout Arguments, [String]) throws(CommandMisuse) -> Void
    ) {
        do throws(CommandMisuse) {
            switch try read(CommandLine.arguments, into: &arguments) {
            case .words(let words): try check(&arguments, words)
            case .help:
                ToolOutput.say(usage)
                exit(0)
            case .version:
                ToolOutput.say(Release.line(for: name))
                exit(0)
            }
        } catch {
            ToolOutput.complain(error.sentence.isEmpty ? usage : "\(name): \(error.sentence)\n\(usage)")
            exit(2)
        }
    }
}

extension CommandMisuse {
    /// Reads a number that came with an option.
    ///
    /// - Throws: When the text is no number within the range.
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
