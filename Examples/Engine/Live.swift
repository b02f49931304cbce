// Karaoke live, on a simulated phone: the microphone goes through a delay to the headphones, over a backing track.

import AVFAudio
import SordinoSimulator

func live(into folder: URL) throws {
    let device = SimulatedDevice(.phone)
    device.plug(.headset)
    device.microphone(.headsetMic, hears: .tone(hertz: 500, amplitude: 0.2))
    let engine = try device.run { () -> AVAudioEngine in
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playAndRecord)
        try session.setActive(true)
        let engine = AVAudioEngine()
        let (band, delay) = (AVAudioPlayerNode(), AVAudioUnitDelay())
        engine.attach(band)
        engine.attach(delay)
        let input = engine.inputNode.outputFormat(forBus: 0)
        engine.connect(engine.inputNode, to: delay, format: input)
        engine.connect(delay, to: engine.mainMixerNode, format: input)
        engine.connect(band, to: engine.mainMixerNode, format: format(channels: 2))
        delay.delayTime = 0.25
        delay.wetDryMix = 30
        band.volume = 0.5
        band.scheduleBuffer(backingTrack(), at: nil, options: .loops)
        try engine.start()
        band.play()
        return engine
    }
    device.advance(2)
    print(engine)
    let headphones = device.output(.headphones)
    for tenth in stride(from: 0.0, to: 2.0, by: 0.2) {
        let level = headphones?.level(ofToneAt: 500, amplitude: 0.2, at: tenth) ?? -.infinity
        print(String(format: "%.1f s: the voice is heard at %.1f dB", tenth, level))
    }
    // A call rings: the engine is stopped, and nothing is heard.
    device.ring()
    device.advance(0.5)
    print("after a call has come: \(engine.isRunning ? "the engine runs" : "the engine is stopped")")
}
