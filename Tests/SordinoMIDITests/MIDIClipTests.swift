import SordinoMIDI
import Testing

/// Clip files of MIDI 2.0, packet by packet as M2-116-U and M2-104-UM describe them.
@Suite struct MIDIClipTests {
    private static func file(_ words: [UInt32]) -> [UInt8] {
        Array("SMF2CLIP".utf8) + words.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
    }

    /// Ticks in a quarter; then a clip with these words in it.
    private static func clip(_ words: [UInt32]) -> [UInt8] {
        file(
            [0x0040_0000, 0x0030_0060, 0x0040_0000, 0xF020_0000, 0, 0, 0] + words + [0x0040_0060, 0xF021_0000, 0, 0, 0])
    }

    private func channel(_ tick: Int, _ status: UInt8, _ data1: UInt8, _ data2: UInt8 = 0) -> MIDIFile.Event {
        MIDIFile.Event(tick: tick, .channel(ChannelMessage(status: status, data1: data1, data2: data2)))
    }

    @Test func notesTempoMeterKeyAndNamesAreRead() throws {
        let file = try MIDIFile(
            reading: Self.clip([
                // 120 beats a minute: 50,000,000 units of ten nanoseconds.
                0x0040_0000, 0xD010_0000, 50_000_000, 0, 0,
                // Three quarters, eight 32nds a beat.
                0x0040_0000, 0xD010_0001, 0x0302_0800, 0, 0,
                // Three flats with the tonic C: C minor.
                0x0040_0000, 0xD010_0005, 0xD300_0000, 0, 0,
                // "A long clip name" in two parts: the name of the clip.
                0x0040_0000, 0xD050_0103, 0x4120_6C6F, 0x6E67_2063, 0x6C69_7020,
                0x0040_0000, 0xD0D0_0103, 0x6E61_6D65, 0, 0,
                // A note of MIDI 2.0 on channel 2 with half the velocity, a quarter long.
                0x0040_0000, 0x4091_3C00, 0x8000_0000, 0x0040_0060, 0x4081_3C00, 0,
                // A control change of MIDI 1.0 in another group.
                0x0040_0010, 0x21B0_0764,
            ]))
        #expect(file.division == .ticksPerQuarter(96))
        let end = MIDIFile.Event(tick: 96 + 16 + 96, .meta(0x2F, []))
        #expect(
            file.tracks == [
                [
                    MIDIFile.Event(tick: 0, .meta(0x51, [0x07, 0xA1, 0x20])),
                    MIDIFile.Event(tick: 0, .meta(0x58, [3, 2, 24, 8])),
                    MIDIFile.Event(tick: 0, .meta(0x59, [0xFD, 1])),
                    MIDIFile.Event(tick: 0, .meta(0x03, Array("A long clip name".utf8))), end,
                ],
                [channel(0, 0x91, 60, 64), channel(96, 0x81, 60, 0), end],
                [channel(112, 0xB0, 7, 100), end],
            ])
        #expect(file.remarks.isEmpty)
        var content = SequenceContent()
        content.add(file)
        let notes = content.places.flatMap(\.track.events).compactMap { event -> SequenceNote? in
            if case .note(let note) = event.kind { note } else { nil }
        }
        #expect(notes.map { $0.duration } == [1])
    }

    @Test func systemExclusiveMessagesAreWhole() throws {
        let file = try MIDIFile(
            reading: Self.clip([
                0x0040_0000, 0x3016_7E7F, 0x0601_0203, 0x0040_0000, 0x3031_0400, 0, 0x0040_0000, 0x3002_7D01, 0,
            ]))
        #expect(
            file.tracks[1].dropLast().map(\.message) == [
                .systemExclusive([0x7E, 0x7F, 6, 1, 2, 3, 4, 0xF7]), .systemExclusive([0x7D, 1, 0xF7]),
            ])
    }

    @Test func whatMIDI1LacksIsRemarkedAndABrokenClipIsReadAsFarAsItGoes() throws {
        // A bend of a single note.
        let bend = try MIDIFile(reading: Self.clip([0x0040_0000, 0x4060_3C00, 0x8000_0000]))
        #expect(bend.remarks.map(\.because).contains { $0.contains("left out") })
        let bytes = Self.clip([0x0040_0000, 0x4091_3C00, 0x8000_0000])
        for count in 8..<bytes.count {
            let file = try MIDIFile(reading: Array(bytes[..<count]))
            #expect(file.remarks.map(\.because).contains("the clip has no end"))
        }
    }
}
