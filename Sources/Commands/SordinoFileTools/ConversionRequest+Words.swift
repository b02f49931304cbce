import SordinoCommandLine
import SordinoMedia

extension ConversionCommand {
    /// Reads a command line, the program's name left out.
    ///
    /// Not the C library's way: options of two letters and options with two values are Apple's.
    /// - Throws: `CommandMisuse`, or `ToolFailure` for an unknown format.
    package init(_ words: [String]) throws {
        var reading = WordReading(words: words[...])
        while let word = reading.words.popFirst() {
            switch word {
            case "-h", "--help", "-help":
                self = .help
                return
            case "-hf", "--help-formats":
                self = .helpFormats
                return
            case "--version":
                self = .version
                return
            case "--": reading.takeNames()
            default: try reading.take(word)
            }
        }
        self = .convert(try reading.request())
    }
}

/// A command line while it is read.
private struct WordReading {
    var words: ArraySlice<String>
    private var result = ConversionRequest()
    private var plain: [String] = []
    private var fileType: FourCC?

    init(words: ArraySlice<String>) { self.words = words }

    /// Takes all that follows as names of files.
    mutating func takeNames() {
        plain += words
        words = []
    }

    /// Takes one word with its values.
    mutating func take(_ word: String) throws {
        guard word.hasPrefix("-"), word != "-" else {
            plain.append(word)
            return
        }
        switch word {
        case "-f", "--file": try takeFileType(value(word))
        case "-o": result.outputs.append(.init(path: try value(word), fileType: nil))
        case "-d", "--data": result.format = try DataFormatRequest(parsing: value(word))
        case "-c", "--channels": result.channelCount = try number(word, in: 1...MediaFormat.channelLimit)
        case "-l", "--channellayout": try takeLayout(value(word))
        case "-b", "--bitrate": result.bitRate = try number(word, in: 1...100_000_000)
        case "-q", "--quality": result.codecQuality = try number(word, in: 0...127)
        case "-s", "--strategy":
            result.strategy = EncodingOptions.RateControl(rawValue: UInt32(try number(word, in: 0...3)))
        case "-r", "--src-quality": result.resamplingQuality = try number(word, in: 0...127)
        case "--src-complexity": try takeComplexity(value(word))
        case "--prime-method":
            result.primeMethod = PrimeMethod(rawValue: UInt32(try number(word, in: 0...2))) ?? .normal
        case "--dither":
            result.dither = try number(word, in: 1...2) == 1 ? .triangular : .noiseShaped
        case "--bank": result.bank = try value(word)
        case "--mix": result.downmixes = true
        case "--channelmap": try takeMap(value(word))
        case "--offset": result.firstFrame = Int64(try number(word, in: 0...Int.max))
        case "--read-track": result.track = try number(word, in: 0...1000)
        case "--prime-override":
            let (before, behind) = (try number(word, in: -1...Int.max), try number(word, in: -1...Int.max))
            result.primingFrameCount = before < 0 ? nil : Int64(before)
            result.remainderFrameCount = behind < 0 ? nil : Int64(behind)
        case "--manifest": result.manifest = try value(word)
        case "--shard":
            let text = try value(word)
            guard let shard = ManifestRun.Shard(text) else {
                throw CommandMisuse(sentence: "--shard takes INDEX/COUNT, as 0/8 to 7/8, not \"\(text)\"")
            }
            result.shard = shard
        case "--gapless-before": result.gaplessBefore = try value(word)
        case "--gapless-after": result.gaplessAfter = try value(word)
        case "-u", "--userproperty", "-ud", "-ue": try takeProperty(value(word), value(word))
        case "--soundcheck-generate": result.generatesSoundCheck = true
        case "--soundcheck-read": result.keepsSoundCheck = true
        case "-v", "--verbose": result.isTalkative = true
        default: try takeWithoutEffect(word)
        }
    }

    /// Accepts an option that has no effect here; adds a remark unless the effect is present anyway.
    private mutating func takeWithoutEffect(_ word: String) throws {
        switch word {
        // Audio begins where the header ends here.
        case "--no-filler": return
        case "--anchor-generate", "--generate-hash", "--copy-hash",
            "--leaks", "--profile", "-t", "--tag":
            break
        case "--media-kind", "--anchor-loudness", "--codec-manuf", "--condensed-framing": _ = try value(word)
        default: throw CommandMisuse(sentence: "the option \(word) is not known")
        }
        result.remarks.append("\(word) has no effect here")
    }

