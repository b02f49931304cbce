// swift-format-ignore-file
import AVFAudio

enum RealtimeManualRender {
    static func run() throws {
        let engine = AVAudioEngine()
        let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2)!
        try engine.enableManualRenderingMode(.realtime, format: format, maximumFrameCount: 512)
        let input = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 512)!
        for channel in 0..<2 { for frame in 0..<512 { input.floatChannelData![channel][frame] = 0.25 } }
        let given = engine.inputNode.setManualRenderingInputPCMFormat(format) { count in
            input.frameLength = count
            return UnsafePointer(input.audioBufferList)
        }
        check(given, "takes the input block")
        engine.connect(engine.inputNode, to: engine.mainMixerNode, format: format)
        try engine.start()
        let output = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 512)!
        output.frameLength = 512
        var problem: OSStatus = noErr
        let status = engine.manualRenderingBlock(512, output.mutableAudioBufferList, &problem)
        check(status == .success, "status \(status) \(problem)")
        check(output.floatChannelData![1][500] == 0.25, "sample \(output.floatChannelData![1][500])")
    }
}
