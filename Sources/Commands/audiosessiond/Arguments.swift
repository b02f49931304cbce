import SordinoCommandLine
import SordinoDevice
import SordinoHardware
import SordinoPolicy
import SordinoService
import SordinoSession

/// The request of the command line.
struct Arguments {
    var daemon = SessionDaemon.Options()

    static let grammar = CommandGrammar<Arguments>(
        "audiosessiond", synopsis: "[option...]",
        options: [
            CommandOption("s", "allow-simulation", "accept simulated calls, alarms and plugs over the bus") {
                $0.daemon.service.allowsSimulation = true
            },
            CommandOption("v", "virtual", value: "DEVICE", "use a virtual device: phone, tablet, desktop, car") {
                arguments, text throws(CommandMisuse) in
                guard let profile = VirtualProfile(rawValue: text) else {
                    throw CommandMisuse(
                        sentence: "there is no virtual device \"\(text)\"; there are phone, tablet, desktop and car")
                }
                arguments.daemon.virtual = profile
            },
            CommandOption("p", "profile", value: "PROFILE", "behave like this system version: p5, p6, p9, p12, modern")
            {
                arguments, text throws(CommandMisuse) in
                guard let profile = try? Profile(wire: .text(text)) else {
                    throw CommandMisuse(
                        sentence: "there is no profile \"\(text)\"; there are p5, p6, p9, p12 and modern")
                }
                arguments.daemon.profile = profile
            },
            CommandOption("r", "reader-ducks", "lower other programs while a screen reader speaks") {
                $0.daemon.screenReaderDucks = true
            },
            CommandOption(
                nil, "hold", value: "SECONDS",
                "time after which a silent session no longer interrupts others; default 300, 0: never"
            ) { arguments, text throws(CommandMisuse) in
                let seconds = try CommandMisuse.number(text, "time", in: 0...86_400)
                arguments.daemon.stuckHolderReleaseSeconds = seconds
            },
            CommandOption("l", "log", value: "FILE", "write every decision to FILE") { $0.daemon.logPath = $1 },
            CommandOption("b", "bus", value: "ADDRESS", "the bus at this D-Bus address instead of the user's") {
                $0.daemon.bus = .at($1)
            },
            CommandOption("y", "system", "the system bus") { $0.daemon.bus = .system },
            CommandOption(nil, "policy", value: "FILE", "the rules of the device; else policy.conf in three folders") {
                $0.daemon.files.policy = $1
            },
            CommandOption("c", "control", value: "FILE", "who may control the device; else /etc/sordino/control.conf") {
                $0.daemon.files.control = $1
            },
            CommandOption(
                "m", "manage", value: "EXTENT", "which programs without a session are managed: off, roles, all"
            ) { arguments, text throws(CommandMisuse) in
                guard let extent = GuestRules.Extent(rawValue: text) else {
                    throw CommandMisuse(sentence: "--manage takes off, roles or all, not \"\(text)\"")
                }
                arguments.daemon.extent = extent
            },
            CommandOption("g", "programs", value: "FILE", "how they are treated; else /etc/sordino/programs.conf") {
                $0.daemon.files.programs = $1
            },
            CommandOption(
                nil, "modes", value: "FILE", "what modes sound like on which ports; else /etc/sordino/modes.conf"
            ) { $0.daemon.files.modes = $1 },
            CommandOption("n", "no-world", "do not listen to telephone, screen lock and ringer switch") {
                $0.daemon.hasWorld = false
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
