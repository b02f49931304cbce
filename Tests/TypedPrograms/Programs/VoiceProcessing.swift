// swift-format-ignore-file
import AVFAudio

enum VoiceProcessing {
    static func run() throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playAndRecord, mode: .voiceChat, options: .defaultToSpeaker)
        try session.setActive(true)
        let engine = AVAudioEngine()
        try engine.inputNode.setVoiceProcessingEnabled(true)
        engine.inputNode.isVoiceProcessingAGCEnabled = true
        let format = engine.inputNode.outputFormat(forBus: 0)
        let player = AVAudioPlayerNode()
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: nil)
        var blocks = 0
        engine.inputNode.installTap(onBus: 0, bufferSize: 1024, format: format) { _, _ in blocks += 1 }
        engine.prepare()
        try engine.start()
        player.play()
        wait { blocks > 5 }
        engine.inputNode.isVoiceProcessingInputMuted = true
        check(blocks > 5 && engine.outputNode.isVoiceProcessingEnabled, "\(blocks)")
        engine.stop()
    }
}
