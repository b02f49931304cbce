import SordinoMIDI
import Testing

/// Universal MIDI packets, between MIDI 1.0 in bytes and MIDI 2.0.
@Suite struct UniversalPacketTests {
    /// The examples of "MIDI 2.0 Bit Scaling and Resolution": the ends, the middle, and what repeats above it.
    @Test(arguments: [
        (0, 7, 16, 0), (64, 7, 16, 0x8000), (127, 7, 16, 0xFFFF), (1, 7, 16, 0x0200), (65, 7, 16, 0x8208),
        (0, 7, 32, 0), (64, 7, 32, 0x8000_0000), (127, 7, 32, 0xFFFF_FFFF), (0x2000, 14, 32, 0x8000_0000),
        (0x3FFF, 14, 32, 0xFFFF_FFFF), (0x1000, 14, 32, 0x4000_0000),
    ])
    func valuesAreScaledUpByMinimumCentreAndMaximum(value: UInt32, bits: UInt32, wide: UInt32, result: UInt32) {
        #expect(UniversalPacket.scaleUp(value, from: bits, to: wide) == result)
    }

    @Test func scalingUpAndDownGivesTheValueBack() {
        for value in 0..<UInt32(128) {
            for wide: UInt32 in [16, 32] {
                let up = UniversalPacket.scaleUp(value, from: 7, to: wide)
                #expect(UniversalPacket.scaleDown(up, from: wide, to: 7) == value)
            }
        }
        for value in 0..<UInt32(16384) {
            #expect(UniversalPacket.scaleUp(value, from: 14, to: 32) >> 18 == value)
        }
    }

    @Test func messagesOfMIDI1KeepTheirBytes() {
        var unpacking = PacketUnpacking()
        let messages: [[UInt8]] = [
            [0x93, 60, 100], [0x80, 1, 2], [0xC5, 17], [0xDF, 127], [0xE0, 0, 64], [0xF1, 0x35], [0xF2, 1, 2],
            [0xF3, 4],
            [0xF6], [0xF8], [0xFE], [0xFF], [0xF0, 0x7E, 0xF7], [0xF0, 0xF7], [0xF0, 1, 2, 3, 4, 5, 6, 0xF7],
            [0xF0] + (0..<100).map { $0 } + [0xF7],
        ]
        for message in messages {
            var words = UniversalPacket.words(ofMessage: message, group: 9)
            #expect(!words.isEmpty)
            var again: [[UInt8]] = []
            while !words.isEmpty {
                #expect(words[0] >> 24 & 0xF == 9)
                let count = UniversalPacket.wordCount(ofFirst: words[0])
                again += unpacking.messages(of: Array(words.prefix(count)))
                words.removeFirst(count)
            }
            #expect(again == [message])
        }
        #expect(UniversalPacket.words(ofMessage: [0x93, 60, 100]) == [0x2093_3C64])
        #expect(UniversalPacket.words(ofMessage: [0xF0, 0x7E, 0x01, 0xF7]) == [0x3002_7E01, 0])
        for wrong: [UInt8] in [[], [60], [0x90, 60], [0x90, 60, 200], [0xF0, 1], [0xF4], [0xF0, 0x80, 0xF7]] {
            #expect(UniversalPacket.words(ofMessage: wrong).isEmpty)
        }
    }

    @Test func notesAndControllersSurviveTheWayThroughMIDI2() throws {
        var translation = ProtocolTranslation()
        for status: UInt8 in [0x84, 0x94, 0xA4, 0xB4, 0xC4, 0xD4, 0xE4] {
            for value: UInt8 in 1..<128 {
                let message = ChannelMessage(status: status, data1: status == 0xB4 ? 74 : value, data2: value)
                let made = translation.packet(message)
                let packet = try #require(made)
                #expect(UniversalPacket.messages1(packet.first, packet.second) == [message])
            }
        }
        // A note-on of velocity 0 is a note-off, and the softest note of MIDI 2.0 stays a note.
        let made = translation.packet(ChannelMessage(status: 0x90, data1: 60))
        let off = try #require(made)
        #expect(off.first == 0x4080_3C00)
        #expect(UniversalPacket.messages1(0x4090_3C00, 0x0001_0000).map(\.data2) == [1])
    }

    @Test func banksAndParameterNumbersBecomeParts() throws {
        var translation = ProtocolTranslation()
        @discardableResult
        func control(_ number: UInt8, _ value: UInt8) -> (first: UInt32, second: UInt32)? {
            translation.packet(ChannelMessage(status: 0xB0, data1: number, data2: value))
        }
        #expect(control(0, 0x79) == nil)
        #expect(control(32, 3) == nil)
        let made = translation.packet(ChannelMessage(status: 0xC0, data1: 40))
        let program = try #require(made)
        #expect(program == (0x40C0_0001, 0x2800_7903))
        #expect(
            UniversalPacket.messages1(program.first, program.second).map(\.bytes) == [
                [0xB0, 0, 0x79], [0xB0, 32, 3], [0xC0, 40],
            ])
        #expect(control(6, 1) == nil)
        #expect(control(101, 0) == nil)
        #expect(control(100, 0) == nil)
        let set = control(6, 12)
        let range = try #require(set)
        #expect(range == (0x4020_0000, 12 << 25))
        #expect(
            UniversalPacket.messages1(range.first, range.second).map(\.bytes) == [
                [0xB0, 101, 0], [0xB0, 100, 0], [0xB0, 6, 12], [0xB0, 38, 0],
            ])
        #expect(control(101, 127) == nil)
        #expect(control(100, 127) == nil)
        #expect(control(6, 5) == nil)
        #expect(control(99, 1) == nil)
        #expect(control(98, 8) == nil)
        let other = control(6, 64)
        #expect(other?.first == 0x4030_0108)
    }
}
