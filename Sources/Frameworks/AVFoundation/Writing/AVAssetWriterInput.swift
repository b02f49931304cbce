import CoreMedia
import Foundation
import SordinoRealtime

/// Takes the sample buffers of one track of a file.
///
/// - Thread: any, one at a time for appending.
open class AVAssetWriterInput: NSObject, @unchecked Sendable {
    private struct State {
        var track: Lent<TrackWriter>?
        var isFinished = false
    }

    /// The kind of media.
    public let mediaType: AVMediaType
    /// The settings of the encoder; nil to store the samples as they arrive.
    public let outputSettings: [String: Any]?
    /// The format of the samples to come, if it is known beforehand.
    public let sourceFormatHint: CMFormatDescription?
    /// Indicates whether buffers come from a microphone; nothing depends on it here, buffers are written at once.
    open var expectsMediaDataInRealTime = false
    weak var writer: AVAssetWriter?
    private let state = Guarded(State())
    private let lock = NSLock()

    /// Makes an input.
    ///
    /// - Parameters:
    ///   - mediaType: Sound; other media stop the program when the input is added.
    ///   - outputSettings: Settings as for `AVAudioFile`; nil writes the samples unchanged.
    ///   - sourceFormatHint: What will come.
    public init(
        mediaType: AVMediaType, outputSettings: [String: Any]?, sourceFormatHint: CMFormatDescription? = nil
    ) {
        self.mediaType = mediaType
        self.outputSettings = outputSettings
        self.sourceFormatHint = sourceFormatHint
        super.init()
    }

    /// Indicates whether a buffer would be taken.
    open var isReadyForMoreMediaData: Bool {
        guard writer?.status == .writing else { return false }
        return state.withLock { $0.track != nil && !$0.isFinished }
    }

    func begin(_ file: MediaFileMaker) throws {
        let track = Lent(try TrackWriter(file, settings: outputSettings, hint: sourceFormatHint))
        state.withLock { $0.track = track }
    }

    private var track: TrackWriter? { state.withLock { $0.track }?.value }

    func startSession(at time: CMTime) { lock.withLock { track?.start = time } }

    func endSession(at time: CMTime) { lock.withLock { track?.end = time } }

    /// Writes the samples of a buffer.
    ///
    /// - Returns: False if it failed, or if writing was cancelled; the writer's `error` says why.
    @discardableResult
    open func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
        guard let writer else {
            stopOnMisuse("*** -[AVAssetWriterInput appendSampleBuffer:] Input is not attached to an asset writer")
        }
        requireCondition(
            writer.status != .unknown,
            "*** -[AVAssetWriterInput appendSampleBuffer:] Cannot append before writing starts")
        guard isReadyForMoreMediaData, let track else { return false }
        requireCondition(
            writer.hasSession,
            "*** -[AVAssetWriterInput appendSampleBuffer:] Cannot append sample buffer: Must start a session (using "
                + "-[AVAssetWriter startSessionAtSourceTime:) first")
        do {
            try lock.withLock { try track.append(sampleBuffer) }
            return true
        } catch {
            writer.fail(error)
            return false
        }
    }

    /// Marks the end: no buffer will follow.
    open func markAsFinished() { state.withLock { $0.isFinished = true } }

    func finish() throws {
        markAsFinished()
        try lock.withLock { try track?.finish() }
    }

    /// The time until a program is asked again that had no buffers at the last request.
    private static let patience = DispatchTimeInterval.milliseconds(5)

    /// Asks a program for buffers until it calls `markAsFinished`.
    ///
    /// - Parameters:
    ///   - queue: Where the program is asked.
    ///   - block: Appends buffers while `isReadyForMoreMediaData`.
    open func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
        queue.async { [weak self] in
            guard let self, isReadyForMoreMediaData else { return }
            block()
            guard isReadyForMoreMediaData else { return }
            queue.asyncAfter(deadline: .now() + Self.patience) { [weak self] in
                self?.requestMediaDataWhenReady(on: queue, using: block)
            }
        }
    }
}
