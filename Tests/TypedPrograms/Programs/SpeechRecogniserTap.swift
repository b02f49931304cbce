// swift-format-ignore-file
import AVFoundation

enum SpeechRecogniserTap {
    static func run() throws {
        let audioEngine = AVAudioEngine()
        let audioSession = AVAudioSession.sharedInstance()
        try audioSession.setCategory(.record, mode: .measurement, options: .duckOthers)
        try audioSession.setActive(true, options: .notifyOthersOnDeactivation)
        let inputNode = audioEngine.inputNode
        let recordingFormat = inputNode.outputFormat(forBus: 0)
        var frames: AVAudioFramePosition = 0
        inputNode.installTap(onBus: 0, bufferSize: 1024, format: recordingFormat) { buffer, when in
            frames += AVAudioFramePosition(buffer.frameLength)
        }
        audioEngine.prepare()
        try audioEngine.start()
        wait { frames > 20_000 }
        audioEngine.stop()
        inputNode.removeTap(onBus: 0)
        try audioSession.setActive(false)
        check(frames > 20_000, "\(frames) frames")
    }
}
