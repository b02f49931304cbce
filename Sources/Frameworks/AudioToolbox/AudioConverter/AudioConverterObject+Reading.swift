import CoreAudioTypes
import SordinoMedia
import SordinoRealtime

extension AudioConverterObject {
    /// Properties whose value holds a number of bytes on input and the answer on output.
    static let questions: Set<AudioConverterPropertyID> = [
        kAudioConverterPropertyCalculateInputBufferSize, kAudioConverterPropertyCalculateOutputBufferSize,
    ]

    /// Returns the size of an entry, in bytes, for properties that are arrays; nil for others.
    static func entryByteCount(of property: AudioConverterPropertyID) -> Int? {
        switch property {
        case kAudioConverterApplicableEncodeBitRates, kAudioConverterAvailableEncodeBitRates,
            kAudioConverterApplicableEncodeSampleRates, kAudioConverterAvailableEncodeSampleRates:
            MemoryLayout<AudioValueRange>.stride
        case kAudioConverterAvailableEncodeChannelLayoutTags: 4
        case kAudioConverterPropertyFormatList: MemoryLayout<AudioFormatListItem>.stride
        default: nil
        }
    }

    private var input: ConversionFormat { converter.input }
    private var output: ConversionFormat { converter.output }
    var isEncoding: Bool { output.pcm == nil }
    var isDecoding: Bool { input.pcm == nil }

    /// The rates and channels that the encoder accepts; nil where nothing is encoded.
    var range: EncodingRange? { isEncoding ? EncodingRange.of(output.media.codec) : nil }

    /// The value of a property as bytes; nil if the converter does not have it.
    func value(of property: AudioConverterPropertyID) -> [UInt8]? {
        switch property {
        case kAudioConverterPropertyMinimumInputBufferSize, kAudioConverterPropertyMaximumInputPacketSize,
            kAudioConverterPropertyMaximumInputBufferSize, kAudioConverterPropertyMinimumOutputBufferSize,
            kAudioConverterPropertyMaximumOutputPacketSize, kAudioConverterCurrentInputStreamDescription,
            kAudioConverterCurrentOutputStreamDescription, kAudioConverterPropertyCanResumeFromInterruption,
            kAudioConverterPropertyFormatList:
            description(property)
        case kAudioConverterSampleRateConverterComplexity, kAudioConverterSampleRateConverterAlgorithm,
            kAudioConverterSampleRateConverterQuality, kAudioConverterSampleRateConverterInitialPhase,
            kAudioConverterPrimeMethod, kAudioConverterPrimeInfo, kAudioConverterChannelMap,
            kAudioConverterPropertyChannelMixMap, kAudioConverterPropertyPerformDownmix,
            kAudioConverterInputChannelLayout, kAudioConverterOutputChannelLayout,
            kAudioConverterPropertyBitDepthHint:
            conversion(property)
        default: encoding(property)
        }
    }

    /// Reads a property that follows from the formats.
    private func description(_ property: AudioConverterPropertyID) -> [UInt8]? {
        switch property {
        case kAudioConverterPropertyMinimumInputBufferSize, kAudioConverterPropertyMaximumInputPacketSize:
            Self.bytes(UInt32(clamping: input.media.packetByteLimit))
        case kAudioConverterPropertyMaximumInputBufferSize:
            Self.bytes(UInt32(clamping: input.media.packetByteLimit * (isDecoding ? 1 : 2048)))
        case kAudioConverterPropertyMinimumOutputBufferSize, kAudioConverterPropertyMaximumOutputPacketSize:
            Self.bytes(UInt32(clamping: outputMedia.packetByteLimit))
        case kAudioConverterCurrentInputStreamDescription: Self.bytes(currentInput)
        case kAudioConverterCurrentOutputStreamDescription: Self.bytes(currentOutput)
        case kAudioConverterPropertyCanResumeFromInterruption: Self.bytes(UInt32(1))
        case kAudioConverterPropertyFormatList where isDecoding || isEncoding:
            Self.bytes(
                AudioFormatListItem(
                    mASBD: isDecoding ? currentInput : currentOutput,
                    mChannelLayoutTag: (isDecoding ? input : output).layout?.tag
                        ?? ChannelLayout.usual(channelCount: input.media.channelCount)?.tag
                        ?? kAudioChannelLayoutTag_Unknown | source.mChannelsPerFrame))
        default: nil
        }
    }

