import CoreAudioTypes
import Foundation
import SordinoMedia

extension HouseCodec {
    /// The value of a property; nil if the codec does not have it.
    func value(of id: AudioCodecPropertyID) -> PropertyValue? {
        switch id {
        case kAudioCodecPropertyNameCFString:
            .object("\(codec.name) \(isEncoder ? "Encoder" : "Decoder")" as NSString)
        case kAudioCodecPropertyManufacturerCFString: .object("Sordino" as NSString)
        case kAudioCodecPropertyFormatCFString: .object(codec.name as NSString)
        case kAudioCodecPropertySupportedInputFormats: .array(isEncoder ? frames : [packets])
        case kAudioCodecPropertySupportedOutputFormats: .array(isEncoder ? [packets] : frames)
        case kAudioCodecPropertyMinimumNumberInputPackets, kAudioCodecPropertyMinimumNumberOutputPackets:
            .value(UInt32(1))
        case kAudioCodecPropertyAvailableNumberChannels: .array(channelCounts)
        case kAudioCodecPropertyDoesSampleRateConversion, kAudioCodecPropertyPaddedZeros:
            .value(UInt32(0))
        case kAudioCodecPropertyEmploysDependentPackets: .value(UInt32(packetFormat.rollDistance == nil ? 0 : 1))
        case kAudioCodecPropertyInputBufferSize: .value(UInt32(queueByteLimit))
        case kAudioCodecPropertyUsedInputBufferSize: .value(UInt32(queuedByteCount))
        case kAudioCodecPropertyIsInitialized: .value(UInt32(converter == nil ? 0 : 1))
        case kAudioCodecPropertyCurrentInputFormat: inputNow.map { .value($0) }
        case kAudioCodecPropertyCurrentOutputFormat: outputNow.map { .value($0) }
        case kAudioCodecPropertyCurrentInputSampleRate: inputNow.map { .value($0.mSampleRate) }
        case kAudioCodecPropertyCurrentOutputSampleRate: outputNow.map { .value($0.mSampleRate) }
        case kAudioCodecPropertyMagicCookie: cookieNow.map { .bytes($0) }
        default: packetValue(of: id) ?? rangeValue(of: id) ?? settingValue(of: id)
        }
    }

    // MARK: Formats

    private var inputNow: AudioStreamBasicDescription? { converter?.currentInput ?? inputFormat }
    private var outputNow: AudioStreamBasicDescription? { converter?.currentOutput ?? outputFormat }

    private var cookieNow: [UInt8]? {
        isEncoder ? converter?.value(of: kAudioConverterCompressionMagicCookie) : cookie.isEmpty ? nil : cookie
    }

    /// The format of the packets: the one set, else the codec's usual one at 44 100 Hz with two channels.
    private var packetFormat: MediaFormat {
        (isEncoder ? outputNow : inputNow).flatMap { MediaFormat($0) }
            ?? codec.usualFormat(sampleRate: 44_100, channelCount: 2)
    }

    /// The description of the packets with rate and channels left open, as 0.
    private var packets: AudioStreamBasicDescription {
        var description = AudioStreamBasicDescription()
        description.mFormatID = codec.id.rawValue
        return description
    }

    /// The descriptions of interleaved frames with rate and channels left open, as 0.
    private var frames: [AudioStreamBasicDescription] {
        [SampleEncoding.float32(.native), .int16(.native), .int32(.native)].map {
            var description = MediaFormat($0, sampleRate: 1, channelCount: 1).basicDescription
            (description.mSampleRate, description.mChannelsPerFrame) = (0, 0)
            (description.mBytesPerFrame, description.mBytesPerPacket) = (0, 0)
            return description
        }
    }

    private var channelCounts: [UInt32] {
        let range = isEncoder ? EncodingRange.of(codec.id)?.channelCounts : codec.decodedChannelLimit.map { 1...$0 }
        guard let range, range.upperBound < MediaFormat.channelLimit else { return [.max] }
        return range.map { UInt32($0) }
    }

