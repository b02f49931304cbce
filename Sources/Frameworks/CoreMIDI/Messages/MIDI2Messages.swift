import CCoreMIDI
import CoreAudioTypes

/// Makes a channel message of MIDI 2.0.
///
/// - Parameters:
///   - group: 0 to 15.
///   - status: The kind, as in `MIDICVStatus`.
///   - channel: 0 to 15.
///   - index: The lower half of the first word: a note or a controller with its attribute.
///   - value: The second word.
public func MIDI2ChannelVoiceMessage(
    _ group: UInt8, _ status: UInt8, _ channel: UInt8, _ index: UInt16, _ value: UInt32
) -> MIDIMessage_64 {
    MIDIMessage_64(
        word0: 0x4000_0000 | UInt32(group & 0xF) << 24 | UInt32(status & 0xF) << 20 | UInt32(channel & 0xF) << 16
            | UInt32(index), word1: value)
}

/// Two bytes of an index, of which the upper bit of each is clear.
private func index(_ first: UInt8, _ second: UInt8 = 0) -> UInt16 { UInt16(first & 0x7F) << 8 | UInt16(second & 0x7F) }

/// A note and a number of eight bits.
private func note(_ noteNumber: UInt8, _ number: UInt8) -> UInt16 { UInt16(noteNumber & 0x7F) << 8 | UInt16(number) }

/// Makes the beginning of a note.
public func MIDI2NoteOn(
    _ group: UInt8, _ channel: UInt8, _ noteNumber: UInt8, _ attributeType: UInt8, _ attributeData: UInt16,
    _ velocity: UInt16
) -> MIDIMessage_64 {
    MIDI2ChannelVoiceMessage(
        group, 9, channel, note(noteNumber, attributeType), UInt32(velocity) << 16 | UInt32(attributeData))
}

/// Makes the end of a note.
public func MIDI2NoteOff(
    _ group: UInt8, _ channel: UInt8, _ noteNumber: UInt8, _ attributeType: UInt8, _ attributeData: UInt16,
    _ velocity: UInt16
) -> MIDIMessage_64 {
    MIDI2ChannelVoiceMessage(
        group, 8, channel, note(noteNumber, attributeType), UInt32(velocity) << 16 | UInt32(attributeData))
}

/// Makes the pressure of a key.
public func MIDI2PolyPressure(
    _ group: UInt8, _ channel: UInt8, _ noteNumber: UInt8, _ value: UInt32
) -> MIDIMessage_64 { MIDI2ChannelVoiceMessage(group, 10, channel, index(noteNumber), value) }

/// Makes a registered controller of a single note.
public func MIDI2RegisteredPNC(
    _ group: UInt8, _ channel: UInt8, _ noteNumber: UInt8, _ index: UInt8, _ value: UInt32
) -> MIDIMessage_64 { MIDI2ChannelVoiceMessage(group, 0, channel, note(noteNumber, index), value) }

/// Makes a free controller of a single note.
public func MIDI2AssignablePNC(
    _ group: UInt8, _ channel: UInt8, _ noteNumber: UInt8, _ index: UInt8, _ value: UInt32
) -> MIDIMessage_64 { MIDI2ChannelVoiceMessage(group, 1, channel, note(noteNumber, index), value) }

/// Makes a message about the controllers of a single note.
///
/// - Parameters:
///   - detachPNCs: Whether notes that sound keep their values.
///   - resetPNCsToDefault: Whether the values become those at the beginning.
public func MIDI2PerNoteManagment(
    _ group: UInt8, _ channel: UInt8, _ noteNumber: UInt8, _ detachPNCs: Bool, _ resetPNCsToDefault: Bool
) -> MIDIMessage_64 {
    let options: UInt8 = (detachPNCs ? 2 : 0) | (resetPNCsToDefault ? 1 : 0)
    return MIDI2ChannelVoiceMessage(group, 15, channel, note(noteNumber, options), 0)
}

