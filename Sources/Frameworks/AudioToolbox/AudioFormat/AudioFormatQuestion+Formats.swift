import CoreAudioTypes
import Foundation
import SordinoMedia
import SordinoRealtime
import SordinoSession

/// Answers questions about formats and codecs.
extension AudioFormatQuestion {
    /// Completes a partial description in its place.
    ///
    /// - Parameters:
    ///   - cookie: The stream's data for the decoder; may be empty.
    ///   - size: Room at `target`; afterwards the bytes of the description.
    ///   - target: The description, an `AudioStreamBasicDescription`.
    /// - Throws: `kAudioFormatBadPropertySizeError`, `kAudioFormatUnknownFormatError`,
    ///   `kAudioFormatUnsupportedDataFormatError` if the fields contradict each other.
    static func complete(
        _ cookie: UnsafeRawBufferPointer, _ size: UnsafeMutablePointer<UInt32>?, _ target: UnsafeMutableRawPointer?
    ) throws {
        guard let size, let target, Int(size.pointee) >= MemoryLayout<AudioStreamBasicDescription>.size else {
            throw StatusError(kAudioFormatBadPropertySizeError)
        }
        var description = target.loadUnaligned(as: AudioStreamBasicDescription.self)
        let id = FourCC(rawValue: description.mFormatID)
        guard Codecs.named(id) != nil else { throw StatusError(kAudioFormatUnknownFormatError) }
        if id == .linearPCM {
            try completeLinear(&description)
        } else {
            completePackets(&description, id, cookie.baseAddress == nil ? [] : [UInt8](cookie))
        }
        target.storeBytes(of: description, as: AudioStreamBasicDescription.self)
        size.pointee = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    }

    private static func completeLinear(_ description: inout AudioStreamBasicDescription) throws {
        guard description.mBitsPerChannel <= 64 else { throw StatusError(kAudioFormatUnsupportedDataFormatError) }
        guard description.mBitsPerChannel > 0, description.mChannelsPerFrame > 0 else { return }
        let interleaved =
            description.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0 ? 1 : description.mChannelsPerFrame
        let byteCount = (description.mBitsPerChannel + 7) / 8
        if description.mBytesPerFrame == 0 {
            let frame = interleaved.multipliedReportingOverflow(by: byteCount)
            guard !frame.overflow else { throw StatusError(kAudioFormatUnsupportedDataFormatError) }
            description.mBytesPerFrame = frame.partialValue
        }
        guard description.mBytesPerFrame / interleaved >= byteCount else {
            throw StatusError(kAudioFormatUnsupportedDataFormatError)
        }
        description.mFramesPerPacket = 1
        description.mBytesPerPacket = description.mBytesPerFrame
        if description.mBytesPerFrame == interleaved * byteCount, description.mBitsPerChannel % 8 == 0 {
            description.mFormatFlags |= kAudioFormatFlagIsPacked
        }
    }

    private static func completePackets(
        _ description: inout AudioStreamBasicDescription, _ id: FourCC, _ cookie: [UInt8]
    ) {
        let told = cookie.isEmpty ? nil : MediaFormat.described(by: cookie, codec: id)
        if let told {
            if description.mSampleRate == 0 { description.mSampleRate = told.sampleRate }
            if description.mChannelsPerFrame == 0 { description.mChannelsPerFrame = UInt32(told.channelCount) }
            if description.mFormatFlags == 0 { description.mFormatFlags = told.codecFlags }
        }
        if description.mFramesPerPacket == 0 {
            let usual = MediaFormat.usualFramesPerPacket(of: id, sampleRate: description.mSampleRate)
            description.mFramesPerPacket = UInt32(told?.framesPerPacket ?? usual)
        }
        guard description.mChannelsPerFrame > 0 else { return }
        switch id {
        case .muLaw, .aLaw:
            description.mBitsPerChannel = 8
            description.mBytesPerFrame = description.mChannelsPerFrame
            description.mBytesPerPacket = description.mChannelsPerFrame
        case .appleIMA4: description.mBytesPerPacket = 34 * description.mChannelsPerFrame
        default: break
        }
    }

    /// Reads the codec, rate and channels of the description in the specifier.
    func format() throws -> MediaFormat {
        let description = try value(as: AudioStreamBasicDescription.self)
        return MediaFormat(
            codec: try codec(description.mFormatID).id, sampleRate: description.mSampleRate,
            channelCount: Int(description.mChannelsPerFrame), bytesPerPacket: 0, framesPerPacket: 0)
    }

    // MARK: - Formats of streams

