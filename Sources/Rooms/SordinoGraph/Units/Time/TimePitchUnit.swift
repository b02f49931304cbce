import CAudioToolbox
import SordinoRealtime
import SordinoSignal

/// AUNewTimePitch: speed and pitch, each without the other.
package final class TimePitchUnit: UnitProcessor, @unchecked Sendable {
    package static let identity = UnitIdentity(
        type: kAudioUnitType_FormatConverter, subtype: kAudioUnitSubType_NewTimePitch)
    /// The slots.
    static let (rate, pitch, overlap, coherence, transients) = (0, 1, 2, 3, 4)
    private var latency = 0
    private let place = Held(InputPlace())

    /// Makes one that changes nothing.
    package init() {
        // Each change begins a new way through the sound at once; there is nothing between two rates.
        let stepped: ParameterFlags = [.isReadable, .isWritable]
        super.init(
            Self.identity, name: "AUNewTimePitch",
            parameters: [
                ParameterSpec(
                    kNewTimePitchParam_Rate, "rate", "Rate", .rate, 1.0 / 32...32, 1,
                    flags: stepped.union(.displayLogarithmic)),
                ParameterSpec(kNewTimePitchParam_Pitch, "pitch", "Pitch", .cents, -2400...2400, 0, flags: stepped),
                ParameterSpec(
                    kNewTimePitchParam_Smoothness, "overlap", "Smoothness", .generic, 3...32, 8, flags: stepped),
                ParameterSpec(
                    kNewTimePitchParam_EnableSpectralCoherence, "enableSpectralCoherence", "Enable Spectral Coherence",
                    .boolean, 0...1, 1),
                ParameterSpec(
                    kNewTimePitchParam_EnableTransientPreservation, "enableTransientPreservation",
                    "Enable Transient Preservation", .boolean, 0...1, 1),
            ])
    }

    package override var changesTime: Bool { true }
    package override var inputPlace: UnsafeMutablePointer<InputPlace>? { place.pointer }
    /// In frames of the output: at rates above 1 the buffered input takes less time.
    package override var latencyFrames: Int {
        let rate = Double(value(0))
        return Int((Double(latency) / (!isBypassed && rate > 1 ? rate : 1)).rounded())
    }
    /// The duration of the sound that is inside the unit at the present rate.
    package override var tailSeconds: Double { 3 * Double(latency) / sampleRate / min(Double(value(0)), 1) }

    package override func inputFrameLimit(outputFrames: Int, sampleRate: Double) -> Int {
        TimePitch.inputFrameLimit(outputFrames: outputFrames, sampleRate: sampleRate)
    }

    package override func makeRendering(_ format: BusFormat, _ wiring: Wiring) throws(GraphError) -> UnitRendering {
        if let input = wiring.inputs.first?.format, input != format {
            throw .formatMismatch(wiring.node, input: input, output: format)
        }
        guard format.sampleRate >= 8_000 else { throw .unsupportedFormat(wiring.node, format) }
        let memory = UnitMemory()
        let unit = TimePitch(channelCount: format.channelCount, sampleRate: format.sampleRate, priming: .delayed)
        let queue = FrameQueueMemory(
            channelCount: format.channelCount,
            capacity: 2 * inputFrameLimit(outputFrames: wiring.maximumFrameCount, sampleRate: format.sampleRate))
        memory.keep(unit)
        memory.keep(queue)
        memory.keep(place)
        place.pointer.pointee = InputPlace()
        latency = unit.latencyFrames
        queueFrames = queue.queue.capacity / 2
        return .make(
            for: self, format: format, memory: memory,
            kernel: TimePitchKernel(
                renderer: unit.renderer, cushionFrames: unit.latencyFrames, place: place.pointer, queue: queue.queue),
            readsFirstInput: false, demand: demandTimePitch, run: runTimePitch)
    }

    private var queueFrames = 0

    package override func suits(_ rendering: UnitRendering, _ wiring: Wiring) -> Bool {
        queueFrames >= inputFrameLimit(outputFrames: wiring.maximumFrameCount, sampleRate: rendering.format.sampleRate)
    }
}

/// The render thread's part.
struct TimePitchKernel: UnitKernel {
    let renderer: TimePitchRenderer
    /// Input beyond the present need, for onsets that turn up.
    let cushionFrames: Int
    let place: UnsafeMutablePointer<InputPlace>
    var queue: FrameQueue
    /// The range of values in the block when its frames were requested: least and greatest rate and cents.
    var allowed: (Float, Float, Float, Float) = (1, 1, 0, 0)
    var isBypassed = false
    /// The requested rate and pitch.
    var rate: Float = 1
    var cents: Float = 0
    /// Something else is set than that.
    var isWaiting = false
    /// Nothing but silence came in the block, nor went out until now.
    var isSilent = false
}
