import AVFAudio
import CoreMedia
import Foundation
import SordinoEngine
import SordinoMedia
import SordinoSession
import SordinoStreaming

/// The sound of an item, and its metadata.
extension AVPlayerItem {
    /// The method of changing the rate: that of the mix, if all its parameters that name one name the same; tracks are
    /// mixed before their rate changes, so otherwise it is the item's.
    var heardAlgorithm: AVAudioTimePitchAlgorithm {
        let named = Set((audioMix?.inputParameters ?? []).compactMap(\.audioTimePitchAlgorithm))
        return named.count == 1 ? named.first ?? audioTimePitchAlgorithm : audioTimePitchAlgorithm
    }

    /// The frames that play; nil for all.
    func heardRange(of file: FilePlayer) -> Range<Int64>? {
        let rate = file.format.sampleRate
        var (start, end) = (Int64(0), Int64.max)
        if forwardPlaybackEndTime.isNumeric { end = max(0, forwardPlaybackEndTime.frames(rate: rate)) }
        if let range = looper?.timeRange, range.isValid, range.start.isNumeric {
            start = max(0, range.start.frames(rate: rate))
            if range.duration.isNumeric { end = min(end, range.end.frames(rate: rate)) }
        }
        guard start > 0 || end < .max else { return nil }
        return start..<max(start, end)
    }

    /// Passes metadata to the outputs once playback has reached its frame.
    func passMetadata(_ context: AppContext) {
        guard let remote, let file else { return }
        let notes = remote.takeNotes(upTo: file.currentFrame)
        guard !notes.isEmpty else { return }
        let rate = file.format.sampleRate
        var groups: [AVTimedMetadataGroup] = []
        for note in notes {
            let start = CMTime(frames: note.frame, rate: rate)
            let item = AVMetadataItem.item(note.note, at: start)
            // A second title is a group of its own; the fields of one tag are one group.
            if let last = groups.last, last.timeRange.start == start,
                !last.items.contains(where: { $0.identifier == item.identifier })
            {
                groups[groups.count - 1] = AVTimedMetadataGroup(items: last.items + [item], timeRange: last.timeRange)
            } else {
                groups.append(
                    AVTimedMetadataGroup(items: [item], timeRange: CMTimeRange(start: start, duration: .indefinite)))
            }
        }
        setTimed(groups.last?.items)
        for case let output as AVPlayerItemMetadataOutput in outputs { output.tell(groups, context) }
    }

    /// Opens the asset's file, or its tracks with their volumes.
    func makePlayer(_ context: AppContext) throws -> FilePlayer {
        let mix = audioMix
        if let asset = asset as? AVURLAsset, mix == nil {
            let path = try asset.content.path()
            return FilePlayer(
                reader: try Self.reader { () throws(MediaError) in try MediaReader(path: path) }, context: context)
        }
        let tracks = try asset.readTracks().filter { $0.mediaType == .audio }
        let duration = try asset.readDuration()
        guard !tracks.isEmpty, duration > .zero else { throw AVError.error(.noSourceTrack, "the asset has no sound") }
        return FilePlayer(
            reader: try Self.reader { () throws(MediaError) in
                guard let sound = RenderedSound(tracks, mix, duration: duration) else {
                    throw .unsupported(.dataFormat("the tracks have no format that is played"))
                }
                return sound
            }, context: context)
    }

    private static func reader(_ open: () throws(MediaError) -> any FrameSource) throws -> sending any FrameSource {
        try open()
    }
}
