import CoreAudioTypes
import SordinoGraph

/// An instance of an audio unit that plays notes.
public typealias MusicDeviceComponent = AudioComponentInstance
/// The number of an instrument of a unit.
public typealias MusicDeviceInstrumentID = UInt32
/// The number of a group of notes: the MIDI channel, for units that play MIDI.
public typealias MusicDeviceGroupID = UInt32
/// The number of a note that `MusicDeviceStartNote` has started.
public typealias NoteInstanceID = UInt32

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

extension AUSamplerBankPresetData {
    /// The URL of the sound bank.
    public var bankURL: Unmanaged<CFURL> {
        get { .fromOpaque(__bankURL) }
        set { __bankURL = newValue.toOpaque() }
    }

    /// Makes the description of a program in a bank, by MIDI bank and program number.
    public init(bankURL: Unmanaged<CFURL>, bankMSB: UInt8, bankLSB: UInt8, presetID: UInt8, reserved: UInt8) {
        self.init(
            __bankURL: bankURL.toOpaque(), bankMSB: bankMSB, bankLSB: bankLSB, presetID: presetID, reserved: reserved)
    }
}

extension AUSamplerInstrumentData {
    /// The URL of the file that holds the instrument.
    public var fileURL: Unmanaged<CFURL> {
        get { .fromOpaque(__fileURL) }
        set { __fileURL = newValue.toOpaque() }
    }

    /// Makes the description of an instrument in a file, of one of the `kInstrumentType_...`.
    public init(fileURL: Unmanaged<CFURL>, instrumentType: UInt8, bankMSB: UInt8, bankLSB: UInt8, presetID: UInt8) {
        self.init(
            __fileURL: fileURL.toOpaque(), instrumentType: instrumentType, bankMSB: bankMSB, bankLSB: bankLSB,
            presetID: presetID)
    }
}
