import Foundation

extension AVAudioFormat {
    /// The format that a settings dictionary asks for.
    ///
    /// `AVFormatIDKey`, `AVSampleRateKey` and `AVNumberOfChannelsKey` (or `AVChannelLayoutKey`) must be there. Linear
    /// PCM without further keys is interleaved, little-endian, 16 bits of signed integer, or 32 if it is to be floating
    /// point; floating point asked for with 8, 16 or 24 bits has 32, the least that there is. Nil if a key is missing
    /// or cannot be met, or if more than two channels come without a layout.
    public convenience init?(settings: [String: Any]) {
        func number(_ key: String) -> NSNumber? { settingsNumber(settings[key]) }
        func count(_ key: String) -> UInt32? { number(key).flatMap { UInt32(exactly: $0.doubleValue) } }

        var layout: AVAudioChannelLayout?
        if let given = settings[AVChannelLayoutKey] {
            guard let data = given as? Data, let parsed = AVAudioChannelLayout(layoutData: data) else { return nil }
            layout = parsed
        }
        guard
            let formatID = count(AVFormatIDKey),
            let sampleRate = number(AVSampleRateKey)?.doubleValue, sampleRate.isFinite, sampleRate >= 0,
            let channelCount = count(AVNumberOfChannelsKey) ?? layout?.channelCount
        else { return nil }

        var stream: AudioStreamBasicDescription
        if formatID == kAudioFormatLinearPCM {
            let isFloat = number(AVLinearPCMIsFloatKey)?.boolValue ?? false
            let bits = settings[AVLinearPCMBitDepthKey] == nil ? (isFloat ? 32 : 16) : count(AVLinearPCMBitDepthKey)
            guard var bits, [8, 16, 24, 32].contains(bits) || isFloat && bits == 64 else { return nil }
            if isFloat { bits = max(32, bits) }
            stream = .linearPCM(
                sampleRate: sampleRate, channelCount: channelCount, bitsPerSample: bits, isFloat: isFloat,
                isBigEndian: number(AVLinearPCMIsBigEndianKey)?.boolValue ?? false,
                isInterleaved: !(number(AVLinearPCMIsNonInterleaved)?.boolValue ?? false))
        } else {
            stream = AudioStreamBasicDescription(
                mSampleRate: sampleRate, mFormatID: formatID, mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: 0,
                mBytesPerFrame: 0, mChannelsPerFrame: channelCount, mBitsPerChannel: 0, mReserved: 0)
            stream.fillPacketShape()
            if formatID == kAudioFormatAppleLossless, let bits = count(AVEncoderBitDepthHintKey) {
                stream.mFormatFlags = Self.losslessBitDepths.first { $0.bits == bits }?.flag ?? 0
            }
        }
        self.init(streamDescription: &stream, channelLayout: layout)
    }

    /// The format as a settings dictionary: all numbers are `NSNumber`s, a layout is `Data`.
    public var settings: [String: Any] {
        let stream = streamDescription.pointee
        var settings: [String: Any] = [
            AVFormatIDKey: NSNumber(value: stream.mFormatID),
            AVSampleRateKey: NSNumber(value: stream.mSampleRate),
            AVNumberOfChannelsKey: NSNumber(value: stream.mChannelsPerFrame),
        ]
        if stream.isLinearPCM {
            settings[AVLinearPCMBitDepthKey] = NSNumber(value: stream.mBitsPerChannel)
            settings[AVLinearPCMIsBigEndianKey] = NSNumber(value: stream.isBigEndian)
            settings[AVLinearPCMIsFloatKey] = NSNumber(value: stream.isFloat)
            settings[AVLinearPCMIsNonInterleaved] = NSNumber(value: !stream.isInterleaved)
        }
        if stream.mFormatID == kAudioFormatAppleLossless,
            let depth = Self.losslessBitDepths.first(where: { $0.flag == stream.mFormatFlags })
        {
            settings[AVEncoderBitDepthHintKey] = NSNumber(value: depth.bits)
        }
        if let channelLayout { settings[AVChannelLayoutKey] = channelLayout.layoutData }
        return settings
    }

    /// The flags of an Apple Lossless stream, by the bits of its source.
    private static let losslessBitDepths: [(bits: UInt32, flag: AudioFormatFlags)] = [
        (16, kAppleLosslessFormatFlag_16BitSourceData), (20, kAppleLosslessFormatFlag_20BitSourceData),
        (24, kAppleLosslessFormatFlag_24BitSourceData), (32, kAppleLosslessFormatFlag_32BitSourceData),
    ]
}

extension AudioStreamBasicDescription {
    /// Fills in the frames and bytes of a packet that a compressed format fixes, given its identifier and channels.
    ///
    /// Fields of formats whose packets vary, or that are not known here, keep their values.
    package mutating func fillPacketShape() {
        switch mFormatID {
        case kAudioFormatMPEG4AAC: mFramesPerPacket = 1024
        case kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC_HE_V2: mFramesPerPacket = 2048
        case kAudioFormatMPEG4AAC_LD, kAudioFormatMPEG4AAC_ELD, kAudioFormatMPEG4AAC_ELD_V2: mFramesPerPacket = 512
        case kAudioFormatMPEG4AAC_ELD_SBR: mFramesPerPacket = 1024
        case kAudioFormatMPEGLayer1: mFramesPerPacket = 384
        case kAudioFormatMPEGLayer2: mFramesPerPacket = 1152
        // MPEG-2 and 2.5 halve the packet, ISO/IEC 13818-3.
        case kAudioFormatMPEGLayer3: mFramesPerPacket = mSampleRate > 0 && mSampleRate <= 24000 ? 576 : 1152
        case kAudioFormatAC3, kAudioFormatEnhancedAC3, kAudioFormat60958AC3: mFramesPerPacket = 1536
        case kAudioFormatAppleLossless, kAudioFormatFLAC: mFramesPerPacket = 4096
        case kAudioFormatOpus: mFramesPerPacket = 960
        case kAudioFormatAMR: mFramesPerPacket = 160
        case kAudioFormatAMR_WB: mFramesPerPacket = 320
        // 30 ms at 8 kHz in 50 bytes, RFC 3951.
        case kAudioFormatiLBC: (mFramesPerPacket, mBytesPerPacket) = (240, 50)
        case kAudioFormatAppleIMA4: (mFramesPerPacket, mBytesPerPacket) = (64, 34 &* mChannelsPerFrame)
        case kAudioFormatMicrosoftGSM: (mFramesPerPacket, mBytesPerPacket) = (320, 65)
        case kAudioFormatULaw, kAudioFormatALaw:
            (mFramesPerPacket, mBytesPerPacket, mBytesPerFrame) = (1, mChannelsPerFrame, mChannelsPerFrame)
            mBitsPerChannel = 8
        default: break
        }
    }
}
