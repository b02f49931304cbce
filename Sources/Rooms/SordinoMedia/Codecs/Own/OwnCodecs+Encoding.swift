import SordinoCodecs

/// The encoders of SordinoCodecs, as rows of the registry name them.
extension OwnCodecs {
    static let alacEncoding = OwnEncoding(make: makeALAC, library: .alac, channelLimit: 8)
    static let flacEncoding = OwnEncoding(make: makeFLAC, library: .flac, channelLimit: 8)
    static let ilbcEncoding = OwnEncoding(make: makeILBC, library: nil, channelLimit: 1)
    static let aacEncoding = OwnEncoding(
        make: makeAAC, library: .aac, channelLimit: 8)
    static let lowDelayAACEncoding = OwnEncoding(make: makeLowDelayAAC, library: nil, channelLimit: 8)
    static let enhancedLowDelayAACEncoding = OwnEncoding(make: makeEnhancedLowDelayAAC, library: nil, channelLimit: 8)
    static let replicatedLowDelayAACEncoding = OwnEncoding(
        make: makeReplicatedLowDelayAAC, library: nil, channelLimit: 8)
    static let highEfficiencyAACEncoding = OwnEncoding(make: makeHighEfficiencyAAC, library: nil, channelLimit: 8)
    static let highEfficiencyAAC2Encoding = OwnEncoding(make: makeHighEfficiencyAAC2, library: nil, channelLimit: 2)

    @Sendable private static func makeALAC(
        _ format: MediaFormat, _ options: EncodingOptions
    ) throws(MediaError) -> any PacketEncoder {
        let bits = format.bitsPerChannel > 0 ? format.bitsPerChannel : 16
        let order = try losslessOrder(format, options)
        let rate = try rate(format)
        do throws(CodecError) {
            let encoder = try ALACEncoder(sampleRate: rate, channelCount: format.channelCount, bitsPerChannel: bits)
            return OwnEncoder(
                ALACStream(encoder, format.channelCount), format, bits: bits, order: order,
                layout: Codec.layout(of: format, cookie: nil))
        } catch { throw MediaError(error) }
    }

    @Sendable private static func makeFLAC(
        _ format: MediaFormat, _ options: EncodingOptions
    ) throws(MediaError) -> any PacketEncoder {
        let bits = format.bitsPerChannel > 0 ? format.bitsPerChannel : 16
        let rate = try rate(format)
        do throws(CodecError) {
            let encoder = try FLACEncoder(
                sampleRate: rate, channelCount: format.channelCount, bitsPerChannel: bits,
                level: options.effort.map { max(0, min(8, $0 * 8 / 127)) } ?? 5)
            return OwnEncoder(FLACStream(encoder, format.channelCount), format, bits: bits)
        } catch { throw MediaError(error) }
    }

    @Sendable private static func makeILBC(
        _ format: MediaFormat, _ options: EncodingOptions
    ) throws(MediaError) -> any PacketEncoder {
        guard format.channelCount == 1, format.sampleRate == ILBCMode.sampleRate else {
            throw .unsupported(.dataFormat("there is no encoder for \(format.name)"))
        }
        // 15.2 kbit/s in packets of 20 ms, 13.3 in those of 30.
        let isLong = format.framesPerPacket == 240 || (1..<14_000).contains(options.bitRate)
        let mode: ILBCMode = isLong ? .milliseconds30 : .milliseconds20
        var format = format
        format.bytesPerPacket = mode.packetByteCount
        return OwnEncoder(ILBCStream(ILBCEncoder(mode: mode)), format)
    }

    @Sendable private static func makeAAC(
        _ format: MediaFormat, _ options: EncodingOptions
    ) throws(MediaError) -> any PacketEncoder { try makeAAC(.lowComplexity, format, options) }

    @Sendable private static func makeLowDelayAAC(
        _ format: MediaFormat, _ options: EncodingOptions
    ) throws(MediaError) -> any PacketEncoder { try makeAAC(.lowDelay, format, options) }

    @Sendable private static func makeEnhancedLowDelayAAC(
        _ format: MediaFormat, _ options: EncodingOptions
    ) throws(MediaError) -> any PacketEncoder { try makeAAC(.enhancedLowDelay, format, options) }

    @Sendable private static func makeReplicatedLowDelayAAC(
        _ format: MediaFormat, _ options: EncodingOptions
    ) throws(MediaError) -> any PacketEncoder {
        try makeAAC(.enhancedLowDelay, format, options, hasBandReplication: true)
    }

