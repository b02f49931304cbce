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
    private var rate: RateConversion?
    private let input: PlanarFrames
    private let stretched: PlanarFrames
    private let output: PlanarFrames
    private var tempi: [Tempo] = []
    /// Frames that have left the stretcher.
    private var stretchedFrames = 0
    /// Frames of all input, once it is over.
    private var inputEnd: Int?

    init(channelCount: Int, from inputRate: Double) {
        self.inputRate = inputRate
        outputRate = inputRate
        input = PlanarFrames(.float32, channelCount: channelCount, capacity: Self.chunkFrames)
        stretched = PlanarFrames(.float32, channelCount: channelCount, capacity: Self.chunkFrames)
        output = PlanarFrames(.float32, channelCount: channelCount, capacity: Self.chunkFrames)
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
        if outputRate != self.outputRate || rate == nil {
            rate =
                outputRate == inputRate
                ? nil
                : RateConversion(
                    channelCount: input.channelCount, from: inputRate, to: outputRate, quality: .high)
        }
        self.outputRate = outputRate
        rate?.reset()
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
        stretchedFrames = 0
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
    /// - Parameter read: Fills a block with at most so many frames and says how many; 0 at the end.
    /// - Returns: Frames read.
    func read(_ read: (SampleBlock, Int) throws(MediaError) -> Int) throws(MediaError) -> Int {
        input.empty()
        input.put(try read(input.block, Self.chunkFrames))
        return input.count
    }

    /// Says that there is no more input: what is still on its way comes out with the next calls of `convert`.
    func finish(inputFrames: Int64) { inputEnd = Int(inputFrames) }

    /// Converts what was read, as far as it goes; only while nothing waits for the ring.
    ///
    /// - Returns: Whether anything waits for the ring now.
    func convert() -> Bool {
        if let stretcher, stretched.isEmpty { stretch(stretcher.renderer) }
        if let rate { convert(rate) }
        return hasOutput
    }

    private func stretch(_ stretcher: TimePitchRenderer) {
        let goal = stretchedGoal
        stretched.empty()
        let room = min(stretched.room, goal.map { $0 - stretchedFrames } ?? .max)
        let (consumed, produced) = stretcher.process(
            input.floats, inputOffset: input.start, inputFrames: input.count, into: stretched.floats,
            outputFrames: max(0, room))
        input.took(consumed)
        stretched.put(produced)
        if goal != nil, input.isEmpty, room > produced {
            stretcher.drain(into: stretched.floats, outputOffset: produced, outputFrames: room - produced)
            stretched.put(room - produced)
        }
        stretchedFrames += stretched.count
    }

    private func convert(_ rate: RateConversion) {
        let source = stretcher == nil ? input : stretched
        output.empty()
        rate.convert(source, into: output)
        let isOver = inputEnd != nil && (stretcher == nil || stretchedGoal.map { $0 <= stretchedFrames } == true)
        if isOver, source.isEmpty { _ = rate.drain(into: output) }
    }

    /// Moves what waits into the ring, as far as it takes it.
    ///
    /// - Parameter limit: No more frames than this.
    /// - Returns: Whether anything was moved.
    func push(into producer: FloatRingProducer, atMost limit: Int) -> Bool {
        let frames = waiting
        guard !frames.isEmpty, limit > 0 else { return false }
        let count = producer.write(
            from: frames.floats, offset: frames.start, frameCount: min(limit, frames.count))
        frames.took(count)
        return count > 0
    }

    /// What goes to the ring: of the last step that there is.
    private var waiting: PlanarFrames { rate != nil ? output : stretcher != nil ? stretched : input }
}