    /// Reads a property of the sample conversion.
    private func conversion(_ property: AudioConverterPropertyID) -> [UInt8]? {
        let settings = converter.settings
        switch property {
        case kAudioConverterSampleRateConverterComplexity, kAudioConverterSampleRateConverterAlgorithm:
            return Self.bytes(settings.resamplingMethod.complexity)
        case kAudioConverterSampleRateConverterQuality: return Self.bytes(UInt32(settings.resamplingQuality))
        case kAudioConverterSampleRateConverterInitialPhase: return Self.bytes(0.0)
        case kAudioConverterPrimeMethod: return Self.bytes(settings.primeMethod.rawValue)
        case kAudioConverterPrimeInfo:
            let info = converter.primeInfo
            return Self.bytes(
                AudioConverterPrimeInfo(
                    leadingFrames: UInt32(clamping: info.leadingFrameCount),
                    trailingFrames: UInt32(clamping: info.trailingFrameCount)))
        case kAudioConverterChannelMap: return converter.channelMap.map { Self.row($0.map { Int32($0) }) }
        case kAudioConverterPropertyChannelMixMap: return converter.mixMap.map { Self.row($0) }
        case kAudioConverterPropertyPerformDownmix: return Self.bytes(UInt32(settings.downmixes ? 1 : 0))
        case kAudioConverterInputChannelLayout: return input.layout?.bytes
        case kAudioConverterOutputChannelLayout: return output.layout?.bytes
        case kAudioConverterPropertyBitDepthHint: return Self.bytes(bitDepthHint)
        default: return nil
        }
    }

    /// Reads a property of the codecs.
    private func encoding(_ property: AudioConverterPropertyID) -> [UInt8]? {
        if property == kAudioConverterDecompressionMagicCookie { return isDecoding ? input.cookie : nil }
        guard isEncoding else { return nil }
        let settings = converter.settings.encoding
        switch property {
        case kAudioConverterCompressionMagicCookie: return converter.encoderCookie
        case kAudioConverterCodecQuality: return Self.bytes(codecQuality)
        case kAudioConverterEncodeAdjustableSampleRate: return Self.bytes(output.media.sampleRate)
        case kAudioConverterEncodeBitRate, kAudioCodecPropertyBitRateForVBR:
            return range?.hasBitRate == true ? Self.bytes(UInt32(clamping: currentBitRate)) : nil
        case kAudioCodecPropertyBitRateControlMode:
            return range?.hasBitRate == true
                ? Self.bytes((settings.rateControl ?? .longTermAverage).rawValue) : nil
        case kAudioCodecPropertySoundQualityForVBR:
            return range?.hasBitRate == true ? Self.bytes(UInt32(settings.variableQuality)) : nil
        case kAudioConverterApplicableEncodeBitRates: return Self.ranges(applicableBitRates)
        case kAudioConverterAvailableEncodeBitRates: return Self.ranges(range?.availableBitRates.map(Double.init))
        case kAudioConverterApplicableEncodeSampleRates, kAudioConverterAvailableEncodeSampleRates:
            return range.map {
                Self.ranges($0.sampleRates) ?? Self.bytes(AudioValueRange(mMinimum: 1, mMaximum: 384_000))
            }
        case kAudioConverterAvailableEncodeChannelLayoutTags: return range.map { Self.row($0.layoutTags) }
        default: return nil
        }
    }