    /// Returns the formats that a stream can be decoded as, the richest first: high-efficiency AAC also as its base
    /// layer.
    func formatList() throws -> [AudioFormatListItem] {
        let info = try value(as: AudioFormatInfo.self)
        let codec = try codec(info.mASBD.mFormatID)
        let cookie =
            info.mMagicCookieSize == 0
            ? [] : [UInt8](UnsafeRawBufferPointer(start: info.mMagicCookie, count: Int(info.mMagicCookieSize)))
        let told = cookie.isEmpty ? nil : MediaFormat.described(by: cookie, codec: codec.id)
        var description = info.mASBD
        if let told {
            description = told.basicDescription
        } else {
            try withUnsafeMutableBytes(of: &description) { bytes in
                var size = UInt32(bytes.count)
                try Self.complete(.init(start: nil, count: 0), &size, bytes.baseAddress)
            }
        }
        var items = [Self.item(description)]
        if let bytes = AudioSpecificConfig.inside(cookie), let config = AudioSpecificConfig(bytes),
            config.hasReplication, ["aach", "aacp"].contains(config.codec)
        {
            if config.codec == "aacp" {
                var plain = description
                plain.mFormatID = kAudioFormatMPEG4AAC_HE
                plain.mChannelsPerFrame = 1
                items.append(Self.item(plain))
            }
            var base = description
            base.mFormatID = kAudioFormatMPEG4AAC
            base.mSampleRate = Double(config.sampleRate)
            base.mFramesPerPacket = config.hasShortFrames ? 960 : 1024
            if config.codec == "aacp" { base.mChannelsPerFrame = 1 }
            items.append(Self.item(base))
        }
        return items
    }

    private static func item(_ description: AudioStreamBasicDescription) -> AudioFormatListItem {
        let layout = ChannelLayout.usual(channelCount: Int(description.mChannelsPerFrame))
        return AudioFormatListItem(mASBD: description, mChannelLayoutTag: layout?.tag ?? kAudioChannelLayoutTag_Unknown)
    }

    /// Returns the index of the first format in the specifier's list that can be decoded.
    func firstPlayable() throws -> UInt32 {
        let items = try values(as: AudioFormatListItem.self)
        let index = items.firstIndex { item in
            Codecs.named(FourCC(rawValue: item.mASBD.mFormatID))?.isDecoded ?? false
        }
        guard let index else { throw StatusError(kAudioFormatUnsupportedDataFormatError) }
        return UInt32(index)
    }

    /// Reads the format in an elementary stream descriptor of MPEG-4.
    func descriptorFormat() throws -> MediaFormat {
        guard specifier.count > 0, specifier.baseAddress != nil else {
            throw StatusError(kAudioFormatBadSpecifierSizeError)
        }
        guard let format = MediaFormat.described(by: [UInt8](specifier), codec: "aac ") else {
            throw StatusError(kAudioFormatUnsupportedDataFormatError)
        }
        return format
    }

    /// Reads the channel layout in an elementary stream descriptor of MPEG-4.
    func descriptorLayout() throws -> ChannelLayout {
        let count = try descriptorFormat().channelCount
        let tags: [Int: AudioChannelLayoutTag] = [
            1: kAudioChannelLayoutTag_Mono, 2: kAudioChannelLayoutTag_Stereo, 3: kAudioChannelLayoutTag_AAC_3_0,
            4: kAudioChannelLayoutTag_AAC_4_0, 5: kAudioChannelLayoutTag_AAC_5_0, 6: kAudioChannelLayoutTag_AAC_5_1,
            7: kAudioChannelLayoutTag_AAC_6_1, 8: kAudioChannelLayoutTag_AAC_7_1,
        ]
        guard let tag = tags[count] else { throw StatusError(kAudioFormatUnsupportedDataFormatError) }
        return ChannelLayout(tag: tag)
    }

    /// Reads the format in the header of an MPEG packet.
    func packetFormat() throws -> MediaFormat {
        guard specifier.count >= 4, specifier.baseAddress != nil else {
            throw StatusError(kAudioFormatBadSpecifierSizeError)
        }
        guard let format = MediaFormat.described(byPacket: [UInt8](specifier)) else {
            throw StatusError(kAudioFormatUnsupportedDataFormatError)
        }
        return format
    }

    /// Returns whether packets may need others before them, so that decoding cannot begin everywhere.
    func employsDependentPackets() throws -> Bool {
        let id = try value(as: AudioStreamBasicDescription.self).mFormatID
        return id == kAudioFormatAPAC || id == kAudioFormatMPEGD_USAC
    }

    /// Returns whether a format is one that is sold encrypted.
    func isEncrypted() throws -> Bool { try value(as: AudioFormatID.self) == kAudioFormatAudible }

    // MARK: - Codecs

    /// Returns the encoders or decoders of a format; linear PCM needs none.
    func codecDescriptions(isEncoder: Bool) throws -> [AudioClassDescription] {
        let id = try value(as: AudioFormatID.self)
        guard let codec = Codecs.named(FourCC(rawValue: id)), id != kAudioFormatLinearPCM,
            isEncoder ? codec.isEncoded : codec.isDecoded
        else { return [] }
        return [
            AudioClassDescription(
                mType: isEncoder ? kAudioEncoderComponentType : kAudioDecoderComponentType, mSubType: id,
                mManufacturer: kAppleSoftwareAudioCodecManufacturer)
        ]
    }

