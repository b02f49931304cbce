import CAudioToolbox
import SordinoSignal

/// A delay of whole frames, up to one second; a change fades from the old delay to the new one.
package final class SampleDelay: UnitProcessor, @unchecked Sendable {
    /// An effect of this subtype.
    package static let identity = UnitIdentity(type: kAudioUnitType_Effect, subtype: kAudioUnitSubType_SampleDelay)

    /// Makes one that does not delay.
    package init() {
        super.init(
            Self.identity, name: "AUSampleDelay",
            parameters: [
                // The greatest value is the rate; the kernel stops there.
                ParameterSpec(
                    kSampleDelayParam_DelayFrames, "delayFrames", "Delay", .sampleFrames, 0...192_000, 0,
                    flags: [.isReadable, .isWritable])
            ])
    }

    package override func makeRendering(_ format: BusFormat, _ wiring: Wiring) throws(GraphError) -> UnitRendering {
        let memory = UnitMemory()
        return .make(
            for: self, format: format, memory: memory, kernel: SampleDelayKernel(format, memory: memory),
            run: runSampleDelay)
    }

    package override var tailSeconds: Double { min(Double(value(0)) / sampleRate, 1) }
}

/// The last second of every channel.
struct SampleDelayKernel: UnitKernel {
    let channelCount: Int
    let limit: Int
    let lines: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let mask: Int
    var time = 0
    var delay = 0
    /// The delay that is being faded to; as `delay` when none is.
    var target = 0
    /// The delay to fade to after that.
    var wanted = 0
    var fade = GainRamp(1)
    let fadeFrames: Int
    /// Frames since the last sample that was not 0.
    var quietFrames: Int

    init(_ format: BusFormat, memory: UnitMemory) {
        channelCount = format.channelCount
        limit = Int(format.sampleRate)
        fadeFrames = max(limit / 100, 1)
        var capacity = 512
        while capacity < limit + 512 { capacity *= 2 }
        mask = capacity - 1
        quietFrames = capacity
        lines = memory.planes(format.channelCount, frameCount: capacity)
    }
}
