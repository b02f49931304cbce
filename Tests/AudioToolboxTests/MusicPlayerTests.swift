import AVAudioTypes
import AudioToolbox
import CoreAudioTypes
import Foundation
import PlugIns
import Testing

/// Sequences and players in C: what is stored, edited and written, and what reaches the units of a graph.
@Suite struct MusicPlayerTests {
    init() {
        for code: OSType in [0x7363_6131, 0x7363_6132] {
            AUAudioUnit.registerSubclass(
                ScoreUnit.self, as: ScoreUnit.description(code), name: "Tests: Score \(code)", version: 1)
        }
    }

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
    }

    private func add(_ key: UInt8, at beat: Double, duration: Float = 0.5, to track: MusicTrack) {
        var note = MIDINoteMessage(channel: 0, note: key, velocity: 90, releaseVelocity: 0, duration: duration)
        #expect(MusicTrackNewMIDINoteEvent(track, beat, &note) == noErr)
    }

    /// The beats and types of the events of a track, and the keys of notes.
    private func list(_ track: MusicTrack) throws -> [String] {
        var made: MusicEventIterator?
        try #require(NewMusicEventIterator(track, &made) == noErr)
        let iterator = try #require(made)
        defer { DisposeMusicEventIterator(iterator) }
        var found: [String] = []
        var has: DarwinBoolean = false
        while MusicEventIteratorHasCurrentEvent(iterator, &has) == noErr, has.boolValue {
            var (beat, type, size): (Double, MusicEventType, UInt32) = (0, 0, 0)
            var data: UnsafeRawPointer?
            try #require(MusicEventIteratorGetEventInfo(iterator, &beat, &type, &data, &size) == noErr)
            let key = type == kMusicEventType_MIDINoteMessage ? "\(data?.load(as: MIDINoteMessage.self).note ?? 0)" : ""
            found.append("\(type):\(key)@\(beat)")
            MusicEventIteratorNextEvent(iterator)
        }
        return found
    }

    @Test func everyKindOfEventIsGivenBackAsItWasAdded() throws {
        let sheet = try Sheet()
        let track = try sheet.addTrack()
        add(60, at: 1, to: track)
        var message = MIDIChannelMessage(status: 0xB3, data1: 7, data2: 100, reserved: 0)
        #expect(MusicTrackNewMIDIChannelEvent(track, 2, &message) == noErr)
        var note = ExtendedNoteOnEvent()
        (note.instrumentID, note.groupID, note.duration) = (kMusicNoteEvent_UseGroupInstrumentValue, 2, 1.5)
        (note.extendedParams.argCount, note.extendedParams.mPitch, note.extendedParams.mVelocity) = (2, 60.5, 99.5)
        #expect(MusicTrackNewExtendedNoteEvent(track, 3, &note) == noErr)
        var parameter = ParameterEvent(parameterID: 5, scope: 0, element: 1, value: 0.25)
        #expect(MusicTrackNewParameterEvent(track, 4, &parameter) == noErr)
        for (beat, call) in [(5.0, MusicTrackNewUserEvent)] {
            let memory = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 4)
            defer { memory.deallocate() }
            memory.storeBytes(of: 3, as: UInt32.self)
            for index in 0..<3 { memory.storeBytes(of: UInt8(index + 7), toByteOffset: 4 + index, as: UInt8.self) }
            #expect(call(track, beat, memory.assumingMemoryBound(to: MusicEventUserData.self)) == noErr)
        }
        #expect(try list(track) == ["6:60@1.0", "7:@2.0", "1:@3.0", "9:@4.0", "4:@5.0"])
        var made: MusicEventIterator?
        try #require(NewMusicEventIterator(track, &made) == noErr)
        let iterator = try #require(made)
        defer { DisposeMusicEventIterator(iterator) }
        var (beat, type, size): (Double, MusicEventType, UInt32) = (0, 0, 0)
        var data: UnsafeRawPointer?
        func get(_ seek: Double) throws -> UnsafeRawPointer {
            try #require(MusicEventIteratorSeek(iterator, seek) == noErr)
            try #require(MusicEventIteratorGetEventInfo(iterator, &beat, &type, &data, &size) == noErr)
            return try #require(data)
        }
        #expect(try get(1.5).load(as: MIDIChannelMessage.self).data2 == 100)
        let extended = try get(3).load(as: ExtendedNoteOnEvent.self)
        #expect(extended.groupID == 2 && extended.extendedParams.mPitch == 60.5 && extended.duration == 1.5)
        #expect(size == UInt32(MemoryLayout<ExtendedNoteOnEvent>.size))
        #expect(try get(4).load(as: ParameterEvent.self).value == 0.25)
        let user = try get(5)
        #expect(size == 7 && user.load(as: UInt32.self) == 3 && user.load(fromByteOffset: 6, as: UInt8.self) == 9)
        #expect(MusicEventIteratorNextEvent(iterator) == noErr)
        #expect(MusicEventIteratorNextEvent(iterator) == kAudioToolboxErr_EndOfTrack)
        #expect(MusicEventIteratorSeek(iterator, 0) == noErr)
        #expect(MusicEventIteratorPreviousEvent(iterator) == kAudioToolboxErr_StartOfTrack)
        #expect(MusicEventIteratorDeleteEvent(iterator) == noErr)
        #expect(MusicEventIteratorSetEventTime(iterator, 4.5) == noErr)
        #expect(try list(track) == ["1:@3.0", "9:@4.0", "7:@4.5", "4:@5.0"])
        // A note does not fit where a message was, tempos stand in the tempo track alone, and tempos of 0 nowhere.
        #expect(MusicTrackNewExtendedTempoEvent(track, 0, 90) == kAudioToolboxErr_InvalidEventType)
        #expect(MusicTrackNewExtendedTempoEvent(try sheet.tempoTrack(), 0, 0) == kAudio_ParamError)
        #expect(MusicTrackNewMIDIChannelEvent(try sheet.tempoTrack(), 0, &message) == kAudioToolboxErr_InvalidEventType)
        #expect(MusicTrackNewMIDIChannelEvent(track, -1, &message) == kAudio_ParamError)
    }

    private var kMusicNoteEvent_UseGroupInstrumentValue: UInt32 { 0xFFFF_FFFF }

    @Test func tracksAreFoundEditedAndGivenBack() throws {
        let sheet = try Sheet()
        let (one, two) = (try sheet.addTrack(), try sheet.addTrack())
        var count: UInt32 = 0
        #expect(MusicSequenceGetTrackCount(sheet.sequence, &count) == noErr && count == 2)
        #expect(MusicSequenceGetTrackIndex(sheet.sequence, two, &count) == noErr && count == 1)
        var found: MusicTrack?
        #expect(MusicSequenceGetIndTrack(sheet.sequence, 0, &found) == noErr && found == one)
        #expect(MusicSequenceGetIndTrack(sheet.sequence, 2, &found) == kAudio_ParamError)
        var owner: MusicSequence?
        #expect(MusicTrackGetSequence(two, &owner) == noErr && owner == sheet.sequence)
        for beat in 0..<4 { add(UInt8(60 + beat), at: Double(beat), to: one) }
        #expect(MusicTrackCopyInsert(one, 1, 3, two, 2) == noErr)
        #expect(MusicTrackMerge(one, 0, 1, two, 2.5) == noErr)
        #expect(try list(two) == ["6:61@2.0", "6:60@2.5", "6:62@3.0"])
        #expect(MusicTrackCut(one, 0, 2) == noErr)
        #expect(MusicTrackMoveEvents(one, 0, 1, 4) == noErr)
        #expect(try list(one) == ["6:63@1.0", "6:62@4.0"])
        #expect(MusicTrackMoveEvents(one, 0, 9, -2) == kAudio_ParamError)
        #expect(MusicTrackClear(one, 0, 2) == noErr)
        var length = 0.0
        var size = UInt32(8)
        #expect(
            MusicTrackGetProperty(one, kSequenceTrackProperty_TrackLength, &length, &size) == noErr && length == 4.5)
        #expect(MusicSequenceDisposeTrack(sheet.sequence, try sheet.tempoTrack()) == kAudioToolboxErr_TrackNotFound)
        #expect(MusicSequenceDisposeTrack(sheet.sequence, one) == noErr)
        #expect(MusicTrackClear(one, 0, 1) == kAudio_ParamError)
    }

    @Test func anyHostTimeAndAnyBeatHaveAnAnswer() throws {
        let sheet = try Sheet()
        var made: MusicPlayer?
        try #require(NewMusicPlayer(&made) == noErr)
        let player = try #require(made)
        defer { DisposeMusicPlayer(player) }
        #expect(MusicPlayerSetSequence(player, sheet.sequence) == noErr)
        for time in [0, 1, UInt64(Int64.max), 1 << 63, .max] {
            var beat = 0.0
            #expect(MusicPlayerGetBeatsForHostTime(player, time, &beat) == kAudioToolboxErr_InvalidPlayerState)
        }
        for beat in [0, -1, 1e300, -1e300, .infinity, .nan] as [Double] {
            var time: UInt64 = 0
            #expect(MusicPlayerGetHostTimeForBeats(player, beat, &time) == kAudioToolboxErr_InvalidPlayerState)
            _ = MusicPlayerSetTime(player, beat)
            _ = MusicPlayerSetPlayRateScalar(player, beat)
        }
    }

    @Test func propertiesAreKeptAndChecked() throws {
        let sheet = try Sheet()
        let track = try sheet.addTrack()
        var length = 8.0
        #expect(MusicTrackSetProperty(track, kSequenceTrackProperty_TrackLength, &length, 8) == noErr)
        var loop = MusicTrackLoopInfo(loopDuration: 2, numberOfLoops: 3)
        let loopSize = UInt32(MemoryLayout<MusicTrackLoopInfo>.size)
        #expect(MusicTrackSetProperty(track, kSequenceTrackProperty_LoopInfo, &loop, loopSize) == noErr)
        loop = MusicTrackLoopInfo()
        var size = loopSize
        #expect(MusicTrackGetProperty(track, kSequenceTrackProperty_LoopInfo, &loop, &size) == noErr)
        #expect(loop.loopDuration == 2 && loop.numberOfLoops == 3)
        var flag: UInt8 = 1
        #expect(MusicTrackSetProperty(track, kSequenceTrackProperty_MuteStatus, &flag, 1) == noErr)
        flag = 0
        size = 1
        #expect(MusicTrackGetProperty(track, kSequenceTrackProperty_MuteStatus, &flag, &size) == noErr && flag == 1)
        var resolution: Int16 = 0
        size = 2
        #expect(
            MusicTrackGetProperty(track, kSequenceTrackProperty_TimeResolution, &resolution, &size)
                == kAudioUnitErr_InvalidProperty)
        #expect(
            MusicTrackGetProperty(try sheet.tempoTrack(), kSequenceTrackProperty_TimeResolution, &resolution, &size)
                == noErr)
        #expect(resolution == 480)
        #expect(
            MusicTrackSetProperty(track, kSequenceTrackProperty_TrackLength, &length, 4)
                == kAudioUnitErr_InvalidPropertyValue)
        #expect(MusicTrackSetProperty(track, 99, &length, 8) == kAudioUnitErr_InvalidProperty)
    }

    /// Every property with every size: 0 is its own, as many programs pass it; one that is too small is refused.
    @Test func propertiesAreReadAndSetByTheirOwnSize() throws {
        let sheet = try Sheet()
        let track = try sheet.addTrack()
        add(60, at: 3, duration: 1, to: track)
        var loop = MusicTrackLoopInfo(loopDuration: -1, numberOfLoops: -1)
        var size: UInt32 = 0
        #expect(MusicTrackGetProperty(track, kSequenceTrackProperty_LoopInfo, &loop, &size) == noErr)
        // A new track is played once.
        #expect(loop.loopDuration == 0 && loop.numberOfLoops == 1 && size == 16)
        var length = 8.0
        #expect(MusicTrackSetProperty(track, kSequenceTrackProperty_TrackLength, &length, 0) == noErr)
        (length, size) = (0, 0)
        #expect(MusicTrackGetProperty(track, kSequenceTrackProperty_TrackLength, &length, &size) == noErr)
        #expect(length == 8 && size == 8)
        loop = MusicTrackLoopInfo(loopDuration: 4, numberOfLoops: 3)
        #expect(MusicTrackSetProperty(track, kSequenceTrackProperty_LoopInfo, &loop, 0) == noErr)
        (loop, size) = (MusicTrackLoopInfo(loopDuration: 0, numberOfLoops: 0), 0)
        #expect(MusicTrackGetProperty(track, kSequenceTrackProperty_LoopInfo, &loop, &size) == noErr)
        #expect(loop.loopDuration == 4 && loop.numberOfLoops == 3)
        let sizes: [(id: UInt32, own: UInt32)] = [
            (kSequenceTrackProperty_LoopInfo, 16), (kSequenceTrackProperty_OffsetTime, 8),
            (kSequenceTrackProperty_TrackLength, 8), (kSequenceTrackProperty_MuteStatus, 1),
            (kSequenceTrackProperty_SoloStatus, 1), (kSequenceTrackProperty_AutomatedParameters, 4),
        ]
        var value = [UInt64](repeating: 0, count: 8)
        for (id, own) in sizes {
            for room in [0, 1, own - 1, own, own + 1, UInt32.max] {
                size = room
                let status = MusicTrackGetProperty(track, id, &value, &size)
                let fits = room == 0 || room >= own
                #expect(status == (fits ? noErr : kAudioUnitErr_InvalidPropertyValue))
                if fits { #expect(size == own) }
                // Zeros are a value of each; a flag may be a byte.
                value = [UInt64](repeating: 0, count: 8)
                let isSet = MusicTrackSetProperty(track, id, &value, room) == noErr
                #expect(isSet == (fits || id == kSequenceTrackProperty_AutomatedParameters))
            }
        }
        for id in [99, 1000, UInt32.max] as [UInt32] {
            size = 0
            #expect(MusicTrackGetProperty(track, id, &value, &size) == kAudioUnitErr_InvalidProperty)
            #expect(MusicTrackSetProperty(track, id, &value, 0) == kAudioUnitErr_InvalidProperty)
        }
    }

    @Test func loudNotesAreKeptAndPlayedAsLoudAsCanBe() throws {
        let sheet = try Sheet()
        let track = try sheet.addTrack()
        var note = MIDINoteMessage(channel: 0, note: 60, velocity: 200, releaseVelocity: 255, duration: 1)
        #expect(MusicTrackNewMIDINoteEvent(track, 0, &note) == noErr)
        var file: Unmanaged<CFData>?
        #expect(MusicSequenceFileCreateData(sheet.sequence, .midiType, [], 480, &file) == noErr)
        let bytes = [UInt8](try #require(file).takeRetainedValue() as Data)
        let start = try #require(bytes.firstIndex(of: 0x90))
        #expect(Array(bytes[start...(start + 2)]) == [0x90, 60, 127])
        let end = try #require(bytes.firstIndex(of: 0x80))
        #expect(bytes[end + 1] == 60 && bytes[end + 2] == 127)
    }

    @Test func theTempoOfTheInfoIsANumber() throws {
        let sheet = try Sheet()
        #expect(MusicTrackNewExtendedTempoEvent(try sheet.tempoTrack(), 0, 90) == noErr)
        let info = MusicSequenceGetInfoDictionary(sheet.sequence) as NSDictionary
        #expect((info["tempo"] as? NSNumber)?.doubleValue == 90)
    }

    @Test func filesAndTimesAreThoseOfTheTempoTrack() throws {
        let sheet = try Sheet()
        #expect(MusicTrackNewExtendedTempoEvent(try sheet.tempoTrack(), 0, 60) == noErr)
        #expect(MusicTrackNewExtendedTempoEvent(try sheet.tempoTrack(), 4, 120) == noErr)
        add(60, at: 6, to: try sheet.addTrack())
        var value = 0.0
        #expect(MusicSequenceGetSecondsForBeats(sheet.sequence, 6, &value) == noErr && value == 5)
        #expect(MusicSequenceGetBeatsForSeconds(sheet.sequence, 5, &value) == noErr && value == 6)
        var place = CABarBeatTime()
        #expect(MusicSequenceBeatsToBarBeatTime(sheet.sequence, 5.5, 4, &place) == noErr)
        #expect(place.bar == 2 && place.beat == 2 && place.subbeat == 2 && place.subbeatDivisor == 4)
        #expect(MusicSequenceBarBeatTimeToBeats(sheet.sequence, &place, &value) == noErr && value == 5.5)
        var data: Unmanaged<CFData>?
        #expect(MusicSequenceFileCreateData(sheet.sequence, .midiType, [], 0, &data) == noErr)
        let bytes = try #require(data?.takeRetainedValue())
        let again = try Sheet()
        #expect(MusicSequenceFileLoadData(again.sequence, bytes, .anyType, []) == noErr)
        #expect(try list(again.tempoTrack()) == ["3:@0.0", "3:@4.0"])
        var track: MusicTrack?
        #expect(MusicSequenceGetIndTrack(again.sequence, 0, &track) == noErr)
        #expect(try list(#require(track)) == ["6:60@6.0"])
        #expect(MusicSequenceFileLoadData(again.sequence, NSData(), .anyType, []) == kAudioUnitErr_InvalidFile)
        #expect(MusicSequenceFileLoad(again.sequence, NSURL(fileURLWithPath: "/nowhere.mid"), .anyType, []) == -43)
        // 30 frames of 80 ticks: as the header has it.
        #expect(UInt16(bitPattern: MusicSequenceSetSMPTEResolution(-30, 80)) == 0xE250)
        #expect(MusicSequenceSetSequenceType(again.sequence, .seconds) == kAudioToolboxErr_InvalidSequenceType)
        let empty = try Sheet()
        #expect(withExtendedLifetime(empty) { MusicSequenceSetSequenceType(empty.sequence, .seconds) } == noErr)
    }

    @Test func aPlayerSendsToTheInstrumentsOfAGraph() throws {
        let handle = try GraphHandle()
        let first = try handle.add(ScoreUnit.description(0x7363_6131))
        let second = try handle.add(ScoreUnit.description(0x7363_6132))
        let mixer = try handle.addMixer()
        let output = try handle.addOutput()
        try #require(AUGraphOpen(handle.graph) == noErr)
        for node in [first, second] { try handle.makeMono(node, inputs: 0) }
        try handle.makeMono(mixer, inputs: 2)
        try handle.makeMono(output, inputs: 1)
        try #require(handle.connect(first, mixer) == noErr)
        try #require(handle.connect(second, mixer, bus: 1) == noErr)
        try #require(handle.connect(mixer, output) == noErr)
        try #require(AUGraphInitialize(handle.graph) == noErr)
        let sheet = try Sheet()
        let (one, two) = (try sheet.addTrack(), try sheet.addTrack())
        add(60, at: 0, to: one)
        add(61, at: 0.01, to: two)
        var player: MusicPlayer?
        try #require(NewMusicPlayer(&player) == noErr)
        let music = try #require(player)
        #expect(MusicPlayerStart(music) == kAudioToolboxErr_NoSequence)
        #expect(MusicSequenceSetAUGraph(sheet.sequence, handle.graph) == noErr)
        #expect(MusicTrackSetDestNode(two, second) == noErr)
        #expect(MusicTrackSetDestNode(two, 77) == kAUGraphErr_NodeNotFound)
        #expect(MusicPlayerSetSequence(music, sheet.sequence) == noErr)
        #expect(MusicPlayerSetPlayRateScalar(music, 0.5) == noErr)
        #expect(MusicPlayerStart(music) == noErr)
        #expect(MusicPlayerSetSequence(music, nil) == kAudioToolboxErr_InvalidPlayerState)
        for _ in 0..<20 { #expect(handle.render(output, 512) != nil) }
        // 120 bpm at half speed and 48 kHz: a beat is 48000 frames.
        #expect(ScoreUnit.score(0x7363_6131)?.all == [.init(frame: 0, bytes: [0x90, 60, 90])])
        #expect(ScoreUnit.score(0x7363_6132)?.all == [.init(frame: 480, bytes: [0x90, 61, 90])])
        var beat = 0.0
        #expect(MusicPlayerGetTime(music, &beat) == noErr)
        #expect(abs(beat - 10_240.0 / 48_000) < 1e-12)
        #expect(MusicPlayerStop(music) == noErr)
        #expect(handle.render(output, 512) != nil)
        #expect(ScoreUnit.score(0x7363_6131)?.all.last?.bytes == [0x80, 60, 0])
        #expect(DisposeMusicSequence(sheet.sequence) == kAudioToolboxErr_InvalidPlayerState)
        #expect(DisposeMusicPlayer(music) == noErr)
        #expect(DisposeMusicPlayer(music) == kAudio_ParamError)
    }
}

extension GraphHandle {
    fileprivate func add(_ description: AudioComponentDescription) throws -> AUNode {
        var description = description
        var node: AUNode = 0
        try #require(AUGraphAddNode(graph, &description, &node) == noErr)
        return node
    }
}
