import AVFAudio

/// The codec of a call, by the word of the option `--codec`.
enum SpeechKind: String, CaseIterable {
    /// Opus, which libavcodec encodes.
    case opus
    /// AAC Enhanced Low Delay, from Sordino.
    case eld
    /// iLBC, from Sordino: the band of a telephone.
    case ilbc

    /// The frames of a packet at 48 kHz.
    var frames: Int { self == .eld ? 512 : 960 }

    /// The number in RTP packets on which both ends agree.
    var payloadType: UInt8 {
        switch self {
        case .opus: 111
        case .eld: 112
        case .ilbc: 113
        }
    }

    /// The ticks of RTP's clock in a packet: RFC 7587 for Opus, RFC 3640 for AAC, RFC 3952 for iLBC.
    var ticks: Int { self == .ilbc ? 160 : frames }

    /// The bit rate; 0 for the codec's only one.
    var bitRate: Int {
        switch self {
        case .opus: 32_000
        case .eld: 48_000
        case .ilbc: 0
        }
    }

    /// The format of the packets.
    var format: AVAudioFormat? {
        var description = AudioStreamBasicDescription()
        (description.mSampleRate, description.mChannelsPerFrame) = (48_000, 1)
        description.mFramesPerPacket = UInt32(frames)
        switch self {
        case .opus: description.mFormatID = kAudioFormatOpus
        case .eld: description.mFormatID = kAudioFormatMPEG4AAC_ELD
        case .ilbc:
            (description.mFormatID, description.mSampleRate) = (kAudioFormatiLBC, 8_000)
            (description.mFramesPerPacket, description.mBytesPerPacket) = (160, 38)
        }
        return AVAudioFormat(streamDescription: &description)
    }
}
