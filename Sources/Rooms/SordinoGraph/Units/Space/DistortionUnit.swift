import CAudioToolbox
import SordinoSignal

/// AUDistortion: echoes, ring modulation, coarse samples, a polynomial and soft clipping in a row.
package final class DistortionUnit: UnitProcessor, @unchecked Sendable {
    package static let identity = UnitIdentity(type: kAudioUnitType_Effect, subtype: kAudioUnitSubType_Distortion)

    /// Makes one at Apple's initial values.
    package init() {
        let initial = DistortionSettings().values
        // A choice of the ear: no way from one to the other is better than a fade.
        let stepped: ParameterFlags = [.isReadable, .isWritable]
        super.init(
            Self.identity, name: "AUDistortion",
            parameters: [
                ParameterSpec(
                    kDistortionParam_Delay, "delay", "Delay", .milliseconds, 0.1...500, initial[0], flags: stepped),
                ParameterSpec(kDistortionParam_Decay, "decay", "Decay", .rate, 0.1...50, initial[1]),
                ParameterSpec(kDistortionParam_DelayMix, "delayMix", "Delay Mix", .percent, 0...100, initial[2]),
                ParameterSpec(kDistortionParam_Decimation, "decimation", "Decimation", .percent, 0...100, initial[3]),
                ParameterSpec(kDistortionParam_Rounding, "rounding", "Rounding", .percent, 0...100, initial[4]),
                ParameterSpec(
                    kDistortionParam_DecimationMix, "decimationMix", "Decimation Mix", .percent, 0...100, initial[5]),
                ParameterSpec(kDistortionParam_LinearTerm, "linearTerm", "Linear Term", .linearGain, 0...1, initial[6]),
                ParameterSpec(
                    kDistortionParam_SquaredTerm, "squaredTerm", "Squared Term", .linearGain, 0...20, initial[7]),
                ParameterSpec(kDistortionParam_CubicTerm, "cubicTerm", "Cubic Term", .linearGain, 0...20, initial[8]),
                ParameterSpec(
                    kDistortionParam_PolynomialMix, "polynomialMix", "Polynomial Mix", .percent, 0...100, initial[9]),
                ParameterSpec(
                    kDistortionParam_RingModFreq1, "ringModFreq1", "Ring Mod Freq 1", .hertz, 0.5...8000, initial[10]),
                ParameterSpec(
                    kDistortionParam_RingModFreq2, "ringModFreq2", "Ring Mod Freq 2", .hertz, 0.5...8000, initial[11]),
                ParameterSpec(
                    kDistortionParam_RingModBalance, "ringModBalance", "Ring Mod Balance", .percent, 0...100,
                    initial[12]),
                ParameterSpec(
                    kDistortionParam_RingModMix, "ringModMix", "Ring Mod Mix", .percent, 0...100, initial[13]),
                ParameterSpec(
                    kDistortionParam_SoftClipGain, "softClipGain", "Soft Clip Gain", .decibels, -80...20, initial[14]),
                ParameterSpec(kDistortionParam_FinalMix, "finalMix", "Final Mix", .percent, 0...100, initial[15]),
            ],
            factoryPresets: DistortionPreset.all.map { preset in
                UnitPreset(
                    preset.number, preset.name,
                    preset.settings.values.enumerated().map { (address: UInt64($0.offset), value: $0.element) })
            })
    }

    /// Until the echoes are 220 dB weaker.
    package override var tailSeconds: Double {
        // A sample may be held for a 500th of a second.
        guard value(2) > 0, value(15) > 0 else { return 0.01 }
        return Double(value(0)) * 0.001 * (2 + 220 / (8.685_889_6 * Double(value(1)))) + 0.05
    }

    package override func makeRendering(_ format: BusFormat, _ wiring: Wiring) throws(GraphError) -> UnitRendering {
        let memory = UnitMemory()
        let distortion = Distortion(channelCount: format.channelCount, sampleRate: format.sampleRate)
        memory.keep(distortion)
        return .make(
            for: self, format: format, memory: memory, kernel: DistortionKernel(renderer: distortion.renderer),
            run: runDistortion)
    }
}

/// The render thread's part.
struct DistortionKernel: UnitKernel {
    let renderer: DistortionRenderer
    /// The position of the oscillators, on the unit's own time.
    var position: Int64 = 0
}
