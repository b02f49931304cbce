import SordinoBus
import SordinoCommandLine
import SordinoStories

/// The request of the command line.
struct Arguments {
    var bus = BusAddress.user
    var isJSON = false
    var follows = false
    /// The place where `simulate` and `timeline` leave their results.
    var output: String?
    /// The place where `console` listens, the files that encrypt it, and further names for it.
    var listen: String?
    var certificate: String?
    var key: String?
    var names: [String] = []
    /// Indicates whether `listen` prints a line for every artefact.
    var printsAll = false
    /// The command and its own arguments.
    var words: [String] = []

    static let grammar = CommandGrammar<Arguments>(
        "audioctl", synopsis: "[option...] command",
        preface: """
              status                     the programs, and which of them are heard
              doctor [SECONDS]           problems with sound on this machine, and remedies; SECONDS is the time for each
                                         tool that it asks, 10 if none is given
              watch                      print every decision as it is made
              console [LOG]              a page of the device for a browser, until Ctrl-C
              tui                        the same on the terminal, with keys for the switches
              why [APP]                  why a program is silent, low or interrupted
            \(lines(EventRow.settings.prefix(1)))
              outputs                    every output, also in other rooms: type, latency, why it is used or not
              play-to NAME|local...      plays to an output, the device itself, or several of them in step
              play-to without NAME...    takes outputs out of several; the others play on
              setup [PORT-UID [NUMBER]]  outputs and their loudspeakers; a tone from each, or from one
              setup PORT-UID PLACE...    keep where the loudspeakers of an output are: L R C LFE Ls Rs ..., or usual
            \(lines(EventRow.settings.dropFirst()))
              app APP STATE              foreground, inactive, background, suspended
              remote APP KEY             a key of a headset: play, pause, toggle, stop, next, previous,
                                         forward|back|position SECONDS, rate NUMBER
              zone [APP ZONE]            rooms and seats; move a program to one
              voice                      what voice processing does for each program
              voice APP MODE             the microphone mode of a program: standard, wide, isolation
              inter-device [on|off]      this device as a sound card at the other end of its USB cable
              permissions                your answers to programs: microphones, music library, sound of other programs
              permissions allow|deny|reset PROGRAM
                                         PROGRAM is a name, app:IDENTIFIER or program:PATH, for the microphones;
                                         library:PROGRAM, system-audio:PROGRAM for the other two
              permissions reset          forget every answer
              policy show [FILE...]      the configuration, and where each value comes from
              policy check [FILE...]     faults, lines without effect, programs that silence calls
              policy diff A B [LOG...]   what two configurations decide differently
              policy reload              let the service read its files again
              replay LOG                 make the decisions of a log again and compare
              simulate SCRIPT            play a scenario in virtual time; its expectations decide the exit code
              timeline LOG               the timeline of a log
              listen FILE...             clicks, gaps, repeats, clipping and offsets in sound files

            where the service allows simulation:
            \(lines(EventRow.simulations[...]))
              plug NAME, unplug NAME     headphones, headset, line-out, bluetooth, bluetooth-speaker, hdmi, usb, airplay
              reset                      the media services are lost and come back

            APP is a program's number, name or identifier.

            options:

            """,
        appendix: """

            exit status: 0 done, 1 refused or different, 2 wrong usage, 3 no service

            """,
        options: [
            CommandOption("j", "json", "print JSON, one value per line") { $0.isJSON = true },
            CommandOption("f", "follow", "status, live with levels on a terminal, and voice: every second") {
                $0.follows = true
            },
            CommandOption(
                "o", "output", value: "PATH", "simulate: a folder for page and recordings; timeline: an HTML file"
            ) { $0.output = $1 },
            CommandOption("a", "all", "listen: every artefact, not the first 20 of each kind") { $0.printsAll = true },
            CommandOption(
                nil, "listen", value: "PLACE", "console: an address, a port or both; else 127.0.0.1 and any port"
            ) { $0.listen = $1 },
            CommandOption(nil, "certificate", value: "FILE", "console: encrypts with this certificate (PEM)") {
                $0.certificate = $1
            },
            CommandOption(nil, "key", value: "FILE", "console: the certificate's key (PEM)") { $0.key = $1 },
            CommandOption(nil, "name", value: "HOST", "console: a name of this machine that browsers use") {
                $0.names.append($1)
            },
            CommandOption("b", "bus", value: "ADDRESS", "the bus at this D-Bus address instead of the user's") {
                $0.bus = .at($1)
            },
            CommandOption("y", "system", "the system bus") { $0.bus = .system },
        ])

    /// The lines of the help for commands that make something happen.
    private static func lines(_ rows: ArraySlice<EventRow>) -> String {
        rows.compactMap(\.helpLine).joined(separator: "\n")
    }

    /// Reads the program's command line, or ends the program.
    static func read() -> Arguments {
        var arguments = Arguments()
        grammar.readOrExit(into: &arguments) { arguments, words throws(CommandMisuse) in
            if words.isEmpty { throw CommandMisuse(sentence: "no command is given") }
            arguments.words = words
        }
        return arguments
    }
}
