import CAudioToolbox
import SordinoSignal

/// AUReverb2: a room, from a cupboard to a cathedral.
package final class ReverbUnit: UnitProcessor, @unchecked Sendable {
    package static let identity = UnitIdentity(type: kAudioUnitType_Effect, subtype: kAudioUnitSubType_Reverb2)

    /// Makes one at Apple's initial values.
    package init() {
        let initial = ReverbSettings().values
        // Another room is faded to, not glided.
        let stepped: ParameterFlags = [.isReadable, .isWritable]
        super.init(
            Self.identity, name: "AUReverb2",
            parameters: [
                ParameterSpec(
                    kReverb2Param_DryWetMix, "dryWetMix", "Dry/Wet Mix", .equalPowerCrossfade, 0...100, initial[0]),
                ParameterSpec(kReverb2Param_Gain, "gain", "Gain", .decibels, -20...20, initial[1]),
                ParameterSpec(
                    kReverb2Param_MinDelayTime, "minDelayTime", "Min Delay Time", .seconds, 0.0001...1, initial[2],
                    flags: stepped),
                ParameterSpec(
                    kReverb2Param_MaxDelayTime, "maxDelayTime", "Max Delay Time", .seconds, 0.0001...1, initial[3],
                    flags: stepped),
                ParameterSpec(
                    kReverb2Param_DecayTimeAt0Hz, "decayTimeAt0Hz", "Decay Time at 0 Hz", .seconds, 0.001...20,
                    initial[4], flags: stepped),
                ParameterSpec(
                    kReverb2Param_DecayTimeAtNyquist, "decayTimeAtNyquist", "Decay Time at Nyquist", .seconds,
                    0.001...20, initial[5],
                    flags: stepped),
                ParameterSpec(
                    kReverb2Param_RandomizeReflections, "randomizeReflections", "Randomize Reflections", .indexed,
                    1...1000, initial[6]),
            ],
            factoryPresets: ReverbPreset.all.map { preset in
                UnitPreset(
                    preset.number, preset.name,
                    preset.settings.values.enumerated().map { (address: UInt64($0.offset), value: $0.element) })
            })
    }

    /// Until an impulse is 240 dB weaker at the frequency that stays longest.
    package override var tailSeconds: Double {
        if value(0) == 0 { return 0 }
        return Double(max(value(4), value(5))) * 4 + Double(max(value(2), value(3))) + 0.2
    }

    package override func makeRendering(_ format: BusFormat, _ wiring: Wiring) throws(GraphError) -> UnitRendering {
        guard format.sampleRate >= 2_000 else { throw .unsupportedFormat(wiring.node, format) }
        let memory = UnitMemory()
        let reverb = Reverb(channelCount: format.channelCount, sampleRate: format.sampleRate)
        memory.keep(reverb)
        return .make(
            for: self, format: format, memory: memory, kernel: ReverbKernel(renderer: reverb.renderer),
            run: runReverb)
    }
}

/// The render thread's part.
struct ReverbKernel: UnitKernel {
    let renderer: ReverbRenderer
    /// The position of the rotating pairs, on the unit's own time.
    var position: Int64 = 0
}
