import SordinoMedia
import SordinoRealtime
import SordinoSignal

/// The step between a file's frames and a voice's ring: converts the rate and holds what the ring does not take yet.
///
/// Output frame 0 lies on input frame 0, and n input frames become exactly round(n · ratio) output frames.
/// - Thread: the worker that fills; one at a time.
final class PlaybackConverter {
    /// Frames read and converted at a time.
    private static let chunkFrames = 2_048

    private let inputRate: Double
    private var outputRate: Double
    private var resampler: Resampler?
    private let input: PlanarChunk
    private let output: PlanarChunk
    /// Frames given to the ring or waiting for it.
    private var producedFrames = 0
    /// Frames of all input read so far, once it is over.
    private var goal: Int?

    init(channelCount: Int, from inputRate: Double) {
        self.inputRate = inputRate
        outputRate = inputRate
        input = PlanarChunk(channelCount: channelCount, frameCapacity: Self.chunkFrames)
        output = PlanarChunk(channelCount: channelCount, frameCapacity: Self.chunkFrames)
    }

    /// Frames made of each frame of the file.
    var ratio: Double { outputRate / inputRate }

    /// Whether converted frames wait for room in the ring.
    var hasOutput: Bool { !waiting.isEmpty }

    /// Starts anew, with nothing waiting.
    func begin(outputRate: Double) {
        if outputRate != self.outputRate || resampler == nil {
            resampler =
                outputRate == inputRate
                ? nil
                : Resampler(
                    channelCount: input.channelCount, inputRate: inputRate, outputRate: outputRate, quality: .high)
        }
        self.outputRate = outputRate
        resampler?.renderer.reset()
        input.empty()
        output.empty()
        producedFrames = 0
        goal = nil
    }

    /// Frames of the ring that the first `count` frames of the file become.
    func outputFrames(forInputFrames count: Int64) -> Int { Int((Double(count) * ratio).rounded()) }

    /// Reads a chunk; only while nothing waits on either side.
    ///
    /// - Parameter read: Fills each channel's buffer with at most so many frames and says how many; 0 at the end.
    /// - Returns: Frames read.
    func read(
        _ read: ([UnsafeMutablePointer<Float>], Int) throws(MediaError) -> Int
    ) throws(MediaError) -> Int {
        input.empty()
        input.end = try read(input.channels, Self.chunkFrames)
        if resampler == nil { producedFrames += input.end }
        return input.end
    }

    /// Says that there is no more input: what is still on its way comes out with the next calls of `convert`.
    func finish(inputFrames: Int64) { goal = outputFrames(forInputFrames: inputFrames) }

    /// Converts what was read, as far as it goes; only while nothing waits for the ring.
    ///
    /// - Returns: Whether anything waits for the ring now.
    func convert() -> Bool {
        guard let resampler else { return false }
        output.empty()
        let (consumed, produced) = resampler.renderer.process(
            input.pointers, inputOffset: input.start, inputFrames: input.count, into: output.pointers,
            outputFrames: output.frameCapacity)
        input.start += consumed
        output.end = produced
        if let goal, input.isEmpty {
            let missing = min(goal - producedFrames - produced, output.frameCapacity - produced)
            if missing > 0 {
                output.end += resampler.renderer.drain(
                    into: output.pointers, outputOffset: produced, outputFrames: missing)
            }
            output.end = min(output.end, goal - producedFrames)
        }
        producedFrames += output.end
        return !output.isEmpty
    }

    /// Moves what waits into the ring, as far as it takes it.
    ///
    /// - Returns: Whether anything was moved.
    func push(into producer: FloatRingProducer) -> Bool {
        let chunk = waiting
        guard !chunk.isEmpty else { return false }
        let count = producer.write(from: chunk.pointers, offset: chunk.start, frameCount: chunk.count)
        chunk.start += count
        return count > 0
    }

    /// Without conversion the frames go to the ring as they were read.
    private var waiting: PlanarChunk { resampler == nil ? input : output }
}

/// Some frames of several channels, taken from the front.
private final class PlanarChunk {
    let channels: [UnsafeMutablePointer<Float>]
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let frameCapacity: Int
    var start = 0
    var end = 0

    init(channelCount: Int, frameCapacity: Int) {
        self.frameCapacity = frameCapacity
        channels = (0..<channelCount).map { _ in
            let channel = UnsafeMutablePointer<Float>.allocate(capacity: frameCapacity)
            channel.initialize(repeating: 0, count: frameCapacity)
            return channel
        }
        pointers = .allocate(capacity: channelCount)
        for (index, channel) in channels.enumerated() { (pointers + index).initialize(to: channel) }
    }

    deinit {
        for channel in channels { channel.deallocate() }
        pointers.deallocate()
    }

    var channelCount: Int { channels.count }
    var count: Int { end - start }
    var isEmpty: Bool { start >= end }

    func empty() { (start, end) = (0, 0) }
}
