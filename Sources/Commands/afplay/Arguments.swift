import Foundation

/// What the command line asks for.
struct Arguments {
    var volume: Float = 1
    /// Seconds to play of each file; nil for all.
    var seconds: Double?
    var isTalkative = false
    var files: [String] = []

    static let usage = """
        usage: afplay [option...] file...

          -v, --volume VOLUME   linear gain; 1 is the file as it is
          -t, --time SECONDS    play no more than so much of each file
          -d, --debug           print what is played, and how
          -h, --help            print this

        """

    /// Why the command line was not understood; the C library has said it on stderr already if the text is empty.
    struct Misuse: Error {
        var sentence: String
    }

    /// Reads a command line.
    init(_ commandLine: [String]) throws(Misuse) {
        var words: [UnsafeMutablePointer<CChar>?] = commandLine.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        let names = ["volume", "time", "debug", "help"].map { strdup($0) }
        defer { for name in names { free(name) } }
        let letters: [Character] = ["v", "t", "d", "h"]
        var options = zip(names, letters).map { name, letter in
            option(
                name: UnsafePointer(name), has_arg: letter == "v" || letter == "t" ? required_argument : no_argument,
                flag: nil, val: Int32(letter.asciiValue ?? 0))
        }
        options.append(option())
        optind = 1
        while true {
            let found = getopt_long(Int32(commandLine.count), &words, "v:t:dh", options, nil)
            guard found != -1 else { break }
            switch Character(UnicodeScalar(UInt8(truncatingIfNeeded: found))) {
            case "v": volume = Float(try Self.number("volume"))
            case "t": seconds = try Self.number("time")
            case "d": isTalkative = true
            case "h":
                FileHandle.standardOutput.write(Data(Self.usage.utf8))
                exit(0)
            default: throw Misuse(sentence: "")
            }
        }
        files = (Int(optind)..<commandLine.count).compactMap { words[$0].map { String(cString: $0) } }
        if files.isEmpty { throw Misuse(sentence: "afplay: no file named") }
    }

    /// The number that came with an option: 0 or more.
    private static func number(_ name: String) throws(Misuse) -> Double {
        let text = optarg.map { String(cString: $0) } ?? ""
        guard let value = Double(text), value.isFinite, value >= 0 else {
            throw Misuse(sentence: "afplay: the \(name) \"\(text)\" is not a number of 0 or more")
        }
        return value
    }
}
