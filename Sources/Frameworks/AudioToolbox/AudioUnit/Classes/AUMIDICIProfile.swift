import CoreAudioTypes
import CoreMIDI

/// Called when a profile of a unit was enabled or disabled: cable, channel, the profile, and whether it is enabled.
public typealias AUMIDICIProfileChangedBlock = (UInt8, MIDIChannelNumber, MIDICIProfile, Bool) -> Void
