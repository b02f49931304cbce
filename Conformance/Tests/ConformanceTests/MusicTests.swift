import AVFAudio
import AudioToolbox
import Foundation
import Testing

extension Conformance {
    /// Music sequences in C: tracks, events, edits, times and files.
    @Suite struct Music {
        /// A sequence, which is given back at the end.
        private final class Sheet {
            let sequence: MusicSequence

            init() throws {
                var made: MusicSequence?
                try #require(NewMusicSequence(&made) == noErr)
                sequence = try #require(made)
            }

            deinit { DisposeMusicSequence(sequence) }

            func addTrack() throws -> MusicTrack {
                var track: MusicTrack?
                try #require(MusicSequenceNewTrack(sequence, &track) == noErr)
                return try #require(track)
            }

            func tempoTrack() throws -> MusicTrack {
                var track: MusicTrack?
                try #require(MusicSequenceGetTempoTrack(sequence, &track) == noErr)
                return try #require(track)
            }

            var trackCount: UInt32 {
                var count: UInt32 = 0
                return MusicSequenceGetTrackCount(sequence, &count) == noErr ? count : .max
            }

            func seconds(_ beats: MusicTimeStamp) -> Float64 {
                var seconds: Float64 = -1
                MusicSequenceGetSecondsForBeats(sequence, beats, &seconds)
                return seconds
            }
        }

        private func add(_ key: UInt8, at beat: MusicTimeStamp, duration: Float32 = 0.5, to track: MusicTrack) {
            var note = MIDINoteMessage(channel: 0, note: key, velocity: 90, releaseVelocity: 0, duration: duration)
            _ = MusicTrackNewMIDINoteEvent(track, beat, &note)
        }

        /// The notes of a track as "key@beat".
        private func notes(_ track: MusicTrack) throws -> [String] {
            var made: MusicEventIterator?
            try #require(NewMusicEventIterator(track, &made) == noErr)
            let iterator = try #require(made)
            defer { DisposeMusicEventIterator(iterator) }
            var found: [String] = []
            var has: DarwinBoolean = false
            while MusicEventIteratorHasCurrentEvent(iterator, &has) == noErr, has.boolValue {
                var (beat, type, size) = (MusicTimeStamp(0), MusicEventType(0), UInt32(0))
                var data: UnsafeRawPointer?
                try #require(MusicEventIteratorGetEventInfo(iterator, &beat, &type, &data, &size) == noErr)
                if type == kMusicEventType_MIDINoteMessage, let data {
                    found.append("\(data.load(as: MIDINoteMessage.self).note)@\(beat)")
                }
                MusicEventIteratorNextEvent(iterator)
            }
            return found
        }

        private func length(_ track: MusicTrack) throws -> MusicTimeStamp {
            var (length, size) = (MusicTimeStamp(-1), UInt32(MemoryLayout<MusicTimeStamp>.size))
            try #require(MusicTrackGetProperty(track, kSequenceTrackProperty_TrackLength, &length, &size) == noErr)
            return length
        }

        @Test(arguments: [0, 1, 3, 16])
        func tracksAreCounted(count: Int) throws {
            let sheet = try Sheet()
            let tracks = try (0..<count).map { _ in try sheet.addTrack() }
            check("a sequence of \(count) tracks", sheet.trackCount, is: UInt32(count))
            for (index, track) in tracks.enumerated() {
                var found: UInt32 = 99
                check(
                    "index of track \(index) of \(count): status",
                    MusicSequenceGetTrackIndex(sheet.sequence, track, &found), is: noErr)
                check("index of track \(index) of \(count)", found, is: UInt32(index))
            }
            if let last = tracks.last {
                check("disposing a track of \(count)", MusicSequenceDisposeTrack(sheet.sequence, last), is: noErr)
                check("tracks after one of \(count) is disposed", sheet.trackCount, is: UInt32(count - 1))
            }
        }

        @Test func aTrackThatThereIsNotIsRefused() throws {
            let sheet = try Sheet()
            var track: MusicTrack?
            let status = MusicSequenceGetIndTrack(sheet.sequence, 5, &track)
            check("MusicSequenceGetIndTrack of a track that there is not fails", status != noErr)
            record("MusicSequenceGetIndTrack of a track that there is not", status)
        }