    private func packetValue(of id: AudioCodecPropertyID) -> PropertyValue? {
        let format = packetFormat
        return switch id {
        case kAudioCodecPropertyPacketFrameSize:
            .value(UInt32(clamping: format.framesPerPacket > 0 ? format.framesPerPacket : usualFrameCount(format)))
        case kAudioCodecPropertyMaximumPacketByteSize: .value(UInt32(clamping: format.packetByteLimit))
        case kAudioCodecPropertyHasVariablePacketByteSizes, kAudioCodecPropertyRequiresPacketDescription:
            .value(UInt32(format.hasDifferingPackets ? 1 : 0))
        case kAudioCodecPropertyFormatList where !isEncoder:
            inputNow.map {
                .array([
                    AudioFormatListItem(
                        mASBD: $0,
                        mChannelLayoutTag: ChannelLayout.usual(channelCount: format.channelCount)?.tag
                            ?? kAudioChannelLayoutTag_DiscreteInOrder | $0.mChannelsPerFrame)
                ])
            }
        default: nil
        }
    }

    private func usualFrameCount(_ format: MediaFormat) -> Int {
        codec.usualFormat(sampleRate: format.sampleRate, channelCount: format.channelCount).framesPerPacket
    }

    // MARK: Ranges and settings

    private var range: EncodingRange? { isEncoder ? EncodingRange.of(codec.id) : nil }

    private func rangeValue(of id: AudioCodecPropertyID) -> PropertyValue? {
        guard let range else { return nil }
        let format = packetFormat
        func rates(_ values: [Double]) -> PropertyValue {
            .array(
                values.isEmpty
                    ? [AudioValueRange(mMinimum: 1, mMaximum: 384_000)]
                    : values.map { AudioValueRange(mMinimum: $0, mMaximum: $0) })
        }
        func bitRates(_ values: [Int]) -> PropertyValue? {
            values.isEmpty
                ? nil : .array(values.map { AudioValueRange(mMinimum: Double($0), mMaximum: Double($0)) })
        }
        return switch id {
        case kAudioCodecPropertyAvailableInputSampleRates, kAudioCodecPropertyAvailableOutputSampleRates:
            rates(range.sampleRates)
        case kAudioCodecPropertyApplicableInputSampleRates, kAudioCodecPropertyApplicableOutputSampleRates:
            // No encoder here changes the rate.
            rates(inputNow.map { [$0.mSampleRate] } ?? range.sampleRates)
        case kAudioCodecPropertyAvailableBitRateRange: bitRates(range.availableBitRates)
        case kAudioCodecPropertyAvailableBitRates:
            range.hasBitRate ? .array(range.availableBitRates.map { UInt32($0) }) : nil
        case kAudioCodecPropertyApplicableBitRateRange, kAudioCodecPropertyRecommendedBitRateRange:
            bitRates(range.bitRates(sampleRate: format.sampleRate, channelCount: format.channelCount))
        case kAudioCodecPropertyAvailableInputChannelLayoutTags, kAudioCodecPropertyAvailableOutputChannelLayoutTags:
            .array(range.layoutTags)
        case kAudioCodecPropertyDelayMode:
            .value(UInt32(delaysForQuality ? kAudioCodecDelayMode_Optimal : kAudioCodecDelayMode_Minimum))
        case kAudioCodecPropertyMinimumDelayMode: .value(UInt32(delaysForQuality ? 0 : 1))
        default: nil
        }
    }

    /// Indicates whether the encoder looks ahead for the sake of quality; the delay of every encoder here is fixed.
    private var delaysForQuality: Bool {
        [kAudioFormatMPEG4AAC, kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC_HE_V2].contains(codec.id.rawValue)
    }

