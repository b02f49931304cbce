import CoreAudioTypes

@_exported import class CoreMIDI.MIDICIProfile
@_exported import class CoreMIDI.MIDICIProfileState

/// Hears that a profile of a unit was switched: cable, channel, the profile, and whether it is on now.
public typealias AUMIDICIProfileChangedBlock = (UInt8, MIDIChannelNumber, MIDICIProfile, Bool) -> Void
