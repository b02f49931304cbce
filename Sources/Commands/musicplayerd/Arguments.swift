import SordinoBus
import SordinoCommandLine

/// The request of the command line.
struct Arguments {
    /// Seconds of rest after which the program ends.
    var idleSeconds = 600.0
    var bus = BusAddress.user

    static let grammar = CommandGrammar<Arguments>(
        "musicplayerd", synopsis: "[option...]",
        options: [
            CommandOption("i", "idle", value: "SECONDS", "end after so long a rest; default 600") {
                arguments, text throws(CommandMisuse) in
                arguments.idleSeconds = try CommandMisuse.number(text, "time", in: 0...86_400)
            },
            CommandOption("b", "bus", value: "ADDRESS", "the bus at this D-Bus address instead of the user's") {
                $0.bus = .at($1)
            },
        ])

    /// Reads the program's command line, or ends the program.
    static func read() -> Arguments {
        var arguments = Arguments()
        grammar.readOrExit(into: &arguments) { _, words throws(CommandMisuse) in
            if !words.isEmpty { throw CommandMisuse(sentence: "only options are accepted, not \"\(words[0])\"") }
        }
        return arguments
    }
}
