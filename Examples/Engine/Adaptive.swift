// Music that follows a game: while the player explores, one track plays; when a fight begins, another one joins in and all goes faster.
// Tracks are muted and the rate is changed while the sequencer plays, and no beat is lost.

import AVFAudio

func adaptive(into folder: URL) throws {
    let samplers = [AVAudioUnitSampler(), AVAudioUnitSampler()]
    let engine = try samplerEngine(samplers)
    let sequencer = AVAudioSequencer(audioEngine: engine)
    sequencer.tempoTrack.addEvent(AVExtendedTempoEvent(tempo: 120), at: 0)
    let (calm, fight) = (sequencer.createAndAppendTrack(), sequencer.createAndAppendTrack())
    for (index, key) in [60, 64, 67, 64].enumerated() {
        calm.addEvent(AVMIDINoteEvent(channel: 0, key: UInt32(key), velocity: 90, duration: 0.9), at: Double(index))
    }
    for index in 0..<16 {
        fight.addEvent(
            AVMIDINoteEvent(channel: 0, key: 84, velocity: 120, duration: 0.15), at: Double(index) / 4)
    }
    for (track, sampler) in zip([calm, fight], samplers) {
        track.destinationAudioUnit = sampler
        track.lengthInBeats = 4
        track.loopRange = AVBeatRange(start: 0, length: 4)
        track.isLoopingEnabled = true
        track.numberOfLoops = AVMusicTrackLoopCount.forever.rawValue
    }
    fight.isMuted = true
    try sequencer.start()

    let scenes: [(name: String, fights: Bool, rate: Float)] = [
        ("explore", false, 1), ("fight", true, 1.5), ("explore", false, 1),
    ]
    for (index, scene) in scenes.enumerated() {
        fight.isMuted = !scene.fights
        sequencer.rate = scene.rate
        let before = sequencer.currentPositionInBeats
        try render(engine, seconds: 3, to: folder.appendingPathComponent("adaptive-\(index + 1).wav"))
        let beats = sequencer.currentPositionInBeats - before
        print("\(scene.name): \((beats * 100).rounded() / 100) beats in 3 seconds")
    }
}
