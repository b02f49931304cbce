import ByteMutation
import SordinoMIDI
import Testing

/// Sequences: tracks, edits, files, bars.
@Suite struct SequenceTests {
    private func note(_ beat: Double, _ key: UInt8, duration: Double = 0.5) -> SequenceEvent {
        SequenceEvent(beat: beat, .note(SequenceNote(channel: 0, key: key, velocity: 100, duration: duration)))
    }

    private func keys(_ track: SequenceTrack) -> [String] {
        track.events.map { event in
            guard case .note(let note) = event.kind else { return "-" }
            return "\(note.key)@\(event.beat)"
        }
    }

    private func track(_ events: SequenceEvent...) -> SequenceTrack {
        var track = SequenceTrack()
        for event in events { track.add(event) }
        return track
    }

    @Test func eventsStayInTheOrderOfBeatsAndOfInsertion() {
        #expect(
            keys(track(note(2, 1), note(0, 2), note(2, 3), note(1, 4), note(0, 5))) == [
                "2@0.0", "5@0.0", "4@1.0", "1@2.0", "3@2.0",
            ])
    }

    @Test func clearLeavesAHoleAndCutClosesIt() {
        let all = track(note(0, 1), note(1, 2), note(2, 3), note(3, 4))
        var cleared = all
        cleared.clear(from: 1, to: 3)
        #expect(keys(cleared) == ["1@0.0", "4@3.0"])
        var cut = all
        cut.cut(from: 1, to: 3)
        #expect(keys(cut) == ["1@0.0", "4@1.0"])
    }

    @Test func insertingMovesWhatIsLaterAndMergingDoesNot() {
        let source = track(note(4, 10), note(5, 11), note(6, 12))
        let copies = source.copies(from: 4, to: 6)
        var inserted = track(note(0, 1), note(1, 2))
        inserted.insert(copies, length: 2, at: 1)
        #expect(keys(inserted) == ["1@0.0", "10@1.0", "11@2.0", "2@3.0"])
        var merged = track(note(0, 1), note(1, 2))
        merged.merge(copies, at: 1)
        #expect(keys(merged) == ["1@0.0", "2@1.0", "10@1.0", "11@2.0"])
        var moved = track(note(0, 1), note(1, 2), note(2, 3))
        moved.moveEvents(from: 1, to: 2, by: -1)
        #expect(keys(moved) == ["1@0.0", "2@0.0", "3@2.0"])
    }

    @Test func theLengthFollowsEveryEdit() {
        var all = SequenceTrack()
        var numbers = SeededNumbers(seed: 7)
        func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &numbers) }
        for _ in 0..<2_000 {
            let (start, end) = (Double(below(8)), Double(8 + below(8)))
            switch below(12) {
            case 0...4: all.add(note(Double(below(16)), 60, duration: Double(below(9))))
            case 5: all.add(contentsOf: [note(start, 61), note(end, 62, duration: 3)])
            case 6 where !all.events.isEmpty: all.remove(at: below(all.events.count))
            case 7 where !all.events.isEmpty:
                all.replace(at: below(all.events.count), with: note(0, 63, duration: Double(below(9))).kind)
            case 8 where !all.events.isEmpty: _ = all.move(at: below(all.events.count), to: start)
            case 9: all.cut(from: start, to: end)
            case 10: all.insert(all.copies(from: start, to: end), length: 2, at: 1)
            case 11: all.reverse(length: all.length)
            default: all.moveEvents(from: start, to: end, by: -start)
            }
            if all.events.count > 100 { all.clear(from: 0, to: 12) }
            #expect(all.contentLength == all.events.reduce(0) { max($0, $1.endBeat) })
        }
    }

    @Test func theLengthIsTheLongerOfTheChosenAndThePlayed() {
        var all = track(note(0, 1, duration: 6), note(2, 2))
        #expect(all.length == 6)
        all.chosenLength = 4
        #expect(all.length == 6)
        all.chosenLength = 9
        #expect(all.length == 9)
        all.loop.isEnabled = true
        #expect(all.loopedBeats == 0..<9)
        all.loop.place = .lastBeats(2)
        #expect(all.loopedBeats == 7..<9)
        all.loop.place = .range(start: 1, length: 3)
        #expect(all.loopedBeats == 1..<4)
        all.loop.place = .range(start: 1, length: 0)
        #expect(all.loopedBeats == nil)
    }

    @Test func reversingPutsTheEndOfEachNoteFirst() {
        var content = SequenceContent()
        let id = content.addTrack(track(note(0, 1, duration: 2), note(3, 2, duration: 1)))
        content.tempoTrack.add(SequenceEvent(beat: 0, .tempo(60)))
        content.tempoTrack.add(SequenceEvent(beat: 3, .tempo(120)))
        content.reverse()
        #expect(keys(content[id] ?? SequenceTrack()) == ["2@0.0", "1@2.0"])
        // One beat at 120, then three at 60.
        #expect(content.tempoMap.seconds(atBeat: 4) == 3.5)
        #expect(content.tempoMap.seconds(atBeat: 1) == 0.5)
    }

    @Test func barsFollowTheTimeSignatures() {
        var content = SequenceContent()
        #expect(
            content.barBeatTime(atBeat: 5.5, subbeatDivisor: 480)
                == BarBeatTime(bar: 2, beat: 2, subbeat: 240, subbeatDivisor: 480))
        // 6/8 from beat 8, then 3/4 in the middle of its second bar.
        content.tempoTrack.add(SequenceEvent(beat: 8, .meta(MIDIFile.Meta.timeSignature, [6, 3, 36, 8])))
        content.tempoTrack.add(SequenceEvent(beat: 12, .meta(MIDIFile.Meta.timeSignature, [3, 2, 24, 8])))
        for (beat, bar, inBar, subbeat) in [
            (8.0, 3, 1, 0), (9.25, 3, 3, 5), (11, 4, 1, 0), (12, 5, 1, 0), (15.1, 6, 1, 1),
        ] {
            let time = BarBeatTime(bar: bar, beat: inBar, subbeat: subbeat, subbeatDivisor: 10)
            #expect(content.barBeatTime(atBeat: beat, subbeatDivisor: 10) == time)
            #expect(abs((content.beat(at: time) ?? -1) - beat) < 1e-9)
        }
        #expect(content.beat(at: BarBeatTime(bar: 0, beat: 1, subbeat: 0, subbeatDivisor: 1)) == nil)
    }

    @Test func tracksOfAFileBecomeNotesWithDurationsAndBackAgain() throws {
        var content = SequenceContent()
        content.add(try MIDIFile(reading: MIDIFileTests.example))
        #expect(content.places.count == 1)
        #expect(content.resolution == 96)
        #expect(content.tempoMap.tempo(atBeat: 0) == 120)
        #expect(content.tempoTrack.events.count == 2)
        #expect(keys(content.places[0].track) == ["-", "-", "-", "48@0.0", "60@0.0", "67@1.0", "76@2.0"])
        #expect(content.places[0].track.events.map(\.duration) == [0, 0, 0, 4, 4, 3, 2])
        let file = try #require(content.file())
        var again = SequenceContent()
        again.add(try MIDIFile(reading: file.written()))
        #expect(again.places.count == 1)
        #expect(keys(again.places[0].track) == keys(content.places[0].track))
        #expect(again.places[0].track.events.map(\.duration) == content.places[0].track.events.map(\.duration))
        #expect(again.file() == file)
    }

    @Test func channelsBecomeTracksAndTheRestTheLast() throws {
        var content = SequenceContent()
        content.add(try MIDIFile(reading: MIDIFileTests.example), channelsToTracks: true)
        #expect(content.places.map { $0.track.events.count } == [2, 2, 3, 0])
    }

    @Test func repeatedNotesPairWithTheNextEnd() throws {
        // Two notes of one key overlap: the first end is that of the first.
        let track: [UInt8] = [
            0, 0x90, 60, 1, 48, 60, 2, 48, 0x80, 60, 3, 48, 60, 4, 0, 0x80, 61, 9, 0, 0xFF, 0x2F, 0,
        ]
        var content = SequenceContent()
        content.add(try MIDIFile(reading: MIDIFileTests.file(track)))
        let notes = content.places[0].track.events.compactMap { event -> SequenceNote? in
            if case .note(let note) = event.kind { note } else { nil }
        }
        #expect(
            notes == [
                SequenceNote(channel: 0, key: 60, velocity: 1, releaseVelocity: 3, duration: 1),
                SequenceNote(channel: 0, key: 60, velocity: 2, releaseVelocity: 4, duration: 1),
            ])
        // An end without a beginning is kept.
        #expect(content.places[0].track.events.count == 3)
    }

    @Test func filesOfFilmFramesCountSeconds() throws {
        let end: [UInt8] = [0x87, 0x68, 0x90, 60, 1, 0x87, 0x68, 0x80, 60, 0, 0, 0xFF, 0x2F, 0]
        var content = SequenceContent()
        content.add(try MIDIFile(reading: MIDIFileTests.file(end, division: [0xE7, 40])))
        // 1000 ticks of 1 ms.
        #expect(content.timeBase == .seconds)
        #expect(keys(content.places[0].track) == ["60@1.0"])
        #expect(content.tempoMap.seconds(atBeat: 2) == 2)
        let file = try #require(content.file())
        #expect(file.division == .ticksPerFrame(40, framesPerSecond: 25))
        #expect(file.tracks[1].map(\.tick) == [1000, 2000, 2000])
    }

    @Test func timeBasesAreChosenBeforeThereAreTempos() {
        var content = SequenceContent()
        let isSet = content.setTimeBase(.samples, sampleRate: 48_000)
        #expect(isSet)
        #expect(content.tempoMap.seconds(atBeat: 48_000) == 1)
        let isSetAgain = content.setTimeBase(.beats)
        #expect(!isSetAgain)
        #expect(content.file() == nil)
    }

    @Test func systemExclusivePiecesAreJoined() throws {
        let track: [UInt8] = [
            0, 0xF0, 3, 1, 2, 3, 48, 0xF7, 2, 4, 5, 48, 0xF7, 2, 6, 0xF7, 0, 0xF7, 1, 0xF8, 0, 0xFF, 0x2F, 0,
        ]
        var content = SequenceContent()
        content.add(try MIDIFile(reading: MIDIFileTests.file(track)))
        let raw = content.places[0].track.events.compactMap { event -> [UInt8]? in
            if case .raw(let bytes) = event.kind { bytes } else { nil }
        }
        #expect(raw == [[0xF0, 1, 2, 3, 4, 5, 6, 0xF7], [0xF8]])
    }
}
