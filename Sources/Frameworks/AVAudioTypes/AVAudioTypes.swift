@_exported import CoreAudioTypes

/// A number of frames.
public typealias AVAudioFrameCount = UInt32

/// A position in frames; negative before the start.
public typealias AVAudioFramePosition = Int64

/// A number of packets of compressed sound.
public typealias AVAudioPacketCount = UInt32

/// A number of channels.
public typealias AVAudioChannelCount = UInt32

/// The four shapes of linear PCM that programs compute with.
public enum AVAudioCommonFormat: UInt, Sendable {
    /// Any format that the other cases do not name.
    case otherFormat = 0
    /// Native `Float`, the standard.
    case pcmFormatFloat32 = 1
    /// Samples as native `Double`.
    case pcmFormatFloat64 = 2
    /// Samples as native `Int16`.
    case pcmFormatInt16 = 3
    /// Samples as native `Int32`.
    case pcmFormatInt32 = 4
}

/// The amount of work that a codec or a sample rate converter may do.
public enum AVAudioQuality: Int, Sendable {
    /// The fastest and the lowest quality.
    case min = 0
    /// Fast, with low quality.
    case low = 0x20
    /// Between fast and good.
    case medium = 0x40
    /// Slow, with high quality.
    case high = 0x60
    /// The slowest and the best quality.
    case max = 0x7F
}
