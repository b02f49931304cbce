import CAudioToolbox
import SordinoRealtime
import SordinoSignal

/// AUDelay: echoes, each duller than the one before.
package final class DelayUnit: UnitProcessor, @unchecked Sendable {
    package static let identity = UnitIdentity(type: kAudioUnitType_Effect, subtype: kAudioUnitSubType_Delay)
    /// The slots.
    static let (mix, time, feedback, cutoff) = (0, 1, 2, 3)

    /// Makes one with echoes every second.
    package init() {
        super.init(
            Self.identity, name: "AUDelay",
            parameters: [
                ParameterSpec(kDelayParam_WetDryMix, "wetDryMix", "Dry/Wet Mix", .equalPowerCrossfade, 0...100, 50),
                // A new time is faded to, not glided.
                ParameterSpec(
                    kDelayParam_DelayTime, "delayTime", "Delay Time", .seconds, 0...2, 1,
                    flags: [.isReadable, .isWritable]),
                ParameterSpec(kDelayParam_Feedback, "feedback", "Feedback", .percent, -100...100, 50),
                ParameterSpec(
                    kDelayParam_LopassCutoff, "lowPassCutoff", "Lowpass Cutoff Frequency", .hertz, 10...22_050, 15_000,
                    flags: [.ordinary, .displayLogarithmic, .upToNyquist]),
            ])
    }

    /// Until the last echo is 220 dB below the first; infinite at a feedback of 100 %.
    package override var tailSeconds: Double {
        if value(0) == 0 { return 0 }
        let (time, factor) = (Double(value(1)), Double(abs(value(2))) / 100)
        if factor >= 1 { return .infinity }
        if factor == 0 { return time + 0.1 }
        return time * (2 + 220 / (-20 * RealtimeMath.log10(factor))) + 0.1
    }

    package override func makeRendering(_ format: BusFormat, _ wiring: Wiring) throws(GraphError) -> UnitRendering {
        let memory = UnitMemory()
        let delay = Delay(channelCount: format.channelCount, sampleRate: format.sampleRate)
        memory.keep(delay)
        return .make(
            for: self, format: format, memory: memory, kernel: DelayKernel(renderer: delay.renderer), run: runDelay)
    }
}

/// The render thread's part.
struct DelayKernel: UnitKernel {
    let renderer: DelayRenderer
}
