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
    /// Anything else.
    case otherFormat = 0
    /// Native `Float`, the standard.
    case pcmFormatFloat32 = 1
    /// Native `Double`.
    case pcmFormatFloat64 = 2
    /// Native `Int16`.
    case pcmFormatInt16 = 3
    /// Native `Int32`.
    case pcmFormatInt32 = 4
}

/// The amount of work that a codec or a sample rate converter may do.
public enum AVAudioQuality: Int, Sendable {
    /// The fastest.
    case min = 0
    /// Fast.
    case low = 0x20
    /// In between.
    case medium = 0x40
    /// Slow.
    case high = 0x60
    /// The best.
    case max = 0x7F
}