        @Test(arguments: [1, 4, 100])
        func notesAreKeptInTheOrderOfTheirTimes(count: Int) throws {
            let sheet = try Sheet()
            let track = try sheet.addTrack()
            for beat in (0..<count).reversed() { add(UInt8(beat % 128), at: Double(beat), to: track) }
            check("\(count) notes in order", try notes(track), is: (0..<count).map { "\($0 % 128)@\(Double($0))" })
            check("length of a track of \(count) notes", try length(track), is: Double(count) - 0.5)
        }

        @Test(arguments: [60.0, 90, 120, 180, 240])
        func beatsBecomeSeconds(tempo: Double) throws {
            let sheet = try Sheet()
            let track = try sheet.tempoTrack()
            check("tempo \(tempo): status", MusicTrackNewExtendedTempoEvent(track, 0, tempo), is: noErr)
            for beats in [0.0, 1, 4, 10.5] {
                check("\(beats) beats at \(tempo)", sheet.seconds(beats), near: beats * 60 / tempo)
            }
        }

        @Test func theDefaultTempoIs120() throws {
            check("4 beats without a tempo", try Sheet().seconds(4), near: 2)
        }

        @Test(arguments: [(100.0, 180.0), (60, 240), (120, 60)])
        func temposChange(first: Double, second: Double) throws {
            let sheet = try Sheet()
            let track = try sheet.tempoTrack()
            MusicTrackNewExtendedTempoEvent(track, 0, first)
            MusicTrackNewExtendedTempoEvent(track, 2, second)
            let expected = 2 * 60 / first + 3 * 60 / second
            check("5 beats at \(first), from beat 2 on at \(second)", sheet.seconds(5), near: expected)
            var beats: MusicTimeStamp = -1
            MusicSequenceGetBeatsForSeconds(sheet.sequence, expected, &beats)
            check("beats of those seconds at \(first) and \(second)", beats, near: 5)
        }

        @Test func clearingAndCutting() throws {
            let sheet = try Sheet()
            let track = try sheet.addTrack()
            for beat in 0..<6 { add(UInt8(60 + beat), at: Double(beat), to: track) }
            check("MusicTrackClear: status", MusicTrackClear(track, 1, 3), is: noErr)
            check("MusicTrackClear leaves the times", try notes(track), is: ["60@0.0", "63@3.0", "64@4.0", "65@5.0"])
            check("MusicTrackCut: status", MusicTrackCut(track, 1, 4), is: noErr)
            check("MusicTrackCut closes the gap", try notes(track), is: ["60@0.0", "64@1.0", "65@2.0"])
        }

        @Test func copyingMergingAndMoving() throws {
            let sheet = try Sheet()
            let (source, target) = (try sheet.addTrack(), try sheet.addTrack())
            for beat in 0..<3 { add(UInt8(60 + beat), at: Double(beat), to: source) }
            for beat in 0..<2 { add(UInt8(40 + beat), at: Double(beat), to: target) }
            check("MusicTrackMerge: status", MusicTrackMerge(source, 1, 3, target, 0.5), is: noErr)
            let merged = try notes(target)
            check("MusicTrackMerge puts events between", merged, is: ["40@0.0", "61@0.5", "41@1.0", "62@1.5"])
            let other = try sheet.addTrack()
            for beat in 0..<2 { add(UInt8(50 + beat), at: Double(beat), to: other) }
            check("MusicTrackCopyInsert: status", MusicTrackCopyInsert(source, 0, 2, other, 1), is: noErr)
            check(
                "MusicTrackCopyInsert makes room", try notes(other), is: ["50@0.0", "60@1.0", "61@2.0", "51@3.0"])
            check("MusicTrackMoveEvents: status", MusicTrackMoveEvents(other, 1, 3, 5), is: noErr)
            check("MusicTrackMoveEvents", try notes(other), is: ["50@0.0", "51@3.0", "60@6.0", "61@7.0"])
        }

        @Test(arguments: [(kSequenceTrackProperty_MuteStatus, "mute"), (kSequenceTrackProperty_SoloStatus, "solo")])
        func mutingAndSoloingAreKept(property: UInt32, name: String) throws {
            let sheet = try Sheet()
            let track = try sheet.addTrack()
            for isOn in [true, false] {
                var on = DarwinBoolean(isOn)
                check("\(name) \(isOn): status", MusicTrackSetProperty(track, property, &on, 1), is: noErr)
                var (found, size) = (DarwinBoolean(!isOn), UInt32(1))
                check("\(name) \(isOn): get", MusicTrackGetProperty(track, property, &found, &size), is: noErr)
                check("\(name) \(isOn)", found.boolValue, is: isOn)
            }
        }

