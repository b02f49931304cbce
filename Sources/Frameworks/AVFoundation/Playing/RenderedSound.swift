import CoreAudioTypes
import CoreMedia
import Foundation
import SordinoMedia

/// A composition, or tracks with their volumes, as frames that are mixed while they are read.
///
/// - Thread: one at a time.
final class RenderedSound: FrameSource {
    let format: MediaFormat
    let layout: ChannelLayout?
    let frameCount: Int64
    let isWaiting = false
    private let tracks: [AVAssetTrack]
    private let mix: AVAudioMix?
    private let output: OutputFormat
    private var feed: MixFeed?
    /// The frames that were mixed last; nil for silence.
    private var mixed: PlanarFrames?
    /// Their places in the sound.
    private var mixedRange: Range<Int64> = 0..<0
    /// The next frame to be read.
    private var position: Int64 = 0

    /// - Returns: Nil if the tracks have no format in common.
    init?(_ tracks: [AVAssetTrack], _ mix: AVAudioMix?, duration: CMTime) {
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32,
        ]
        let richest = tracks.max {
            ($0.stream.mChannelsPerFrame, $0.stream.mSampleRate) < ($1.stream.mChannelsPerFrame, $1.stream.mSampleRate)
        }
        guard let richest,
            let output = OutputFormat(settings, source: richest.stream, sourceLayout: richest.layout)
        else { return nil }
        self.tracks = tracks
        self.mix = mix
        self.output = output
        format = output.format.media
        layout = .usual(channelCount: format.channelCount)
        frameCount = max(0, duration.frames(rate: format.sampleRate))
    }

    func seek(to frame: Int64) { position = max(0, min(frame, frameCount)) }

    func read(into block: SampleBlock, atFrame firstFrame: Int, frameCount wanted: Int) throws(MediaError) -> Int {
        let goal = Int(min(Int64(max(0, wanted)), frameCount - position))
        var done = 0
        while done < goal {
            if !mixedRange.contains(position) { try mixNext() }
            let count = min(goal - done, Int(mixedRange.upperBound - position))
            if let mixed {
                mixed.block.copyPlanes(
                    fromFrame: Int(position - mixedRange.lowerBound), frameCount: count, into: block,
                    atFrame: firstFrame + done)
            } else {
                block.putSilence(atFrame: firstFrame + done, frameCount: count)
            }
            done += count
            position += Int64(count)
        }
        return done
    }

    /// The tracks stay open, as a tap on them may have begun.
    func rest() {}

    /// Mixes the frames from the position on; the tracks are silent behind their ends.
    private func mixNext() throws(MediaError) {
        do {
            if feed == nil || position != mixedRange.upperBound {
                let range = CMTimeRange(
                    start: CMTime(frames: position, rate: format.sampleRate), duration: .positiveInfinity)
                feed = try MixFeed(tracks, mix, output, range: range)
            }
            mixed = try feed?.mixNext()
        } catch let error as MediaError {
            throw error
        } catch {
            throw .unsupported(.operation("\(error)"))
        }
        if mixed?.isEmpty ?? true { mixed = nil }
        mixedRange = position..<position + Int64(mixed?.count ?? FrameFeed.framesAtOnce)
    }
}
