// swift-format-ignore-file
import AVFoundation

enum SamplerAndSequencer {
    static func run() throws {
        let engine = AVAudioEngine()
        let sampler = AVAudioUnitSampler()
        engine.attach(sampler)
        engine.connect(sampler, to: engine.mainMixerNode, format: nil)
        try sampler.loadAudioFiles(at: [sine("C4.wav", hertz: 261.6)])
        sampler.masterGain = 0
        sampler.stereoPan = 0
        sampler.globalTuning = 0
        try engine.start()
        sampler.startNote(60, withVelocity: 100, onChannel: 0)
        var level: Float = 0
        engine.mainMixerNode.installTap(onBus: 0, bufferSize: 1024, format: nil) { buffer, _ in level = max(level, rms(buffer)) }
        wait { level > 0.01 }
        sampler.stopNote(60, onChannel: 0)
        sampler.sendController(7, withValue: 100, onChannel: 0)
        sampler.sendPitchBend(8192, onChannel: 0)
        sampler.sendProgramChange(0, bankMSB: 0x79, bankLSB: 0, onChannel: 0)
        let sequencer = AVAudioSequencer(audioEngine: engine)
        let track = sequencer.createAndAppendTrack()
        track.addEvent(AVMIDINoteEvent(channel: 0, key: 60, velocity: 90, duration: 0.5), at: 0)
        track.addEvent(AVMIDINoteEvent(channel: 0, key: 64, velocity: 90, duration: 0.5), at: 0.5)
        track.destinationAudioUnit = sampler
        track.isLoopingEnabled = false
        sequencer.tempoTrack.addEvent(AVExtendedTempoEvent(tempo: 240), at: 0)
        sequencer.prepareToPlay()
        try sequencer.start()
        wait { sequencer.currentPositionInBeats > 1 }
        check(sequencer.isPlaying, "plays")
        check(abs(sequencer.seconds(forBeats: 2) - 0.5) < 0.001, "two beats last \(sequencer.seconds(forBeats: 2))")
        sequencer.stop()
        sequencer.currentPositionInBeats = 0
        let data = sequencer.data(withSMPTEResolution: 0, error: nil)
        let again = AVAudioSequencer(audioEngine: engine)
        try again.load(from: data, options: [])
        check(again.tracks.count == 1, "\(again.tracks.count) tracks")
        check(level > 0.01, "level \(level)")
    }
}
