import Foundation

extension AVAudioFormat {
    /// The part of the description that does not depend on where the object lies.
    package var shape: String {
        let stream = streamDescription.pointee
        let rate =
            stream.mSampleRate == stream.mSampleRate.rounded()
            ? String(format: "%6.0f", stream.mSampleRate) : "\(stream.mSampleRate)"
        let start = String(format: "%2d ch, ", Int(stream.mChannelsPerFrame)) + "\(rate) Hz, "
        let order = stream.mChannelsPerFrame == 1 ? "" : stream.isInterleaved ? ", interleaved" : ", deinterleaved"
        switch commonFormat {
        case .pcmFormatFloat32: return start + "Float32" + order
        case .pcmFormatFloat64: return start + "Float64" + order
        case .pcmFormatInt16: return start + "Int16" + order
        case .pcmFormatInt32: return start + "Int32" + order
        case .otherFormat: break
        }
        let flags = String(format: "(0x%08X)", stream.mFormatFlags)
        guard stream.isLinearPCM else {
            return start + "\(stream.mFormatID.fourCharacters) \(flags) \(stream.mBitsPerChannel) bits/channel, "
                + "\(stream.mBytesPerPacket) bytes/packet, \(stream.mFramesPerPacket) frames/packet, "
                + "\(stream.mBytesPerFrame) bytes/frame"
        }
        let kind = stream.isFloat ? "float" : stream.isSignedInteger ? "signed integer" : "unsigned integer"
        let endian = stream.bytesPerSample > 1 ? (stream.isBigEndian ? " big-endian" : " little-endian") : ""
        return start + "lpcm \(flags) \(stream.mBitsPerChannel)-bit\(endian) \(kind)\(order)"
    }
}

extension FourCharCode {
    /// The four characters of a code, or its number if it has others.
    package var fourCharacters: String {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> UInt32($0)) }
        guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return "0x" + String(self, radix: 16) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension AudioStreamBasicDescription {
    /// Returns whether two streams can take each other's place.
    func isFunctionallyEqual(to other: AudioStreamBasicDescription) -> Bool {
        mSampleRate == other.mSampleRate && mFormatID == other.mFormatID && mChannelsPerFrame == other.mChannelsPerFrame
            && mBitsPerChannel == other.mBitsPerChannel && mFramesPerPacket == other.mFramesPerPacket
            && mBytesPerFrame == other.mBytesPerFrame && mBytesPerPacket == other.mBytesPerPacket
            && significantFlags == other.significantFlags
    }

    /// The flags that make a difference for these samples.
    private var significantFlags: AudioFormatFlags {
        var flags = mFormatFlags & ~kAudioFormatFlagsAreAllClear
        guard isLinearPCM else { return flags }
        if fillsSamples {
            flags &= ~(kAudioFormatFlagIsPacked | kAudioFormatFlagIsAlignedHigh)
        }
        if bytesPerSample <= 1 { flags &= ~kAudioFormatFlagIsBigEndian }
        if mChannelsPerFrame == 1 { flags &= ~kAudioFormatFlagIsNonInterleaved }
        if isFloat { flags &= ~kAudioFormatFlagIsSignedInteger }
        return flags
    }
}
