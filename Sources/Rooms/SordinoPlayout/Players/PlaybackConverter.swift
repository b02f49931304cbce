import SordinoMedia
import SordinoRealtime

/// The step between a file's frames and a voice's ring: converts the rate and holds what the ring does not take yet.
///
/// - Thread: the worker that fills; one at a time.
final class PlaybackConverter {
    /// Frames read at a time.
    private static let chunkFrames = 2_048

    private let channelCount: Int
    private let inputRate: Double
    private var outputRate: Double
    private var pending: [UnsafeMutablePointer<Float>]
    private var pendingStart = 0
    private var pendingEnd = 0

    init(channelCount: Int, from inputRate: Double) {
        self.channelCount = channelCount
        self.inputRate = inputRate
        outputRate = inputRate
        pending = (0..<channelCount).map { _ in .allocate(capacity: Self.chunkFrames) }
    }

    deinit { for buffer in pending { buffer.deallocate() } }

    /// Frames made of each frame of the file.
    var ratio: Double { outputRate / inputRate }

    /// Whether converted frames wait for room.
    var hasOutput: Bool { pendingEnd > pendingStart }

    /// Starts anew, with nothing waiting.
    func begin(outputRate: Double) {
        self.outputRate = outputRate
        pendingStart = 0
        pendingEnd = 0
    }

    /// Frames of the ring that the first `count` frames of the file become.
    func outputFrames(forInputFrames count: Int64) -> Int { Int((Double(count) * ratio).rounded()) }

    /// Reads a chunk and converts it; only while nothing waits.
    ///
    /// - Parameter read: Fills each channel's buffer with at most so many frames and says how many; 0 at the end.
    /// - Returns: Frames read.
    func feed(_ read: ([UnsafeMutablePointer<Float>], Int) throws(MediaError) -> Int) throws(MediaError) -> Int {
        let count = try read(pending, Self.chunkFrames)
        pendingStart = 0
        pendingEnd = count
        return count
    }

    /// Makes the frames that are still on their way come out.
    func drain() {}

    /// Moves what waits into the ring, as far as it takes it.
    ///
    /// - Returns: Whether anything was moved.
    func push(into producer: FloatRingProducer) -> Bool {
        guard hasOutput else { return false }
        let count = pending.withUnsafeBufferPointer { buffers -> Int in
            guard let base = buffers.baseAddress else { return 0 }
            return producer.write(from: base, offset: pendingStart, frameCount: pendingEnd - pendingStart)
        }
        pendingStart += count
        return count > 0
    }
}
