// swift-format-ignore-file
import AVFAudio

enum EngineWithEffects {
    static func run() throws {
        let engine = AVAudioEngine()
        let player = AVAudioPlayerNode()
        let eq = AVAudioUnitEQ(numberOfBands: 3)
        let reverb = AVAudioUnitReverb()
        let delay = AVAudioUnitDelay()
        let distortion = AVAudioUnitDistortion()
        let pitch = AVAudioUnitTimePitch()
        let speed = AVAudioUnitVarispeed()
        eq.bands[0].filterType = .lowShelf
        eq.bands[0].frequency = 100
        eq.bands[0].gain = 6
        eq.bands[0].bypass = false
        eq.bands[1].filterType = .parametric
        eq.bands[1].bandwidth = 0.5
        eq.bands[1].bypass = false
        eq.globalGain = -6
        reverb.loadFactoryPreset(.largeHall2)
        reverb.wetDryMix = 20
        delay.delayTime = 0.1
        delay.feedback = 20
        delay.lowPassCutoff = 10_000
        delay.wetDryMix = 10
        distortion.loadFactoryPreset(.drumsBitBrush)
        distortion.preGain = -12
        distortion.wetDryMix = 5
        pitch.pitch = 300
        pitch.rate = 1.2
        pitch.overlap = 8
        speed.rate = 0.9
        for node in [player, eq, reverb, delay, distortion, pitch, speed] { engine.attach(node) }
        let file = try AVAudioFile(forReading: sine())
        let format = file.processingFormat
        let chain: [AVAudioNode] = [player, pitch, speed, eq, distortion, delay, reverb, engine.mainMixerNode]
        for (from, to) in zip(chain, chain.dropFirst()) { engine.connect(from, to: to, format: format) }
        var heard: Float = 0
        engine.mainMixerNode.installTap(onBus: 0, bufferSize: 1024, format: nil) { buffer, _ in heard = max(heard, rms(buffer)) }
        engine.prepare()
        try engine.start()
        nonisolated(unsafe) var ended = false
        player.scheduleFile(file, at: nil) { DispatchQueue.main.async { ended = true } }
        player.play()
        wait { ended }
        player.stop()
        engine.mainMixerNode.removeTap(onBus: 0)
        engine.stop()
        check(heard > 0.05, "heard \(heard)")
        for preset in 0...12 { reverb.loadFactoryPreset(AVAudioUnitReverbPreset(rawValue: preset)!) }
        for preset in 0...21 { distortion.loadFactoryPreset(AVAudioUnitDistortionPreset(rawValue: preset)!) }
    }
}
