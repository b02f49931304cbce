import SordinoCommandLine
import SordinoMedia
import SordinoSignal

/// The plan for one output of one input, with all choices made and checked.
package struct ConversionPlan: Sendable {
    /// The kind of file.
    package var container: Container
    /// The description of the new file.
    package var description: MediaDescription
    /// Indicates whether packets are copied as they are.
    package var copiesPackets = false
    /// The settings of the conversion.
    package var settings = ConversionSettings()
    /// The loudspeakers for the channels of the input.
    package var inputLayout: ChannelLayout?
    /// Sentences about choices of the plan that were not asked for.
    package var remarks: [String] = []

    /// Chooses the type and the format of an output.
    ///
    /// - Throws: In Apple's terms, before any file is touched.
    package init(
        _ request: ConversionRequest, _ output: ConversionRequest.Output, from input: PlannedInput
    ) throws(ToolFailure) {
        container = try Self.container(request, output, input)
        let source = input.format
        var format: MediaFormat
        switch request.format?.kind {
        case .source:
            copiesPackets = true
            format = input.storedFormat
            try Self.refuseChanges(request)
        case .native:
            guard DataFormatText.isLossless(source.codec), source.bitsPerChannel > 0 else {
                throw ToolFailure("fmt?", "the data format N needs a lossless input, and this input is not lossless")
            }
            let linear = DataFormatRequest.Linear(
                isBigEndian: nil, isFloat: false, isUnsigned: false, bitCount: (source.bitsPerChannel + 7) / 8 * 8)
            format = try Self.linear(linear, container, source)
        case .linear(let linear): format = try Self.linear(linear, container, source)
        case .codec(let code):
            guard let codec = Codecs.named(code) else {
                throw ToolFailure("fmt?", "the codec \(code) is not known; afconvert -hf lists the codecs")
            }
            format = Self.packets(of: codec, source)
            try Self.refuseUnknown(request, code)
        case nil: format = try Self.usual(container, source)
        }
        if copiesPackets {
            description = MediaDescription(format, layout: input.layout)
            description.cookie = input.properties.cookie
            description.primingFrameCount = Int(input.properties.primingFrameCount)
            description.validFrameCount = input.properties.validFrameCount
        } else {
            if let count = request.channelCount ?? request.channelMap?.count ?? request.outputLayout?.channelCount {
                Self.setChannels(count, &format)
            }
            let rate = format.sampleRate
            format.sampleRate = try Self.sampleRate(request, format)
            if format.sampleRate != rate, request.format?.sampleRate == nil {
                let code = String(describing: format.codec).filter { $0 != " " && $0 != "'" }
                remarks.append(
                    "\(code) cannot be encoded at \(TextField.fixed(rate, 0)) Hz; converted to "
                        + "\(TextField.fixed(format.sampleRate, 0)) Hz (-d \(code)@RATE chooses another rate)")
            }
            if let bits = request.format?.bitCount { format.bitsPerChannel = bits }
            description = MediaDescription(format)
            description.layout = try Self.layout(request, input, format)
            description.options = try Self.options(request, format)
            settings = Self.settings(request)
            inputLayout = request.inputLayout ?? input.layout
            if let told = request.inputLayout, told.channelCount != source.channelCount {
                throw ToolFailure(
                    "fmt?",
                    "the input's layout has \(counted(told.channelCount, "channel")), the input \(source.channelCount)")
            }
        }
        keepTags(input, keepsSoundCheck: copiesPackets || request.keepsSoundCheck)
        do throws(MediaError) {
            if copiesPackets { _ = try checkedCopy() } else { try MediaWriter.check(container, description) }
        } catch { throw ToolFailure(error) }
    }

    /// Returns whether the type holds such packets: a file in memory is begun.
    private func checkedCopy() throws(MediaError) -> Bool {
        let writer = try MediaWriter(MemoryByteSink(), container, description, encodes: false)
        return writer.frameCount == 0
    }

    /// Returns the given type, else that of the file name, the usual one of the format, or that of the input.
    private static func container(
        _ request: ConversionRequest, _ output: ConversionRequest.Output, _ input: PlannedInput
    ) throws(ToolFailure) -> Container {
        if let type = output.fileType, let container = Containers.named(type) { return container }
        if let path = output.path {
            guard let container = Containers.forExtension(FilePath(path).pathExtension) else {
                throw ToolFailure(
                    "typ?", "the name \(path) has no extension that tells the file type; give the type with -f")
            }
            guard container.makeWriter != nil else {
                throw ToolFailure(
                    "typ?", "\(container.name) files can be read but not written; afconvert -hf lists other types")
            }
            return container
        }
        let code: FourCC =
            switch request.format?.kind {
            case .codec(let codec): Codecs.named(codec)?.usualFileType ?? "caff"
            case .linear(let linear): linear.isBigEndian == true ? "AIFC" : "WAVE"
            case .native: "WAVE"
            case .source, nil: input.container.flatMap { $0.makeWriter == nil ? nil : $0.fileType } ?? "caff"
            }
        guard let container = Containers.named(code) else {
            throw ToolFailure("typ?", "the type of the output file is not given; use -f")
        }
        return container
    }

    /// Linear samples in an encoding that the type of file takes.
    private static func linear(
        _ asked: DataFormatRequest.Linear, _ container: Container, _ source: MediaFormat
    ) throws(ToolFailure) -> MediaFormat {
        let possible = asked.encodings.first { holds(container, $0, source) }
        guard let encoding = possible ?? asked.encodings.first else {
            throw ToolFailure("fmt?", "samples of \(counted(asked.bitCount, "bit")) cannot be written")
        }
        return MediaFormat(encoding, sampleRate: source.sampleRate, channelCount: source.channelCount)
    }

    private static func holds(_ container: Container, _ encoding: SampleEncoding, _ source: MediaFormat) -> Bool {
        Containers.holds(
            container, MediaFormat(encoding, sampleRate: source.sampleRate, channelCount: source.channelCount))
    }

    private static func packets(of codec: Codec, _ source: MediaFormat) -> MediaFormat {
        var format = codec.usualFormat(sampleRate: source.sampleRate, channelCount: source.channelCount)
        if codec.isLossless {
            // As many bits as the source has; precision of floats beyond 24 bits is lost.
            let bits = source.encoding?.isFloat == true ? 24 : source.bitsPerChannel
            format.bitsPerChannel = bits > 16 ? 24 : 16
        }
        return format
    }

    /// The format when none is given: the source's where the file type holds it, else the usual one of such files.
    private static func usual(_ container: Container, _ source: MediaFormat) throws(ToolFailure) -> MediaFormat {
        if let codec = container.usualCodec { return packets(of: codec, source) }
        if let encoding = source.encoding, holds(container, encoding, source) { return source }
        let bits = source.bitsPerChannel > 16 ? (source.bitsPerChannel + 7) / 8 * 8 : 16
        let isFloat = source.encoding?.isFloat == true
        return try linear(
            .init(isBigEndian: nil, isFloat: isFloat, isUnsigned: false, bitCount: isFloat ? max(32, bits) : bits),
            container, source)
    }

    /// Flags and packets that no encoder here can be asked for.
    private static func refuseUnknown(_ request: ConversionRequest, _ codec: FourCC) throws(ToolFailure) {
        if let flags = request.format?.flags, flags != 0, !DataFormatText.isLossless(codec) {
            // The object type of low complexity, the only one of AAC that is encoded.
            guard codec == "aac ", flags == 2 else {
                throw ToolFailure("fmt?", "\(codec) cannot be encoded with the flags \(String(flags, radix: 16))")
            }
        }
        if let count = request.format?.framesPerPacket {
            let usual = MediaFormat.usualFramesPerPacket(of: codec, sampleRate: 48000)
            guard count == usual else {
                throw ToolFailure("fmt?", "\(codec) is encoded in packets of \(usual) frames, not \(count)")
            }
        }
    }

    private static func setChannels(_ count: Int, _ format: inout MediaFormat) {
        if format.bytesPerPacket > 0 { format.bytesPerPacket = format.bytesPerPacket / format.channelCount * count }
        format.channelCount = count
    }

    /// The rate that is asked for, or the nearest to the source's that the encoder takes.
    private static func sampleRate(_ request: ConversionRequest, _ format: MediaFormat) throws(ToolFailure) -> Double {
        let offered = format.encoding == nil ? EncodingRange.of(format.codec)?.sampleRates ?? [] : []
        if let rate = request.format?.sampleRate {
            guard offered.isEmpty || offered.contains(rate) else {
                throw ToolFailure("!dat", "\(format.codec) cannot be encoded at \(rate) Hz")
            }
            return rate
        }
        if offered.isEmpty || offered.contains(format.sampleRate) { return format.sampleRate }
        return offered.sorted().first { $0 >= format.sampleRate } ?? offered.max() ?? format.sampleRate
    }

    private static func layout(
        _ request: ConversionRequest, _ input: PlannedInput, _ format: MediaFormat
    ) throws(ToolFailure) -> ChannelLayout? {
        if let told = request.outputLayout {
            guard told.channelCount == format.channelCount else {
                throw ToolFailure(
                    "fmt?", "the layout has \(counted(told.channelCount, "channel")), the output \(format.channelCount)"
                )
            }
            return told
        }
        // Mapped channels are not where they were.
        guard request.channelMap == nil else { return nil }
        if let own = request.inputLayout ?? input.properties.layout, own.channelCount == format.channelCount {
            return own
        }
        return format.channelCount > 2 && input.layout?.channelCount == format.channelCount ? input.layout : nil
    }

    private static func options(
        _ request: ConversionRequest, _ format: MediaFormat
    ) throws(ToolFailure) -> EncodingOptions {
        var options = EncodingOptions()
        guard format.encoding == nil else { return options }
        guard let range = EncodingRange.of(format.codec) else {
            throw ToolFailure("fmt?", Codecs.noEncoder(format.codec))
        }
        guard format.channelCount <= range.channelLimit else {
            let limit = range.channelLimit
            throw ToolFailure(
                "fmt?",
                "\(format.codec) has \(counted(limit, "channel")) at most, not \(format.channelCount); "
                    + "-c \(limit) drops the others, and with --mix they are mixed in")
        }
        guard format.channelCount >= range.fewestChannels else {
            throw ToolFailure(
                "fmt?",
                "\(format.codec) has \(range.fewestChannels) channels at least, not \(format.channelCount); "
                    + "-c \(range.fewestChannels) adds the others")
        }
        if let bitRate = request.bitRate {
            guard range.hasBitRate else {
                throw ToolFailure("!dat", "\(format.codec) has no bit rate to choose")
            }
            guard range.takes(bitRate: bitRate, sampleRate: format.sampleRate, channelCount: format.channelCount) else {
                let offered = range.bitRates(sampleRate: format.sampleRate, channelCount: format.channelCount)
                let bounds = "\(offered.first ?? 0) to \(offered.last ?? 0)"
                throw ToolFailure(
                    "!dat",
                    "\(bitRate) bits a second are not possible with \(counted(format.channelCount, "channel")) at "
                        + "\(TextField.fixed(format.sampleRate, 0)) Hz; \(bounds) are")
            }
            options.bitRate = bitRate
        }
        options.rateControl = request.strategy
        options.effort = request.codecQuality
        if let quality = request.variableQuality { options.variableQuality = quality }
        return options
    }

    private static func settings(_ request: ConversionRequest) -> ConversionSettings {
        var settings = ConversionSettings()
        settings.channelMap = request.channelMap
        settings.downmixes = request.downmixes
        settings.dither = request.dither
        settings.resamplingMethod = request.resamplingMethod
        settings.resamplingQuality = request.resamplingQuality
        settings.primeMethod = request.primeMethod
        return settings
    }

    /// Copied packets stay as they are.
    private static func refuseChanges(_ request: ConversionRequest) throws(ToolFailure) {
        let asked: [(Bool, String)] = [
            (request.format?.sampleRate != nil, "rate"), (request.channelCount != nil, "number of channels"),
            (request.channelMap != nil, "channel map"), (request.bitRate != nil, "bit rate"),
            (request.firstFrame != 0, "first frame"), (request.downmixes, "mix"),
        ]
        if let found = asked.first(where: \.0) {
            throw ToolFailure("fmt?", "the data format 0 copies packets unchanged, so the \(found.1) cannot be changed")
        }
    }

    /// Tags, chapters and marks go along; marks move with the rate.
    private mutating func keepTags(_ input: PlannedInput, keepsSoundCheck: Bool) {
        let properties = input.properties
        var dropped: Set<String> =
            copiesPackets
            ? [] : ["encoding application", "nominal bit rate", "source encoder", "approximate duration in seconds"]
        if !keepsSoundCheck { dropped.insert(SoundCheck.key) }
        description.info = properties.info.filter { !dropped.contains($0.key) }
        description.chapters = properties.chapters
        let ratio = copiesPackets ? 1 : description.format.sampleRate / input.format.sampleRate
        func moved(_ mark: MediaMarker) -> MediaMarker {
            var mark = mark
            mark.framePosition = ratio == 1 ? mark.framePosition : (mark.framePosition * ratio).rounded()
            return mark
        }
        description.markers = properties.markers.map(moved)
        description.regions = properties.regions.map { region in
            var region = region
            region.markers = region.markers.map(moved)
            return region
        }
        description.timeCodeType = properties.timeCodeType
    }
}

/// The properties of an input that a plan needs.
package struct PlannedInput: Sendable {
    /// The kind of file; nil for a sound that is rendered.
    package var container: Container?
    /// The format of the decoded packets.
    package var format: MediaFormat
    /// The format of the packets as the container states it.
    package var storedFormat: MediaFormat
    /// The loudspeakers of the file, given or usual.
    package var layout: ChannelLayout?
    /// All properties in its chunks.
    package var properties: MediaProperties

    /// Describes an input by its file type, formats and layout.
    package init(
        container: Container?, format: MediaFormat, storedFormat: MediaFormat, layout: ChannelLayout?,
        properties: MediaProperties
    ) {
        self.container = container
        self.format = format
        self.storedFormat = storedFormat
        self.layout = layout
        self.properties = properties
    }
}
