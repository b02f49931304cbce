import AVFAudio
import AudioToolbox
import CoreAudioTypes
import Foundation
import PlugIns
import Synchronization
import Testing

/// Sequencers in engines that are rendered by hand: what reaches the units, and at which frame.
@Suite struct AVAudioSequencerTests {
    init() {
        AUAudioUnit.registerSubclass(ScoreUnit.self, as: ScoreUnit.description(), name: "Tests: Score", version: 1)
    }

    private struct Stand {
        let engine = AVAudioEngine()
        let buffer: AVAudioPCMBuffer
        let format: AVAudioFormat
        let score: Score
        let instrument: AVAudioUnit

        init() async throws {
            format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
            buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4096))
            try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 4096)
            (instrument, score) = try await Self.add(to: engine, format)
            try engine.start()
        }

        static func add(to engine: AVAudioEngine, _ format: AVAudioFormat) async throws -> (AVAudioUnit, Score) {
            let node = try await AVAudioUnit.instantiate(with: ScoreUnit.description())
            engine.attach(node)
            engine.connect(node, to: engine.mainMixerNode, format: format)
            return (node, try #require((node.auAudioUnit as? ScoreUnit)?.score))
        }

        func render(_ frames: Int, block: Int = 512) throws {
            var left = frames
            while left > 0 {
                let count = min(block, left)
                #expect(try engine.renderOffline(AVAudioFrameCount(count), to: buffer) == .success)
                left -= count
            }
        }
    }

    private func note(_ key: UInt32, duration: Double = 0.25) -> AVMIDINoteEvent {
        AVMIDINoteEvent(channel: 0, key: key, velocity: 100, duration: duration)
    }

    /// The frames and keys at which notes began.
    private func begun(_ score: Score) -> [[Int]] {
        score.take().filter { $0.bytes[0] == 0x90 }.map { [Int($0.frame), Int($0.bytes[1])] }
    }

    @Test(arguments: [1, 64, 441, 4096])
    func eachEventComesOnItsFrameInBlocksOfAnySize(block: Int) async throws {
        let stand = try await Stand()
        let sequencer = AVAudioSequencer(audioEngine: stand.engine)
        // 100 bpm: a beat is 28800 frames; from beat 1 on 180 bpm: 16000.
        sequencer.tempoTrack.addEvent(AVExtendedTempoEvent(tempo: 100), at: 0)
        sequencer.tempoTrack.addEvent(AVExtendedTempoEvent(tempo: 180), at: 1)
        let track = sequencer.createAndAppendTrack()
        for (index, beat) in [0, 0.3333, 0.75, 1, 1.1, 1.5].enumerated() {
            track.addEvent(note(60 + UInt32(index), duration: 0.1), at: beat)
        }
        track.addEvent(AVMIDIPitchBendEvent(channel: 3, value: 8193), at: 0.5)
        track.addEvent(AVMIDISysexEvent(data: Data([0xF0, 0x7E, 1, 0xF7])), at: 0.6)
        try sequencer.start()
        try stand.render(block == 1 ? 3000 : 48_000, block: block)
        let expected: [Score.Entry] = [
            .init(frame: 0, bytes: [0x90, 60, 100]), .init(frame: 2880, bytes: [0x80, 60, 0]),
            .init(frame: 9599, bytes: [0x90, 61, 100]), .init(frame: 12_479, bytes: [0x80, 61, 0]),
            .init(frame: 14_400, bytes: [0xE3, 1, 64]), .init(frame: 17_280, bytes: [0xF0, 0x7E, 1, 0xF7]),
            .init(frame: 21_600, bytes: [0x90, 62, 100]), .init(frame: 24_480, bytes: [0x80, 62, 0]),
            .init(frame: 28_800, bytes: [0x90, 63, 100]), .init(frame: 30_400, bytes: [0x80, 63, 0]),
            .init(frame: 30_400, bytes: [0x90, 64, 100]), .init(frame: 32_000, bytes: [0x80, 64, 0]),
            .init(frame: 36_800, bytes: [0x90, 65, 100]), .init(frame: 38_400, bytes: [0x80, 65, 0]),
        ]
        #expect(stand.score.all == (block == 1 ? Array(expected.prefix(2)) : expected))
    }

    @Test func loopsRepeatAndThePositionGrowsOn() async throws {
        let stand = try await Stand()
        let sequencer = AVAudioSequencer(audioEngine: stand.engine)
        let track = sequencer.createAndAppendTrack()
        for beat in 0..<4 { track.addEvent(note(UInt32(60 + beat)), at: Double(beat)) }
        track.loopRange = AVMakeBeatRange(1, 2)
        track.numberOfLoops = 3
        track.isLoopingEnabled = true
        let other = sequencer.createAndAppendTrack()
        other.addEvent(note(40), at: 0)
        other.lengthInBeats = 3
        other.isLoopingEnabled = true
        try sequencer.start()
        // 120 bpm: 24000 frames a beat.
        try stand.render(24_000 * 9)
        let begun = begun(stand.score)
        let keys = [60, 61, 62, 61, 62, 61, 62, 63]
        #expect(begun.filter { $0[1] >= 60 } == keys.enumerated().map { [$0.offset * 24_000, $0.element] })
        #expect(begun.filter { $0[1] == 40 } == [[0, 40], [72_000, 40], [144_000, 40]])
        #expect(sequencer.currentPositionInBeats == 9)
        #expect(sequencer.isPlaying)
    }

    @Test func aPositionInsideOfALoopIsFound() async throws {
        let stand = try await Stand()
        let sequencer = AVAudioSequencer(audioEngine: stand.engine)
        let track = sequencer.createAndAppendTrack()
        for beat in 0..<4 { track.addEvent(note(UInt32(60 + beat)), at: Double(beat)) }
        track.isLoopingEnabled = true
        track.lengthInBeats = 4
        sequencer.currentPositionInBeats = 401.5
        #expect(sequencer.currentPositionInBeats == 401.5)
        try sequencer.start()
        try stand.render(24_000 * 3)
        #expect(begun(stand.score) == [[12_000, 62], [36_000, 63], [60_000, 60]])
    }

    @Test func muteSoloOffsetAndDestinationHoldFromTheNextBlock() async throws {
        let stand = try await Stand()
        let (second, secondScore) = try await Stand.add(to: stand.engine, stand.format)
        let sequencer = AVAudioSequencer(audioEngine: stand.engine)
        let tracks = (0..<3).map { index in
            let track = sequencer.createAndAppendTrack()
            for beat in 0..<20 { track.addEvent(note(UInt32(50 + index), duration: 0.9), at: Double(beat)) }
            return track
        }
        tracks[2].offsetTime = 0.5
        tracks[1].destinationAudioUnit = second
        #expect(tracks[1].destinationAudioUnit === second)
        try sequencer.start()
        try stand.render(24_000, block: 1000)
        #expect(begun(stand.score) == [[0, 50], [12_000, 52]])
        #expect(begun(secondScore) == [[0, 51]])
        tracks[0].isMuted = true
        try stand.render(24_000, block: 1000)
        #expect(begun(stand.score) == [[36_000, 52]])
        tracks[1].isSoloed = true
        try stand.render(2000, block: 1000)
        // A note of a track that is silent now has been ended.
        #expect(stand.score.take().map(\.bytes) == [[0x80, 52, 0]])
        try stand.render(22_000, block: 1000)
        #expect(begun(stand.score) == [])
        #expect(begun(secondScore) == [[24_000, 51], [48_000, 51]])
    }

    @Test func theRateScalesTheTempoAndChangesWhilePlaying() async throws {
        let stand = try await Stand()
        let sequencer = AVAudioSequencer(audioEngine: stand.engine)
        let track = sequencer.createAndAppendTrack()
        for beat in 0..<8 { track.addEvent(note(UInt32(60 + beat)), at: Double(beat)) }
        sequencer.rate = 2
        try sequencer.start()
        try stand.render(24_000, block: 800)
        #expect(begun(stand.score) == [[0, 60], [12_000, 61]])
        sequencer.rate = 0.5
        try stand.render(72_000, block: 800)
        #expect(begun(stand.score) == [[24_000, 62], [72_000, 63]])
        #expect(abs(sequencer.currentPositionInBeats - 3.5) < 1e-9)
        #expect(sequencer.seconds(forBeats: 4) == 2)
    }

    @Test func stoppingEndsNotesAndKeepsThePosition() async throws {
        let stand = try await Stand()
        let sequencer = AVAudioSequencer(audioEngine: stand.engine)
        let track = sequencer.createAndAppendTrack()
        track.addEvent(AVMIDIControlChangeEvent(channel: 2, messageType: .sustain, value: 127), at: 0)
        track.addEvent(note(60, duration: 10), at: 0)
        track.addEvent(note(61, duration: 10), at: 1)
        try sequencer.start()
        try stand.render(12_000, block: 1000)
        sequencer.stop()
        #expect(!sequencer.isPlaying)
        try stand.render(24_000, block: 1000)
        #expect(
            stand.score.take().map(\.bytes) == [[0xB2, 64, 127], [0x90, 60, 100], [0x80, 60, 0], [0xB2, 64, 0]])
        #expect(sequencer.currentPositionInBeats == 0.5)
        try sequencer.start()
        try stand.render(24_000, block: 1000)
        #expect(begun(stand.score) == [[48_000, 61]])
        sequencer.currentPositionInSeconds = 0.25
        try stand.render(13_000, block: 1000)
        #expect(stand.score.take().map(\.bytes) == [[0x80, 61, 0], [0x90, 61, 100]])
    }

    @Test func editsWhileItPlaysAreNeitherPlayedTwiceNorLost() async throws {
        let stand = try await Stand()
        let sequencer = AVAudioSequencer(audioEngine: stand.engine)
        // 97 bpm: beats are no whole frames.
        sequencer.tempoTrack.addEvent(AVExtendedTempoEvent(tempo: 97), at: 0)
        let track = sequencer.createAndAppendTrack()
        for step in 0..<64 { track.addEvent(note(UInt32(step), duration: 0.05), at: Double(step) / 8) }
        try sequencer.start()
        var block = 0
        while sequencer.currentPositionInBeats < 8 {
            // Edits of other beats.
            track.addEvent(note(100), at: Double(100 + block))
            try stand.render(317, block: 317)
            block += 1
        }
        let expected = (0..<64).map { step in [Int((Double(step) / 8 * 60 / 97 * 48_000).rounded()), step] }
        #expect(begun(stand.score) == expected)
    }

    @Test func aDenseBlockLosesNothing() async throws {
        let stand = try await Stand()
        let sequencer = AVAudioSequencer(audioEngine: stand.engine)
        let track = sequencer.createAndAppendTrack()
        for step in 0..<1000 {
            track.addEvent(
                AVMIDIPolyPressureEvent(channel: UInt32(step % 16), key: UInt32(step % 128), pressure: 1),
                at: Double(step) / 10_000)
        }
        try sequencer.start()
        try stand.render(4096, block: 4096)
        #expect(stand.score.all.count == 1000)
    }

    @Test func automationGoesStraightFromValueToValue() async throws {
        let stand = try await Stand()
        let sequencer = AVAudioSequencer(audioEngine: stand.engine)
        let track = sequencer.createAndAppendTrack()
        track.addEvent(AVParameterEvent(parameterID: 7, scope: 0, element: 0, value: 10), at: 0)
        track.addEvent(AVParameterEvent(parameterID: 7, scope: 0, element: 0, value: 20), at: 0.5)
        #expect(track.usesAutomatedParameters)
        try sequencer.start()
        try stand.render(24_000)
        #expect(
            stand.score.all == [
                .init(frame: 0, bytes: [7, 0, 10]), .init(frame: 0, bytes: [7, 120, 20]),
                .init(frame: 12_000, bytes: [7, 0, 20]),
            ])
    }

    @Test func eventsOfTheProgramReachItsCallback() async throws {
        let stand = try await Stand()
        let sequencer = AVAudioSequencer(audioEngine: stand.engine)
        let track = sequencer.createAndAppendTrack()
        track.addEvent(AVMusicUserEvent(data: Data([1, 2, 3])), at: 0.25)
        let heard = Mutex<[String]>([])
        sequencer.setUserCallback { from, data, beat in
            heard.withLock { $0.append("\(from === track) \([UInt8](data)) \(beat)") }
        }
        try sequencer.start()
        try stand.render(12_000)
        // The next block waits for the calls of those before.
        try stand.render(4096, block: 512)
        #expect(heard.withLock { $0 } == ["true [1, 2, 3] 0.25"])
    }

    @Test func aMusicPlayerPlaysToTheInstrumentOfAnEngine() async throws {
        let stand = try await Stand()
        var made: MusicSequence?
        #expect(NewMusicSequence(&made) == noErr)
        let sequence = try #require(made)
        var track: MusicTrack?
        #expect(MusicSequenceNewTrack(sequence, &track) == noErr)
        var message = MIDINoteMessage(channel: 1, note: 64, velocity: 80, releaseVelocity: 0, duration: 0.5)
        #expect(MusicTrackNewMIDINoteEvent(try #require(track), 0.5, &message) == noErr)
        stand.engine.musicSequence = sequence
        #expect(stand.engine.musicSequence == sequence)
        var player: MusicPlayer?
        #expect(NewMusicPlayer(&player) == noErr)
        let music = try #require(player)
        #expect(MusicPlayerSetSequence(music, sequence) == noErr)
        #expect(MusicPlayerStart(music) == noErr)
        try stand.render(48_000)
        #expect(
            stand.score.all == [
                .init(frame: 12_000, bytes: [0x91, 64, 80]), .init(frame: 24_000, bytes: [0x81, 64, 0]),
            ])
        #expect(DisposeMusicPlayer(music) == noErr)
        stand.engine.musicSequence = nil
        #expect(DisposeMusicSequence(sequence) == noErr)
    }

    @Test func eventsAreShownChangedMovedAndRemoved() {
        let sequencer = AVAudioSequencer()
        let track = sequencer.createAndAppendTrack()
        for beat in 0..<5 { track.addEvent(note(UInt32(60 + beat)), at: Double(beat)) }
        track.enumerateEvents(in: AVMakeBeatRange(1, 3)) { event, beat, isRemoved in
            guard let note = event as? AVMIDINoteEvent else { return }
            switch note.key {
            case 61: isRemoved.pointee = true
            case 62: note.velocity = 5
            default: beat.pointee = 9
            }
        }
        var seen: [String] = []
        track.enumerateEvents(in: AVMakeBeatRange(0, AVMusicTimeStampEndOfTrack)) { event, beat, _ in
            if let note = event as? AVMIDINoteEvent { seen.append("\(note.key)/\(note.velocity)@\(beat.pointee)") }
        }
        #expect(seen == ["60/100@0.0", "62/5@2.0", "64/100@4.0", "63/100@9.0"])
        track.cutEvents(in: AVMakeBeatRange(2, 2))
        #expect(track.lengthInBeats == 7.25)
        let other = sequencer.createAndAppendTrack()
        other.copyEvents(in: AVMakeBeatRange(0, 5), from: track, insertAt: 1)
        other.copyAndMergeEvents(in: AVMakeBeatRange(0, 1), from: track, mergeAt: 0)
        other.moveEvents(in: AVMakeBeatRange(3, 1), by: 2)
        other.clearEvents(in: AVMakeBeatRange(0, 1))
        seen = []
        other.enumerateEvents(in: AVMakeBeatRange(0, 100)) { event, beat, _ in
            if let note = event as? AVMIDINoteEvent { seen.append("\(note.key)@\(beat.pointee)") }
        }
        #expect(seen == ["60@1.0", "64@5.0"])
        #expect(sequencer.removeTrack(other))
        #expect(!sequencer.removeTrack(other))
        #expect(!sequencer.removeTrack(sequencer.tempoTrack))
        #expect(sequencer.tracks.count == 1)
        #expect(sequencer.tracks[0] === track)
    }

    @Test func filesAreWrittenAndLoaded() throws {
        let sequencer = AVAudioSequencer()
        sequencer.tempoTrack.addEvent(AVExtendedTempoEvent(tempo: 90), at: 0)
        sequencer.tempoTrack.addEvent(AVMIDIMetaEvent(type: .timeSignature, data: Data([6, 3, 36, 8])), at: 0)
        sequencer.tempoTrack.addEvent(AVMIDIMetaEvent(type: .keySignature, data: Data([0xFD, 1])), at: 0)
        sequencer.tempoTrack.addEvent(AVMIDIMetaEvent(type: .trackName, data: Data("Tune".utf8)), at: 0)
        let track = sequencer.createAndAppendTrack()
        track.addEvent(note(60, duration: 1.5), at: 0.5)
        var error: NSError?
        let data = sequencer.data(withSMPTEResolution: 0, error: &error)
        #expect(error == nil)
        let again = AVAudioSequencer()
        try again.load(from: data)
        #expect(again.tracks.count == 1)
        #expect(again.tracks[0].lengthInBeats == 2)
        #expect(abs(again.tracks[0].lengthInSeconds - 2 * 60 / 90) < 1e-5)
        #expect(again.tempoTrack.timeResolution == 480)
        #expect(again.userInfo["AVAudioSequencerInfoDictionaryKeyTitle"] as? String == "Tune")
        #expect(again.userInfo["AVAudioSequencerInfoDictionaryKeyTimeSignature"] as? String == "6/8")
        #expect(again.userInfo["AVAudioSequencerInfoDictionaryKeyKeySignature"] as? String == "C minor")
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sequencer-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("tune.mid")
        try sequencer.write(to: url, smpteResolution: 960, replaceExisting: false)
        let refusal = #expect(throws: NSError.self) {
            try sequencer.write(to: url, smpteResolution: 0, replaceExisting: false)
        }
        #expect(refusal?.code == -54)
        try again.load(from: url, options: .smf_ChannelsToTracks)
        #expect(again.tracks.count == 3)
        #expect(again.tempoTrack.timeResolution == 960)
        let wrong = #expect(throws: NSError.self) { try again.load(from: Data([1, 2, 3])) }
        #expect(wrong?.code == -10871)
        #expect(again.hostTime(forBeats: 1, error: &error) == 0)
        #expect(error?.code == -10852)
    }
}
