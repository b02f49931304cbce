import CAudioToolbox
import SordinoRealtime
import SordinoSignal

/// AUVarispeed: speed and pitch together, as a tape does it.
///
/// Rate and cents are multiplied, 1200 cents being twice the speed; the product stays between a quarter and four times.
package final class VarispeedUnit: UnitProcessor, @unchecked Sendable {
    package static let identity = UnitIdentity(
        type: kAudioUnitType_FormatConverter, subtype: kAudioUnitSubType_Varispeed)
    /// The slots.
    static let (rate, cents) = (0, 1)
    /// The fastest, and one over the slowest.
    static let fastest = 4.0
    private var latency = 0
    private let place = Held(InputPlace())

    /// Makes one that changes nothing.
    package init() {
        super.init(
            Self.identity, name: "AUVarispeed",
            parameters: [
                ParameterSpec(
                    kVarispeedParam_PlaybackRate, "playbackRate", "Playback Rate", .rate, 0.25...4, 1,
                    flags: [.ordinary, .displayLogarithmic]),
                ParameterSpec(
                    kVarispeedParam_PlaybackCents, "playbackCents", "Playback Cents", .cents, -2400...2400, 0),
            ])
    }

    package override var changesTime: Bool { true }
    package override var inputPlace: UnsafeMutablePointer<InputPlace>? { place.pointer }
    /// In frames of the output: the buffered input is played at the unit's speed.
    package override var latencyFrames: Int {
        let speed = isBypassed ? 1 : Double(value(0)) * RealtimeMath.exp2(Double(value(1)) / 1_200)
        // Written so that NaN becomes the slowest speed.
        let bounded = speed > 1 / Self.fastest ? (speed < Self.fastest ? speed : Self.fastest) : 1 / Self.fastest
        return Int((Double(latency) / bounded).rounded())
    }
    /// The duration of the sound that is inside the unit at the slowest speed.
    package override var tailSeconds: Double { 2 * Double(latency) / sampleRate * Self.fastest }

    package override func inputFrameLimit(outputFrames: Int, sampleRate: Double) -> Int {
        Int(Self.fastest) * (outputFrames + 1) + 4_096
    }

    package override func makeRendering(_ format: BusFormat, _ wiring: Wiring) throws(GraphError) -> UnitRendering {
        if let input = wiring.inputs.first?.format, input != format {
            throw .formatMismatch(wiring.node, input: input, output: format)
        }
        let memory = UnitMemory()
        let resampler = Resampler(
            channelCount: format.channelCount, step: 1, maximumStep: Self.fastest, priming: .delayed)
        let queue = FrameQueueMemory(
            channelCount: format.channelCount,
            capacity: 2 * inputFrameLimit(outputFrames: wiring.maximumFrameCount, sampleRate: format.sampleRate))
        memory.keep(resampler)
        memory.keep(queue)
        memory.keep(place)
        place.pointer.pointee = InputPlace()
        latency = resampler.lookaheadFrames
        queueFrames = queue.queue.capacity / 2
        return .make(
            for: self, format: format, memory: memory,
            kernel: VarispeedKernel(
                renderer: resampler.renderer, place: place.pointer, lateFrames: Double(latency), queue: queue.queue),
            readsFirstInput: false,
            demand: demandVarispeed, run: runVarispeed)
    }

    private var queueFrames = 0

    package override func suits(_ rendering: UnitRendering, _ wiring: Wiring) -> Bool {
        queueFrames >= inputFrameLimit(outputFrames: wiring.maximumFrameCount, sampleRate: rendering.format.sampleRate)
    }
}

/// The render thread's part.
struct VarispeedKernel: UnitKernel {
    let renderer: ResamplerRenderer
    let place: UnsafeMutablePointer<InputPlace>
    /// Input frames by which the output lags.
    let lateFrames: Double
    var queue: FrameQueue
    /// The greatest step that the block may use, as it was when frames were asked for.
    var greatestStep = 1.0
    var isBypassed = false
    /// The requested speed and the present one.
    var wanted = 1.0
    var step = 1.0
    /// Frames of silence that came last, and whether there is nothing else in the block, the queue and the filter.
    var quietFrames = QuietFrames.most
    var isAsleep = false
}
