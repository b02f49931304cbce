import CoreMedia
import Foundation
import SordinoMedia
import SordinoRealtime

/// Exports sound as AAC in an MPEG-4 file.
public let AVAssetExportPresetAppleM4A = "AVAssetExportPresetAppleM4A"
/// Exports packets as they are; into files of samples, samples as they are.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"

/// Writes an asset into a file of another kind, or a part of it.
///
/// - Thread: any; the work is done on a queue of the system.
open class AVAssetExportSession: NSObject, @unchecked Sendable {
    /// The state of the export.
    public enum Status: Int, Sendable {
        /// The export has not begun.
        case unknown = 0
        /// The export is about to begin.
        case waiting = 1
        /// The export is in progress.
        case exporting = 2
        /// The file is complete.
        case completed = 3
        /// The export failed; `error` has the reason.
        case failed = 4
        /// The export was cancelled; no file was written.
        case cancelled = 5
    }

    /// The state as an element of `states`.
    public enum State: Sendable {
        /// It has not begun.
        case pending
        /// It is about to begin.
        case waiting
        /// It has begun; `progress` advances by itself.
        case exporting(progress: Progress)
    }

    /// A receiver of states.
    private struct Listener {
        let continuation: AsyncStream<State>.Continuation
        let interval: TimeInterval
        var last: UInt64
    }

    private struct Inner {
        var status = Status.unknown
        var error: (any Error)?
        var progress: Float = 0
        var isCancelled = false
    }

    /// The asset that is exported.
    public let asset: AVAsset
    /// The preset of the export.
    public let presetName: String
    private let state = Guarded(Inner())
    private let listeners = Guarded<[Listener]>([])
    private let shared = Progress(totalUnitCount: 1_000)
    /// The kind of file; set before the export begins.
    open var outputFileType: AVFileType?
    /// The file, which must not be there; set before the export begins.
    open var outputURL: URL?
    /// The part that is exported; everything at first.
    open var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    /// The metadata of the file; nil to take over that of the asset.
    open var metadata: [AVMetadataItem]?
    /// The volumes of the tracks.
    open var audioMix: AVAudioMix?

    /// Makes a session.
    ///
    /// - Returns: Nil for presets that are not known here.
    public init?(asset: AVAsset, presetName: String) {
        guard Self.allExportPresets().contains(presetName) else { return nil }
        self.asset = asset
        self.presetName = presetName
        super.init()
    }

    /// The state of the export.
    open var status: Status { state.withLock { $0.status } }
    /// The error that ended it.
    open var error: (any Error)? { state.withLock { $0.error } }
    /// The share that is done, 0 to 1.
    open var progress: Float { state.withLock { $0.progress } }

    /// Returns all presets of the session.
    open class func allExportPresets() -> [String] { [AVAssetExportPresetAppleM4A, AVAssetExportPresetPassthrough] }

