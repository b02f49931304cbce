import CoreMedia
import Dispatch

/// The states of an object that renders sample buffers.
public enum AVQueuedSampleBufferRenderingStatus: Int, Sendable {
    /// No sample buffer has come yet.
    case unknown = 0
    /// Sample buffers have come and are rendered.
    case rendering = 1
    /// Rendering has failed; `error` has the reason.
    case failed = 2
}

/// An object that renders sample buffers in the order of their times, on the time line of a synchronizer.
public protocol AVQueuedSampleBufferRendering: AnyObject, Sendable {
    /// The time line by which the times of sample buffers are understood.
    var timebase: CMTimebase { get }
    /// Hands a sample buffer over.
    func enqueue(_ sampleBuffer: CMSampleBuffer)
    /// Forgets all sample buffers that have been handed over.
    func flush()
    /// Indicates whether more sample buffers should be handed over.
    var isReadyForMoreMediaData: Bool { get }
    /// Has a function called whenever more sample buffers should be handed over.
    func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void)
    /// Ends the calls of `requestMediaDataWhenReady`.
    func stopRequestingMediaData()
    /// Indicates whether so much media is there that rendering can begin without running dry soon.
    var hasSufficientMediaDataForReliablePlaybackStart: Bool { get }
}

/// The formats of sound that the system may place in space around the listener.
public struct AVAudioSpatializationFormats: OptionSet, Sendable {
    /// The formats as a bit mask.
    public var rawValue: UInt
    /// Makes formats of a bit mask.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// One or two channels.
    public static let monoAndStereo = AVAudioSpatializationFormats(rawValue: 3)
    /// More than two channels.
    public static let multichannel = AVAudioSpatializationFormats(rawValue: 4)
    /// Any number of channels.
    public static let monoStereoAndMultichannel = AVAudioSpatializationFormats(rawValue: 7)
}
