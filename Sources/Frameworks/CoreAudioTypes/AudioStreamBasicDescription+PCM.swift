extension AudioStreamBasicDescription {
    /// Linear PCM whose samples fill their bytes.
    ///
    /// - Parameters:
    ///   - sampleRate: Frames per second.
    ///   - channelCount: Channels per frame.
    ///   - bitsPerSample: A multiple of 8; 32 or 64 for floating point.
    ///   - isFloat: Floating point instead of signed integers.
    ///   - isBigEndian: The order of bytes of a sample.
    ///   - isInterleaved: One buffer with all channels instead of one buffer per channel.
    package static func linearPCM(
        sampleRate: Double, channelCount: UInt32, bitsPerSample: UInt32, isFloat: Bool, isBigEndian: Bool = false,
        isInterleaved: Bool
    ) -> AudioStreamBasicDescription {
        var flags = kAudioFormatFlagIsPacked | (isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger)
        if isBigEndian { flags |= kAudioFormatFlagIsBigEndian }
        if !isInterleaved { flags |= kAudioFormatFlagIsNonInterleaved }
        let bytesPerFrame = bitsPerSample / 8 &* (isInterleaved ? channelCount : 1)
        return AudioStreamBasicDescription(
            mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags,
            mBytesPerPacket: bytesPerFrame, mFramesPerPacket: 1, mBytesPerFrame: bytesPerFrame,
            mChannelsPerFrame: channelCount, mBitsPerChannel: bitsPerSample, mReserved: 0)
    }

    /// Indicates whether the samples are linear PCM of any kind.
    package var isLinearPCM: Bool { mFormatID == kAudioFormatLinearPCM }

    /// Indicates whether one buffer holds all channels.
    ///
    /// Without meaning for other formats than linear PCM.
    package var isInterleaved: Bool { mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0 }

    /// Indicates whether samples are floating point.
    package var isFloat: Bool { mFormatFlags & kAudioFormatFlagIsFloat != 0 }

    /// Indicates whether the most significant byte of a sample comes first.
    package var isBigEndian: Bool { mFormatFlags & kAudioFormatFlagIsBigEndian != 0 }

    /// Indicates whether integer samples are signed.
    package var isSignedInteger: Bool { mFormatFlags & kAudioFormatFlagIsSignedInteger != 0 }

    /// The bytes from one sample of a channel to the place of the next channel's; 0 if that is not a whole number.
    package var bytesPerSample: UInt32 {
        guard isInterleaved else { return mBytesPerFrame }
        guard mChannelsPerFrame > 0, mBytesPerFrame % mChannelsPerFrame == 0 else { return 0 }
        return mBytesPerFrame / mChannelsPerFrame
    }

    /// Indicates whether a sample has no unused bits.
    package var fillsSamples: Bool { mBitsPerChannel % 8 == 0 && bytesPerSample == mBitsPerChannel / 8 }
}
