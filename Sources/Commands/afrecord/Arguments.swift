import AVFAudio
import SordinoCommandLine
import SordinoFileTools

/// The request of the command line.
struct Arguments {
    /// The file's format, in the keys of `AVAudioRecorder`.
    var settings: [String: Any] = [:]
    /// Seconds to record; nil until a signal comes.
    var seconds: Double?
    /// Seconds of silence that end the recording.
    var silenceSeconds: Double?
    /// Below this it is silence, in dB of full scale.
    var silenceDecibels = -50.0
    /// Seconds of each file; nil for one file.
    var splitSeconds: Double?
    var isTalkative = false
    var isVoice = false
    var listsFormats = false
    var file = ""
    /// Indicates whether the standard output gets the file.
    var isStream: Bool { file == "-" }

    static let grammar = CommandGrammar<Arguments>(
        "afrecord", synopsis: "[option...] file|-",
        preface: """
            Records the input into a file until Ctrl-C; - is the standard output, which gets WAVE, caff, NeXT, Oggf, flac or adts.


            """,
        options: [
            CommandOption(
                "f", "file", value: "TYPE",
                "file type: WAVE, AIFF, caff, m4af ...; default: by the extension, WAVE for -"
            ) {
                arguments, text throws(CommandMisuse) in
                guard let code = FileTypeWord(text)?.code else {
                    throw CommandMisuse(
                        sentence: "\"\(text)\" is not a file type that can be written; afrecord --formats lists them")
                }
                arguments.settings[AVAudioFileTypeKey] = code
            },
            CommandOption(
                "d", "data", value: "FORMAT", "data format: LEI16, BEF32, aac, alac, alac-24, opus@48000 ..."
            ) {
                arguments, text throws(CommandMisuse) in
                do { try arguments.take(DataFormatRequest(parsing: text)) } catch let failure as ToolFailure {
                    throw CommandMisuse(sentence: failure.text)
                } catch let misuse as CommandMisuse {
                    throw misuse
                } catch {
                    throw CommandMisuse(sentence: "\(error)")
                }
            },
            CommandOption("r", "rate", value: "HERTZ", "sample rate; default: the input's") {
                arguments, text throws(CommandMisuse) in
                arguments.settings[AVSampleRateKey] = try CommandMisuse.number(text, "rate", in: 1...768_000)
            },
            CommandOption("c", "channels", value: "COUNT", "channels; default: the input's, at most two") {
                arguments, text throws(CommandMisuse) in
                arguments.settings[AVNumberOfChannelsKey] = Int(try CommandMisuse.number(text, "count", in: 1...64))
            },
            CommandOption("b", "bitrate", value: "BITS", "bits a second of all channels together") {
                arguments, text throws(CommandMisuse) in
                arguments.settings[AVEncoderBitRateKey] = Int(try CommandMisuse.number(text, "bit rate", in: 1...1e8))
            },
            CommandOption("s", "strategy", value: "0...3", "constant bit rate, average, constrained variable, variable")
            {
                arguments, text throws(CommandMisuse) in
                let names = [
                    AVAudioBitRateStrategy_Constant, AVAudioBitRateStrategy_LongTermAverage,
                    AVAudioBitRateStrategy_VariableConstrained, AVAudioBitRateStrategy_Variable,
                ]
                let index = Int(try CommandMisuse.number(text, "strategy", in: 0...3))
                arguments.settings[AVEncoderBitRateStrategyKey] = names[index]
            },
            CommandOption("q", "quality", value: "0...127", "quality of the encoder; more takes longer") {
                arguments, text throws(CommandMisuse) in
                arguments.settings[AVEncoderAudioQualityKey] = Int(
                    try CommandMisuse.number(text, "quality", in: 0...127))
            },
            CommandOption("t", "time", value: "SECONDS", "end after SECONDS") {
                arguments, text throws(CommandMisuse) in
                arguments.seconds = try CommandMisuse.number(text, "time", in: 0.001...1e9)
            },
            CommandOption("e", "silence", value: "SECONDS", "end after SECONDS of silence") {
                arguments, text throws(CommandMisuse) in
                arguments.silenceSeconds = try CommandMisuse.number(text, "silence", in: 0.1...1e9)
            },
            CommandOption(
                "l", "level", value: "DECIBELS", "level below which the input is silent; default -50, of full scale"
            ) {
                arguments, text throws(CommandMisuse) in
                arguments.silenceDecibels = try CommandMisuse.number(text, "level", in: -160...0)
            },
            CommandOption(
                "n", "split", value: "SECONDS", "begin a new file every SECONDS: name-001.caf, name-002.caf ..."
            ) {
                arguments, text throws(CommandMisuse) in
                arguments.splitSeconds = try CommandMisuse.number(text, "length of a file", in: 0.5...1e9)
            },
            CommandOption("V", "voice", "record a voice: without echo and noise, at one level") { $0.isVoice = true },
            CommandOption("v", "verbose", "print the file, its format and the input") { $0.isTalkative = true },
            CommandOption(nil, "formats", "list types of files and the data formats of each") {
                $0.listsFormats = true
            },
        ])

