import CoreAudioTypes

/// A unit that notes are sent to.
public typealias MusicDeviceComponent = AudioComponentInstance
/// The number of an instrument of a unit.
public typealias MusicDeviceInstrumentID = UInt32
/// The number of a group of notes: a channel, for units that know MIDI.
public typealias MusicDeviceGroupID = UInt32
/// The number of a note that was started by itself.
public typealias NoteInstanceID = UInt32

/// The instrument that the group has chosen.
public var kMusicNoteEvent_UseGroupInstrument: UInt32 { 0xFFFF_FFFF }
/// No value.
public var kMusicNoteEvent_Unused: UInt32 { 0xFFFF_FFFF }

/// The first selector of units that notes are sent to.
public var kMusicDeviceRange: Int { 0x0100 }
/// Takes a MIDI message.
public var kMusicDeviceMIDIEventSelect: Int { 0x0101 }
/// Takes a system exclusive message.
public var kMusicDeviceSysExSelect: Int { 0x0102 }
/// Gets an instrument ready.
public var kMusicDevicePrepareInstrumentSelect: Int { 0x0103 }
/// Lets an instrument go.
public var kMusicDeviceReleaseInstrumentSelect: Int { 0x0104 }
/// Starts a note.
public var kMusicDeviceStartNoteSelect: Int { 0x0105 }
/// Stops a note.
public var kMusicDeviceStopNoteSelect: Int { 0x0106 }
/// Takes universal MIDI packets.
public var kMusicDeviceMIDIEventListSelect: Int { 0x0107 }

/// The type of `kMusicDeviceMIDIEventSelect`: status, two data bytes, frame of the next block.
public typealias MusicDeviceMIDIEventProc =
    @convention(c) (UnsafeMutableRawPointer, UInt32, UInt32, UInt32, UInt32) -> OSStatus
/// The type of `kMusicDeviceSysExSelect`: the bytes and their number.
public typealias MusicDeviceSysExProc =
    @convention(c) (UnsafeMutableRawPointer, UnsafePointer<UInt8>, UInt32) -> OSStatus
/// The type of `kMusicDeviceStartNoteSelect`: instrument, group, the note's number, frame of the next block, the note.
public typealias MusicDeviceStartNoteProc =
    @convention(c) (
        UnsafeMutableRawPointer, MusicDeviceInstrumentID, MusicDeviceGroupID, UnsafeMutablePointer<NoteInstanceID>,
        UInt32, UnsafePointer<MusicDeviceNoteParams>
    ) -> OSStatus
/// The type of `kMusicDeviceStopNoteSelect`: group, the note's number, frame of the next block.
public typealias MusicDeviceStopNoteProc =
    @convention(c) (UnsafeMutableRawPointer, MusicDeviceGroupID, NoteInstanceID, UInt32) -> OSStatus

// MARK: - Properties and parameters

/// The number of instruments a unit has: a `UInt32`; 0 where all channels play one; read only.
public var kMusicDeviceProperty_InstrumentCount: AudioUnitPropertyID { 1000 }
/// The bank that a synthesizer plays: a URL of a SoundFont or DLS file.
public var kMusicDeviceProperty_SoundBankURL: AudioUnitPropertyID { 1100 }

/// Loads a program of a bank: an `AUSamplerBankPresetData`; write only.
public var kAUSamplerProperty_BankAndPreset: AudioUnitPropertyID { 4100 }
/// The same as `kAUSamplerProperty_BankAndPreset`, by its older name.
public var kAUSamplerProperty_LoadPresetFromBank: AudioUnitPropertyID { 4100 }
/// Makes an instrument of recordings: an array of URLs; write only.
public var kAUSamplerProperty_LoadAudioFiles: AudioUnitPropertyID { 4101 }
/// Loads an instrument: an `AUSamplerInstrumentData`; write only.
public var kAUSamplerProperty_LoadInstrument: AudioUnitPropertyID { 4102 }

/// Programs set it to 1 before they send the program changes whose instruments are to be loaded, and to 0 before playing: a
/// `UInt32`.
///
/// Here all instruments are loaded with their bank, so the property has no effect.
public var kAUMIDISynthProperty_EnablePreload: AudioUnitPropertyID { 4119 }

/// The bank of melodies in General MIDI banks.
public var kAUSampler_DefaultMelodicBankMSB: Int { 0x79 }
/// The bank of percussion in General MIDI banks.
public var kAUSampler_DefaultPercussionBankMSB: Int { 0x78 }
/// The variation that every General MIDI bank has.
public var kAUSampler_DefaultBankLSB: Int { 0 }

/// The gain of a sampler, -90 to 12 dB.
public var kAUSamplerParam_Gain: AudioUnitParameterID { 900 }
/// The tuning of a sampler, -24 to 24 semitones.
public var kAUSamplerParam_CoarseTuning: AudioUnitParameterID { 901 }
/// The tuning of a sampler, -99 to 99 cents.
public var kAUSamplerParam_FineTuning: AudioUnitParameterID { 902 }
/// The pan of a sampler, -1 to 1.
public var kAUSamplerParam_Pan: AudioUnitParameterID { 903 }

/// The kinds of instruments for `AUSamplerInstrumentData`: a program of a DLS bank.
public var kInstrumentType_DLSPreset: Int { 1 }
/// A program of a SoundFont bank.
public var kInstrumentType_SF2Preset: Int { 1 }
/// A preset file of the sampler.
public var kInstrumentType_AUPreset: Int { 2 }
/// A recording.
public var kInstrumentType_Audiofile: Int { 3 }

/// A program of a bank.
public struct AUSamplerBankPresetData {
    /// The bank's file.
    public var bankURL: Unmanaged<CFURL>
    /// The upper half of the bank's number.
    public var bankMSB: UInt8
    /// The lower half.
    public var bankLSB: UInt8
    /// The program.
    public var presetID: UInt8
    /// 0.
    public var reserved: UInt8

    /// Names a program.
    public init(bankURL: Unmanaged<CFURL>, bankMSB: UInt8, bankLSB: UInt8, presetID: UInt8, reserved: UInt8) {
        (self.bankURL, self.bankMSB, self.bankLSB) = (bankURL, bankMSB, bankLSB)
        (self.presetID, self.reserved) = (presetID, reserved)
    }
}

/// An instrument of a file.
public struct AUSamplerInstrumentData {
    /// The file.
    public var fileURL: Unmanaged<CFURL>
    /// The kind of file: `kInstrumentType_...`.
    public var instrumentType: UInt8
    /// The upper half of the bank's number, for banks.
    public var bankMSB: UInt8
    /// The lower half.
    public var bankLSB: UInt8
    /// The program.
    public var presetID: UInt8

    /// Names an instrument.
    public init(fileURL: Unmanaged<CFURL>, instrumentType: UInt8, bankMSB: UInt8, bankLSB: UInt8, presetID: UInt8) {
        (self.fileURL, self.instrumentType) = (fileURL, instrumentType)
        (self.bankMSB, self.bankLSB, self.presetID) = (bankMSB, bankLSB, presetID)
    }
}
