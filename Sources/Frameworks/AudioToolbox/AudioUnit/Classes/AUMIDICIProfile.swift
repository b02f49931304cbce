import CoreAudioTypes
import CoreMIDI

/// Hears that a profile of a unit was switched: cable, channel, the profile, and whether it is on now.
public typealias AUMIDICIProfileChangedBlock = (UInt8, MIDIChannelNumber, MIDICIProfile, Bool) -> Void
