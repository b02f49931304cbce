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
    /// The time at which the system sound to wait for began; nil for playing files.
    var finishedBeginning: Int64?
    var files: [String] = []

    static let grammar = CommandGrammar<Arguments>(
        "afplay", synopsis: "[option...] file|-|http://address|https://address...",
        preface: """
            Plays files and streams one after the other; - is the standard input.


            """,
        appendix: """

            keys, in a terminal:
              space           pause or continue
              left, right     back and forward by ten seconds (files)
              up, down        louder, softer
              [ ]             slower, faster, with the same pitch (files)
              n, p            next file; start of this file, or the previous file
              q               quit

            exit status: 0 all was played, 1 something could not be played, 2 wrong usage

            """,
        options: [
            CommandOption("v", "volume", value: "VOLUME", "linear gain; 1 leaves the file as it is") {
                arguments, text throws(CommandMisuse) in
                arguments.volume = Float(try CommandMisuse.number(text, "volume"))
            },
            CommandOption("t", "time", value: "SECONDS", "play at most SECONDS of each file") {
                arguments, text throws(CommandMisuse) in
                arguments.seconds = try CommandMisuse.number(text, "time")
            },
            CommandOption("r", "rate", value: "RATE", "play at another speed, 0.5 to 2, with the same pitch") {
                arguments, text throws(CommandMisuse) in
                arguments.rate = Float(try CommandMisuse.number(text, "rate", in: 0.5...2))
            },
            // There is one stretcher, for both qualities.
            CommandOption("q", "rQuality", value: "0|1", "quality of -r; accepted, always the best") {
                _, text throws(CommandMisuse) in
                _ = try CommandMisuse.number(text, "rate quality", in: 0...1)
            },
            CommandOption(
                "b", "bank", value: "FILE", "SoundFont or DLS bank for MIDI files; default: the installed bank"
            ) {
                $0.bank = $1
            },
            CommandOption(
                nil, SystemSoundKeeper.option, value: "NANOSECONDS",
                "for System Sound Services: play the rest of a sound whose program has died"
            ) { arguments, text throws(CommandMisuse) in
                arguments.finishedBeginning = Int64(try CommandMisuse.number(text, "time", in: 0...9e18))
            },
            CommandOption("d", "debug", "print the file, its format and the device") { $0.isTalkative = true },
            // Accepted for scripts that pass it; there is no tool for leaks here.
            CommandOption(nil, "leaks", "accepted, without effect") { _ in },
        ])

    /// Reads the program's command line, or ends the program.
    static func read() -> Arguments {
        var arguments = Arguments()
        grammar.readOrExit(into: &arguments) { arguments, words throws(CommandMisuse) in
            if words.isEmpty { throw CommandMisuse(sentence: "no file is given") }
            arguments.files = words
        }
        return arguments
    }
}
