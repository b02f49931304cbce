import SordinoCommandLine
import Testing

private struct Words: Equatable {
    var isLoud = false
    var gain = 1.0
    var name = ""
}

private let grammar = CommandGrammar<Words>(
    "tool", synopsis: "[option...] file...",
    options: [
        CommandOption("l", "loud", "as loud as can be") { $0.isLoud = true },
        CommandOption("g", "gain", value: "GAIN", "linear gain") { words, text throws(CommandMisuse) in
            words.gain = try CommandMisuse.number(text, "gain", in: 0...4)
        },
        CommandOption(nil, "name", value: "NAME", "what it is called") { $0.name = $1 },
    ])

// The C library's getopt_long keeps its place in a global.
@Suite(.serialized)
struct CommandGrammarTests {
    private func read(_ words: String...) throws(CommandMisuse) -> (Words, rest: CommandReading) {
        var result = Words()
        let rest = try grammar.read(["tool"] + words, into: &result)
        return (result, rest)
    }

    @Test func optionsAndWordsStandInAnyOrder() throws {
        let (words, rest) = try read("one", "-l", "two", "--gain=2", "--name", "x", "-")
        #expect(words == Words(isLoud: true, gain: 2, name: "x"))
        #expect(rest == .words(["one", "two", "-"]))
    }

    @Test func lettersStandTogetherAndValuesBehindThem() throws {
        #expect(try read("-lg3").0 == Words(isLoud: true, gain: 3))
        #expect(try read("-g", "0.5").0.gain == 0.5)
    }

    @Test func namesMayBeShortened() throws { #expect(try read("--lo").0.isLoud) }

    @Test func twoDashesEndTheOptions() throws {
        let (words, rest) = try read("--", "-l", "--gain")
        #expect(words == Words())
        #expect(rest == .words(["-l", "--gain"]))
    }

    @Test(arguments: ["-h", "--help"])
    func helpIsAskedFor(word: String) throws { #expect(try read(word).rest == .help) }

    @Test(arguments: ["--version", "--vers"])
    func theVersionIsAskedFor(word: String) throws {
        #expect(try read("-l", word, "file").rest == .version)
        #expect(Release.line(for: "tool") == "tool (Sordino) \(Release.version)\n")
    }

    @Test func anOptionThatIsNotUnderstoodIsNamed() {
        #expect(throws: CommandMisuse(sentence: "there is no option -z")) { try read("-z") }
        #expect(throws: CommandMisuse(sentence: "there is no option --no-such-thing")) { try read("--no-such-thing") }
        #expect(throws: CommandMisuse(sentence: "the option -g, --gain GAIN needs a value")) { try read("--gain") }
        #expect(throws: CommandMisuse(sentence: "the option -g, --gain GAIN needs a value")) { try read("-g") }
        #expect(throws: CommandMisuse(sentence: "the option --name NAME needs a value")) { try read("--name") }
        #expect(throws: CommandMisuse(sentence: "the option --loud=2 takes no value")) { try read("--loud=2") }
    }

    @Test(arguments: ["5", "-1", "much", "nan", "inf", ""])
    func aNumberOutsideItsRangeIsRefusedWithItsBounds(text: String) {
        #expect(throws: CommandMisuse(sentence: "the gain \"\(text)\" is not a number from 0 to 4")) {
            try read("--gain=\(text)")
        }
    }

    @Test func theUsageIsMadeOfTheOptions() {
        #expect(
            grammar.usage == """
                usage: tool [option...] file...

                  -l, --loud        as loud as can be
                  -g, --gain GAIN   linear gain
                      --name NAME   what it is called
                  -h, --help        print this
                      --version     print the version


                """)
    }
}
