// A score: the two programs of "What's New in Core Audio" (WWDC 2015). One sequencer plays a MIDI file to the first instrument of its
// engine, another one each track to an instrument of its own.

import AVFAudio

/// Writes a MIDI file of two tracks: a melody, and a bass two octaves below.
func writeScore(to url: URL) throws {
    let sequencer = AVAudioSequencer()
    sequencer.tempoTrack.addEvent(AVExtendedTempoEvent(tempo: 120), at: 0)
    let (melody, bass) = (sequencer.createAndAppendTrack(), sequencer.createAndAppendTrack())
    for (index, key) in [72, 76, 79, 76, 74, 77, 81, 77].enumerated() {
        melody.addEvent(
            AVMIDINoteEvent(channel: 0, key: UInt32(key), velocity: 100, duration: 0.8), at: Double(index))
    }
    for (index, key) in [48, 50].enumerated() {
        bass.addEvent(
            AVMIDINoteEvent(channel: 1, key: UInt32(key), velocity: 110, duration: 3.8), at: Double(4 * index))
    }
    try sequencer.write(to: url, smpteResolution: 0, replaceExisting: true)
}

/// An engine in offline mode that runs, with samplers which sound a sine, the first on the left and the second on the right.
func samplerEngine(_ samplers: [AVAudioUnitSampler]) throws -> AVAudioEngine {
    let engine = AVAudioEngine()
    try engine.enableManualRenderingMode(.offline, format: format(channels: 2), maximumFrameCount: 4096)
    for (index, sampler) in samplers.enumerated() {
        engine.attach(sampler)
        engine.connect(sampler, to: engine.mainMixerNode, format: format(channels: 2))
        if samplers.count > 1 { sampler.stereoPan = index == 0 ? -100 : 100 }
    }
    try engine.start()
    return engine
}

func score(into folder: URL) throws {
    let midiFile = folder.appendingPathComponent("score.mid")
    try writeScore(to: midiFile)

    // One instrument, which the sequencer finds.
    do {
        let engine = try samplerEngine([AVAudioUnitSampler()])
        let sequencer = AVAudioSequencer(audioEngine: engine)
        try sequencer.load(from: midiFile)
        try sequencer.start()
        try render(engine, seconds: 4.5, to: folder.appendingPathComponent("score-one.wav"))
    }

    // An instrument for each track.
    do {
        let samplers = [AVAudioUnitSampler(), AVAudioUnitSampler()]
        let engine = try samplerEngine(samplers)
        let sequencer = AVAudioSequencer(audioEngine: engine)
        try sequencer.load(from: midiFile)
        for (track, sampler) in zip(sequencer.tracks, samplers) { track.destinationAudioUnit = sampler }
        sequencer.prepareToPlay()
        try sequencer.start()
        try render(engine, seconds: 4.5, to: folder.appendingPathComponent("score-two.wav"))
        print("\(sequencer.tracks.count) tracks, at beat \(sequencer.currentPositionInBeats)")
    }
}
