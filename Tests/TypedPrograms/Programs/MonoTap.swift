// swift-format-ignore-file
import AVFoundation

enum MonoTap {
    static func run() throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playAndRecord, mode: .voiceChat, options: [.allowBluetooth, .defaultToSpeaker])
        try session.setPreferredSampleRate(48_000)
        try session.setActive(true)
        let engine = AVAudioEngine()
        let hardware = engine.inputNode.inputFormat(forBus: 0)
        let mono = AVAudioFormat(
            commonFormat: .pcmFormatInt16, sampleRate: hardware.sampleRate, channels: 1, interleaved: true)!
        nonisolated(unsafe) var got = 0
        engine.inputNode.installTap(onBus: 0, bufferSize: 4800, format: mono) { buffer, _ in
            check(buffer.int16ChannelData != nil && buffer.format.channelCount == 1, "\(buffer.format)")
            got += 1
        }
        try engine.start()
        wait { got > 3 }
        check(got > 3, "\(got) buffers")
        engine.inputNode.removeTap(onBus: 0)
        engine.stop()
    }
}
