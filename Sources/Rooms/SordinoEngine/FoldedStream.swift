import SordinoGraph
import SordinoMedia
import SordinoRealtime
import SordinoSignal

/// A stream with another number of channels, folded as a mixer folds its inputs.
///
/// - Thread: any but the render thread, one at a time.
package final class FoldedStream: PlayerStream, Sendable {
    /// Frames folded at a time.
    private static let pieceFrames = 2048

    /// Channels that come out.
    package let channelCount: Int
    private let stream: any PlayerStream
    /// The memory of one piece, used by one call at a time.
    private let work:
        Lent<(matrix: ChannelMatrix, frames: PlanarFrames, targets: UnsafeMutablePointer<UnsafeMutablePointer<Float>>)>

    fileprivate init(_ stream: any PlayerStream, _ matrix: ChannelMatrix) {
        self.stream = stream
        channelCount = matrix.outputCount
        let frames = PlanarFrames(.float32, channelCount: stream.channelCount, capacity: Self.pieceFrames)
        work = Lent((matrix, frames, .allocate(capacity: channelCount)))
    }

    deinit { work.value.targets.deallocate() }

    package var readAheadFrames: Int { stream.readAheadFrames }
    package var isOpenEnded: Bool { stream.isOpenEnded }
    package var endFrame: Int? { stream.endFrame }

    package func rewind() { stream.rewind() }

    package func read(into channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount wanted: Int) -> Int {
        let (matrix, frames, targets) = work.value
        var done = 0
        while done < wanted {
            let count = min(wanted - done, Self.pieceFrames)
            let given = stream.read(into: frames.floats, frameCount: count)
            for channel in 0..<channelCount { (targets + channel).initialize(to: channels[channel] + done) }
            matrix.rows.apply(frames.floats, into: targets, frameCount: given)
            done += given
            if given < count { break }
        }
        return done
    }
}

extension FileStream {
    /// The stream with the channels of a bus: as it is if it has as many, else folded as at a mixer's input.
    package func folded(to bus: BusFormat) -> any PlayerStream {
        if channelCount == bus.channelCount { return self }
        let own = BusFormat(sampleRate: bus.sampleRate, channelCount: channelCount, places: places)
        guard let gains = own.fold(into: bus) else {
            return FoldedStream(self, ChannelMatrix(from: channelCount, to: bus.channelCount))
        }
        return FoldedStream(
            self, ChannelMatrix(inputCount: channelCount, outputCount: bus.channelCount, gains: gains))
    }
}
