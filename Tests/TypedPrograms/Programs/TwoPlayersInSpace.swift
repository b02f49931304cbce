// swift-format-ignore-file
import AVFAudio

enum TwoPlayersInSpace {
    static func run() throws {
        let engine = AVAudioEngine()
        let environment = AVAudioEnvironmentNode()
        engine.attach(environment)
        engine.connect(environment, to: engine.mainMixerNode, format: nil)
        environment.listenerPosition = AVAudio3DPoint(x: 0, y: 0, z: 0)
        environment.listenerVectorOrientation = AVAudioMake3DVectorOrientation(
            AVAudioMake3DVector(0, 0, -1), AVAudioMake3DVector(0, 1, 0))
        environment.distanceAttenuationParameters.referenceDistance = 1
        environment.distanceAttenuationParameters.maximumDistance = 100
        environment.reverbParameters.enable = true
        environment.reverbParameters.loadFactoryReverbPreset(.cathedral)
        let mono = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 1)
        let file = try AVAudioFile(forReading: sine("mono.wav", channels: 1))
        let players = (0..<3).map { _ in AVAudioPlayerNode() }
        for (index, player) in players.enumerated() {
            engine.attach(player)
            engine.connect(player, to: environment, format: mono)
            player.position = AVAudioMake3DPoint(Float(index) - 1, 0, -2)
            player.renderingAlgorithm = .HRTF
            player.reverbBlend = 0.3
        }
        try engine.start()
        nonisolated(unsafe) var played = 0
        for player in players {
            player.scheduleFile(file, at: nil, completionCallbackType: .dataPlayedBack) { _ in
                DispatchQueue.main.async { played += 1 }
            }
            player.play()
        }
        wait { played == 3 }
        check(played == 3, "played \(played)")
        check(environment.nextAvailableInputBus == 3, "next bus \(environment.nextAvailableInputBus)")
    }
}