    private mutating func takeFileType(_ text: String) throws {
        guard let code = FourCC(characters: text), let container = Containers.named(code) else {
            throw ToolFailure("typ?", "\"\(text)\" is not a file type; afconvert -hf lists the types")
        }
        guard container.makeWriter != nil else {
            throw ToolFailure(
                "typ?", "\(container.name) files can be read but not written; afconvert -hf lists other types")
        }
        if result.outputs.isEmpty {
            fileType = code
        } else {
            result.outputs[result.outputs.count - 1].fileType = code
        }
    }

    private mutating func takeLayout(_ text: String) throws {
        guard let layout = ChannelLayoutNames.layout(named: text) else {
            throw ToolFailure(
                "fmt?", "\"\(text)\" is not a channel layout; examples are Stereo, Quadraphonic, MPEG_5_1_A")
        }
        guard result.layouts.count < 2 else {
            throw CommandMisuse(sentence: "-l can be given twice at most: for the input and for the output")
        }
        result.layouts.append(layout)
    }

    private mutating func takeComplexity(_ text: String) throws {
        switch text {
        case "line": result.resamplingMethod = .linear
        case "norm": result.resamplingMethod = .normal
        case "bats": result.resamplingMethod = .mastering
        case "minp": result.resamplingMethod = .minimumPhase
        default:
            throw ToolFailure("!pv?", "--src-complexity takes line, norm, bats or minp, not \"\(text)\"")
        }
    }

    private mutating func takeMap(_ text: String) throws {
        let parts = text.split { $0 == "," || $0 == " " }
        let map = parts.compactMap { Int($0) }
        guard map.count == parts.count, !map.isEmpty, map.allSatisfy({ $0 >= -1 }) else {
            throw CommandMisuse(
                sentence: "--channelmap takes channel numbers from -1 on, separated by commas, not \"\(text)\"")
        }
        result.channelMap = map
    }

    /// Properties of the converter that have a place among the settings.
    private mutating func takeProperty(_ name: String, _ text: String) throws {
        func number(_ range: ClosedRange<Int>) throws -> Int {
            guard let value = Int(text), range.contains(value) else {
                throw ToolFailure("!dat", "the property '\(name)' cannot be \(text)")
            }
            return value
        }
        switch name {
        case "vbrq": result.variableQuality = try number(0...127)
        case "brat": result.bitRate = try number(1...100_000_000)
        case "acbf": result.strategy = EncodingOptions.RateControl(rawValue: UInt32(try number(0...3)))
        case "cdqu": result.codecQuality = try number(0...127)
        case "srcq": result.resamplingQuality = try number(0...127)
        case "prmm": result.primeMethod = PrimeMethod(rawValue: UInt32(try number(0...2))) ?? .normal
        // Asks an encoder for behaviour that ours always have.
        case "pgcm": break
        default:
            throw ToolFailure("prop", "the property '\(name)' is not known; these are: vbrq brat acbf cdqu srcq prmm")
        }
    }

    private mutating func value(_ word: String) throws -> String {
        guard let value = words.popFirst() else { throw CommandMisuse(sentence: "the option \(word) needs a value") }
        return value
    }

    private mutating func number(_ word: String, in range: ClosedRange<Int>) throws -> Int {
        let text = try value(word)
        guard let number = Int(text), range.contains(number) else {
            let bounds =
                range.upperBound == .max ? "from \(range.lowerBound) on" : "\(range.lowerBound) to \(range.upperBound)"
            throw CommandMisuse(sentence: "\(word) takes a number \(bounds), not \"\(text)\"")
        }
        return number
    }

    /// Puts files and options together.
    mutating func request() throws -> ConversionRequest {
        if result.manifest != nil {
            guard plain.isEmpty, result.outputs.isEmpty else {
                throw CommandMisuse(sentence: "the manifest names all files; give no other files")
            }
            result.outputs = [.init(path: nil, fileType: fileType)]
            return result
        }
        guard !plain.isEmpty else { throw CommandMisuse(sentence: "no input file is given") }
        if !result.outputs.isEmpty {
            guard plain.count == 1 else { throw CommandMisuse(sentence: "-o can only be used with one input file") }
            for index in result.outputs.indices where result.outputs[index].fileType == nil {
                result.outputs[index].fileType = fileType
            }
        } else {
            // Two names are an input and an output; more are inputs all.
            let hasOutput = plain.count == 2
            result.outputs = [.init(path: hasOutput ? plain[1] : nil, fileType: fileType)]
            if hasOutput { plain.removeLast() }
        }
        result.inputs = plain
        return result
    }
}
