// swift-format-ignore-file
import AVFAudio

enum InputToOutputMonitor {
    static func run() throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playAndRecord, mode: .measurement, options: [.defaultToSpeaker])
        try session.setActive(true)
        let engine = AVAudioEngine()
        let delay = AVAudioUnitDelay()
        delay.delayTime = 0.2
        engine.attach(delay)
        let format = engine.inputNode.inputFormat(forBus: 0)
        engine.connect(engine.inputNode, to: delay, format: format)
        engine.connect(delay, to: engine.mainMixerNode, format: format)
        engine.inputNode.volume = 0.5
        try engine.start()
        wait { (engine.outputNode.lastRenderTime?.sampleTime ?? 0) > 10_000 }
        check(engine.isRunning, "runs")
        engine.disconnectNodeInput(delay)
        engine.connect(engine.inputNode, to: engine.mainMixerNode, format: format)
        engine.stop()
    }
}
