import AVFoundation
import AudioToolbox
import CoreMIDI
import SordinoSimulator
import Synchronization
import Testing

/// Sequences whose tracks play to destinations of MIDI, in virtual time: each event with the time that the tempo map gives it.
@Suite struct SequencesToEndpointsTests {
    private final class Synth: Sendable {
        private let list = Mutex<[(time: UInt64, bytes: [UInt8])]>([])
        let destination: MIDIEndpointRef

        init() {
            var client = MIDIClientRef()
            var made = MIDIEndpointRef()
            MIDIClientCreateWithBlock("Synth" as CFString, &client, nil)
            final class Holder: Sendable { let synth = Mutex<Synth?>(nil) }
            let holder = Holder()
            MIDIDestinationCreateWithBlock(client, "Synth" as CFString, &made) { packets, _ in
                for packet in packets.unsafeSequence() {
                    let bytes = Array(packet.sequence())
                    let time = packet.pointee.timeStamp
                    holder.synth.withLock { $0 }?.list.withLock { $0.append((time, bytes)) }
                }
            }
            destination = made
            holder.synth.withLock { $0 = self }
        }

        /// The messages, and their times in microseconds behind the first one.
        var heard: [String] {
            list.withLock { list in
                let first = list.first?.time ?? 0
                return list.map { entry in
                    let text = entry.bytes.map { String($0, radix: 16) }.joined(separator: " ")
                    return "\((entry.time - first + 500) / 1_000) \(text)"
                }
            }
        }
    }

    private func fill(_ sequencer: AVAudioSequencer) -> AVMusicTrack {
        // 100 bpm: a beat is 0.6 s; from beat 1 on 200 bpm.
        sequencer.tempoTrack.addEvent(AVExtendedTempoEvent(tempo: 100), at: 0)
        sequencer.tempoTrack.addEvent(AVExtendedTempoEvent(tempo: 200), at: 1)
        let track = sequencer.createAndAppendTrack()
        track.addEvent(AVMIDINoteEvent(channel: 1, key: 60, velocity: 100, duration: 0.5), at: 0)
        track.addEvent(AVMIDISysexEvent(data: Data([0xF0, 0x7D, 1, 2, 3, 4, 5, 6, 7, 8, 0xF7])), at: 1)
        track.addEvent(AVMIDIPitchBendEvent(channel: 1, value: 8193), at: 1.5)
        return track
    }

    private let expected = [
        "0 91 3c 64", "300000 81 3c 0", "600000 f0 7d 1 2 3 4 5 6 7 8 f7", "750000 e1 1 40",
    ]

    @Test func aSequencerWithoutAnEnginePlaysToADestination() throws {
        let device = SimulatedDevice(.phone)
        try device.run {
            let synth = Synth()
            let sequencer = AVAudioSequencer()
            let track = fill(sequencer)
            track.destinationMIDIEndpoint = synth.destination
            #expect(track.destinationMIDIEndpoint == synth.destination && track.destinationAudioUnit == nil)
            try sequencer.start()
            device.advance(1)
            #expect(synth.heard == expected)
            #expect(sequencer.currentPositionInSeconds > 0.9 && sequencer.currentPositionInSeconds < 1.1)
            sequencer.stop()
            let position = sequencer.currentPositionInBeats
            device.advance(1)
            #expect(sequencer.currentPositionInBeats - position < 0.1)
            track.destinationMIDIEndpoint = 77
            #expect(track.destinationMIDIEndpoint == synth.destination, "there is no such destination")
            track.destinationMIDIEndpoint = 0
            #expect(track.destinationMIDIEndpoint == 0)
        }
    }

    @Test func anEnginesSequencerPlaysToADestinationInTimeWithTheSound() throws {
        let device = SimulatedDevice(.phone)
        try device.run {
            try AVAudioSession.sharedInstance().setCategory(.playback)
            try AVAudioSession.sharedInstance().setActive(true)
            let synth = Synth()
            let engine = AVAudioEngine()
            engine.connect(engine.mainMixerNode, to: engine.outputNode, format: nil)
            try engine.start()
            // Time 0 means now, for packets.
            device.advance(0.1)
            let sequencer = AVAudioSequencer(audioEngine: engine)
            let track = fill(sequencer)
            track.destinationMIDIEndpoint = synth.destination
            try sequencer.start()
            device.advance(1.5)
            // Frames of 48 kHz: 20.8 µs. None of these times falls between two.
            #expect(synth.heard == expected)
        }
    }

