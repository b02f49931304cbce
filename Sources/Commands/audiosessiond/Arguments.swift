import CGetopt
import Glibc
import SordinoHardware
import SordinoPolicy
import SordinoSession

/// What the command line asks for.
struct Arguments {
    var daemon = SessionDaemon.Options()

    static let usage = """
        usage: audiosessiond [option...]

          -s, --allow-simulation   let calls, alarms and plugs be made up over the bus
          -v, --virtual DEVICE     a virtual device: phone, tablet, desktop, car
          -p, --profile PROFILE    whose behaviour: p5, p6, p9, p12, modern
          -r, --reader-ducks       programs are lower while a screen reader speaks
          -l, --log FILE           write every decision there
          -b, --bus ADDRESS        the bus at this D-Bus address instead of the user's
          -y, --system             the system bus
          -n, --no-world           do not listen to telephone, screen lock and ringer switch
          -h, --help               print this

        """

    /// Why the command line was not understood; the C library has said it on stderr already if the text is empty.
    struct Misuse: Error {
        var sentence: String
    }

    private static let options: [(name: String, letter: UInt8, takesValue: Bool)] = [
        ("allow-simulation", UInt8(ascii: "s"), false), ("virtual", UInt8(ascii: "v"), true),
        ("profile", UInt8(ascii: "p"), true), ("log", UInt8(ascii: "l"), true), ("bus", UInt8(ascii: "b"), true),
        ("system", UInt8(ascii: "y"), false), ("no-world", UInt8(ascii: "n"), false),
        ("reader-ducks", UInt8(ascii: "r"), false), ("help", UInt8(ascii: "h"), false),
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
            try take(UInt8(truncatingIfNeeded: found), cgetopt_argument().map { String(cString: $0) } ?? "")
        }
        if Int(cgetopt_rest()) < commandLine.count { throw Misuse(sentence: "audiosessiond: it takes options only") }
    }

    private mutating func take(_ letter: UInt8, _ value: String) throws(Misuse) {
        switch letter {
        case UInt8(ascii: "s"): daemon.service.allowsSimulation = true
        case UInt8(ascii: "v"):
            guard let profile = VirtualProfile(rawValue: value) else {
                throw Misuse(sentence: "audiosessiond: there is no virtual device \"\(value)\"")
            }
            daemon.virtual = profile
        case UInt8(ascii: "p"):
            guard let profile = try? Profile(wire: .text(value)) else {
                throw Misuse(sentence: "audiosessiond: there is no profile \"\(value)\"")
            }
            daemon.profile = profile
        case UInt8(ascii: "r"): daemon.screenReaderDucks = true
        case UInt8(ascii: "l"): daemon.logPath = value
        case UInt8(ascii: "b"): daemon.bus = .at(value)
        case UInt8(ascii: "y"): daemon.bus = .system
        case UInt8(ascii: "n"): daemon.hasWorld = false
        case UInt8(ascii: "h"):
            Output.say(Self.usage)
            exit(0)
        default: throw Misuse(sentence: "")
        }
    }
}