    /// Reads the program's command line, or ends the program.
    static func read() -> Arguments {
        var arguments = Arguments()
        grammar.readOrExit(into: &arguments) { arguments, words throws(CommandMisuse) in
            if arguments.listsFormats { return }
            guard words.count == 1 else {
                throw CommandMisuse(
                    sentence: words.isEmpty ? "no file is given" : "only one file can be recorded at a time")
            }
            if arguments.seconds != nil, arguments.splitSeconds != nil, arguments.silenceSeconds != nil {
                throw CommandMisuse(sentence: "--time, --split and --silence cannot be combined; leave one out")
            }
            arguments.file = words[0]
            guard arguments.isStream else { return }
            if arguments.splitSeconds != nil { throw CommandMisuse(sentence: "--split needs files, and - is a stream") }
            if isatty(STDOUT_FILENO) == 1 {
                throw CommandMisuse(sentence: "the standard output is a terminal; send it to a file or a program")
            }
            if arguments.settings[AVAudioFileTypeKey] == nil {
                arguments.settings[AVAudioFileTypeKey] = kAudioFileWAVEType
            }
        }
        if arguments.listsFormats {
            ToolOutput.say(FormatList.text)
            ToolOutput.end(0)
        }
        return arguments
    }

    /// Asks for a data format.
    private mutating func take(_ request: DataFormatRequest) throws(CommandMisuse) {
        if let rate = request.sampleRate { settings[AVSampleRateKey] = rate }
        switch request.kind {
        case .linear(let linear):
            settings[AVFormatIDKey] = kAudioFormatLinearPCM
            settings[AVLinearPCMBitDepthKey] = linear.bitCount
            settings[AVLinearPCMIsFloatKey] = linear.isFloat
            if let isBigEndian = linear.isBigEndian { settings[AVLinearPCMIsBigEndianKey] = isBigEndian }
        case .codec(let code):
            settings[AVFormatIDKey] = code.rawValue
            if let bits = request.bitCount { settings[AVEncoderBitDepthHintKey] = bits }
        case .source, .native:
            throw CommandMisuse(sentence: "the data formats 0 and N copy an input file and cannot be recorded")
        }
    }
}

/// A type of file as it is written in a command line.
struct FileTypeWord {
    let code: UInt32

    /// Reads up to four characters, such as `WAVE` or `m4af`; nil if they are none.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (1...4).contains(bytes.count), bytes.allSatisfy({ $0 >= 32 && $0 < 127 }) else { return nil }
        let padded = bytes + [UInt8](repeating: 32, count: 4 - bytes.count)
        code = padded.reduce(0) { $0 << 8 | UInt32($1) }
    }
}
