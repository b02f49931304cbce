import CoreMedia
import Foundation
import SordinoMedia

/// A stretch of a track: a part of a file, or silence.
struct TrackPiece {
    /// The media of a piece: a track of a file, or silence.
    enum Source {
        case file(AssetContent, AssetContent.Track)
        case silence
    }

    var source: Source
    /// The first moment that is taken from the source.
    var sourceStart: CMTime
    /// The range of the track in which the piece plays, as long as its media.
    var target: CMTimeRange

    /// Indicates whether it is all of a file, so that reading ends where the file does.
    var isWholeFile: Bool {
        guard case .file(_, let track) = source, sourceStart == .zero, target.start == .zero else { return false }
        return target.duration == CMTime(frames: track.frameCount, rate: track.format.sampleRate)
    }
}
