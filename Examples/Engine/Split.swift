// One guitar, three ways: dry, distorted and reverberant, each with its own volume where it enters the mixer.

import AVFAudio

func split(into folder: URL) throws {
    let engine = AVAudioEngine()
    let (guitar, distortion, reverb) = (AVAudioPlayerNode(), AVAudioUnitDistortion(), AVAudioUnitReverb())
    let mixer = engine.mainMixerNode
    try engine.enableManualRenderingMode(.offline, format: format(channels: 2), maximumFrameCount: 4096)
    for node in [guitar, distortion, reverb] { engine.attach(node) }
    distortion.loadFactoryPreset(.multiDistortedSquared)
    distortion.wetDryMix = 100
    reverb.loadFactoryPreset(.largeHall)
    reverb.wetDryMix = 100

    engine.connect(
        guitar,
        to: [
            AVAudioConnectionPoint(node: mixer, bus: 0), AVAudioConnectionPoint(node: distortion, bus: 0),
            AVAudioConnectionPoint(node: reverb, bus: 0),
        ], fromBus: 0, format: format(channels: 2))
    engine.connect(distortion, to: mixer, fromBus: 0, toBus: 1, format: format(channels: 2))
    engine.connect(reverb, to: mixer, fromBus: 0, toBus: 2, format: format(channels: 2))

    // The guitar leads to three inputs of the mixer; each destination has a volume of its own.
    guitar.destination(forMixer: mixer, bus: 0)?.volume = 0.8
    guitar.destination(forMixer: mixer, bus: 1)?.volume = 0.2
    guitar.destination(forMixer: mixer, bus: 2)?.volume = 0.5
    guitar.destination(forMixer: mixer, bus: 1)?.pan = -1

    guitar.scheduleBuffer(backingTrack())
    try engine.start()
    guitar.play()
    try render(engine, seconds: 6, to: folder.appendingPathComponent("split.wav"))
    try engine.sordinoReport.svg.write(
        to: folder.appendingPathComponent("split.svg"), atomically: true, encoding: .utf8)
    print(engine)
    print("three ways at once: split.wav, and what leads where: split.svg")
}
