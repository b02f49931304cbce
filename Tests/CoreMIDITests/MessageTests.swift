import CoreMIDI
import Testing

/// Words by hand from "Universal MIDI Packet (UMP) Format and MIDI 2.0 Protocol" 1.1.
@Suite struct MessageTests {
    @Test func messagesHaveTheWordsOfTheSpecification() {
        #expect(MIDI1UPNoteOn(1, 3, 60, 127) == 0x2193_3C7F)
        #expect(MIDI1UPProgramChange(0, 15, 200) == 0x20CF_4800)
        #expect(MIDI1UPPitchBend(0, 0, 1, 64) == 0x20E0_0140)
        #expect(MIDI1UPSystemCommon(2, 0xF2, 3, 4) == 0x12F2_0304)
        let note = MIDI2NoteOn(0, 1, 60, 3, 0x7800, 0xC000)
        #expect(note.word0 == 0x4091_3C03 && note.word1 == 0xC000_7800)
        let program = MIDI2ProgramChange(0, 0, true, 5, 1, 2)
        #expect(program.word0 == 0x40C0_0001 && program.word1 == 0x0500_0102)
        let control = MIDI2RegisteredControl(0, 0, 0, 2, 7)
        #expect(control.word0 == 0x4020_0002 && control.word1 == 7)
        let info = MIDI2EndpointInfoNotificationMessage(1, 1, true, 3, true, true, false, true)
        #expect(info.word0 == 0xF001_0101 && info.word1 == 0x8300_0301)
        let block = MIDI2FunctionBlockInfoNotificationMessage(
            true, 2, .senderReceiver, .unrestrictedBandwidth, .bidirectional, 4, 1, 2, 0)
        #expect(block.word0 == 0xF011_8237 && block.word1 == 0x0401_0200)
        let name = MIDI2EndpointNameNotificationMessage(.start, "Ab", 2)
        #expect(name.word0 == 0xF403_4162 && name.word1 == 0)
        #expect(MIDIMessageTypeForUPWord(0xD000_0000) == .flexData)
    }

    @Test func visitorsAreGivenTheFieldsOfEachMessage() {
        var list = MIDIEventList()
        let packet = MIDIEventListInit(&list, ._2_0)
        let words: [UInt32] = [0x4091_3C03, 0xC000_7800, 0x20E0_0140, 0x3016_0102, 0x0304_0506]
        _ = MIDIEventListAdd(&list, MemoryLayout<MIDIEventList>.size, packet, 42, words.count, words)
        final class Seen { var messages: [MIDIUniversalMessage] = [] }
        let seen = Seen()
        MIDIEventListForEachEvent(
            &list,
            { context, time, message in
                guard let context, time == 42 else { return }
                Unmanaged<Seen>.fromOpaque(context).takeUnretainedValue().messages.append(message)
            }, Unmanaged.passUnretained(seen).toOpaque())
        #expect(seen.messages.map(\.type) == [.channelVoice2, .channelVoice1, .sysEx])
        guard seen.messages.count == 3 else { return }
        #expect(seen.messages[0].channelVoice2.note.velocity == 0xC000)
        #expect(seen.messages[0].channelVoice2.note.attributeType == .pitch)
        #expect(seen.messages[1].channelVoice1.pitchBend == 64 << 7 | 1)
        #expect(seen.messages[2].sysEx.data.5 == 6 && seen.messages[2].sysEx.status == .start)
    }

    @Test func listsThatAreFullSaySoAndStayWhole() {
        let builder = MIDIEventList.Builder(inProtocol: ._1_0, wordSize: 16)
        // 8 bytes of head, 12 of the packet's, 44 left: 11 words.
        #expect(builder.append(timestamp: 1, words: [UInt32](repeating: 0x2090_3C40, count: 11)) != nil)
        #expect(builder.append(timestamp: 1, words: [0]) == nil)
        #expect(builder.append(timestamp: 2, words: [0]) == nil)
        builder.withUnsafePointer { list in
            #expect(list.unsafeSequence().map { $0.pointee.wordCount } == [11])
            #expect(MIDIEventList.sizeInBytes(pktList: list) == 64)
        }
        builder.clear()
        #expect(builder.count == 0)
    }

    @Test func packetsLieAtMultiplesOfFour() {
        let builder = MIDIPacketList.Builder(byteSize: 256)
        builder.append(timestamp: 1, data: [0x90, 60, 64])
        builder.append(timestamp: 2, data: [0xC0, 5])
        builder.withUnsafePointer { list in
            let places = list.unsafeSequence().map { UnsafeRawPointer($0) - UnsafeRawPointer(list) }
            #expect(places == [4, 20])
            #expect(list.unsafeSequence().map { Array($0.sequence()) } == [[0x90, 60, 64], [0xC0, 5]])
            #expect(list.unsafeSequence().map { $0.bytes().count } == [3, 2])
        }
    }
}
