import CAudioToolbox
import SordinoSignal

/// AUPitch: another pitch at the same speed, mixed with the input.
///
/// An effect: each block needs as many frames as it has. The frames that the stretcher needs beyond that now and then
/// are held ready, and the sound comes that much later.
package final class PitchUnit: UnitProcessor, @unchecked Sendable {
    /// An effect of this subtype.
    package static let identity = UnitIdentity(type: kAudioUnitType_Effect, subtype: kAudioUnitSubType_TimePitch)
    /// The slots.
    static let (pitch, blend) = (0, 1)

    /// Makes one that changes nothing.
    package init() {
        super.init(
            Self.identity, name: "AUPitch",
            parameters: [
                ParameterSpec(
                    kTimePitchParam_Pitch, "pitch", "Pitch", .cents, -2400...2400, 0, flags: [.isReadable, .isWritable]),
                ParameterSpec(kTimePitchParam_EffectBlend, "effectBlend", "Effect Blend", .percent, 0...100, 100),
            ])
    }

    /// The sound that is inside the unit.
    package override var tailSeconds: Double { 2 * Double(latencyFrames) / sampleRate }

    package override func makeRendering(_ format: BusFormat, _ wiring: Wiring) throws(GraphError) -> UnitRendering {
        guard format.sampleRate >= 8_000 else { throw .unsupportedFormat(wiring.node, format) }
        let memory = UnitMemory()
        let unit = TimePitch(channelCount: format.channelCount, sampleRate: format.sampleRate, priming: .delayed)
        let held = unit.latencyFrames
        let queue = FrameQueueMemory(channelCount: format.channelCount, capacity: 4 * held + 8 * UnitCore.pieceLimit)
        memory.keep(unit)
        memory.keep(queue)
        let late = held + unit.latencyFrames
        var kernel = PitchKernel(
            renderer: unit.renderer, queue: queue.queue, heldFrames: held,
            dry: DryLine(channelCount: format.channelCount, delayFrames: late, memory: memory))
        kernel.clear()
        return .make(
            for: self, format: format, memory: memory, kernel: kernel, latencyFrames: late, run: runPitch)
    }
}

/// The render thread's part.
struct PitchKernel: UnitKernel {
    let renderer: TimePitchRenderer
    var queue: FrameQueue
    /// Frames that are held ready.
    let heldFrames: Int
    var dry: DryLine
    /// Frames of silence that came last.
    var quietFrames = QuietFrames.most
}