    private func settingValue(of id: AudioCodecPropertyID) -> PropertyValue? {
        guard let converter, let setting = Self.setting(id) else { return nil }
        return converter.value(of: setting).map { .bytes($0) }
    }

    // MARK: Questions

    /// Answers a property whose value holds the question on input; nil for any other.
    func completed(
        _ id: AudioCodecPropertyID, _ size: UnsafeMutablePointer<UInt32>, _ data: UnsafeMutableRawPointer
    ) -> OSStatus? {
        switch id {
        case kAudioCodecPropertyInputFormatsForOutputFormat, kAudioCodecPropertyOutputFormatsForInputFormat:
            return counterparts(isForInput: id == kAudioCodecPropertyOutputFormatsForInputFormat, size, data)
        case kAudioCodecPropertyFormatInfo:
            guard !isEncoder else { return kAudioCodecUnknownPropertyError }
            guard Int(size.pointee) >= MemoryLayout<AudioFormatInfo>.size else {
                return kAudioCodecBadPropertySizeError
            }
            let info = data.assumingMemoryBound(to: AudioFormatInfo.self)
            guard var media = MediaFormat(withoutChannels: info.pointee.mASBD) else {
                return kAudioCodecUnsupportedFormatError
            }
            media.codec = codec.id
            let cookie = UnsafeRawBufferPointer(
                start: info.pointee.mMagicCookie, count: Int(info.pointee.mMagicCookieSize))
            guard let told = MediaFormat.described(by: Array(cookie), codec: codec.id) ?? media.ifComplete else {
                return kAudioCodecBadDataError
            }
            info.pointee.mASBD = told.basicDescription
            size.pointee = UInt32(MemoryLayout<AudioFormatInfo>.size)
            return noErr
        default: return nil
        }
    }

    /// Replaces the format at `data` by the formats that the codec converts it to, or makes it from.
    private func counterparts(
        isForInput: Bool, _ size: UnsafeMutablePointer<UInt32>, _ data: UnsafeMutableRawPointer
    ) -> OSStatus {
        let width = MemoryLayout<AudioStreamBasicDescription>.size
        guard Int(size.pointee) >= width else { return kAudioCodecBadPropertySizeError }
        let asked = data.loadUnaligned(as: AudioStreamBasicDescription.self)
        let isPacket = isForInput != isEncoder
        guard asked.mFormatID == (isPacket ? codec.id.rawValue : kAudioFormatLinearPCM) else {
            return kAudioCodecUnsupportedFormatError
        }
        var answers: [AudioStreamBasicDescription]
        let (rate, channels) = (asked.mSampleRate, Int(asked.mChannelsPerFrame))
        if isPacket {
            answers = frames
            if channels > 0, channels <= MediaFormat.channelLimit {
                let encodings: [SampleEncoding] = [.float32(.native), .int16(.native), .int32(.native)]
                answers = encodings.map {
                    var format = MediaFormat($0, sampleRate: 1, channelCount: channels).basicDescription
                    format.mSampleRate = rate
                    return format
                }
            }
        } else {
            var packet = packets
            if channels > 0, rate > 0 {
                packet = codec.usualFormat(sampleRate: rate, channelCount: channels).basicDescription
            }
            answers = [packet]
        }
        return PropertyValue.array(answers).copy(&size.pointee, to: data) ? noErr : kAudioCodecBadPropertySizeError
    }
}

extension MediaFormat {
    /// Makes a format of a description whose number of channels may be 0, for unknown.
    fileprivate init?(withoutChannels description: AudioStreamBasicDescription) {
        var description = description
        let isOpen = description.mChannelsPerFrame == 0
        if isOpen { description.mChannelsPerFrame = 1 }
        self.init(description)
        if isOpen { channelCount = 0 }
    }

    /// The format, if its rate and number of channels are known.
    fileprivate var ifComplete: MediaFormat? { channelCount > 0 && sampleRate > 0 ? self : nil }
}
