import ByteMutation
import SordinoMIDI
import Testing

/// Standard MIDI Files: read event for event, forgiving, and written back.
@Suite struct MIDIFileTests {
    /// The example file of the standard (RP-001), format 0.
    static let example: [UInt8] =
        Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 0x60] + Array("MTrk".utf8) + [0, 0, 0, 0x3B]
        + [
            0x00, 0xFF, 0x58, 0x04, 0x04, 0x02, 0x18, 0x08, 0x00, 0xFF, 0x51, 0x03, 0x07, 0xA1, 0x20, 0x00, 0xC0, 0x05,
            0x00, 0xC1, 0x2E, 0x00, 0xC2, 0x46, 0x00, 0x92, 0x30, 0x60, 0x00, 0x3C, 0x60, 0x60, 0x91, 0x43, 0x40, 0x60,
            0x90, 0x4C, 0x20, 0x81, 0x40, 0x82, 0x30, 0x40, 0x00, 0x3C, 0x40, 0x00, 0x81, 0x43, 0x40, 0x00, 0x80, 0x4C,
            0x40, 0x00, 0xFF, 0x2F, 0x00,
        ]

    /// A file of one track with these bytes.
    static func file(_ track: [UInt8], division: [UInt8] = [0, 96], declared: Int? = nil) -> [UInt8] {
        let count = declared ?? track.count
        return Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1] + division + Array("MTrk".utf8)
            + [0, 0, UInt8(count >> 8), UInt8(count & 0xFF)] + track
    }

    private func channel(_ tick: Int, _ status: UInt8, _ data1: UInt8, _ data2: UInt8 = 0) -> MIDIFile.Event {
        MIDIFile.Event(tick: tick, .channel(ChannelMessage(status: status, data1: data1, data2: data2)))
    }

    @Test func theStandardsExampleIsReadAndWrittenByteForByte() throws {
        let file = try MIDIFile(reading: Self.example)
        #expect(file.format == .singleTrack)
        #expect(file.division == .ticksPerQuarter(96))
        #expect(file.remarks.isEmpty)
        #expect(
            file.tracks == [
                [
                    MIDIFile.Event(tick: 0, .meta(0x58, [4, 2, 24, 8])),
                    MIDIFile.Event(tick: 0, .meta(0x51, [0x07, 0xA1, 0x20])),
                    channel(0, 0xC0, 5), channel(0, 0xC1, 46), channel(0, 0xC2, 70), channel(0, 0x92, 48, 96),
                    channel(0, 0x92, 60, 96), channel(96, 0x91, 67, 64), channel(192, 0x90, 76, 32),
                    channel(384, 0x82, 48, 64), channel(384, 0x82, 60, 64), channel(384, 0x81, 67, 64),
                    channel(384, 0x80, 76, 64), MIDIFile.Event(tick: 384, .meta(0x2F, [])),
                ]
            ])
        #expect(try file.written() == Self.example)
    }

    @Test func numbersOfTheStandardsTableAreWrittenSo() throws {
        let table: [(Int, [UInt8])] = [
            (0, [0]), (0x40, [0x40]), (0x7F, [0x7F]), (0x80, [0x81, 0]), (0x2000, [0xC0, 0]), (0x3FFF, [0xFF, 0x7F]),
            (0x4000, [0x81, 0x80, 0]), (0x100000, [0xC0, 0x80, 0]), (0x1F_FFFF, [0xFF, 0xFF, 0x7F]),
            (0x20_0000, [0x81, 0x80, 0x80, 0]), (0x800_0000, [0xC0, 0x80, 0x80, 0]),
            (0xFFF_FFFF, [0xFF, 0xFF, 0xFF, 0x7F]),
        ]
        for (number, bytes) in table {
            let file = MIDIFile(
                format: .singleTrack, division: .ticksPerQuarter(96), tracks: [[channel(number, 0x90, 60, 1)]])
            let written = try file.written()
            #expect(Array(written[22..<22 + bytes.count]) == bytes)
            #expect(try MIDIFile(reading: written).tracks[0][0].tick == number)
        }
        let tooFar = MIDIFile(
            format: .singleTrack, division: .ticksPerQuarter(96), tracks: [[channel(0x1000_0000, 0x90, 60, 1)]])
        #expect(throws: MIDIFileError.self) { try tooFar.written() }
    }

    @Test(arguments: [
        ([0xE7, 40], MIDIFile.Division.ticksPerFrame(40, framesPerSecond: 25)),
        ([0xE2, 80], .ticksPerFrame(80, framesPerSecond: 30)), ([0xE3, 4], .ticksPerFrame(4, framesPerSecond: 29)),
        ([0xE8, 100], .ticksPerFrame(100, framesPerSecond: 24)), ([0x01, 0xE0], .ticksPerQuarter(480)),
    ])
    func divisionsAreReadAndWritten(bytes: [UInt8], division: MIDIFile.Division) throws {
        let file = try MIDIFile(reading: Self.file([0, 0xFF, 0x2F, 0], division: bytes))
        #expect(file.division == division)
        #expect(Array(try file.written()[12..<14]) == bytes)
    }

    @Test func systemExclusiveMessagesInPiecesKeepTheirPieces() throws {
        let track: [UInt8] = [
            0, 0xF0, 3, 0x43, 0x12, 0x00, 0x81, 0x48, 0xF7, 6, 0x43, 0x12, 0x00, 0x43, 0x12, 0x00, 0x64, 0xF7, 4, 0x43,
            0x12, 0x00, 0xF7, 0, 0xFF, 0x2F, 0,
        ]
        let file = try MIDIFile(reading: Self.file(track))
        #expect(
            file.tracks[0].dropLast() == [
                MIDIFile.Event(tick: 0, .systemExclusive([0x43, 0x12, 0])),
                MIDIFile.Event(tick: 200, .escape([0x43, 0x12, 0, 0x43, 0x12, 0])),
                MIDIFile.Event(tick: 300, .escape([0x43, 0x12, 0, 0xF7])),
            ])
        #expect(file.remarks.isEmpty)
        #expect(try file.written() == Self.file(track))
    }

    @Test func whatRealFilesDoWrongIsForgivenAndNamed() throws {
        // Running status after a meta event; a status of wires; data without a status; data above 127; no end of track.
        let track: [UInt8] = [
            0, 60, 0, 0x90, 60, 100, 0, 0xFF, 1, 1, 65, 10, 60, 0, 0, 0xF4, 0, 0x91, 61, 200, 0,
        ]
        let file = try MIDIFile(reading: Self.file(track))
        let notes = file.tracks[0].compactMap { event -> [Int]? in
            guard case .channel(let message) = event.message else { return nil }
            return [event.tick, Int(message.status), Int(message.data1), Int(message.data2)]
        }
        #expect(notes == [[0, 0x90, 60, 100], [10, 0x90, 60, 0], [10, 0x91, 61, 127]])
        let texts = file.remarks.map(\.because)
        for part in [
            "data without a status", "goes on after a meta", "244 does not exist", "200; read as 127", "inside",
        ] {
            #expect(texts.contains { $0.contains(part) }, "\(part): \(texts)")
        }
    }

    @Test func headersThatLieAreForgiven() throws {
        let end: [UInt8] = [0, 0xFF, 0x2F, 0]
        // A track that claims more than there is.
        let long = try MIDIFile(reading: Self.file([0, 0x90, 60, 1] + end, declared: 60_000))
        #expect(long.tracks[0].count == 2)
        #expect(long.remarks.count == 1)
        // Junk in front, a foreign chunk between, a second track in format 0, a format that does not exist.
        var bytes = [UInt8](repeating: 0, count: 128) + Self.file(end)
        bytes += Array("XFIH".utf8) + [0, 0, 0, 2, 9, 9] + Array("MTrk".utf8) + [0, 0, 0, 4] + end
        let odd = try MIDIFile(reading: bytes)
        #expect(odd.tracks.count == 2)
        #expect(odd.format == .simultaneousTracks)
        #expect(odd.remarks.count == 3)
        bytes[128 + 9] = 7
        #expect(try MIDIFile(reading: bytes).format == .simultaneousTracks)
        // In a RIFF file.
        let riff = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("RMIDdata".utf8) + [67, 0, 0, 0] + Self.example
        let inside = try MIDIFile(reading: riff)
        #expect(inside.tracks[0].count == 14)
        #expect(inside.remarks.isEmpty)
    }

    @Test func whatIsNoMIDIFileIsRefused() {
        #expect(throws: MIDIFileError.malformed(at: 0, because: "the file is empty")) { try MIDIFile(reading: []) }
        #expect(throws: MIDIFileError.self) { try MIDIFile(reading: Array("RIFFxxxxWAVEfmt ".utf8)) }
        #expect(throws: MIDIFileError.self) { try MIDIFile(reading: Array("MThd".utf8) + [0, 0, 0, 6, 0]) }
    }

    @Test func damagedFilesAreReadWithoutATrapAndWhatIsReadIsWrittenBack() throws {
        var mutation = ByteMutation(seed: 15)
        for _ in 0..<4000 {
            let bytes = mutation.damaged(Self.example, headByteCount: 64)
            guard let file = try? MIDIFile(reading: bytes) else { continue }
            #expect(file.tracks.reduce(0) { $0 + $1.count } <= bytes.count)
            // A file that was read is a good one, but for the end that a track may lack.
            guard let again = try? MIDIFile(reading: file.written()) else { continue }
            for (one, two) in zip(file.tracks, again.tracks) {
                #expect(one == two || one == two.dropLast())
            }
        }
    }

    @Test func aTrackOfAMillionEventsIsRead() throws {
        let file = MIDIFile(
            format: .singleTrack, division: .ticksPerQuarter(480),
            tracks: [(0..<1_000_000).map { channel($0 * 7, $0 % 2 == 0 ? 0x90 : 0x80, UInt8($0 / 2 % 128), 64) }])
        let again = try MIDIFile(reading: file.written())
        #expect(again.tracks[0].dropLast().elementsEqual(file.tracks[0]))
    }
}
