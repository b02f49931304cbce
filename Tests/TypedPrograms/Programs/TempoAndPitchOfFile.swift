// swift-format-ignore-file
import AVFAudio

enum TempoAndPitchOfFile {
    static func run() throws {
        let file = try AVAudioFile(forReading: sine(seconds: 1))
        let engine = AVAudioEngine()
        let player = AVAudioPlayerNode()
        let pitch = AVAudioUnitTimePitch()
        pitch.rate = 2
        engine.attach(player)
        engine.attach(pitch)
        engine.connect(player, to: pitch, format: file.processingFormat)
        engine.connect(pitch, to: engine.mainMixerNode, format: file.processingFormat)
        try engine.enableManualRenderingMode(.offline, format: file.processingFormat, maximumFrameCount: 1024)
        try engine.start()
        player.scheduleFile(file, at: nil)
        player.play()
        let buffer = AVAudioPCMBuffer(pcmFormat: engine.manualRenderingFormat, frameCapacity: 1024)!
        var sounding = 0
        for _ in 0..<60 {
            let status = try engine.renderOffline(1024, to: buffer)
            check(status == .success, "\(status)")
            if rms(buffer) > 0.1 { sounding += 1024 }
        }
        check(abs(sounding - 22_050) < 4096, "\(sounding) frames sound")
        check(pitch.auAudioUnit.latency >= 0, "latency")
    }
}