    /// Times of beats are known from the start on, and what is said then comes true; an endpoint may come later.
    @Test func timesOfBeatsAreKnownAtOnce() throws {
        let device = SimulatedDevice(.phone)
        try device.run {
            var (made, makes): (MusicSequence?, MusicPlayer?)
            NewMusicSequence(&made)
            NewMusicPlayer(&makes)
            let (sequence, player) = (try #require(made), try #require(makes))
            var fresh: MusicTrack?
            MusicSequenceNewTrack(sequence, &fresh)
            let track = try #require(fresh)
            #expect(MusicTrackSetDestMIDIEndpoint(track, 4711) == noErr)
            var endpoint = MIDIEndpointRef()
            #expect(MusicTrackGetDestMIDIEndpoint(track, &endpoint) == noErr && endpoint == 4711)
            MusicPlayerSetSequence(player, sequence)
            MusicPlayerSetTime(player, 2)
            var (start, later, beat): (UInt64, UInt64, Double) = (0, 0, 0)
            #expect(MusicPlayerGetHostTimeForBeats(player, 2, &start) == kAudioToolboxErr_InvalidPlayerState)
            #expect(MusicPlayerStart(player) == noErr)
            #expect(MusicPlayerGetHostTimeForBeats(player, 2, &start) == noErr)
            #expect(MusicPlayerGetHostTimeForBeats(player, 4, &later) == noErr)
            // Two beats at 120 a minute.
            #expect(abs(AVAudioTime.seconds(forHostTime: later - start) - 1) < 1e-6)
            #expect(MusicPlayerGetBeatsForHostTime(player, later, &beat) == noErr && abs(beat - 4) < 1e-6)
            device.advance(0.5)
            var again: UInt64 = 0
            #expect(MusicPlayerGetHostTimeForBeats(player, 4, &again) == noErr)
            // A block of the device, and the lead of the clock of MIDI.
            let error = AVAudioTime.seconds(forHostTime: max(again, later) - min(again, later))
            #expect(error < 0.03)
            MusicPlayerStop(player)
            #expect(MusicPlayerGetHostTimeForBeats(player, 4, &again) == kAudioToolboxErr_InvalidPlayerState)
            DisposeMusicPlayer(player)
            DisposeMusicSequence(sequence)
        }
    }

    @Test func timesOfBeatsOfAnEngineAreKnownAtOnce() throws {
        let device = SimulatedDevice(.phone)
        try device.run {
            try AVAudioSession.sharedInstance().setCategory(.playback)
            try AVAudioSession.sharedInstance().setActive(true)
            let engine = AVAudioEngine()
            engine.connect(engine.mainMixerNode, to: engine.outputNode, format: nil)
            try engine.start()
            device.advance(0.1)
            let sequencer = AVAudioSequencer(audioEngine: engine)
            _ = fill(sequencer)
            try sequencer.start()
            var error: NSError?
            let said = sequencer.hostTime(forBeats: 1, error: &error)
            #expect(error == nil && said > 0)
            device.advance(0.2)
            let told = sequencer.hostTime(forBeats: 1, error: &error)
            #expect(error == nil && AVAudioTime.seconds(forHostTime: max(said, told) - min(said, told)) < 0.03)
            sequencer.stop()
            engine.stop()
        }
    }

    @Test func aPlayerInCPlaysASequenceToADestination() throws {
        let device = SimulatedDevice(.phone)
        try device.run {
            let synth = Synth()
            var (made, makes): (MusicSequence?, MusicPlayer?)
            NewMusicSequence(&made)
            NewMusicPlayer(&makes)
            let (sequence, player) = (try #require(made), try #require(makes))
            var track: MusicTrack?
            MusicSequenceNewTrack(sequence, &track)
            var note = MIDINoteMessage(channel: 2, note: 64, velocity: 90, releaseVelocity: 3, duration: 1)
            MusicTrackNewMIDINoteEvent(try #require(track), 0.5, &note)
            var endpoint = MIDIEndpointRef()
            #expect(
                MusicTrackGetDestMIDIEndpoint(try #require(track), &endpoint)
                    == kAudioToolboxErr_IllegalTrackDestination)
            #expect(MusicSequenceSetMIDIEndpoint(sequence, 1) == kMIDIUnknownEndpoint)
            #expect(MusicSequenceSetMIDIEndpoint(sequence, synth.destination) == noErr)
            #expect(MusicTrackGetDestMIDIEndpoint(try #require(track), &endpoint) == noErr)
            #expect(endpoint == synth.destination)
            var node: AUNode = 0
            #expect(MusicTrackGetDestNode(try #require(track), &node) == kAudioToolboxErr_IllegalTrackDestination)
            MusicPlayerSetSequence(player, sequence)
            #expect(MusicPlayerStart(player) == noErr)
            device.advance(1)
            #expect(synth.heard == ["0 92 40 5a", "500000 82 40 3"])
            // A note that sounds is ended by the stop.
            MusicPlayerSetTime(player, 0.5)
            device.advance(0.1)
            MusicPlayerStop(player)
            device.advance(0.1)
            #expect(synth.heard.count == 4 && synth.heard[3].hasSuffix("82 40 3"))
            DisposeMusicPlayer(player)
            DisposeMusicSequence(sequence)
        }
    }
}
