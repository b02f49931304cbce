import SordinoCommandLine

/// The request of the command line.
struct Arguments {
    /// The form of the report.
    enum Form { case text, brief, xml, json }

    var form = Form.text
    var countsPackets = false
    var showsInfo = false
    var files: [String] = []

    static let grammar = CommandGrammar<Arguments>(
        "afinfo", synopsis: "[option...] file|-...",
        preface: """
            Describes sound files and MIDI files; - is the standard input, which is read to its end.


            """,
        options: [
            CommandOption("b", "brief", "three short lines for each file") { $0.form = .brief },
            CommandOption("r", "real", "with -b, count packets for the exact duration") { $0.countsPackets = true },
            CommandOption("i", "info", "print the info dictionary too") { $0.showsInfo = true },
            CommandOption("x", "xml", "print one XML document") { $0.form = .xml },
            CommandOption("j", "json", "print one JSON array") { $0.form = .json },
            CommandOption("w", "warnings", "accepted; warnings are always printed, on the standard error output") { _ in
            },
            // Accepted for scripts that pass it; there is no tool for leaks here.
            CommandOption(nil, "leaks", "accepted, without effect") { _ in },
        ])

    /// Reads the program's command line, or ends the program.
    static func read() -> Arguments {
        var arguments = Arguments()
        grammar.readOrExit(into: &arguments) { arguments, words throws(CommandMisuse) in
            if words.isEmpty { throw CommandMisuse(sentence: "no file is given") }
            arguments.files = words
        }
        return arguments
    }
}
