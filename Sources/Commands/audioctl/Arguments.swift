import CGetopt
import Glibc
import SordinoSession

/// What the command line asks for.
struct Arguments {
    var bus = BusAddress.user
    var isJSON = false
    var follows = false
    /// Where `simulate` and `timeline` leave what they made.
    var output: String?
    /// The command and what belongs to it.
    var words: [String] = []

    static let usage = """
        usage: audioctl [option...] command

          status                     who is there, and who is heard
          watch                      every decision, as it is made
          why [APP]                  why a program is silent, low or interrupted
          route [PORT-UID]           where each program is heard; pick an output
          volume [0...1|up|down]     the device's volume
          ringer silent|on           the ringer switch
          lock on|off                the screen's lock
          injection on|off           whether programs may add their sound to calls
          app APP STATE              foreground, inactive, background, suspended
          remote APP play|pause      a key of a headset, sent to a program
          replay LOG                 make the decisions of a log again and compare
          simulate SCRIPT            play a scenario in virtual time; its expectations decide the exit code
          timeline LOG               the timeline of a log

        where the service allows simulation:
          call ring [banner]|accept|decline|end
          alarm start|stop
          assistant capturing|speaking|dismissed
          emergency on|off
          microphone muted|open
          plug NAME, unplug NAME     headphones, headset, line-out, bluetooth, bluetooth-speaker, hdmi, usb
          reset                      the media services are lost and come back

        APP is a program's number, name or identifier.

        options:
          -j, --json                 print JSON, one value per line
          -f, --follow               status, again every second
          -o, --output PATH          simulate: a folder for page and recordings; timeline: an HTML file
          -b, --bus ADDRESS          the bus at this D-Bus address instead of the user's
          -y, --system               the system bus
          -h, --help                 print this

        exit: 0 done, 1 refused or different, 2 not understood, 3 no service

        """

    /// Why the command line was not understood; the C library has said it on stderr already if the text is empty.
    struct Misuse: Error {
        var sentence: String
    }

    private static let options: [(name: String, letter: UInt8, takesValue: Bool)] = [
        ("json", UInt8(ascii: "j"), false), ("output", UInt8(ascii: "o"), true),
        ("follow", UInt8(ascii: "f"), false), ("bus", UInt8(ascii: "b"), true),
        ("system", UInt8(ascii: "y"), false), ("help", UInt8(ascii: "h"), false),
    ]

    init(_ commandLine: [String]) throws(Misuse) {
        var words: [UnsafeMutablePointer<CChar>?] = commandLine.map { strdup($0) } + [nil]
        let longNames = Self.options.map { strdup($0.name) }
        defer { for word in words + longNames { free(word) } }
        var options = zip(Self.options, longNames).map { known, name in
            option(
                name: UnsafePointer(name), has_arg: known.takesValue ? required_argument : no_argument, flag: nil,
                val: Int32(known.letter))
        }
        options.append(option())
        let letters = Self.options.map { String(UnicodeScalar($0.letter)) + ($0.takesValue ? ":" : "") }.joined()
        cgetopt_begin()
        while true {
            let found = cgetopt_next(Int32(commandLine.count), &words, letters, options)
            guard found != -1 else { break }
            switch UInt8(truncatingIfNeeded: found) {
            case UInt8(ascii: "j"): isJSON = true
            case UInt8(ascii: "f"): follows = true
            case UInt8(ascii: "o"): output = cgetopt_argument().map { String(cString: $0) }
            case UInt8(ascii: "b"): bus = .at(cgetopt_argument().map { String(cString: $0) } ?? "")
            case UInt8(ascii: "y"): bus = .system
            case UInt8(ascii: "h"):
                Output.say(Self.usage)
                exit(0)
            default: throw Misuse(sentence: "")
            }
        }
        self.words = (Int(cgetopt_rest())..<commandLine.count).compactMap { words[$0].map { String(cString: $0) } }
        if self.words.isEmpty { throw Misuse(sentence: "audioctl: no command") }
    }
}
