// swift-format-ignore-file
import AVFAudio

enum RecordEngineOutput {
    static func run() throws {
        let engine = AVAudioEngine()
        let player = AVAudioPlayerNode()
        engine.attach(player)
        let source = try AVAudioFile(forReading: sine(seconds: 1))
        engine.connect(player, to: engine.mainMixerNode, format: source.processingFormat)
        let format = engine.mainMixerNode.outputFormat(forBus: 0)
        let url = folder.appendingPathComponent("mix.caf")
        var file: AVAudioFile? = try AVAudioFile(forWriting: url, settings: format.settings)
        engine.mainMixerNode.installTap(onBus: 0, bufferSize: 4096, format: format) { buffer, _ in
            do { try file?.write(from: buffer) } catch { check(false, "\(error)") }
        }
        try engine.start()
        nonisolated(unsafe) var done = false
        player.scheduleFile(source, at: nil, completionCallbackType: .dataPlayedBack) { _ in DispatchQueue.main.async { done = true } }
        player.play()
        wait { done }
        engine.mainMixerNode.removeTap(onBus: 0)
        engine.stop()
        file = nil
        let back = try AVAudioFile(forReading: url)
        check(Double(back.length) / format.sampleRate > 0.9, "\(back.length) frames")
    }
}
