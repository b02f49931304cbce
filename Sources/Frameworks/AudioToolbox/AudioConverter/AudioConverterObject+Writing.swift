import CoreAudioTypes
import SordinoMedia

extension AudioConverterObject {
    /// Returns whether a property can be set on this converter.
    func isWritable(_ property: AudioConverterPropertyID) -> Bool {
        switch property {
        case kAudioConverterSampleRateConverterComplexity, kAudioConverterSampleRateConverterAlgorithm,
            kAudioConverterSampleRateConverterQuality, kAudioConverterSampleRateConverterInitialPhase,
            kAudioConverterPrimeMethod, kAudioConverterPrimeInfo, kAudioConverterChannelMap,
            kAudioConverterPropertyChannelMixMap, kAudioConverterPropertyPerformDownmix,
            kAudioConverterInputChannelLayout, kAudioConverterOutputChannelLayout,
            kAudioConverterPropertyBitDepthHint:
            true
        case kAudioConverterDecompressionMagicCookie: isDecoding
        case kAudioConverterCodecQuality, kAudioConverterEncodeAdjustableSampleRate: isEncoding
        case kAudioConverterEncodeBitRate, kAudioCodecPropertyBitRateControlMode,
            kAudioCodecPropertySoundQualityForVBR, kAudioCodecPropertyBitRateForVBR:
            range?.hasBitRate ?? false
        default: false
        }
    }

    /// Sets a property that can be set.
    func set(_ property: AudioConverterPropertyID, _ bytes: UnsafeRawBufferPointer) -> OSStatus {
        do throws(ConversionError) {
            switch property {
            case kAudioConverterChannelMap: return try setChannelMap(bytes)
            case kAudioConverterPropertyChannelMixMap: return try setMixMap(bytes)
            case kAudioConverterDecompressionMagicCookie:
                let cookie = Array(bytes)
                try converter.describe { input, _ in input.cookie = cookie }
                return noErr
            case kAudioConverterInputChannelLayout, kAudioConverterOutputChannelLayout:
                return try setLayout(bytes, isInput: property == kAudioConverterInputChannelLayout)
            case kAudioConverterPrimeInfo: return try setPrimeInfo(bytes)
            case kAudioConverterEncodeAdjustableSampleRate, kAudioConverterSampleRateConverterInitialPhase:
                guard bytes.count == 8 else { return kAudioConverterErr_BadPropertySizeError }
                return try setDouble(property, bytes.loadUnaligned(as: Double.self))
            default:
                guard bytes.count == 4 else { return kAudioConverterErr_BadPropertySizeError }
                return try setNumber(property, bytes.loadUnaligned(as: UInt32.self))
            }
        } catch {
            return AudioConverterStatus.status(of: error)
        }
    }

    private func setNumber(
        _ property: AudioConverterPropertyID, _ number: UInt32
    ) throws(ConversionError) -> OSStatus {
        switch property {
        case kAudioConverterSampleRateConverterComplexity, kAudioConverterSampleRateConverterAlgorithm:
            guard let method = ResamplingMethod(complexity: number) else { return kAudio_ParamError }
            try converter.change { $0.resamplingMethod = method }
        case kAudioConverterSampleRateConverterQuality:
            try converter.change { $0.resamplingQuality = Int(min(number, 127)) }
        case kAudioConverterPrimeMethod:
            guard let method = PrimeMethod(rawValue: number) else { return kAudio_ParamError }
            try converter.change { $0.primeMethod = method }
        case kAudioConverterPropertyPerformDownmix: try converter.change { $0.downmixes = number != 0 }
        case kAudioConverterPropertyBitDepthHint: return try setBitDepth(number)
        default: return try setEncoding(property, number)
        }
        return noErr
    }

    private func setEncoding(
        _ property: AudioConverterPropertyID, _ number: UInt32
    ) throws(ConversionError) -> OSStatus {
        let media = converter.output.media
        switch property {
        case kAudioConverterCodecQuality:
            codecQuality = min(number, 127)
            let effort = Int(codecQuality)
            try converter.change { $0.encoding.effort = effort }
        case kAudioConverterEncodeBitRate, kAudioCodecPropertyBitRateForVBR:
            guard
                number == 0
                    || range?.takes(
                        bitRate: Int(number), sampleRate: media.sampleRate, channelCount: media.channelCount) == true
            else { return kAudioCodecUnsupportedFormatError }
            try converter.change { $0.encoding.bitRate = Int(number) }
        case kAudioCodecPropertyBitRateControlMode:
            guard let mode = EncodingOptions.RateControl(rawValue: number) else { return kAudio_ParamError }
            try converter.change { $0.encoding.rateControl = mode }
        case kAudioCodecPropertySoundQualityForVBR:
            try converter.change { $0.encoding.variableQuality = Int(min(number, 127)) }
        default: return kAudioConverterErr_PropertyNotSupported
        }
        return noErr
    }

