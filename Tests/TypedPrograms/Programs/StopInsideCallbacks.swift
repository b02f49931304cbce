// swift-format-ignore-file
import AVFAudio

enum StopInsideCallbacks {
    static func run() throws {
        let engine = AVAudioEngine()
        let player = AVAudioPlayerNode()
        engine.attach(player)
        let file = try AVAudioFile(forReading: sine(seconds: 0.2))
        engine.connect(player, to: engine.mainMixerNode, format: file.processingFormat)
        try engine.start()
        nonisolated(unsafe) var done = false
        // The habit that Apple's page warns of: the node is stopped from another queue.
        player.scheduleFile(file, at: nil, completionCallbackType: .dataPlayedBack) { _ in
            DispatchQueue.main.async {
                player.stop()
                engine.stop()
                done = true
            }
        }
        player.play()
        wait { done }
        check(done && !engine.isRunning, "stopped")
        try engine.start()
        var tapped = 0
        engine.mainMixerNode.installTap(onBus: 0, bufferSize: 1024, format: nil) { _, _ in
            tapped += 1
            if tapped == 3 { engine.mainMixerNode.removeTap(onBus: 0) }
        }
        wait { tapped >= 3 }
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.05))
        engine.stop()
        check(tapped >= 3, "\(tapped)")
    }
}
