import SordinoMedia
import SordinoRealtime
import SordinoSignal

/// The steps between a file's frames and a voice's ring: changes the speed, converts the rate, and holds what the ring does
/// not take yet.
///
/// Output frame 0 lies on input frame 0, and at one speed n input frames become exactly round(n · ratio / speed) output frames.
/// - Thread: the worker that fills; one at a time.
final class PlaybackConverter {
    /// Frames read and converted at a time.
    private static let chunkFrames = 2_048

    /// From this frame of stretched sound on, time goes so fast.
    private struct Tempo {
        var stretchedFrame: Double
        var inputFrame: Double
        var rate: Double
    }

    private let inputRate: Double
    private var outputRate: Double
    private var stretcher: TimePitch?
    private var resampler: Resampler?
    private let input: PlanarChunk
    private let stretched: PlanarChunk
    private let output: PlanarChunk
    private var tempi: [Tempo] = []
    /// Frames that have left the stretcher, and the resampler.
    private var stretchedFrames = 0
    private var producedFrames = 0
    /// Frames of all input, once it is over.
    private var inputEnd: Int?

    init(channelCount: Int, from inputRate: Double) {
        self.inputRate = inputRate
        outputRate = inputRate
        input = PlanarChunk(channelCount: channelCount, frameCapacity: Self.chunkFrames)
        stretched = PlanarChunk(channelCount: channelCount, frameCapacity: Self.chunkFrames)
        output = PlanarChunk(channelCount: channelCount, frameCapacity: Self.chunkFrames)
    }

    /// Frames made of each frame of stretched sound.
    private var ratio: Double { outputRate / inputRate }

    /// Whether converted frames wait for room in the ring.
    var hasOutput: Bool { !waiting.isEmpty }

    /// Whether the speed can be changed.
    var isStretching: Bool { stretcher != nil }

    /// Starts anew, with nothing waiting.
    ///
    /// - Parameter speed: 1 is as recorded; nil if the speed will not be changed.
    func begin(outputRate: Double, speed: Double?) {
        if outputRate != self.outputRate || resampler == nil {
            resampler =
                outputRate == inputRate
                ? nil
                : Resampler(
                    channelCount: input.channelCount, inputRate: inputRate, outputRate: outputRate, quality: .high)
        }
        self.outputRate = outputRate
        resampler?.renderer.reset()
        if speed == nil {
            stretcher = nil
        } else if stretcher == nil {
            stretcher = TimePitch(channelCount: input.channelCount, sampleRate: inputRate, changesPitch: false)
        }
        if let stretcher, let speed {
            stretcher.renderer.setRate(speed)
            stretcher.renderer.reset()
        }
        tempi = [Tempo(stretchedFrame: 0, inputFrame: 0, rate: speed ?? 1)]
        for chunk in [input, stretched, output] { chunk.empty() }
        (stretchedFrames, producedFrames) = (0, 0)
        inputEnd = nil
    }

    /// Changes the speed of what has not been converted yet; only if `begin` was given one.
    func setSpeed(_ speed: Double) {
        guard let stretcher, tempi.last?.rate != speed else { return }
        stretcher.renderer.setRate(speed)
        let from = stretcher.renderer.beginning
        tempi.append(Tempo(stretchedFrame: Double(from.outputFrame), inputFrame: from.inputPlace, rate: speed))
    }

    /// Which frame of all input a frame of the ring comes from.
    func inputFrame(ofOutputFrame frame: Int) -> Double {
        let place = Double(frame) / ratio
        while tempi.count > 1, tempi[1].stretchedFrame <= place { tempi.removeFirst() }
        guard let tempo = tempi.first else { return place }
        return tempo.inputFrame + (place - tempo.stretchedFrame) * tempo.rate
    }

    /// Frames of stretched sound that all input becomes; known once it is over.
    private var stretchedGoal: Int? {
        inputEnd.map { end in
            guard let stretcher else { return end }
            return stretchedFrames + stretcher.renderer.outputFramesLeft(untilInput: end)
        }
    }

    /// Frames of the ring that all input becomes; known once it is over.
    var goal: Int? { stretchedGoal.map { Int((Double($0) * ratio).rounded()) } }

    /// Reads a chunk; only while nothing waits on either side.
    ///
    /// - Parameter read: Fills each channel's buffer with at most so many frames and says how many; 0 at the end.
    /// - Returns: Frames read.
    func read(
        _ read: ([UnsafeMutablePointer<Float>], Int) throws(MediaError) -> Int
    ) throws(MediaError) -> Int {
        input.empty()
        input.end = try read(input.channels, Self.chunkFrames)
        return input.end
    }

    /// Says that there is no more input: what is still on its way comes out with the next calls of `convert`.
    func finish(inputFrames: Int64) { inputEnd = Int(inputFrames) }

    /// Converts what was read, as far as it goes; only while nothing waits for the ring.
    ///
    /// - Returns: Whether anything waits for the ring now.
    func convert() -> Bool {
        if let stretcher, stretched.isEmpty { stretch(stretcher.renderer) }
        if let resampler { resample(resampler.renderer) }
        return hasOutput
    }

    private func stretch(_ stretcher: TimePitchRenderer) {
        let goal = stretchedGoal
        stretched.empty()
        let room = min(stretched.frameCapacity, goal.map { $0 - stretchedFrames } ?? .max)
        let (consumed, produced) = stretcher.process(
            input.pointers, inputOffset: input.start, inputFrames: input.count, into: stretched.pointers,
            outputFrames: max(0, room))
        input.start += consumed
        stretched.end = produced
        if goal != nil, input.isEmpty, room > produced {
            stretcher.drain(into: stretched.pointers, outputOffset: produced, outputFrames: room - produced)
            stretched.end = room
        }
        stretchedFrames += stretched.end
    }

    private func resample(_ resampler: ResamplerRenderer) {
        let source = stretcher == nil ? input : stretched
        output.empty()
        let (consumed, produced) = resampler.process(
            source.pointers, inputOffset: source.start, inputFrames: source.count, into: output.pointers,
            outputFrames: output.frameCapacity)
        source.start += consumed
        output.end = produced
        let isDrained = stretcher == nil || stretchedGoal.map { $0 <= stretchedFrames } == true
        if let goal, source.isEmpty, isDrained {
            let missing = min(goal - producedFrames - produced, output.frameCapacity - produced)
            if missing > 0 {
                output.end += resampler.drain(into: output.pointers, outputOffset: produced, outputFrames: missing)
            }
            output.end = max(0, min(output.end, goal - producedFrames))
        }
        producedFrames += output.end
    }

    /// Moves what waits into the ring, as far as it takes it.
    ///
    /// - Parameter limit: No more frames than this.
    /// - Returns: Whether anything was moved.
    func push(into producer: FloatRingProducer, atMost limit: Int) -> Bool {
        let chunk = waiting
        guard !chunk.isEmpty, limit > 0 else { return false }
        let count = producer.write(from: chunk.pointers, offset: chunk.start, frameCount: min(limit, chunk.count))
        chunk.start += count
        return count > 0
    }

    /// What goes to the ring: of the last step that there is.
    private var waiting: PlanarChunk { resampler != nil ? output : stretcher != nil ? stretched : input }
}