    private func setDouble(
        _ property: AudioConverterPropertyID, _ number: Double
    ) throws(ConversionError) -> OSStatus {
        // Output frame 0 always coincides with input frame 0, so the only phase is 0.
        if property == kAudioConverterSampleRateConverterInitialPhase { return number == 0 ? noErr : kAudio_ParamError }
        let rates = range?.sampleRates ?? []
        let wanted = number == 0 ? destination.mSampleRate : number
        guard number == 0 || rates.isEmpty || rates.contains(number) else { return kAudioCodecUnsupportedFormatError }
        try converter.describe { _, output in output.media.sampleRate = wanted }
        return noErr
    }

    private func setBitDepth(_ bits: UInt32) throws(ConversionError) -> OSStatus {
        guard (8...32).contains(bits) || bits == 0 else { return kAudio_ParamError }
        let codec = converter.output.media.codec
        if codec == "alac" || codec == "flac", bits > 0 {
            guard bits == 16 || bits == 24 else { return kAudioCodecUnsupportedFormatError }
            try converter.describe { _, output in
                output.media.bitsPerChannel = Int(bits)
                output.media.codecFlags = FLACStreamInfo.flag(bitsPerChannel: Int(bits))
            }
        }
        bitDepthHint = bits
        return noErr
    }

    private func setChannelMap(_ bytes: UnsafeRawBufferPointer) throws(ConversionError) -> OSStatus {
        guard bytes.count == 4 * converter.output.media.channelCount else {
            return kAudioConverterErr_BadPropertySizeError
        }
        let map = (0..<bytes.count / 4).map { Int(bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self)) }
        try converter.change { $0.channelMap = map }
        return noErr
    }

    private func setMixMap(_ bytes: UnsafeRawBufferPointer) throws(ConversionError) -> OSStatus {
        let count = converter.output.media.channelCount * converter.input.media.channelCount
        guard bytes.count == 4 * count else { return kAudioConverterErr_BadPropertySizeError }
        let gains = (0..<count).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
        try converter.change { $0.mixMap = gains }
        return noErr
    }

    private func setLayout(_ bytes: UnsafeRawBufferPointer, isInput: Bool) throws(ConversionError) -> OSStatus {
        guard let layout = ChannelLayout(bytes) else { return kAudioConverterErr_BadPropertySizeError }
        let count = (isInput ? converter.input : converter.output).media.channelCount
        guard layout.channelCount == count else { return kAudio_ParamError }
        try converter.describe { input, output in
            if isInput { input.layout = layout } else { output.layout = layout }
        }
        return noErr
    }

    private func setPrimeInfo(_ bytes: UnsafeRawBufferPointer) throws(ConversionError) -> OSStatus {
        guard bytes.count == 8 else { return kAudioConverterErr_BadPropertySizeError }
        // Encoders and resamplers determine their priming themselves; only a decoder's can be set.
        guard isDecoding else { return kAudioConverterErr_PropertyNotSupported }
        let info = bytes.loadUnaligned(as: AudioConverterPrimeInfo.self)
        guard info.leadingFrames <= 1 << 24, info.trailingFrames <= 1 << 24 else { return kAudio_ParamError }
        try converter.change {
            $0.decoderPriming = PrimeInfo(
                leadingFrameCount: Int(info.leadingFrames), trailingFrameCount: Int(info.trailingFrames))
        }
        return noErr
    }
}

extension ChannelLayout {
    /// Reads an `AudioChannelLayout`; nil if it does not fit the bytes.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 12 else { return nil }
        let count = Int(bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
        let stride = MemoryLayout<AudioChannelDescription>.stride
        guard count <= (bytes.count - 12) / stride else { return nil }
        self.init(tag: bytes.loadUnaligned(as: UInt32.self))
        bitmap = bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
        guard tag == ChannelLayout.useDescriptions else { return }
        channels = (0..<count).map { index in
            let channel = bytes.loadUnaligned(fromByteOffset: 12 + stride * index, as: AudioChannelDescription.self)
            return Channel(
                label: channel.mChannelLabel, flags: channel.mChannelFlags.rawValue, coordinates: channel.mCoordinates)
        }
    }

    /// The layout as an `AudioChannelLayout`, with room for one description at least.
    var bytes: [UInt8] {
        var bytes = AudioConverterObject.bytes(tag) + AudioConverterObject.bytes(bitmap)
        bytes += AudioConverterObject.bytes(UInt32(channels.count))
        for channel in channels {
            bytes += AudioConverterObject.bytes(
                AudioChannelDescription(
                    mChannelLabel: channel.label, mChannelFlags: AudioChannelFlags(rawValue: channel.flags),
                    mCoordinates: channel.coordinates))
        }
        let least = MemoryLayout<AudioChannelLayout>.size
        return bytes + Array(repeating: 0, count: max(0, least - bytes.count))
    }
}
