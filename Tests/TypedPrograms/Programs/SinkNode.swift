// swift-format-ignore-file
import AVFAudio

enum SinkNode {
    static func run() throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playAndRecord, options: .mixWithOthers)
        try session.setActive(true)
        let engine = AVAudioEngine()
        var frames = 0
        let sink = AVAudioSinkNode { timestamp, count, list -> OSStatus in
            frames += Int(count)
            return noErr
        }
        engine.attach(sink)
        engine.connect(engine.inputNode, to: sink, format: nil)
        try engine.start()
        wait { frames > 10_000 }
        check(frames > 10_000, "\(frames)")
        engine.stop()
    }
}