    /// The formats that share the single hardware decoder of a device that has one (§7.7).
    private static var hardwareFormats: Set<AudioFormatID> {
        [
            kAudioFormatMPEG4AAC, kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC_HE_V2, kAudioFormatAppleLossless,
            kAudioFormatMPEGLayer3,
        ]
    }

    /// Those of them that players and queues decode in hardware only, on a device that has the decoder.
    private static let hardwareOnlyFormats: Set<AudioFormatID> = [kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC_HE_V2]

    /// Returns the number of listed codecs, counted from the first, that can run at the same time.
    ///
    /// Any number of software codecs can, and one hardware codec on a device with a hardware decoder. There a second
    /// stream of high-efficiency AAC is refused, so its decoder counts as hardware also where the list names software.
    func codecsAtOnce() throws -> UInt32 {
        var count: UInt32 = 0
        let hasHardwareDecoder = AppContext.current.client.device.hasHardwareDecoder
        var hardwarePaths = hasHardwareDecoder ? 1 : 0
        for description in try values(as: AudioClassDescription.self) {
            guard let codec = Codecs.named(FourCC(rawValue: description.mSubType)) else { break }
            guard description.mType == kAudioEncoderComponentType ? codec.isEncoded : codec.isDecoded else { break }
            let needsHardware =
                hasHardwareDecoder && description.mType == kAudioDecoderComponentType
                && Self.hardwareOnlyFormats.contains(description.mSubType)
            if needsHardware || description.mManufacturer == kAppleHardwareAudioCodecManufacturer {
                guard hardwarePaths > 0, description.mType == kAudioDecoderComponentType,
                    Self.hardwareFormats.contains(description.mSubType)
                else { break }
                hardwarePaths -= 1
            }
            count += 1
        }
        return count
    }

    /// Returns the bit rates that an encoder offers, in bits per second.
    func bitRates() throws -> [AudioValueRange] {
        let codec = try codec(value(as: AudioFormatID.self))
        return (EncodingRange.of(codec.id)?.availableBitRates ?? []).map {
            AudioValueRange(mMinimum: Double($0), mMaximum: Double($0))
        }
    }

    /// Returns the sample rates that an encoder accepts, or one range if it accepts any; in hertz.
    func sampleRates() throws -> [AudioValueRange] {
        let codec = try codec(value(as: AudioFormatID.self))
        guard codec.isEncoded else { return [] }
        let rates = EncodingRange.of(codec.id)?.sampleRates ?? []
        if rates.isEmpty {
            let all = SoundLimits.sampleRates
            return [AudioValueRange(mMinimum: all.lowerBound, mMaximum: all.upperBound)]
        }
        return rates.map { AudioValueRange(mMinimum: $0, mMaximum: $0) }
    }

    /// Returns the numbers of channels that a codec accepts; a single 0xFFFFFFFF stands for any number.
    func channelCounts(isEncoder: Bool) throws -> [UInt32] {
        let codec = try codec(value(as: AudioStreamBasicDescription.self).mFormatID)
        guard isEncoder ? codec.isEncoded : codec.isDecoded else { return [] }
        let range = isEncoder ? EncodingRange.of(codec.id)?.channelCounts : codec.decodedChannelLimit.map { 1...$0 }
        guard let range, range.upperBound < MediaFormat.channelLimit else { return [.max] }
        return range.map { UInt32($0) }
    }

    /// Returns the layouts that an encoder accepts, only those with the description's number of channels if it is not
    /// 0.
    func encoderLayoutTags() throws -> [AudioChannelLayoutTag] {
        let description = try value(as: AudioStreamBasicDescription.self)
        let tags = EncodingRange.of(try codec(description.mFormatID).id)?.layoutTags ?? []
        let wanted = description.mChannelsPerFrame
        return tags.filter { wanted == 0 || AudioChannelLayoutTag_GetNumberOfChannels($0) == wanted }
    }

    // MARK: - Tags

    /// Returns the size of an ID3 tag in bytes, from its first ten bytes.
    func id3TagSize() throws -> UInt32 {
        guard specifier.count >= 10, specifier.baseAddress != nil else {
            throw StatusError(kAudioFormatBadSpecifierSizeError)
        }
        guard let byteCount = FileTags.id3ByteCount([UInt8](specifier.prefix(10))) else {
            throw StatusError(kAudioFormatUnsupportedDataFormatError)
        }
        return UInt32(clamping: byteCount)
    }

    /// Returns the contents of an ID3 tag.
    func id3Dictionary() throws -> NSDictionary {
        _ = try id3TagSize()
        let dictionary = NSMutableDictionary()
        for entry in FileTags.info(inID3: [UInt8](specifier)) where dictionary[entry.key] == nil {
            dictionary[NSString(string: entry.key)] = NSString(string: entry.value)
        }
        return dictionary
    }
}
