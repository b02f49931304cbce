import CoreMedia
import Foundation
import SordinoMedia

/// A stretch of a track: a part of a file, or silence.
struct TrackPiece {
    /// Where its sound comes from.
    enum Source {
        case file(AssetContent, AssetContent.Track)
        case silence
    }

    var source: Source
    /// The first moment that is taken from the source.
    var sourceStart: CMTime
    /// Where in the track it is heard; it lasts as long as it does in its source.
    var target: CMTimeRange

    /// Indicates whether it is all of a file, so that reading ends where the file does.
    var isWholeFile: Bool {
        guard case .file(_, let track) = source, sourceStart == .zero, target.start == .zero else { return false }
        return target.duration == CMTime(frames: track.frameCount, rate: track.format.sampleRate)
    }
}