        @Test(arguments: [0, 1, 5, 100] as [UInt32])
        func barsAndBeatsAreCounted(beats: UInt32) throws {
            let sheet = try Sheet()
            var time = CABarBeatTime()
            let status = MusicSequenceBeatsToBarBeatTime(sheet.sequence, Double(beats), 480, &time)
            check("bar of beat \(beats): status", status, is: noErr)
            record("bar and beat of beat \(beats) in 4/4", "\(time.bar) \(time.beat) \(time.subbeat)")
            var back: MusicTimeStamp = -1
            check(
                "bar of beat \(beats) and back: status",
                MusicSequenceBarBeatTimeToBeats(sheet.sequence, &time, &back), is: noErr)
            check("bar of beat \(beats) and back", back, near: Double(beats))
        }

        @Test(arguments: [1, 2, 5], [96, 480] as [Int16])
        func filesHoldTheNotes(tracks: Int, resolution: Int16) throws {
            let name = "Standard MIDI File of \(tracks) tracks, resolution \(resolution)"
            let sheet = try Sheet()
            for index in 0..<tracks {
                let track = try sheet.addTrack()
                for beat in 0..<4 { add(UInt8(60 + index + beat), at: Double(beat) + 0.25, to: track) }
            }
            MusicTrackNewExtendedTempoEvent(try sheet.tempoTrack(), 0, 100)
            var made: Unmanaged<CFData>?
            let status = MusicSequenceFileCreateData(sheet.sequence, .midiType, [], resolution, &made)
            check("\(name): write", status, is: noErr)
            let data = try #require(made).takeRetainedValue() as Data
            check("\(name): head", Array(data.prefix(4)), is: Array("MThd".utf8))
            check("\(name): length of the head", Array(data[4..<8]), is: [0, 0, 0, 6])
            check("\(name): resolution", Int16(data[12]) << 8 | Int16(data[13]), is: resolution)
            record("\(name): kind and tracks", Array(data[8..<12]).map { "\($0)" }.joined(separator: " "))
            let read = try Sheet()
            check("\(name): read", MusicSequenceFileLoadData(read.sequence, data as CFData, .midiType, []), is: noErr)
            check("\(name): tracks read", read.trackCount, is: UInt32(tracks))
            for index in 0..<tracks {
                var track: MusicTrack?
                MusicSequenceGetIndTrack(read.sequence, UInt32(index), &track)
                let expected = (0..<4).map { "\(60 + index + $0)@\(Double($0) + 0.25)" }
                check("\(name): notes of track \(index)", try notes(try #require(track)), is: expected)
            }
            check("\(name): tempo", read.seconds(10), near: 6, within: 1e-4)
        }

        @Test func noiseIsNoSequence() throws {
            let data = Data((0..<100).map { UInt8($0) }) as CFData
            let status = MusicSequenceFileLoadData(try Sheet().sequence, data, .midiType, [])
            check("noise is no Standard MIDI File", status != noErr)
            record("status of noise as a Standard MIDI File", status)
        }

        @Test func aPlayerThatIsNotStartedStands() throws {
            var made: MusicPlayer?
            check("NewMusicPlayer: status", NewMusicPlayer(&made), is: noErr)
            let player = try #require(made)
            defer { DisposeMusicPlayer(player) }
            var playing: DarwinBoolean = true
            check("MusicPlayerIsPlaying: status", MusicPlayerIsPlaying(player, &playing), is: noErr)
            check("MusicPlayerIsPlaying of a new player", playing.boolValue, is: false)
            var rate: Float64 = 0
            check("MusicPlayerGetPlayRateScalar: status", MusicPlayerGetPlayRateScalar(player, &rate), is: noErr)
            check("play rate of a new player", rate, is: 1)
            check("MusicPlayerSetPlayRateScalar: status", MusicPlayerSetPlayRateScalar(player, 1.5), is: noErr)
            MusicPlayerGetPlayRateScalar(player, &rate)
            check("play rate that was set", rate, is: 1.5)
        }
    }

    /// AVAudioSequencer: tracks, positions, files.
    @Suite struct Sequencers {
        private func sequencer() -> AVAudioSequencer { AVAudioSequencer(audioEngine: AVAudioEngine()) }

        @Test func aNewSequencerIsEmpty() {
            let sequencer = sequencer()
            check("new sequencer: tracks", sequencer.tracks.count, is: 0)
            check("new sequencer: isPlaying", sequencer.isPlaying, is: false)
            check("new sequencer: currentPositionInBeats", sequencer.currentPositionInBeats, is: 0)
            check("new sequencer: currentPositionInSeconds", sequencer.currentPositionInSeconds, is: 0)
            check("new sequencer: rate", sequencer.rate, is: 1)
        }

        @Test(arguments: [1, 2, 7])
        func tracksAreAppendedAndRemoved(count: Int) throws {
            let sequencer = sequencer()
            let tracks = (0..<count).map { _ in sequencer.createAndAppendTrack() }
            check("sequencer of \(count) tracks", sequencer.tracks.count, is: count)
            check("removing a track of \(count)", sequencer.removeTrack(tracks[0]))
            check("tracks after one of \(count) is removed", sequencer.tracks.count, is: count - 1)
        }

        @Test(arguments: [0, 1, 4.5, 100])
        func beatsAndSecondsAreConverted(beats: Double) {
            let sequencer = sequencer()
            check("seconds of \(beats) beats without a tempo", sequencer.seconds(forBeats: beats), near: beats / 2)
            check("beats of \(beats) s without a tempo", sequencer.beats(forSeconds: beats), near: beats * 2)
        }

        @Test(arguments: [60.0, 100, 150])
        func aTempoEventIsUsed(tempo: Double) {
            let sequencer = sequencer()
            sequencer.tempoTrack.addEvent(AVExtendedTempoEvent(tempo: tempo), at: 0)
            check("seconds of 8 beats at \(tempo)", sequencer.seconds(forBeats: 8), near: 8 * 60 / tempo)
        }

        @Test func eventsAreEnumerated() {
            let sequencer = sequencer()
            let track = sequencer.createAndAppendTrack()
            for beat in 0..<4 {
                track.addEvent(AVMIDINoteEvent(channel: 0, key: 60, velocity: 90, duration: 0.5), at: Double(beat))
            }
            var beats: [Double] = []
            track.enumerateEvents(in: AVMakeBeatRange(1, 2)) { _, beat, _ in beats.append(beat.pointee) }
            check("events of a track from beat 1 for 2 beats", beats, is: [1, 2])
            track.clearEvents(in: AVMakeBeatRange(0, 2))
            beats = []
            track.enumerateEvents(in: AVMakeBeatRange(0, 10)) { _, beat, _ in beats.append(beat.pointee) }
            check("events after two beats are cleared", beats, is: [2, 3])
        }

        @Test(arguments: [1, 3])
        func dataOfASequencerAreReadBack(tracks: Int) throws {
            let sequencer = sequencer()
            for _ in 0..<tracks {
                let track = sequencer.createAndAppendTrack()
                track.addEvent(AVMIDINoteEvent(channel: 0, key: 60, velocity: 90, duration: 1), at: 3)
            }
            let data = sequencer.data(withSMPTEResolution: 0, error: nil)
            check("data of \(tracks) tracks: head", Array(data.prefix(4)), is: Array("MThd".utf8))
            let read = AVAudioSequencer(audioEngine: AVAudioEngine())
            try read.load(from: data, options: [])
            check("data of \(tracks) tracks: tracks read", read.tracks.count, is: tracks)
            for (index, track) in read.tracks.enumerated() {
                record("data of \(tracks) tracks: length of track \(index)", track.lengthInBeats)
            }
        }

        @Test(arguments: [0.5, 1, 2] as [Float])
        func theRateIsKept(rate: Float) {
            let sequencer = sequencer()
            sequencer.rate = rate
            check("rate \(rate) of a sequencer", sequencer.rate, is: rate)
        }

        @Test func propertiesOfATrack() {
            let track = sequencer().createAndAppendTrack()
            check("new track: isMuted", track.isMuted, is: false)
            check("new track: isSoloed", track.isSoloed, is: false)
            check("new track: isLoopingEnabled", track.isLoopingEnabled, is: false)
            check("new track: offsetTime", track.offsetTime, is: 0)
            record("new track: numberOfLoops", track.numberOfLoops)
            track.isMuted = true
            track.isSoloed = true
            track.lengthInBeats = 8
            check("track: isMuted", track.isMuted)
            check("track: isSoloed", track.isSoloed)
            check("track: lengthInBeats", track.lengthInBeats, is: 8)
        }
    }
}
