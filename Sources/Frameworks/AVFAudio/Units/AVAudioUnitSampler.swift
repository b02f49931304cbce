import AudioToolbox
import Foundation
import SordinoGraph

/// A node that plays notes by an instrument of samples; a sine until one is loaded.
///
/// Loading reads files and is not for the main thread where they are long. Notes that sound end when another instrument
/// is loaded; it stays loaded when the engine stops or is reset.
open class AVAudioUnitSampler: AVAudioUnitMIDIInstrument, @unchecked Sendable {
    private enum Address {
        static let gain = UInt64(kAUSamplerParam_Gain)
        static let coarseTuning = UInt64(kAUSamplerParam_CoarseTuning)
        static let fineTuning = UInt64(kAUSamplerParam_FineTuning)
        static let pan = UInt64(kAUSamplerParam_Pan)
    }

    /// Makes a sampler that plays a sine.
    public init() { super.init(processor: .required(Sampler.identity)) }

    /// Loads an instrument: the first program of a SoundFont or DLS bank, a preset file of the sampler, an SFZ
    /// instrument, or a recording.
    ///
    /// - Throws: In `NSOSStatusErrorDomain`: -43 without the file, `kAudioUnitErr_InvalidFile` or
    ///   `kAudioUnitErr_UnknownFileType` for one that is no instrument.
    open func loadInstrument(at instrumentURL: URL) throws {
        try unit.loadInstrument(at: instrumentURL)
    }

    /// Loads a program of a bank.
    ///
    /// - Parameters:
    ///   - program: 0 to 127.
    ///   - bankMSB: `kAUSampler_DefaultMelodicBankMSB`, `kAUSampler_DefaultPercussionBankMSB`, or the number of another
    ///     bank.
    ///   - bankLSB: The variation; usually `kAUSampler_DefaultBankLSB`.
    /// - Throws: The errors of `loadInstrument`, and `kAudioUnitErr_InvalidPropertyValue` for a program that the bank
    ///   does not have.
    open func loadSoundBankInstrument(at bankURL: URL, program: UInt8, bankMSB: UInt8, bankLSB: UInt8) throws {
        try unit.loadInstrument(bankAt: bankURL, program: program, bankMSB: bankMSB, bankLSB: bankLSB)
    }

    /// Makes an instrument of recordings; their keys come from the files, else from a note at the end of their names.
    ///
    /// - Throws: The errors of `loadInstrument`.
    open func loadAudioFiles(at audioFiles: [URL]) throws { try unit.loadInstrument(recordingsAt: audioFiles) }

    /// The position between left and right, -100 to 100; 0 at first.
    open var stereoPan: Float {
        get { parameter(Address.pan) * 100 }
        set { setParameter(Address.pan, to: newValue / 100) }
    }

    /// The gain of all notes, -90 to 12 dB; 0 at first.
    open var overallGain: Float {
        get { parameter(Address.gain) }
        set { setParameter(Address.gain, to: newValue) }
    }

    /// The gain of all notes, by its older name.
    open var masterGain: Float {
        get { overallGain }
        set { overallGain = newValue }
    }

    /// The tuning of all notes, -2400 to 2400 cents; 0 at first.
    open var globalTuning: Float {
        get { parameter(Address.coarseTuning) * 100 + parameter(Address.fineTuning) }
        set {
            let cents = min(max(newValue, -2_400), 2_400)
            let semitones = (cents / 100).rounded(.towardZero)
            setParameter(Address.coarseTuning, to: semitones)
            setParameter(Address.fineTuning, to: cents - semitones * 100)
        }
    }
}
