import CoreAudioTypes
import SordinoSignal

extension MediaFormat {
    /// The format as Core Audio's struct.
    package var basicDescription: AudioStreamBasicDescription {
        var flags = codecFlags
        if let encoding, encoding.isLinear {
            flags = 0
            if encoding.isFloat { flags |= kAudioFormatFlagIsFloat }
            if encoding.isBigEndian { flags |= kAudioFormatFlagIsBigEndian }
            if !encoding.isFloat, encoding != .uint8 { flags |= kAudioFormatFlagIsSignedInteger }
            let isPacked = bitsPerChannel == encoding.byteCount * 8
            flags |= isPacked ? kAudioFormatFlagIsPacked : kAudioFormatFlagIsAlignedHigh
        }
        return AudioStreamBasicDescription(
            mSampleRate: sampleRate, mFormatID: codec.rawValue, mFormatFlags: flags,
            mBytesPerPacket: UInt32(clamping: bytesPerPacket), mFramesPerPacket: UInt32(clamping: framesPerPacket),
            mBytesPerFrame: encoding == nil ? 0 : UInt32(clamping: bytesPerPacket),
            mChannelsPerFrame: UInt32(clamping: channelCount), mBitsPerChannel: UInt32(clamping: bitsPerChannel),
            mReserved: 0)
    }

    /// The format of a stored stream that Core Audio's struct describes.
    ///
    /// Non-interleaved linear PCM counts as interleaved, since files hold it so. Nil if samples have a width or shape
    /// that is not stored.
    package init?(_ description: AudioStreamBasicDescription) {
        let channelCount = Int(description.mChannelsPerFrame)
        guard channelCount > 0, channelCount <= Self.channelLimit else { return nil }
        let codec = FourCC(rawValue: description.mFormatID)
        switch codec {
        case .linearPCM:
            guard description.mBitsPerChannel > 0 else { return nil }
            let byteCount =
                description.bytesPerSample > 0
                ? Int(description.bytesPerSample) : (Int(description.mBitsPerChannel) + 7) / 8
            guard description.mBitsPerChannel <= byteCount * 8 else { return nil }
            let order: ByteOrder = description.isBigEndian ? .big : .little
            let encoding: SampleEncoding? =
                description.isFloat
                ? .float(byteCount: byteCount, order)
                : byteCount == 1 && !description.isSignedInteger
                    ? .uint8 : .signedInteger(byteCount: byteCount, order)
            guard let encoding else { return nil }
            self.init(
                encoding, sampleRate: description.mSampleRate, channelCount: channelCount,
                bits: Int(description.mBitsPerChannel))
        case .muLaw:
            self.init(.muLaw, sampleRate: description.mSampleRate, channelCount: channelCount)
        case .aLaw:
            self.init(.aLaw, sampleRate: description.mSampleRate, channelCount: channelCount)
        default:
            self.init(
                codec: codec, sampleRate: description.mSampleRate, channelCount: channelCount,
                bytesPerPacket: Int(description.mBytesPerPacket), framesPerPacket: Int(description.mFramesPerPacket),
                bitsPerChannel: Int(description.mBitsPerChannel))
            codecFlags = description.mFormatFlags
        }
    }
}
