// swift-format-ignore-file
import AVFAudio

enum ConfigurationChange {
    static func run() throws {
        let engine = AVAudioEngine()
        let player = AVAudioPlayerNode()
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: nil)
        nonisolated(unsafe) var changes = 0
        let token = NotificationCenter.default.addObserver(forName: .AVAudioEngineConfigurationChange, object: engine, queue: .main) { _ in
            changes += 1
            if !engine.isRunning { try? engine.start() }
        }
        try engine.start()
        player.play()
        print("ready")
        wait { changes > 0 }
        check(engine.isRunning, "runs again")
        NotificationCenter.default.removeObserver(token)
        engine.reset()
        engine.pause()
        check(!engine.isRunning, "paused")
    }
}
