import SordinoMedia
import SordinoRealtime
import SordinoSignal

/// Stretches or squeezes what a stream reads, and knows which frame comes from where.
///
/// At one speed n frames become round(n / speed) frames.
/// - Thread: one at a time.
final class SpeedChange {
    /// Frames that wait to be used.
    let frames: PlanarFrames
    private let stretcher: TimePitch

    /// From this frame of the output on, time goes so fast.
    private struct Tempo {
        var outputFrame: Double
        var inputFrame: Double
        var rate: Double
    }

    private var tempi: [Tempo] = []
    private var speed: Double
    /// Frames made since the beginning.
    private var madeFrames = 0
    /// The latest start of the stretcher, in frames of output and input.
    private var origin: (output: Int, input: Int64) = (0, 0)
    /// Frames of all input, once it is over.
    private var inputEnd: Int64?

    private static let chunkFrames = 2048

    /// Indicates whether the pitch follows the speed.
    private let isTape: Bool

    /// - Parameters:
    ///   - changesPitch: Whether `setPitch` will be called.
    ///   - isTape: Whether the pitch follows the speed, as a tape's does; needs `changesPitch`.
    init(channelCount: Int, sampleRate: Double, speed: Double, changesPitch: Bool = false, isTape: Bool = false) {
        self.isTape = isTape
        frames = PlanarFrames(.float32, channelCount: channelCount, capacity: Self.chunkFrames)
        stretcher = TimePitch(channelCount: channelCount, sampleRate: sampleRate, changesPitch: changesPitch)
        self.speed = speed
        begin()
    }

    /// Starts anew, with nothing waiting.
    func begin() {
        stretcher.renderer.setRate(speed)
        followTape()
        stretcher.renderer.reset()
        frames.empty()
        (madeFrames, origin, inputEnd) = (0, (0, 0), nil)
        tempi = [Tempo(outputFrame: 0, inputFrame: 0, rate: speed)]
    }

    /// Changes the speed of what has not been made yet.
    func setSpeed(_ speed: Double) {
        guard self.speed != speed else { return }
        self.speed = speed
        stretcher.renderer.setRate(speed)
        followTape()
        let from = stretcher.renderer.beginning
        tempi.append(
            Tempo(
                outputFrame: Double(origin.output + from.outputFrame),
                inputFrame: Double(origin.input) + from.inputPlace, rate: speed))
    }

    /// Changes the pitch of what has not been made yet.
    func setPitch(cents: Double) { stretcher.renderer.setPitch(cents: cents) }

    private func followTape() {
        guard isTape else { return }
        let cents = 1200 * RealtimeMath.log2(speed)
        setPitch(cents: min(max(cents, TimePitch.pitches.lowerBound), TimePitch.pitches.upperBound))
    }

    /// Converts input as far as there is room; only while nothing waits.
    func convert(_ input: PlanarFrames) {
        let goal = goal
        frames.empty()
        let room = max(0, min(frames.room, goal.map { $0 - madeFrames } ?? .max))
        let (consumed, produced) = stretcher.renderer.process(
            input.floats, inputOffset: input.start, inputFrames: input.count, into: frames.floats, outputFrames: room)
        input.took(consumed)
        frames.put(produced)
        if goal != nil, input.isEmpty, room > produced {
            stretcher.renderer.drain(into: frames.floats, outputOffset: produced, outputFrames: room - produced)
            frames.put(room - produced)
        }
        madeFrames += frames.count
    }

    // MARK: The end

    /// Says that there is no more input: what is still on its way comes out with the next calls of `convert`.
    func finish(inputFrames: Int64) { inputEnd = inputFrames }

    /// There is more input after all.
    ///
    /// - Parameter isDrained: Whether everything before it has come out.
    func goOn(inputFrames: Int64, isDrained: Bool) {
        inputEnd = nil
        guard isDrained else { return }
        stretcher.renderer.reset()
        origin = (madeFrames, inputFrames)
        tempi.append(Tempo(outputFrame: Double(madeFrames), inputFrame: Double(inputFrames), rate: speed))
    }

    /// Frames that all input becomes; known once it is over.
    var goal: Int? {
        inputEnd.map { madeFrames + stretcher.renderer.outputFramesLeft(untilInput: Int($0 - origin.input)) }
    }

    /// Indicates whether the last frame has been made.
    var isOver: Bool { goal.map { madeFrames >= $0 } ?? false }

    // MARK: Places

    /// The place of the input that a place of the output comes from.
    func inputFrame(of place: Double) -> Double {
        while tempi.count > 1, tempi[1].outputFrame <= place { tempi.removeFirst() }
        guard let tempo = tempi.first else { return place }
        return tempo.inputFrame + (place - tempo.outputFrame) * tempo.rate
    }

    /// The place of the output that a place of the input becomes.
    func outputFrame(of place: Double) -> Double {
        guard let tempo = tempi.last(where: { $0.inputFrame <= place }) ?? tempi.first else { return place }
        return tempo.outputFrame + (place - tempo.inputFrame) / tempo.rate
    }
}
