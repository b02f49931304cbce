import CGetopt
import Foundation

/// What the command line asks for.
struct Arguments {
    var volume: Float = 1
    /// Seconds to play of each file; nil for all.
    var seconds: Double?
    /// Speed; the pitch stays.
    var rate: Float = 1
    var isTalkative = false
    var files: [String] = []

    static let usage = """
        usage: afplay [option...] file|http://address|https://address...

          -v, --volume VOLUME   linear gain; 1 is the file as it is
          -t, --time SECONDS    play no more than so much of each file
          -r, --rate RATE       play at another speed, 0.5 to 2; the pitch stays
          -q, --rQuality 0|1    quality of that; 1 is best, and both are
          -d, --debug           print what is played, and how
              --leaks           accepted
          -h, --help            print this

        """

    private static let options: [(name: String, letter: UInt8, takesValue: Bool)] = [
        ("volume", UInt8(ascii: "v"), true), ("time", UInt8(ascii: "t"), true), ("rate", UInt8(ascii: "r"), true),
        ("rQuality", UInt8(ascii: "q"), true), ("debug", UInt8(ascii: "d"), false),
        ("help", UInt8(ascii: "h"), false), ("leaks", 1, false),
    ]

    /// Why the command line was not understood; the C library has said it on stderr already if the text is empty.
    struct Misuse: Error {
        var sentence: String
    }

    /// Reads a command line.
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
            case UInt8(ascii: "v"): volume = Float(try Self.number("volume"))
            case UInt8(ascii: "t"): seconds = try Self.number("time")
            case UInt8(ascii: "r"): rate = try Self.rate()
            case UInt8(ascii: "q"): try Self.checkQuality()
            case UInt8(ascii: "d"): isTalkative = true
            // Scripts say so; there is nothing that leaks could be looked for with.
            case 1: break
            case UInt8(ascii: "h"):
                FileHandle.standardOutput.write(Data(Self.usage.utf8))
                exit(0)
            default: throw Misuse(sentence: "")
            }
        }
        files = (Int(cgetopt_rest())..<commandLine.count).compactMap { words[$0].map { String(cString: $0) } }
        if files.isEmpty { throw Misuse(sentence: "afplay: no file named") }
    }

    private static func rate() throws(Misuse) -> Float {
        let value = try number("rate")
        guard value >= 0.5, value <= 2 else { throw Misuse(sentence: "afplay: the rate lies between 0.5 and 2") }
        return Float(value)
    }

    /// There is one stretcher, for both qualities.
    private static func checkQuality() throws(Misuse) {
        let value = try number("rate quality")
        guard value <= 1 else { throw Misuse(sentence: "afplay: the rate quality is 0 or 1") }
    }

    /// The number that came with an option: 0 or more.
    private static func number(_ name: String) throws(Misuse) -> Double {
        let text = cgetopt_argument().map { String(cString: $0) } ?? ""
        guard let value = Double(text), value.isFinite, value >= 0 else {
            throw Misuse(sentence: "afplay: the \(name) \"\(text)\" is not a number of 0 or more")
        }
        return value
    }
}
