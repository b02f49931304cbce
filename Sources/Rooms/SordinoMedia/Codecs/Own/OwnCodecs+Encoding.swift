import SordinoCodecs

/// The encoders of SordinoCodecs, as rows of the registry name them.
extension OwnCodecs {
    static let alacEncoding = OwnEncoding(make: makeALAC, library: .alac, channelLimit: 8, isPreferred: true)
    static let flacEncoding = OwnEncoding(make: makeFLAC, library: .flac, channelLimit: 8, isPreferred: true)
    static let ilbcEncoding = OwnEncoding(make: makeILBC, library: nil, channelLimit: 1)
    static let aacEncoding = OwnEncoding(make: makeAAC, library: .aac, channelLimit: 6)
    static let lowDelayAACEncoding = OwnEncoding(make: makeLowDelayAAC, library: nil, channelLimit: 6)
    static let enhancedLowDelayAACEncoding = OwnEncoding(make: makeEnhancedLowDelayAAC, library: nil, channelLimit: 6)
    static let replicatedLowDelayAACEncoding = OwnEncoding(
        make: makeReplicatedLowDelayAAC, library: nil, channelLimit: 2)
    static let highEfficiencyAACEncoding = OwnEncoding(make: makeHighEfficiencyAAC, library: nil, channelLimit: 2)
    static let highEfficiencyAAC2Encoding = OwnEncoding(make: makeHighEfficiencyAAC2, library: nil, channelLimit: 2)

    @Sendable private static func makeALAC(
        _ format: MediaFormat, _ options: EncodingOptions
    ) throws(MediaError) -> any PacketEncoder {
        let bits = format.bitsPerChannel > 0 ? format.bitsPerChannel : 16
        let order = try order(
            format, options, ALACLayout.wavePlaces(channelCount: format.channelCount),
            masks: [
                1: [], 2: [], 3: [0x7], 4: [0x107], 5: [0x37, 0x607], 6: [0x3F, 0x60F], 7: [0x70F], 8: [0xFF],
            ])
        let rate = try rate(format)
        do throws(CodecError) {
            let encoder = try ALACEncoder(sampleRate: rate, channelCount: format.channelCount, bitsPerChannel: bits)
            return OwnEncoder(ALACStream(encoder, format.channelCount), format, bits: bits, order: order)
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
        let orders: [Int: [Int]] = [
            1: [0], 2: [0, 1], 3: [2, 0, 1], 5: [2, 0, 1, 3, 4], 6: [2, 0, 1, 4, 5, 3],
        ]
        let order = try order(
            format, options, orders[format.channelCount] ?? [],
            masks: [1: [], 2: [], 3: [0x7], 5: [0x37, 0x607], 6: [0x3F, 0x60F]])
        var settings = AACEncoderSettings(
            objectType: type, sampleRate: try rate(format), channelCount: format.channelCount,
            hasBandReplication: hasBandReplication)
        settings.bitRate = options.bitRate
        switch options.rateControl {
        case .constant: settings.rateControl = .constant
        case .longTermAverage, nil: settings.rateControl = .average
        case .variableConstrained: settings.rateControl = .constrainedVariable
        case .variable: settings.rateControl = .variable(quality: options.variableQuality)
        }
        do throws(CodecError) {
            let encoder = try AACEncoder(settings)
            return OwnEncoder(AACStream(encoder, format), format, order: order)
        } catch { throw MediaError(error) }
    }

    /// The rate as a whole number of hertz.
    private static func rate(_ format: MediaFormat) throws(MediaError) -> Int {
        guard let rate = Int(exactly: format.sampleRate), rate > 0 else {
            throw .unsupported(.dataFormat("there is no encoder for \(format.name)"))
        }
        return rate
    }

    /// For each channel of the packets the channel of the frames, which come in the order of WAVE.
    ///
    /// - Parameters:
    ///   - order: The order for so many channels; none where there is no encoder.
    ///   - masks: The loudspeakers that the packets' channels stand for, as WAVE masks; none for every mask.
    /// - Throws: `unsupported` for other loudspeakers.
    private static func order(
        _ format: MediaFormat, _ options: EncodingOptions, _ order: [Int], masks: [Int: [UInt32]]
    ) throws(MediaError) -> [Int] {
        guard let possible = masks[format.channelCount], order.count == format.channelCount,
            possible.isEmpty || options.layoutMask == 0 || possible.contains(options.layoutMask)
        else { throw .unsupported(.dataFormat("there is no encoder for these loudspeakers in \(format.name)")) }
        return order
    }
}
