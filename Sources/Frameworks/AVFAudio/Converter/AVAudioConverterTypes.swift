import AVAudioTypes

/// The assumption of a converter about the frames before the first one.
public enum AVAudioConverterPrimeMethod: Int, Sendable {
    /// The input begins with `leadingFrames` from before the wanted ones, and `trailingFrames` are read ahead.
    case pre = 0
    /// Silence before the first frame; `trailingFrames` are read ahead.
    case normal = 1
    /// No input is read ahead: the output is late by `trailingFrames`.
    case none = 2
}

/// Frames beside the wanted ones that a conversion needs, or that decoding gives and nobody is to hear.
public struct AVAudioConverterPrimeInfo: BitwiseCopyable, Sendable {
    /// Frames before the first wanted one.
    public var leadingFrames: AVAudioFrameCount

    /// Frames after the last wanted one.
    public var trailingFrames: AVAudioFrameCount

    /// No frames.
    public init() { self.init(leadingFrames: 0, trailingFrames: 0) }

    /// The number of frames.
    public init(leadingFrames: AVAudioFrameCount, trailingFrames: AVAudioFrameCount) {
        self.leadingFrames = leadingFrames
        self.trailingFrames = trailingFrames
    }
}

/// A program's answer to a converter that asks for input.
public enum AVAudioConverterInputStatus: Int, Sendable {
    /// Here is a buffer.
    case haveData = 0
    /// No input is available at the moment.
    case noDataNow = 1
    /// The input has ended.
    case endOfStream = 2
}

/// The outcome of a conversion.
public enum AVAudioConverterOutputStatus: Int, Sendable {
    /// The buffer is full, or holds the last of the output.
    case haveData = 0
    /// Input ran out for the moment; the buffer holds what could be made of it.
    case inputRanDry = 1
    /// Input and output are over; the buffer is empty.
    case endOfStream = 2
    /// The conversion failed.
    case error = 3
}

/// Hands a buffer to a converter that asks for input.
///
/// - Parameters: The packets wanted, frames for linear PCM; more or fewer will do. Where to say what there is.
/// - Returns: A buffer in the input's format, not to be changed before the block is called again; nil if there is none.
public typealias AVAudioConverterInputBlock = (
    _ inNumberOfPackets: AVAudioPacketCount, _ outStatus: UnsafeMutablePointer<AVAudioConverterInputStatus>
) -> AVAudioBuffer?
