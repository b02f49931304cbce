import AVAudioTypes

/// The assumption of a converter about the frames before the first one.
public enum AVAudioConverterPrimeMethod: Int, Sendable {
    /// The input begins `leadingFrames` before the first requested frame, and `trailingFrames` are read ahead.
    case pre = 0
    /// Silence before the first frame; `trailingFrames` are read ahead.
    case normal = 1
    /// No input is read ahead: the output is late by `trailingFrames`.
    case none = 2
}

/// Frames that a conversion needs around the requested ones, or that decoding delivers beyond the audible ones.
public struct AVAudioConverterPrimeInfo: BitwiseCopyable, Sendable {
    /// Frames before the first requested one.
    public var leadingFrames: AVAudioFrameCount

    /// Frames after the last requested one.
    public var trailingFrames: AVAudioFrameCount

    /// Makes an info of no frames at either end.
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
    /// The input ran out for the moment; the buffer holds all that it gives.
    case inputRanDry = 1
    /// Input and output are over; the buffer is empty.
    case endOfStream = 2
    /// The conversion failed; the error has the reason.
    case error = 3
}

/// Hands a buffer to a converter that asks for input.
///
/// - Parameters: The requested packets, or frames for linear PCM; more or fewer are allowed. A pointer that receives
///   the status.
/// - Returns: A buffer in the input's format, not to be changed before the next call; nil without input.
public typealias AVAudioConverterInputBlock = (
    _ inNumberOfPackets: AVAudioPacketCount, _ outStatus: UnsafeMutablePointer<AVAudioConverterInputStatus>
) -> AVAudioBuffer?