/// Makes a value of a controller.
public func MIDI2ControlChange(
    _ group: UInt8, _ channel: UInt8, _ index: UInt8, _ value: UInt32
) -> MIDIMessage_64 { MIDI2ChannelVoiceMessage(group, 11, channel, UInt16(index & 0x7F) << 8, value) }

/// Makes a value of a registered parameter.
public func MIDI2RegisteredControl(
    _ group: UInt8, _ channel: UInt8, _ bank: UInt8, _ index: UInt8, _ value: UInt32
) -> MIDIMessage_64 { MIDI2ChannelVoiceMessage(group, 2, channel, CoreMIDI.index(bank, index), value) }

/// Makes a value of a free parameter.
public func MIDI2AssignableControl(
    _ group: UInt8, _ channel: UInt8, _ bank: UInt8, _ index: UInt8, _ value: UInt32
) -> MIDIMessage_64 { MIDI2ChannelVoiceMessage(group, 3, channel, CoreMIDI.index(bank, index), value) }

/// Makes a change of a registered parameter, in two's complement.
public func MIDI2RelRegisteredControl(
    _ group: UInt8, _ channel: UInt8, _ bank: UInt8, _ index: UInt8, _ value: UInt32
) -> MIDIMessage_64 { MIDI2ChannelVoiceMessage(group, 4, channel, CoreMIDI.index(bank, index), value) }

/// Makes a change of a free parameter, in two's complement.
public func MIDI2RelAssignableControl(
    _ group: UInt8, _ channel: UInt8, _ bank: UInt8, _ index: UInt8, _ value: UInt32
) -> MIDIMessage_64 { MIDI2ChannelVoiceMessage(group, 5, channel, CoreMIDI.index(bank, index), value) }

/// Makes the choice of a program, with its bank where that is valid.
public func MIDI2ProgramChange(
    _ group: UInt8, _ channel: UInt8, _ bankIsValid: Bool, _ program: UInt8, _ bank_msb: UInt8, _ bank_lsb: UInt8
) -> MIDIMessage_64 {
    let bank = bankIsValid ? UInt32(bank_msb & 0x7F) << 8 | UInt32(bank_lsb & 0x7F) : 0
    return MIDI2ChannelVoiceMessage(group, 12, channel, bankIsValid ? 1 : 0, UInt32(program & 0x7F) << 24 | bank)
}

/// Makes the pressure of a channel.
public func MIDI2ChannelPressure(_ group: UInt8, _ channel: UInt8, _ value: UInt32) -> MIDIMessage_64 {
    MIDI2ChannelVoiceMessage(group, 13, channel, 0, value)
}

/// Makes a pitch bend of a channel; 0x80000000 is none.
public func MIDI2PitchBend(_ group: UInt8, _ channel: UInt8, _ value: UInt32) -> MIDIMessage_64 {
    MIDI2ChannelVoiceMessage(group, 14, channel, 0, value)
}

/// Makes a pitch bend of a single note; 0x80000000 is none.
public func MIDI2PerNotePitchBend(
    _ group: UInt8, _ channel: UInt8, _ noteNumber: UInt8, _ value: UInt32
) -> MIDIMessage_64 { MIDI2ChannelVoiceMessage(group, 6, channel, index(noteNumber), value) }

/// Makes a packet of flex data: tempo, key, lyrics and the like.
///
/// - Parameters:
///   - format: The part: 0 whole, 1 beginning, 2 middle, 3 end.
///   - address: 0 for the channel, 1 for the group.
public func MIDI2FlexDataMessage(
    _ group: MIDIUInteger4, _ format: MIDIUInteger2, _ address: MIDIUInteger2, _ channel: MIDIUInteger4,
    _ statusBank: UInt8, _ status: UInt8, _ data1: UInt32, _ data2: UInt32, _ data3: UInt32
) -> MIDIMessage_128 {
    let first =
        0xD000_0000 | UInt32(group & 0xF) << 24 | UInt32(format & 3) << 22 | UInt32(address & 3) << 20
        | UInt32(channel & 0xF) << 16 | UInt32(statusBank) << 8 | UInt32(status)
    return MIDIMessage_128(word0: first, word1: data1, word2: data2, word3: data3)
}
