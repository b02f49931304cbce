import CoreMedia
import Foundation
import SordinoMedia
import SordinoRealtime

/// A segment of a composition's track: a stretch of a file's track, or a gap.
open class AVCompositionTrackSegment: AVAssetTrackSegment, @unchecked Sendable {
    /// The file; nil for a gap.
    public let sourceURL: URL?
    /// The number of the track in the file.
    public let sourceTrackID: CMPersistentTrackID

    init(_ piece: TrackPiece) {
        let source: CMTimeRange
        if case .file(let content, let track) = piece.source {
            (sourceURL, sourceTrackID) = (content.url, CMPersistentTrackID(track.number) + 1)
            source = CMTimeRange(start: piece.sourceStart, duration: piece.target.duration)
        } else {
            (sourceURL, sourceTrackID, source) = (nil, kCMPersistentTrackID_Invalid, .invalid)
        }
        super.init(timeMapping: CMTimeMapping(source: source, target: piece.target))
    }
}

/// A track that is put together of parts of files.
open class AVCompositionTrack: AVAssetTrack, @unchecked Sendable {
    private let number: CMPersistentTrackID
    private let kind: AVMediaType
    private let list: Guarded<Lent<[TrackPiece]>>

    init(owner: AVComposition, number: CMPersistentTrackID, kind: AVMediaType, _ pieces: [TrackPiece]) {
        self.number = number
        self.kind = kind
        list = Guarded(Lent(pieces))
        super.init(owner: owner)
    }

    override var pieces: [TrackPiece] { list.withLock { $0 }.value }

    fileprivate func replace(_ pieces: [TrackPiece]) {
        let new = Lent(pieces)
        list.withLock { $0 = new }
    }

    /// The file tracks that it takes sound from.
    private var files: [AssetContent.Track] {
        pieces.compactMap { if case .file(_, let track) = $0.source { track } else { nil } }
    }

    override var descriptions: [CMFormatDescription] {
        files.reduce(into: []) { if !$0.contains($1.description) { $0.append($1.description) } }
    }
    /// The track's number in its asset.
    open override var trackID: CMPersistentTrackID { number }
    /// The kind of media.
    open override var mediaType: AVMediaType { kind }
    /// The range of the composition in which the track sounds.
    open override var timeRange: CMTimeRange {
        CMTimeRange(start: .zero, duration: pieces.last?.target.end ?? .zero)
    }
    /// The time scale that distinguishes its samples.
    open override var naturalTimeScale: CMTimeScale {
        files.first.map { Int32(clamping: Int64($0.format.sampleRate.rounded())) } ?? 0
    }
    /// Indicates whether all its media lies in one file of the asset; never of compositions.
    open override var isSelfContained: Bool { false }
    /// The segments of the track, in the order of time.
    open override var segments: [AVAssetTrackSegment] { pieces.map { AVCompositionTrackSegment($0) } }
}

/// A track of a composition that a program puts together.
open class AVMutableCompositionTrack: AVCompositionTrack, @unchecked Sendable {
    /// Inserts a part of a track; media from that time on moves back.
    ///
    /// - Parameters:
    ///   - timeRange: The part.
    ///   - track: A track of a file, or of a composition.
    ///   - startTime: Where it is inserted; behind the end after silence. Invalid is the end.
    /// - Throws: `AVError.Code.invalidSourceMedia` for a part that the track does not have.
    open func insertTimeRange(_ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime) throws {
        let start = startTime.isNumeric ? startTime : self.timeRange.end
        let source = track.pieces
        guard timeRange.isValid, timeRange.duration.isNumeric, timeRange.duration > .zero, start >= .zero,
            timeRange.start >= .zero, let end = source.last?.target.end, timeRange.start < end
        else { throw AVError.error(.invalidSourceMedia, "the track has no such part") }
        let kept = timeRange.intersection(CMTimeRange(start: .zero, end: end))
        var inserted: [TrackPiece] = []
        for piece in source {
            let common = piece.target.intersection(kept)
            guard common.duration > .zero else { continue }
            inserted.append(
                TrackPiece(
                    source: piece.source, sourceStart: piece.sourceStart + (common.start - piece.target.start),
                    target: CMTimeRange(start: start + (common.start - kept.start), duration: common.duration)))
        }
        open(at: start, kept.duration)
        replace((pieces + inserted).sorted { $0.target.start < $1.target.start })
        fillGaps()
    }

    /// Inserts parts of tracks, one after the other.
    open func insertTimeRanges(_ timeRanges: [NSValue], of tracks: [AVAssetTrack], at startTime: CMTime) throws {
        guard timeRanges.count == tracks.count else { throw AVError.error(.invalidSourceMedia) }
        var start = startTime.isNumeric ? startTime : timeRange.end
        for (value, track) in zip(timeRanges, tracks) {
            try insertTimeRange(value.timeRangeValue, of: track, at: start)
            start = start + value.timeRangeValue.duration
        }
    }

