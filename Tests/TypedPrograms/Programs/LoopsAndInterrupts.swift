// swift-format-ignore-file
import AVFAudio

enum LoopsAndInterrupts {
    static func run() throws {
        let engine = AVAudioEngine()
        let player = AVAudioPlayerNode()
        engine.attach(player)
        let file = try AVAudioFile(forReading: sine(seconds: 0.2))
        engine.connect(player, to: engine.mainMixerNode, format: file.processingFormat)
        let loop = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 8820)!
        try file.read(into: loop, frameCount: 8820)
        try engine.start()
        nonisolated(unsafe) var done: [String] = []
        player.scheduleBuffer(loop, at: nil, options: .loops) { DispatchQueue.main.async { done.append("loop") } }
        player.play()
        wait { (player.lastRenderTime.flatMap { player.playerTime(forNodeTime: $0) }?.sampleTime ?? 0) > 20_000 }
        player.scheduleBuffer(loop, at: nil, options: [.interruptsAtLoop]) { DispatchQueue.main.async { done.append("last") } }
        player.scheduleSegment(file, startingFrame: 1000, frameCount: 2000, at: nil, completionCallbackType: .dataRendered) { type in
            check(type == .dataRendered, "\(type)")
            DispatchQueue.main.async { done.append("segment") }
        }
        wait { done.contains("segment") }
        check(done == ["loop", "last", "segment"], "\(done)")
        let now = player.lastRenderTime!
        let time = player.playerTime(forNodeTime: now)!
        check(time.sampleRate == 44_100 && player.nodeTime(forPlayerTime: time)?.sampleTime == now.sampleTime, "\(time)")
        player.pause()
        player.play(at: AVAudioTime(hostTime: mach_absolute_time() + AVAudioTime.hostTime(forSeconds: 0.05)))
        player.stop()
    }
}
