import AVFAudio
import SordinoCommandLine

/// The request of the command line.
struct Arguments {
    var volume: Float = 1
    /// Seconds to play of each file; nil for all.
    var seconds: Double?
    /// Speed; the pitch stays.
    var rate: Float = 1
    /// The bank that MIDI files are played with; nil for the one that is installed.
    var bank: String?
    var isTalkative = false
    /// When the system sound began whose program is waited for; nil for files that are played.
    var finishedBeginning: Int64?
    var files: [String] = []

    static let grammar = CommandGrammar<Arguments>(
        "afplay", synopsis: "[option...] file|-|http://address|https://address...",
        preface: """
            Plays files and streams one after the other; - is the standard input.


            """,
        appendix: """

            keys, in a terminal:
              space           pause, continue
              left, right     back and forward by ten seconds (files)
              up, down        louder, softer
              [ ]             slower, faster; the pitch stays (files)
              n, p            next; this one again, or the one before
              q               quit

            exit: 0 done, 1 something could not be played, 2 not understood

            """,
        options: [
            CommandOption("v", "volume", value: "VOLUME", "linear gain; 1 is the file as it is") {
                arguments, text throws(CommandMisuse) in
                arguments.volume = Float(try CommandMisuse.number(text, "volume"))
            },
            CommandOption("t", "time", value: "SECONDS", "play no more than so much of each file") {
                arguments, text throws(CommandMisuse) in
                arguments.seconds = try CommandMisuse.number(text, "time")
            },
            CommandOption("r", "rate", value: "RATE", "play at another speed, 0.5 to 2; the pitch stays") {
                arguments, text throws(CommandMisuse) in
                arguments.rate = Float(try CommandMisuse.number(text, "rate", in: 0.5...2))
            },
            // There is one stretcher, for both qualities.
            CommandOption("q", "rQuality", value: "0|1", "quality of that; 1 is best, and both are") {
                _, text throws(CommandMisuse) in
                _ = try CommandMisuse.number(text, "rate quality", in: 0...1)
            },
            CommandOption("b", "bank", value: "FILE", "SoundFont or DLS bank for MIDI files; else the one installed") {
                $0.bank = $1
            },
            CommandOption(
                nil, SystemSoundKeeper.option, value: "NANOSECONDS",
                "for System Sound Services: play the rest of a sound whose program has died"
            ) { arguments, text throws(CommandMisuse) in
                arguments.finishedBeginning = Int64(try CommandMisuse.number(text, "time", in: 0...9e18))
            },
            CommandOption("d", "debug", "print what is played, and how") { $0.isTalkative = true },
            // Scripts say so; there is nothing that leaks could be looked for with.
            CommandOption(nil, "leaks", "accepted") { _ in },
        ])

    /// Reads the program's command line, or ends the program.
    static func read() -> Arguments {
        var arguments = Arguments()
        grammar.readOrExit(into: &arguments) { arguments, words throws(CommandMisuse) in
            if words.isEmpty { throw CommandMisuse(sentence: "no file named") }
            arguments.files = words
        }
        return arguments
    }
}