    /// Returns the presets by which an asset can be exported.
    open class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
        asset.isExportable ? allExportPresets() : []
    }

    /// The kinds of files that the preset makes.
    open var supportedFileTypes: [AVFileType] {
        presetName == AVAssetExportPresetAppleM4A ? [.m4a] : [.m4a, .mp4, .wav, .caf, .aiff, .aifc]
    }

    /// The kinds of files that this export can make, for its asset; none for an asset that cannot be exported.
    open var compatibleFileTypes: [AVFileType] {
        get async { (try? await asset.load(.isExportable)) == true ? supportedFileTypes : [] }
    }

    /// Finds the kinds of files that this export can make.
    ///
    /// - Parameter handler: Called on a queue of the system with `compatibleFileTypes`.
    open func determineCompatibleFileTypes(completionHandler handler: @escaping @Sendable ([AVFileType]) -> Void) {
        Task { handler(await compatibleFileTypes) }
    }

    /// Exports the asset.
    ///
    /// - Parameter handler: Called on a queue of the system when the export is over; `status` then has the result.
    open func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
        let begins = state.withLock { state in
            guard state.status == .unknown else { return false }
            state.status = .waiting
            return true
        }
        tell()
        requireCondition(
            begins, "*** -[AVAssetExportSession exportAsynchronouslyWithCompletionHandler:] was called already")
        DispatchQueue.global(qos: .userInitiated).async {
            self.run()
            self.tell()
            handler()
        }
    }

    /// Exports the asset; `status` then has the result.
    open func export() async {
        await withCheckedContinuation { continuation in exportAsynchronously { continuation.resume() } }
    }

    /// Exports the asset into a file.
    ///
    /// - Throws: Why it failed; `CancellationError` if the task or the session was cancelled.
    open func export(to url: URL, as fileType: AVFileType, isolation: isolated (any Actor)? = #isolation) async throws {
        outputURL = url
        outputFileType = fileType
        await withTaskCancellationHandler {
            await export()
        } onCancel: {
            cancelExport()
        }
        switch status {
        case .completed: return
        case .cancelled: throw CancellationError()
        default: throw error ?? AVError.error(.exportFailed)
        }
    }

    /// Returns the states of the export, beginning with the present one; it ends with the export.
    ///
    /// - Parameter updateInterval: Seconds after which the state of a running export is repeated; infinite for changes
    ///   alone.
    public func states(updateInterval: TimeInterval = .infinity) -> some Sendable & AsyncSequence<State, Never> {
        let (stream, continuation) = AsyncStream<State>.makeStream()
        let isOver = state.withLock { [.completed, .failed, .cancelled].contains($0.status) }
        if !isOver {
            continuation.yield(present)
            let listener = Listener(
                continuation: continuation, interval: updateInterval, last: DispatchTime.now().uptimeNanoseconds)
            listeners.withLock { $0.append(listener) }
        }
        // It may have ended meanwhile.
        if state.withLock({ [.completed, .failed, .cancelled].contains($0.status) }) { continuation.finish() }
        return stream
    }

    private var present: State {
        switch status {
        case .unknown: .pending
        case .waiting: .waiting
        default: .exporting(progress: shared)
        }
    }

    /// Sends the present state to all receivers; ends their sequences when the export is over.
    private func tell() {
        let isOver = [.completed, .failed, .cancelled].contains(status)
        let now = present
        for listener in listeners.withLock({ $0 }) {
            if isOver { listener.continuation.finish() } else { listener.continuation.yield(now) }
        }
        if isOver { listeners.withLock { $0 = [] } }
    }

    /// Sets the progress, and sends it to the receivers whose interval is over.
    private func advance(to share: Double) {
        state.withLock { $0.progress = Float(share) }
        shared.completedUnitCount = Int64(share * 1_000)
        let now = DispatchTime.now().uptimeNanoseconds
        let due = listeners.withLock { listeners in
            var due: [AsyncStream<State>.Continuation] = []
            for index in listeners.indices
            where Double(now - listeners[index].last) / 1e9 >= listeners[index].interval {
                listeners[index].last = now
                due.append(listeners[index].continuation)
            }
            return due
        }
        for continuation in due { continuation.yield(.exporting(progress: shared)) }
    }

    /// Ends the export; the file is removed.
    open func cancelExport() { state.withLock { $0.isCancelled = true } }

    private func run() {
        do {
            guard let url = outputURL, let fileType = outputFileType else {
                throw AVError.error(.exportFailed, "an export needs outputURL and outputFileType")
            }
            guard supportedFileTypes.contains(fileType) else {
                throw AVError.error(.exportFailed, "\(presetName) makes no files of the type \(fileType.rawValue)")
            }
            state.withLock { $0.status = .exporting }
            tell()
            try export(to: url, fileType)
            state.withLock { state in
                state.progress = 1
                state.status = .completed
            }
            shared.completedUnitCount = 1_000
        } catch {
            let failure =
                (error as? MediaError).map { AVError.error($0, at: outputURL) } ?? error
            state.withLock { state in
                state.status = state.isCancelled ? .cancelled : .failed
                state.error = failure
            }
        }
    }

    private func export(to url: URL, _ fileType: AVFileType) throws {
        let tracks = try asset.readTracks().filter { $0.mediaType == .audio }
        guard let first = tracks.first else { throw AVError.error(.noSourceTrack, "the asset has no sound") }
        let reader = try AVAssetReader(asset: asset)
        reader.timeRange = timeRange
        let writer = try AVAssetWriter(outputURL: url, fileType: fileType)
        writer.metadata = try metadata ?? asset.readMetadata()
        let plan = try plan(tracks, first, writer.container)
        guard reader.canAdd(plan.output), writer.canAdd(plan.input) else {
            throw AVError.error(.exportFailed, "the asset's sound does not go into such a file")
        }
        reader.add(plan.output)
        writer.add(plan.input)
        guard writer.startWriting() else { throw writer.error ?? AVError.error(.exportFailed) }
        guard reader.startReading() else {
            writer.cancelWriting()
            throw reader.error ?? AVError.error(.exportFailed)
        }
        let start = timeRange.start.isNumeric ? CMTimeMaximum(timeRange.start, .zero) : .zero
        writer.startSession(atSourceTime: start)
        let whole = (CMTimeMinimum(timeRange.end, try asset.readDuration()) - start).seconds
        while let buffer = plan.output.copyNextSampleBuffer() {
            if state.withLock({ $0.isCancelled }) {
                reader.cancelReading()
                break
            }
            guard plan.input.append(buffer) else { break }
            let done = (buffer.presentationTimeStamp + buffer.duration - start).seconds
            if whole > 0, done.isFinite { advance(to: min(max(done / whole, 0), 0.99)) }
        }
        guard reader.status == .completed, writer.status == .writing else {
            let failure = writer.error ?? reader.error
            writer.cancelWriting()
            try? FileManager.default.removeItem(at: url)
            throw failure ?? AVError.error(.operationCancelled)
        }
        let bell = DispatchSemaphore(value: 0)
        writer.finishWriting { bell.signal() }
        bell.wait()
        guard writer.status == .completed else { throw writer.error ?? AVError.error(.exportFailed) }
    }

    /// Returns the output to read from, and the input that writes its buffers.
    private func plan(
        _ tracks: [AVAssetTrack], _ first: AVAssetTrack, _ container: Container
    ) throws -> (output: AVAssetReaderOutput, input: AVAssetWriterInput) {
        let stream = first.stream
        let isPlain = tracks.count == 1 && audioMix == nil && first.file != nil
        if presetName == AVAssetExportPresetPassthrough, isPlain, !stream.isLinearPCM {
            return (
                AVAssetReaderTrackOutput(track: first, outputSettings: nil),
                AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
            )
        }
        var settings: [String: Any] = [AVSampleRateKey: stream.mSampleRate]
        if presetName == AVAssetExportPresetAppleM4A {
            // The encoder's rates; others become the nearest of the usual.
            let rates = [8000.0, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000]
            settings[AVSampleRateKey] = rates.contains(stream.mSampleRate) ? stream.mSampleRate : 44100
            settings[AVFormatIDKey] = kAudioFormatMPEG4AAC
            settings[AVNumberOfChannelsKey] = Int(min(stream.mChannelsPerFrame, 2))
        } else {
            let isBig = container.chunks == .aiff && container.fileType == "AIFF"
            let bits = stream.isLinearPCM ? Int(stream.mBitsPerChannel) : 16
            settings[AVFormatIDKey] = kAudioFormatLinearPCM
            settings[AVNumberOfChannelsKey] = Int(stream.mChannelsPerFrame)
            settings[AVLinearPCMBitDepthKey] = stream.isFloat && isBig ? 24 : bits
            settings[AVLinearPCMIsFloatKey] = stream.isLinearPCM && stream.isFloat && !isBig
            settings[AVLinearPCMIsBigEndianKey] = container.chunks == .aiff
        }
        let output: AVAssetReaderOutput
        var decoded: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32,
        ]
        if stream.isLinearPCM, !stream.isFloat, audioMix == nil, tracks.count == 1 {
            decoded = [
                AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: max(16, Int(stream.mBitsPerChannel)),
            ]
        }
        if tracks.count == 1, audioMix == nil {
            output = AVAssetReaderTrackOutput(track: first, outputSettings: decoded)
        } else {
            let mixed = AVAssetReaderAudioMixOutput(audioTracks: tracks, audioSettings: nil)
            mixed.audioMix = audioMix
            output = mixed
        }
        return (output, AVAssetWriterInput(mediaType: .audio, outputSettings: settings))
    }
}
