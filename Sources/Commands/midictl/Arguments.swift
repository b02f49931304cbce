import SordinoCommandLine

/// The request of the command line.
struct Arguments {
    /// The effects of an event.
    enum Verb: String {
        case list, connect, monitor, send, record, bluetooth
    }

    var verb = Verb.list
    var words: [String] = []
    /// Ends by itself after so many seconds; nil for an interruption.
    var seconds: Double?
    var isBrief = false
    /// Joins the network session of a host, or waits for hosts to join.
    var network: Network?
    /// The Bluetooth device that is connected with first; "-" waits for one that comes.
    var radio: String?

    /// The participants of the network session that are waited for.
    enum Network {
        case anyone
        case host(String, port: Int)

        /// Reads "-", or a host with or without a port.
        init(_ text: String) throws(CommandMisuse) {
            if text == "-" {
                self = .anyone
                return
            }
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            // 5004: the port that sessions begin with.
            guard let host = parts.first, !host.isEmpty, parts.count <= 2,
                let port = parts.count == 2 ? Int(parts[1]) : 5004, (1..<65_535).contains(port)
            else { throw CommandMisuse(sentence: "\"\(text)\" is not HOST or HOST:PORT") }
            self = .host(String(host), port: port)
        }
    }

    static let grammar = CommandGrammar<Arguments>(
        "midictl",
        synopsis:
            "[option...] list | connect SOURCE DESTINATION | monitor [SOURCE] | send DESTINATION BYTE... | record FILE [SOURCE] | bluetooth [list | connect DEVICE | disconnect DEVICE | forget DEVICE | advertise [NAME]]",
        options: [
            CommandOption("s", "seconds", value: "N", "connect, monitor, record and bluetooth: end after N seconds") {
                arguments, text throws(CommandMisuse) in
                arguments.seconds = try CommandMisuse.number(text, "number of seconds")
            },
            CommandOption(
                "n", "network", value: "HOST[:PORT]",
                "join the network session of a host; \"-\" waits for one that comes"
            ) { arguments, text throws(CommandMisuse) in arguments.network = try Network(text) },
            CommandOption(
                "t", "bluetooth", value: "DEVICE",
                "connect with a Bluetooth device before the command; \"-\" waits for one that comes"
            ) { arguments, text throws(CommandMisuse) in arguments.radio = text },
            CommandOption("b", "brief", "list: one line for each endpoint, separated by tabs") { $0.isBrief = true },
        ])

    /// Reads the program's command line, or ends the program.
    static func read() -> Arguments {
        var arguments = Arguments()
        grammar.readOrExit(into: &arguments) { arguments, words throws(CommandMisuse) in
            guard let first = words.first else { return }
            guard let verb = Verb(rawValue: first) else {
                throw CommandMisuse(sentence: "\"\(first)\" is not a command")
            }
            arguments.verb = verb
            arguments.words = Array(words.dropFirst())
            let needed: ClosedRange<Int> =
                switch verb {
                case .list: 0...0
                case .connect: 2...2
                case .monitor: 0...1
                case .send: 2...Int.max
                case .record: 1...2
                case .bluetooth: 0...2
                }
            guard needed.contains(arguments.words.count) else {
                throw CommandMisuse(
                    sentence: "\"\(first)\" does not take \(counted(arguments.words.count, "argument"))")
            }
            if verb == .bluetooth { try Bluetooth.check(arguments.words) }
        }
        return arguments
    }
}
