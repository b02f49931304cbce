// swift-format-ignore-file
import AVFAudio

enum NamesByAVFAudio {
    static func run() throws {
        let time = CMTime(seconds: 0.25, preferredTimescale: 48_000)
        check(time.value == 12_000 && CMTimeRange(start: .zero, duration: time).end == time, "time")
        check(AudioGetCurrentHostTime() > 0 && AVAudioTime.seconds(forHostTime: AudioGetCurrentHostTime()) > 0, "host time")
        let sequencer = AVAudioSequencer()
        let track = sequencer.createAndAppendTrack()
        track.destinationMIDIEndpoint = MIDIEndpointRef(0)
        check(MIDIGetNumberOfSources() >= 0 && MIDINoteMessage(channel: 0, note: 60, velocity: 100, releaseVelocity: 0, duration: 1).note == 60, "MIDI")
    }
}
