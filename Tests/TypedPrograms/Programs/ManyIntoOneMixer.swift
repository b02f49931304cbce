// swift-format-ignore-file
import AVFAudio

enum ManyIntoOneMixer {
    static func run() throws {
        let engine = AVAudioEngine()
        let mixer = engine.mainMixerNode
        let file = try AVAudioFile(forReading: sine(seconds: 0.3))
        let buffer = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length))!
        try file.read(into: buffer)
        let players = (0..<8).map { _ in AVAudioPlayerNode() }
        for player in players {
            engine.attach(player)
            engine.connect(player, to: mixer, format: buffer.format)
            player.volume = 0.1
        }
        check(mixer.numberOfInputs >= 8, "\(mixer.numberOfInputs) inputs")
        try engine.start()
        for player in players {
            player.scheduleBuffer(buffer, at: nil, options: .loops)
            player.play()
        }
        var last: Float = 0
        mixer.installTap(onBus: 0, bufferSize: 4096, format: mixer.outputFormat(forBus: 0)) { tapped, time in
            check(time.isSampleTimeValid, "time of the tap")
            last = rms(tapped)
        }
        // Eight sines of 0.05 in step are one of 0.4, whose mean square root is 0.283.
        wait { abs(last - 0.283) < 0.02 }
        check(abs(last - 0.283) < 0.02, "sum \(last)")
        for player in players { engine.disconnectNodeOutput(player); engine.detach(player) }
        check(engine.isRunning, "runs on")
        engine.stop()
    }
}
