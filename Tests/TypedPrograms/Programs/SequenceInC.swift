// swift-format-ignore-file
import AudioToolbox
import AVFoundation

enum SequenceInC {
    static func run() throws {
        var sequence: MusicSequence?
        check(NewMusicSequence(&sequence), "new")
        var track: MusicTrack?
        check(MusicSequenceNewTrack(sequence!, &track), "track")
        var tempo: MusicTrack?
        check(MusicSequenceGetTempoTrack(sequence!, &tempo), "tempo track")
        check(MusicTrackNewExtendedTempoEvent(tempo!, 0, 240), "tempo")
        for beat in 0..<8 {
            var note = MIDINoteMessage(channel: 0, note: UInt8(60 + beat), velocity: 127, releaseVelocity: 0, duration: 0.5)
            check(MusicTrackNewMIDINoteEvent(track!, MusicTimeStamp(beat), &note), "note")
        }
        // A length of nothing: the property's own size, as AudioKit passes it.
        var length: MusicTimeStamp = 0
        var size = UInt32(0)
        check(MusicTrackGetProperty(track!, kSequenceTrackProperty_TrackLength, &length, &size), "length")
        check(length == 7.5, "length \(length)")
        var loop = MusicTrackLoopInfo(loopDuration: 4, numberOfLoops: 0)
        check(MusicTrackSetProperty(track!, kSequenceTrackProperty_LoopInfo, &loop, 0), "loop")
        var player: MusicPlayer?
        check(NewMusicPlayer(&player), "player")
        check(MusicPlayerSetSequence(player!, sequence), "sequence")
        check(MusicPlayerPreroll(player!), "preroll")
        check(MusicPlayerStart(player!), "start")
        var host: UInt64 = 0
        check(MusicPlayerGetHostTimeForBeats(player!, 1, &host), "host time")
        var beats: MusicTimeStamp = 0
        check(MusicPlayerGetBeatsForHostTime(player!, host, &beats), "beats")
        check(abs(beats - 1) < 0.001, "\(beats)")
        wait { var time: MusicTimeStamp = 0; MusicPlayerGetTime(player!, &time); return time > 1 }
        check(MusicPlayerStop(player!), "stop")
        var iterator: MusicEventIterator?
        check(NewMusicEventIterator(track!, &iterator), "iterator")
        var count = 0
        var has: DarwinBoolean = true
        MusicEventIteratorHasCurrentEvent(iterator!, &has)
        while has.boolValue {
            var stamp: MusicTimeStamp = 0, type: MusicEventType = 0, data: UnsafeRawPointer?, bytes: UInt32 = 0
            check(MusicEventIteratorGetEventInfo(iterator!, &stamp, &type, &data, &bytes), "event")
            if type == kMusicEventType_MIDINoteMessage { count += 1 }
            MusicEventIteratorNextEvent(iterator!)
            MusicEventIteratorHasCurrentEvent(iterator!, &has)
        }
        check(count == 8, "\(count) notes")
        let url = folder.appendingPathComponent("song.mid")
        check(MusicSequenceFileCreate(sequence!, url as CFURL, .midiType, .eraseFile, 480), "file")
        nonisolated(unsafe) var again: MusicSequence?
        NewMusicSequence(&again)
        check(MusicSequenceFileLoad(again!, url as CFURL, .midiType, []), "load")
        DisposeMusicEventIterator(iterator!)
        DisposeMusicPlayer(player!)
        DisposeMusicSequence(sequence!)
    }
}
