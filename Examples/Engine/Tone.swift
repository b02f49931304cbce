// A tone generator: the program's own block makes each sample while it is rendered.

import AVFAudio

/// Where the wave is; only the block touches it.
private final class Oscillator: @unchecked Sendable {
    var phase = 0.0
    let step: Double

    init(hertz: Double, sampleRate: Double) { step = 2 * .pi * hertz / sampleRate }

    func next() -> Float {
        defer { phase = phase > 2 * .pi ? phase + step - 2 * .pi : phase + step }
        return Float(0.25 * sin(phase))
    }
}

func tone(into folder: URL) throws {
    let engine = AVAudioEngine()
    let oscillator = Oscillator(hertz: 440, sampleRate: 48_000)
    let source = AVAudioSourceNode(format: format(channels: 1)) { _, _, frameCount, list in
        let buffers = UnsafeMutableAudioBufferListPointer(list)
        for frame in 0..<Int(frameCount) {
            let sample = oscillator.next()
            for buffer in buffers { buffer.mData?.assumingMemoryBound(to: Float.self)[frame] = sample }
        }
        return noErr
    }
    try engine.enableManualRenderingMode(.offline, format: format(channels: 2), maximumFrameCount: 4096)
    engine.attach(source)
    engine.connect(source, to: engine.mainMixerNode, format: format(channels: 1))
    source.pan = -0.5
    try engine.start()
    try render(engine, seconds: 2, to: folder.appendingPathComponent("tone.wav"))
    print("two seconds of 440 Hz, half left: tone.wav")
}
