import CoreMedia
import Foundation
import SordinoMedia
import SordinoRealtime

/// Reads the media of an asset as sample buffers.
///
/// - Thread: any; reading waits for the disk. One thread at a time for each output.
open class AVAssetReader: NSObject, @unchecked Sendable {
    /// The state of reading.
    public enum Status: Int, Sendable {
        /// Reading has not begun.
        case unknown = 0
        /// Reading is in progress.
        case reading = 1
        /// All samples were read.
        case completed = 2
        /// Reading failed; `error` has the reason.
        case failed = 3
        /// Reading was cancelled by the program.
        case cancelled = 4
    }

    private struct State {
        var status = Status.unknown
        var error: (any Error)?
        var outputs: [AVAssetReaderOutput] = []
        var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    }

    /// The asset that is read.
    public let asset: AVAsset
    private let state = Guarded(State())

    /// Makes a reader.
    ///
    /// - Throws: Why the asset cannot be read.
    public init(asset: AVAsset) throws {
        _ = try asset.readTracks()
        self.asset = asset
        super.init()
    }

    /// The state of reading.
    open var status: Status { state.withLock { $0.status } }
    /// The error that ended it.
    open var error: (any Error)? { state.withLock { $0.error } }
    /// The outputs that deliver sample buffers.
    open var outputs: [AVAssetReaderOutput] { state.withLock { $0.outputs } }

    /// The part that is read; everything at first.
    ///
    /// It can be set before reading begins; later it stops the program.
    open var timeRange: CMTimeRange {
        get { state.withLock { $0.timeRange } }
        set {
            requireUnbegun("-[AVAssetReader setTimeRange:]")
            state.withLock { $0.timeRange = newValue }
        }
    }

    private func requireUnbegun(_ call: String) {
        requireCondition(status == .unknown, "*** \(call) cannot be called after reading has started")
    }

    /// Returns whether an output can be added: it is not another reader's, and its tracks are of this asset.
    open func canAdd(_ output: AVAssetReaderOutput) -> Bool {
        output.reader == nil && status == .unknown && output.isFit(for: asset)
    }

    /// Adds an output; one that does not fit stops the program.
    open func add(_ output: AVAssetReaderOutput) {
        requireUnbegun("-[AVAssetReader addOutput:]")
        requireCondition(canAdd(output), "*** -[AVAssetReader addOutput:] Output cannot be added to this reader")
        output.reader = self
        state.withLock { $0.outputs.append(output) }
    }

    /// Begins to read.
    ///
    /// - Returns: False if it cannot; `error` says why.
    @discardableResult
    open func startReading() -> Bool {
        requireUnbegun("-[AVAssetReader startReading]")
        do {
            for output in outputs { try output.begin(in: timeRange) }
            state.withLock { $0.status = .reading }
            return true
        } catch {
            fail(error)
            return false
        }
    }

    /// Stops reading; outputs deliver nothing any more.
    open func cancelReading() {
        state.withLock { if $0.status == .reading || $0.status == .unknown { $0.status = .cancelled } }
    }

    func fail(_ error: any Error) {
        let error =
            (error as? MediaError).map { AVError.error($0, at: (asset as? AVURLAsset)?.url) }
            ?? (error is ConversionError
                ? AVError.error(.decodeFailed, "\(error)", underlying: error) : error)
        state.withLock { state in
            guard state.status == .reading || state.status == .unknown else { return }
            (state.status, state.error) = (.failed, error)
        }
    }

    /// An output has delivered everything.
    func outputEnded() {
        let isOver = outputs.allSatisfy(\.hasEnded)
        state.withLock { if isOver, $0.status == .reading { $0.status = .completed } }
    }
}

/// Delivers sample buffers of a reader; the kinds of outputs are subclasses.
open class AVAssetReaderOutput: NSObject, @unchecked Sendable {
    private struct Progress {
        var feed: Lent<any SampleFeed>?
        var hasBegun = false
        var hasEnded = false
    }

    weak var reader: AVAssetReader?
    private let progress = Guarded(Progress())
    /// The kind of media.
    open var mediaType: AVMediaType { .audio }
    /// Indicates whether each buffer is the caller's alone; always so here.
    open var alwaysCopiesSampleData = true
    /// Indicates whether other parts can be read later by `reset(forReadingTimeRanges:)`.
    open var supportsRandomAccess = false
    /// Parts that are still to be read.
    private var ranges: [CMTimeRange] = []
    private var isFinal = false

    override init() { super.init() }

    func isFit(for asset: AVAsset) -> Bool { false }

