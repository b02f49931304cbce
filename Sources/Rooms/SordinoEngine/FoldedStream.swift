import SordinoGraph
import SordinoMedia
import SordinoSignal

/// A stream with another number of channels, folded as a mixer folds its inputs.
///
/// - Thread: any but the render thread, one at a time.
package final class FoldedStream: PlayerStream, @unchecked Sendable {
    /// Frames folded at a time.
    private static let pieceFrames = 2048

    /// Channels that come out.
    package let channelCount: Int
    private let stream: any PlayerStream
    private let matrix: ChannelMatrix
    private let frames: PlanarFrames
    private let targets: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

    /// Folds a stream to a number of channels.
    package init(_ stream: any PlayerStream, to channelCount: Int) {
        self.stream = stream
        self.channelCount = channelCount
        matrix = Self.matrix(from: stream.channelCount, to: channelCount)
        frames = PlanarFrames(.float32, channelCount: stream.channelCount, capacity: Self.pieceFrames)
        targets = .allocate(capacity: channelCount)
    }

    deinit { targets.deallocate() }

    /// By the usual layouts, or by number where two channels or fewer meet.
    private static func matrix(from sources: Int, to targets: Int) -> ChannelMatrix {
        let gains = ChannelMatrix.fold(from: nil, channelCount: sources, to: nil, channelCount: targets)
        guard let gains else { return ChannelMatrix(from: sources, to: targets) }
        return ChannelMatrix(inputCount: sources, outputCount: targets, gains: gains)
    }

    package var readAheadFrames: Int { stream.readAheadFrames }
    package var isOpenEnded: Bool { stream.isOpenEnded }
    package var endFrame: Int? { stream.endFrame }

    package func rewind() { stream.rewind() }

    package func read(into channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount wanted: Int) -> Int {
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
