import AVAudioTypes
import CCoreMIDI
import CoreAudioTypes
import Foundation
import SordinoMIDI

/// Calls a function with each message of an event list, taken apart into its fields.
///
/// A packet that ends in the middle of a message ends before it.
public func MIDIEventListForEachEvent(
    _ evtlist: UnsafePointer<MIDIEventList>!, _ visitor: MIDIEventVisitor!, _ visitorContext: UnsafeMutableRawPointer!
) {
    guard let evtlist, let visitor else { return }
    for packet in (try? PacketWalk.events(evtlist)) ?? [] {
        UniversalPacket.forEachPacket(in: packet.words) { words in
            visitor(visitorContext, packet.time, MIDIUniversalMessage(words: words))
        }
    }
}

/// Returns the bytes of the system exclusive messages of a group in a packet, F0 and F7 left out.
///
/// - Parameter outData: Set to the bytes; the caller owns them.
/// - Returns: `kMIDIUnknownProperty` never; -50 for a group above 15.
@discardableResult
public func MIDIEventPacketSysexBytesForGroup(
    _ pkt: UnsafePointer<MIDIEventPacket>, _ groupIndex: UInt8, _ outData: UnsafeMutablePointer<Unmanaged<CFData>?>
) -> OSStatus {
    guard groupIndex < 16 else { return MIDIStatus.parameter }
    var bytes: [UInt8] = []
    UniversalPacket.forEachPacket(in: Array(pkt.sequence())) { words in
        guard words[0] >> 28 == 3, words[0] >> 24 & 0xF == UInt32(groupIndex) else { return }
        let whole = UInt64(words[0]) << 32 | UInt64(words[1])
        bytes += (0..<min(words[0] >> 16 & 0xF, 6)).map { UInt8(whole >> (40 - 8 * UInt64($0)) & 0xFF) }
    }
    outData.pointee = .passRetained(NSData(bytes: bytes, length: bytes.count))
    return noErr
}

extension MIDIUniversalMessage {
    /// Takes the words of one packet apart.
    init(words: [UInt32]) {
        self.init()
        let first = words.first ?? 0
        let status = first >> 16 & 0xFF
        type = MIDIMessageTypeForUPWord(first)
        group = UInt8(first >> 24 & 0xF)
        let low = UInt8(truncatingIfNeeded: first)
        let middle = UInt8(truncatingIfNeeded: first >> 8)
        switch first >> 28 {
        case 0:
            group = 0
            utility.status = MIDIUtilityStatus(rawValue: first >> 20 & 0xF) ?? .NOOP
            utility.jitterReductionClock = UInt16(truncatingIfNeeded: first)
        case 1:
            system.status = MIDISystemStatus(rawValue: status) ?? .statusSystemReset
            switch status {
            case 0xF2: system.songPositionPointer = UInt16(low & 0x7F) << 7 | UInt16(middle & 0x7F)
            default: system.timeCode = middle & 0x7F
            }
        case 2: setChannelVoice1(status, middle & 0x7F, low & 0x7F)
        case 3:
            sysEx.status = MIDISysExStatus(rawValue: first >> 20 & 0xF) ?? .complete
            // The field named after the channel holds the number of bytes.
            sysEx.channel = UInt8(first >> 16 & 0xF)
            let whole = Self.bytes(words)
            sysEx.data = (whole[2], whole[3], whole[4], whole[5], whole[6], whole[7])
        case 4: setChannelVoice2(status, middle, low, words[1])
        case 5: setData128(words)
        default:
            unknown.words = (
                first, words.count > 1 ? words[1] : 0, words.count > 2 ? words[2] : 0, words.count > 3 ? words[3] : 0
            )
        }
    }

    private static func bytes(_ words: [UInt32]) -> [UInt8] {
        words.flatMap { word in (0..<4).map { UInt8(word >> (24 - 8 * UInt32($0)) & 0xFF) } }
    }

    private mutating func setChannelVoice1(_ status: UInt32, _ data1: UInt8, _ data2: UInt8) {
        channelVoice1.status = MIDICVStatus(rawValue: status >> 4) ?? .noteOff
        channelVoice1.channel = UInt8(status & 0xF)
        switch status >> 4 {
        case 0xC: channelVoice1.program = data1
        case 0xD: channelVoice1.channelPressure = data1
        case 0xE: channelVoice1.pitchBend = UInt16(data2) << 7 | UInt16(data1)
        case 0xA: (channelVoice1.polyPressure.noteNumber, channelVoice1.polyPressure.pressure) = (data1, data2)
        case 0xB: (channelVoice1.controlChange.index, channelVoice1.controlChange.data) = (data1, data2)
        default: (channelVoice1.note.number, channelVoice1.note.velocity) = (data1, data2)
        }
    }

    private mutating func setChannelVoice2(_ status: UInt32, _ index1: UInt8, _ index2: UInt8, _ value: UInt32) {
        channelVoice2.status = MIDICVStatus(rawValue: status >> 4) ?? .noteOff
        channelVoice2.channel = UInt8(status & 0xF)
        switch status >> 4 {
        case 0, 1:
            channelVoice2.perNoteController.noteNumber = index1
            channelVoice2.perNoteController.index = index2
            channelVoice2.perNoteController.data = value
        case 2, 3, 4, 5:
            channelVoice2.controller.bank = index1
            channelVoice2.controller.index = index2
            channelVoice2.controller.data = value
        case 6:
            channelVoice2.perNotePitchBend.noteNumber = index1
            channelVoice2.perNotePitchBend.bend = value
        case 8, 9:
            channelVoice2.note.number = index1
            channelVoice2.note.attributeType = MIDINoteAttribute(rawValue: index2) ?? .none
            channelVoice2.note.velocity = UInt16(value >> 16)
            channelVoice2.note.attribute = UInt16(value & 0xFFFF)
        case 10:
            channelVoice2.polyPressure.noteNumber = index1
            channelVoice2.polyPressure.pressure = value
        case 11:
            channelVoice2.controlChange.index = index1
            channelVoice2.controlChange.data = value
        case 12:
            channelVoice2.programChange.options = MIDIProgramChangeOptions(rawValue: index2)
            channelVoice2.programChange.program = UInt8(value >> 24)
            channelVoice2.programChange.bank = UInt16(value >> 8 & 0x7F) << 7 | UInt16(value & 0x7F)
        case 13: channelVoice2.channelPressure.data = value
        case 14: channelVoice2.pitchBend.data = value
        default:
            channelVoice2.perNoteManagement.note = index1
            channelVoice2.perNoteManagement.options = MIDIPerNoteManagementOptions(rawValue: index2)
        }
    }

    private mutating func setData128(_ words: [UInt32]) {
        let bytes = Self.bytes(words)
        data128.status = MIDISysExStatus(rawValue: words[0] >> 20 & 0xF) ?? .complete
        if words[0] >> 20 & 0xF < 8 {
            data128.sysex8.byteCount = UInt8(words[0] >> 16 & 0xF)
            data128.sysex8.streamID = bytes[2]
            withUnsafeMutableBytes(of: &data128.sysex8.data) { $0.copyBytes(from: bytes[3..<16]) }
        } else {
            data128.mixedDataSet.mdsID = UInt8(words[0] >> 16 & 0xF)
            withUnsafeMutableBytes(of: &data128.mixedDataSet.data) { $0.copyBytes(from: bytes[2..<16]) }
        }
    }
}