    /// The bit rate that the program set, else the encoder's usual one; in bits per second.
    private var currentBitRate: Int {
        let asked = converter.settings.encoding.bitRate
        if asked > 0 { return asked }
        return range?.usualBitRate(sampleRate: output.media.sampleRate, channelCount: output.media.channelCount) ?? 0
    }

    private var applicableBitRates: [Double]? {
        range?.bitRates(sampleRate: output.media.sampleRate, channelCount: output.media.channelCount)
            .map(Double.init)
    }

    /// The output format, completed by the encoder.
    private var outputMedia: MediaFormat { converter.encodedFormat ?? output.media }

    var currentInput: AudioStreamBasicDescription {
        var description = isDecoding ? input.media.basicDescription : source
        description.mSampleRate = input.media.sampleRate
        return description
    }

    var currentOutput: AudioStreamBasicDescription {
        var description = isEncoding ? outputMedia.basicDescription : destination
        description.mSampleRate = output.media.sampleRate
        return description
    }

    /// Returns the estimated bytes of output for bytes of input, or the other way; nil for any other property.
    func answer(_ property: AudioConverterPropertyID, _ byteCount: UInt32) -> UInt32? {
        func packets(_ media: MediaFormat, _ pcm: PCMShape?) -> (frames: Double, bytes: Double) {
            // For channels that are not interleaved the bytes are those of one buffer.
            if let pcm { return (1, Double(pcm.bytesPerFrame(channelCount: media.channelCount))) }
            return (Double(max(1, media.framesPerPacket)), Double(media.packetByteLimit))
        }
        let ratio = output.media.sampleRate / input.media.sampleRate
        let (from, to) = (packets(input.media, input.pcm), packets(outputMedia, output.pcm))
        switch property {
        case kAudioConverterPropertyCalculateOutputBufferSize:
            let frames = (Double(byteCount) / from.bytes).rounded(.down) * from.frames * ratio
            return UInt32(nearest: (frames / to.frames).rounded(.up) * to.bytes)
        case kAudioConverterPropertyCalculateInputBufferSize:
            let frames = Int(UInt32(nearest: (Double(byteCount) / to.bytes).rounded(.down) * to.frames))
            let needed = converter.inputFrameCount(forOutput: frames)
            return UInt32(nearest: (Double(needed) / from.frames).rounded(.up) * from.bytes)
        default: return nil
        }
    }

    static func bytes<Value: BitwiseCopyable>(_ value: Value) -> [UInt8] {
        withUnsafeBytes(of: value) { Array($0) }
    }

    static func row<Value: BitwiseCopyable>(_ values: [Value]) -> [UInt8] {
        values.withUnsafeBytes { Array($0) }
    }

    private static func ranges(_ values: [Double]?) -> [UInt8]? {
        guard let values, !values.isEmpty else { return nil }
        return row(values.map { AudioValueRange(mMinimum: $0, mMaximum: $0) })
    }
}

extension ResamplingMethod {
    /// The value of `kAudioConverterSampleRateConverterComplexity` for this method.
    var complexity: UInt32 {
        switch self {
        case .linear: kAudioConverterSampleRateConverterComplexity_Linear
        case .normal: kAudioConverterSampleRateConverterComplexity_Normal
        case .mastering: kAudioConverterSampleRateConverterComplexity_Mastering
        case .minimumPhase: kAudioConverterSampleRateConverterComplexity_MinimumPhase
        }
    }

    /// Makes the method for a value of `kAudioConverterSampleRateConverterComplexity`; nil for an unknown value.
    init?(complexity: UInt32) {
        switch complexity {
        case kAudioConverterSampleRateConverterComplexity_Linear: self = .linear
        case kAudioConverterSampleRateConverterComplexity_Normal: self = .normal
        case kAudioConverterSampleRateConverterComplexity_Mastering: self = .mastering
        case kAudioConverterSampleRateConverterComplexity_MinimumPhase: self = .minimumPhase
        default: return nil
        }
    }
}