    /// Inserts silence; media from that time on moves back.
    open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
        guard timeRange.isValid, timeRange.duration.isNumeric, timeRange.duration > .zero,
            timeRange.start < self.timeRange.end
        else { return }
        open(at: timeRange.start, timeRange.duration)
        fillGaps()
    }

    /// Removes a part; media behind it moves forward.
    open func removeTimeRange(_ timeRange: CMTimeRange) {
        guard timeRange.isValid, timeRange.duration > .zero else { return }
        var left: [TrackPiece] = []
        for piece in pieces {
            let before = piece.target.intersection(CMTimeRange(start: .zero, end: timeRange.start))
            if before.duration > .zero { left.append(piece.part(before, at: before.start)) }
            guard timeRange.end.isNumeric, piece.target.end > timeRange.end else { continue }
            let behind = CMTimeRange(start: CMTimeMaximum(piece.target.start, timeRange.end), end: piece.target.end)
            left.append(piece.part(behind, at: behind.start - timeRange.duration))
        }
        replace(left)
    }

    /// Makes room at a time.
    private func open(at start: CMTime, _ duration: CMTime) {
        var moved: [TrackPiece] = []
        for piece in pieces {
            if piece.target.end <= start {
                moved.append(piece)
            } else if piece.target.start >= start {
                moved.append(piece.part(piece.target, at: piece.target.start + duration))
            } else {
                moved.append(piece.part(CMTimeRange(start: piece.target.start, end: start), at: piece.target.start))
                moved.append(
                    piece.part(CMTimeRange(start: start, end: piece.target.end), at: start + duration))
            }
        }
        replace(moved)
    }

    /// Puts silence where nothing is.
    private func fillGaps() {
        var end = CMTime.zero
        var whole: [TrackPiece] = []
        for piece in pieces {
            if piece.target.start > end {
                let gap = CMTimeRange(start: end, end: piece.target.start)
                whole.append(TrackPiece(source: .silence, sourceStart: .zero, target: gap))
            }
            whole.append(piece)
            end = piece.target.end
        }
        replace(whole)
    }
}

extension TrackPiece {
    /// A part of the piece at another place.
    fileprivate func part(_ range: CMTimeRange, at start: CMTime) -> TrackPiece {
        TrackPiece(
            source: source, sourceStart: sourceStart + (range.start - target.start),
            target: CMTimeRange(start: start, duration: range.duration))
    }
}

/// Media that is put together of parts of files.
open class AVComposition: AVAsset, @unchecked Sendable {
    private let list = Guarded<Lent<[AVCompositionTrack]>>(Lent([]))

    override func readTracks() throws -> [AVAssetTrack] { compositionTracks }

    fileprivate var compositionTracks: [AVCompositionTrack] {
        get { list.withLock { $0 }.value }
        set {
            let new = Lent(newValue)
            list.withLock { $0 = new }
        }
    }

    /// Copies the composition as it is now.
    open override func copy() -> Any {
        let copy = AVComposition()
        copy.compositionTracks = compositionTracks.map {
            AVCompositionTrack(owner: copy, number: $0.trackID, kind: $0.mediaType, $0.pieces)
        }
        return copy
    }

    /// Copies the composition, so that the copy can be changed.
    open override func mutableCopy() -> Any {
        let copy = AVMutableComposition()
        copy.compositionTracks = compositionTracks.map {
            AVMutableCompositionTrack(owner: copy, number: $0.trackID, kind: $0.mediaType, $0.pieces)
        }
        return copy
    }
}

/// Media that a program puts together of parts of files.
///
/// - Thread: any, one at a time while it is changed.
open class AVMutableComposition: AVComposition, @unchecked Sendable {
    /// Adds an empty track.
    ///
    /// - Parameter preferredTrackID: Its number if no other track has it; `kCMPersistentTrackID_Invalid` for any.
    /// - Returns: Nil for media other than sound.
    @discardableResult
    open func addMutableTrack(
        withMediaType mediaType: AVMediaType, preferredTrackID: CMPersistentTrackID
    ) -> AVMutableCompositionTrack? {
        guard mediaType == .audio else { return nil }
        let used = compositionTracks.map(\.trackID)
        let isFree = preferredTrackID > 0 && !used.contains(preferredTrackID)
        let track = AVMutableCompositionTrack(
            owner: self, number: isFree ? preferredTrackID : (used.max() ?? 0) + 1, kind: mediaType, [])
        compositionTracks.append(track)
        return track
    }

    /// Takes a track away.
    open func removeTrack(_ track: AVCompositionTrack) { compositionTracks.removeAll { $0 === track } }

    /// Inserts a part of all tracks of an asset; tracks that are missing are added.
    open func insertTimeRange(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws {
        let sources = try asset.readTracks().filter { $0.mediaType == .audio }
        for (index, source) in sources.enumerated() {
            let there = compositionTracks.compactMap { $0 as? AVMutableCompositionTrack }
            let track =
                index < there.count
                ? there[index]
                : addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
            try track?.insertTimeRange(timeRange, of: source, at: startTime)
        }
    }

    /// Inserts silence into all tracks.
    open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
        for case let track as AVMutableCompositionTrack in compositionTracks { track.insertEmptyTimeRange(timeRange) }
    }

    /// Takes a part out of all tracks.
    open func removeTimeRange(_ timeRange: CMTimeRange) {
        for case let track as AVMutableCompositionTrack in compositionTracks { track.removeTimeRange(timeRange) }
    }

    /// Returns an existing track for media of the kind of another track; nil if there is none.
    open func mutableTrack(compatibleWith track: AVAssetTrack) -> AVMutableCompositionTrack? {
        compositionTracks.first { $0.mediaType == track.mediaType } as? AVMutableCompositionTrack
    }
}
