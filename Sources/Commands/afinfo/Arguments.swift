import CGetopt
import Glibc
import SordinoFileTools

/// What the command line asks for.
struct Arguments {
    /// The form of the report.
    enum Form { case text, brief, xml, json }

    var form = Form.text
    var countsPackets = false
    var showsInfo = false
    var files: [String] = []

    static let usage = """
        usage: afinfo [option...] file...

          -b, --brief      three short lines for each file
          -r, --real       count all packets before telling the duration
          -i, --info       print the info dictionary too
          -x, --xml        print one XML document
          -j, --json       print one JSON array
          -w, --warnings   accepted; warnings are always printed, on the standard error output
              --leaks      accepted
          -h, --help       print this

        """

    /// Why the command line was not understood; the C library has said it on stderr already if the text is empty.
    struct Misuse: Error {
        var sentence: String
    }

    private static let options: [(name: String, letter: UInt8)] = [
        ("brief", UInt8(ascii: "b")), ("real", UInt8(ascii: "r")), ("info", UInt8(ascii: "i")),
        ("xml", UInt8(ascii: "x")), ("json", UInt8(ascii: "j")), ("warnings", UInt8(ascii: "w")),
        ("help", UInt8(ascii: "h")), ("leaks", 1),
    ]

    init(_ commandLine: [String]) throws(Misuse) {
        var words: [UnsafeMutablePointer<CChar>?] = commandLine.map { strdup($0) } + [nil]
        let longNames = Self.options.map { strdup($0.name) }
        defer { for word in words + longNames { free(word) } }
        var options = zip(Self.options, longNames).map { known, name in
            option(name: UnsafePointer(name), has_arg: no_argument, flag: nil, val: Int32(known.letter))
        }
        options.append(option())
        let letters = Self.options.map { String(UnicodeScalar($0.letter)) }.joined()
        cgetopt_begin()
        while true {
            let found = cgetopt_next(Int32(commandLine.count), &words, letters, options)
            guard found != -1 else { break }
            switch UInt8(truncatingIfNeeded: found) {
            case UInt8(ascii: "b"): form = .brief
            case UInt8(ascii: "r"): countsPackets = true
            case UInt8(ascii: "i"): showsInfo = true
            case UInt8(ascii: "x"): form = .xml
            case UInt8(ascii: "j"): form = .json
            // Scripts say so; there is nothing that leaks could be looked for with.
            case UInt8(ascii: "w"), 1: break
            case UInt8(ascii: "h"):
                ToolOutput.say(Self.usage)
                exit(0)
            default: throw Misuse(sentence: "")
            }
        }
        files = (Int(cgetopt_rest())..<commandLine.count).compactMap { words[$0].map { String(cString: $0) } }
        if files.isEmpty { throw Misuse(sentence: "afinfo: no file named") }
    }
}