    func makeFeed(_ range: CMTimeRange) throws -> any SampleFeed {
        throw AVError.error(.operationNotSupportedForAsset)
    }

    var hasEnded: Bool { progress.withLock { $0.hasEnded } }

    func begin(in range: CMTimeRange) throws {
        let feed = Lent(try makeFeed(range))
        progress.withLock { progress in
            progress.feed = feed
            progress.hasBegun = true
        }
    }

    /// Reads the next sample buffer.
    ///
    /// - Returns: Nil at the end, after a failure, and when reading was cancelled; the reader's `status` has the
    ///   reason.
    @discardableResult
    open func copyNextSampleBuffer() -> CMSampleBuffer? {
        let (hasBegun, feed) = progress.withLock { ($0.hasBegun, $0.feed) }
        requireCondition(
            hasBegun,
            "*** -[AVAssetReaderOutput copyNextSampleBuffer] cannot copy next sample buffer before adding this "
                + "output to an instance of AVAssetReader and calling -startReading on that asset reader")
        // A reader that is gone reads nothing.
        guard let reader, reader.status == .reading || (reader.status == .completed && supportsRandomAccess) else {
            return nil
        }
        guard let feed else { return nil }
        do {
            if let buffer = try feed.value.next() { return buffer }
            if !ranges.isEmpty {
                let range = ranges.removeFirst()
                try begin(in: range)
                return copyNextSampleBuffer()
            }
            progress.withLock {
                $0.feed = nil
                $0.hasEnded = !supportsRandomAccess || isFinal
            }
            reader.outputEnded()
        } catch {
            progress.withLock { $0.feed = nil }
            reader.fail(error)
        }
        return nil
    }

    /// Reads other parts of the asset, one after the other; for outputs with random access that have come to their end.
    open func reset(forReadingTimeRanges timeRanges: [NSValue]) {
        requireCondition(
            supportsRandomAccess && !isFinal,
            "*** -[AVAssetReaderOutput resetForReadingTimeRanges:] requires supportsRandomAccess")
        ranges = timeRanges.map(\.timeRangeValue)
        guard !ranges.isEmpty else { return }
        do { try begin(in: ranges.removeFirst()) } catch { reader?.fail(error) }
    }

    /// Marks the end: no other parts will be requested.
    open func markConfigurationAsFinal() {
        isFinal = true
        let isOver = progress.withLock { progress in
            if progress.feed == nil { progress.hasEnded = true }
            return progress.hasEnded
        }
        if isOver { reader?.outputEnded() }
    }
}

/// Delivers the media of one track, decoded or as it is stored.
open class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
    /// The track that is read.
    public let track: AVAssetTrack
    /// The settings of the delivered sound: linear PCM; nil for packets as they lie in the file.
    public let outputSettings: [String: Any]?

    /// Makes an output.
    ///
    /// - Parameter outputSettings: With `AVFormatIDKey` of linear PCM; other formats stop the program.
    public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
        self.track = track
        self.outputSettings = outputSettings
        if let outputSettings {
            requireCondition(
                OutputFormat(outputSettings, source: track.stream, sourceLayout: track.layout) != nil,
                "*** -[AVAssetReaderTrackOutput initWithTrack:outputSettings:] invalid outputSettings: readers make "
                    + "linear PCM alone")
        }
        super.init()
    }

    override func isFit(for asset: AVAsset) -> Bool { track.asset === asset }

    override func makeFeed(_ range: CMTimeRange) throws -> any SampleFeed {
        guard let outputSettings else {
            guard let content = track.content, let file = track.file else {
                throw AVError.error(.operationNotSupportedForAsset, "parts of several files have no packets in common")
            }
            return try PacketFeed(path: content.path(), file, range: range)
        }
        guard let output = OutputFormat(outputSettings, source: track.stream, sourceLayout: track.layout) else {
            throw AVError.error(.operationNotSupportedForAsset)
        }
        return FrameFeed(
            PieceReader(track.pieces, output.format, output.stream, range: range), layout: output.layout)
    }
}

extension AVAssetTrack {
    /// The format of the media, or of the first part of it.
    var stream: AudioStreamBasicDescription {
        descriptions.first?.audioStreamBasicDescription
            ?? .linearPCM(
                sampleRate: 44100, channelCount: 2, bitsPerSample: 16, isFloat: false, isInterleaved: true)
    }

    /// The places of the channels; nil where they are not named.
    var layout: AVAudioChannelLayout? { descriptions.first?.format?.channelLayout }
}
