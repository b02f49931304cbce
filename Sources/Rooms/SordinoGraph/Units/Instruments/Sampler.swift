import CAudioToolbox
import SordinoSignal

/// AUSampler: one instrument on all channels; a sine until one is loaded.
package final class Sampler: InstrumentUnit, @unchecked Sendable {
    package static let identity = UnitIdentity(type: kAudioUnitType_MusicDevice, subtype: kAudioUnitSubType_Sampler)

    /// The most notes that can sound: programs have many samplers, each with its instrument.
    package static let voiceCount = 256

    /// Makes one at Apple's initial values.
    package init() {
        super.init(
            Self.identity, name: "AUSampler",
            parameters: [
                ParameterSpec(kAUSamplerParam_Gain, "gain", "gain", .decibels, -90...12, 0),
                ParameterSpec(
                    kAUSamplerParam_CoarseTuning, "coarseTuning", "coarse tuning", .relativeSemitones, -24...24, 0),
                ParameterSpec(kAUSamplerParam_FineTuning, "fineTuning", "fine tuning", .cents, -99...99, 0),
                ParameterSpec(kAUSamplerParam_Pan, "pan", "pan", .pan, -1...1, 0),
            ], bank: PatchBank(Instrument.sine), hasEffects: false, headroom: 1,
            voiceCount: Self.voiceCount)
    }

    override var mapping: InstrumentParameters { InstrumentParameters(gain: 0, coarse: 1, fine: 2, pan: 3) }
}

/// The General MIDI synthesizers: sixteen channels that play the programs of a bank, with reverb and chorus.
package final class MIDISynth: InstrumentUnit, @unchecked Sendable {
    /// AUMIDISynth.
    package static let identity = UnitIdentity(type: kAudioUnitType_MusicDevice, subtype: kAudioUnitSubType_MIDISynth)
    /// DLSMusicDevice.
    package static let dlsIdentity = UnitIdentity("aumu", "dls ")

    /// The most notes that can sound, of all channels: 2 MB of memory.
    package static let voiceCount = 4_096

    /// Makes one that plays a sine until a bank is loaded.
    package init(_ identity: UnitIdentity = MIDISynth.identity, name: String = "AUMIDISynth") {
        super.init(
            identity, name: name,
            parameters: [
                ParameterSpec(0, "tuning", "Tuning", .cents, -1_200...1_200, 0),
                ParameterSpec(1, "volume", "Volume", .decibels, -120...40, 0),
                ParameterSpec(2, "reverbVolume", "Reverb Volume", .decibels, -120...40, 0),
            ], bank: PatchBank(Instrument.sine), hasEffects: true, headroom: 0.5,
            voiceCount: Self.voiceCount)
    }

    override var mapping: InstrumentParameters { InstrumentParameters(gain: 1, fine: 0, reverb: 2) }
}