    @Sendable private static func makeHighEfficiencyAAC(
        _ format: MediaFormat, _ options: EncodingOptions
    ) throws(MediaError) -> any PacketEncoder { try makeAAC(.highEfficiency, format, options) }

    @Sendable private static func makeHighEfficiencyAAC2(
        _ format: MediaFormat, _ options: EncodingOptions
    ) throws(MediaError) -> any PacketEncoder { try makeAAC(.highEfficiencyStereo, format, options) }

    private static func makeAAC(
        _ type: AACEncoderSettings.ObjectType, _ format: MediaFormat, _ options: EncodingOptions,
        hasBandReplication: Bool = false
    ) throws(MediaError) -> any PacketEncoder {
        let count = format.channelCount
        guard (1...8).contains(count) else { throw unplaced(format, "AAC has streams of 1 to 8 channels here") }
        // Of one or two channels any are taken.
        let asked = count > 2 && options.layoutMask != 0
        let isLowDelay = type == .lowDelay || type == .enhancedLowDelay
        // Low delay has no program config element, which alone could state four corners.
        let usual = count == 4 && isLowDelay ? 0x107 : usualMasks[count - 1]
        let mask = asked ? options.layoutMask : usual
        guard mask.nonzeroBitCount == count, let layout = AACEncoderLayout(mask: mask) else {
            throw unplaced(format, "AAC has no configuration with these loudspeakers")
        }
        let order = ordered(layout.places(mask: mask), options)
        var settings = AACEncoderSettings(
            objectType: type, sampleRate: try rate(format), channelCount: format.channelCount,
            hasBandReplication: hasBandReplication)
        settings.layout = layout
        settings.bitRate = options.bitRate
        settings.effort = options.effort ?? settings.effort
        switch options.rateControl {
        case .constant: settings.rateControl = .constant
        case .longTermAverage, nil: settings.rateControl = .average
        case .variableConstrained: settings.rateControl = .constrainedVariable
        case .variable: settings.rateControl = .variable(quality: options.variableQuality)
        }
        do throws(CodecError) {
            let encoder = try AACEncoder(settings)
            return OwnEncoder(
                AACStream(encoder, format), format, order: order,
                layout: count > 2 ? ChannelLayout(layout.loudspeakers) : nil)
        } catch { throw MediaError(error) }
    }

    /// The rate as a whole number of hertz.
    private static func rate(_ format: MediaFormat) throws(MediaError) -> Int {
        guard let rate = Int(exactly: format.sampleRate), rate > 0 else {
            throw .unsupported(.dataFormat("there is no encoder for \(format.name)"))
        }
        return rate
    }

    /// The loudspeakers of 1 to 8 channels without a layout: mono, stereo, 3.0, quadraphonic, 5.0, 5.1, 6.1, 7.1.
    private static let usualMasks: [UInt32] = [0x4, 0x3, 0x7, 0x33, 0x37, 0x3F, 0x13F, 0x63F]

    /// For each channel of an Apple Lossless packet the channel of the frames.
    ///
    /// - Throws: `unsupported` for loudspeakers that the codec has no layout for.
    private static func losslessOrder(
        _ format: MediaFormat, _ options: EncodingOptions
    ) throws(MediaError) -> [Int] {
        let count = format.channelCount
        guard let own = ALACLayout.waveMask(channelCount: count) else {
            throw unplaced(format, "Apple Lossless has 1 to 8 channels")
        }
        let usual = ALACLayout.wavePlaces(channelCount: count)
        guard count > 2, options.layoutMask != 0 else { return ordered(usual, options) }
        let places = ALACLayout.places(mask: options.layoutMask)
        guard places.count == count else {
            let text =
                count == 4
                ? "Apple Lossless has one layout of 4 channels (left, right, centre, back centre), and no quadraphonic one"
                : "Apple Lossless has one layout of \(count) channels, whose WAVE mask is 0x\(String(own, radix: 16))"
            throw unplaced(format, text)
        }
        return ordered(places, options)
    }

    /// Places in the order of a mask as channels of the frames.
    private static func ordered(_ places: [Int], _ options: EncodingOptions) -> [Int] {
        let order = options.channelOrder
        return order.count == places.count ? places.map { order[$0] } : places
    }

    private static func unplaced(_ format: MediaFormat, _ reason: String) -> MediaError {
        .unsupported(.dataFormat("there is no encoder for these loudspeakers in \(format.name): \(reason)"))
    }
}
