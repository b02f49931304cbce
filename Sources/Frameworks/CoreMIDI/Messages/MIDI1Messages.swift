import CCoreMIDI
import CoreAudioTypes
import SordinoMIDI

// Each function puts its numbers into a packet; bits that do not fit their fields are cleared.

/// Returns the kind of the packet that begins with a word.
public func MIDIMessageTypeForUPWord(_ word: UInt32) -> MIDIMessageType {
    MIDIMessageType(rawValue: word >> 28) ?? .unknownF
}

/// Makes a channel message of MIDI 1.0.
///
/// - Parameters:
///   - group: 0 to 15.
///   - status: The kind, 8 to 14, as in `MIDICVStatus`.
///   - channel: 0 to 15.
public func MIDI1UPChannelVoiceMessage(
    _ group: UInt8, _ status: UInt8, _ channel: UInt8, _ data1: UInt8, _ data2: UInt8
) -> MIDIMessage_32 {
    0x2000_0000 | UInt32(group & 0xF) << 24 | UInt32(status & 0xF) << 20 | UInt32(channel & 0xF) << 16
        | UInt32(data1 & 0x7F) << 8 | UInt32(data2 & 0x7F)
}

/// Makes the end of a note.
public func MIDI1UPNoteOff(
    _ group: UInt8, _ channel: UInt8, _ noteNumber: UInt8, _ velocity: UInt8
) -> MIDIMessage_32 { MIDI1UPChannelVoiceMessage(group, 8, channel, noteNumber, velocity) }

/// Makes the beginning of a note.
public func MIDI1UPNoteOn(
    _ group: UInt8, _ channel: UInt8, _ noteNumber: UInt8, _ velocity: UInt8
) -> MIDIMessage_32 { MIDI1UPChannelVoiceMessage(group, 9, channel, noteNumber, velocity) }

/// Makes the pressure of a key.
public func MIDI1UPPolyPressure(
    _ group: UInt8, _ channel: UInt8, _ noteNumber: UInt8, _ pressure: UInt8
) -> MIDIMessage_32 { MIDI1UPChannelVoiceMessage(group, 10, channel, noteNumber, pressure) }

/// Makes a value of a controller.
public func MIDI1UPControlChange(
    _ group: UInt8, _ channel: UInt8, _ index: UInt8, _ data: UInt8
) -> MIDIMessage_32 { MIDI1UPChannelVoiceMessage(group, 11, channel, index, data) }

/// Makes the choice of a program.
public func MIDI1UPProgramChange(_ group: UInt8, _ channel: UInt8, _ program: UInt8) -> MIDIMessage_32 {
    MIDI1UPChannelVoiceMessage(group, 12, channel, program, 0)
}

/// Makes the pressure of a channel.
public func MIDI1UPChannelPressure(_ group: UInt8, _ channel: UInt8, _ value: UInt8) -> MIDIMessage_32 {
    MIDI1UPChannelVoiceMessage(group, 13, channel, value, 0)
}

/// Makes a pitch bend of two halves of seven bits.
public func MIDI1UPPitchBend(_ group: UInt8, _ channel: UInt8, _ lsb: UInt8, _ msb: UInt8) -> MIDIMessage_32 {
    MIDI1UPChannelVoiceMessage(group, 14, channel, lsb, msb)
}

/// Makes a system message of at most three bytes.
public func MIDI1UPSystemCommon(_ group: UInt8, _ status: UInt8, _ byte1: UInt8, _ byte2: UInt8) -> MIDIMessage_32 {
    0x1000_0000 | UInt32(group & 0xF) << 24 | UInt32(status) << 16 | UInt32(byte1 & 0x7F) << 8
        | UInt32(byte2 & 0x7F)
}

/// Makes a packet of a system exclusive message.
///
/// - Parameters:
///   - status: The part, as in `MIDISysExStatus`.
///   - bytesUsed: 0 to 6.
public func MIDI1UPSysEx(
    _ group: UInt8, _ status: UInt8, _ bytesUsed: UInt8, _ byte1: UInt8, _ byte2: UInt8, _ byte3: UInt8,
    _ byte4: UInt8, _ byte5: UInt8, _ byte6: UInt8
) -> MIDIMessage_64 {
    let bytes = [byte1, byte2, byte3, byte4, byte5, byte6].prefix(Int(min(bytesUsed, kMIDI1UPMaxSysexSize)))
    let words = UniversalPacket.exclusivePacket(bytes, part: UInt32(status & 0xF), group: group)
    return MIDIMessage_64(word0: words[0], word1: words[1])
}

/// Makes a packet of a system exclusive message of at most six bytes in memory.
///
/// - Parameters:
///   - begin: The first byte.
///   - end: Behind the last; bytes beyond six are left out.
public func MIDI1UPSysExArray(
    _ group: UInt8, _ status: UInt8, _ begin: UnsafePointer<UInt8>!, _ end: UnsafePointer<UInt8>!
) -> MIDIMessage_64 {
    var bytes: [UInt8] = []
    if let begin, let end, end > begin { bytes = Array(UnsafeBufferPointer(start: begin, count: min(end - begin, 6))) }
    let words = UniversalPacket.exclusivePacket(bytes[...], part: UInt32(status & 0xF), group: group)
    return MIDIMessage_64(word0: words[0], word1: words[1])
}

// MARK: Utility messages

/// Makes a message without meaning (NOOP).
public func MIDINoOpMessage() -> MIDIMessage_32 { 0 }

/// Makes the time of a sender's clock, in units of 1/31,250 of a second.
public func MIDIJitterReductionClockMessage(_ senderClockTime: UInt16) -> MIDIMessage_32 {
    0x0010_0000 | UInt32(senderClockTime)
}

/// Makes the time at which the following message was sent, in units of 1/31,250 of a second.
public func MIDIJitterReductionTimestampMessage(_ senderClockTimestamp: UInt16) -> MIDIMessage_32 {
    0x0020_0000 | UInt32(senderClockTimestamp)
}

/// Makes the number of ticks in a quarter note of a clip.
public func MIDIDeltaClockstampTicksPerQuarterNoteMessage(_ ticksPerQuarterNote: UInt16) -> MIDIMessage_32 {
    0x0030_0000 | UInt32(ticksPerQuarterNote)
}

/// Makes the number of ticks between two events of a clip, of 20 bits.
public func MIDITicksSinceLastEventMessage(_ ticksSinceLastEvent: UInt32) -> MIDIMessage_32 {
    0x0040_0000 | ticksSinceLastEvent & 0xF_FFFF
}
