// swift-format-ignore-file
import AVFAudio

enum OfflineRender {
    static func run() throws {
        let sourceFile = try AVAudioFile(forReading: sine())
        let format = sourceFile.processingFormat
        let engine = AVAudioEngine()
        let player = AVAudioPlayerNode()
        let reverb = AVAudioUnitReverb()
        engine.attach(player)
        engine.attach(reverb)
        reverb.loadFactoryPreset(.mediumHall)
        reverb.wetDryMix = 50
        engine.connect(player, to: reverb, format: format)
        engine.connect(reverb, to: engine.mainMixerNode, format: format)
        player.scheduleFile(sourceFile, at: nil)
        let maxFrames: AVAudioFrameCount = 4096
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: maxFrames)
        try engine.start()
        player.play()
        let buffer = AVAudioPCMBuffer(
            pcmFormat: engine.manualRenderingFormat, frameCapacity: engine.manualRenderingMaximumFrameCount)!
        let url = folder.appendingPathComponent("effect.caf")
        let outputFile = try AVAudioFile(forWriting: url, settings: sourceFile.fileFormat.settings)
        while engine.manualRenderingSampleTime < sourceFile.length {
            let frameCount = sourceFile.length - engine.manualRenderingSampleTime
            let framesToRender = min(AVAudioFrameCount(frameCount), buffer.frameCapacity)
            let status = try engine.renderOffline(framesToRender, to: buffer)
            switch status {
            case .success: try outputFile.write(from: buffer)
            case .insufficientDataFromInputNode: break
            case .cannotDoInCurrentContext: break
            case .error: fatalError("The manual rendering failed.")
            @unknown default: fatalError()
            }
        }
        player.stop()
        engine.stop()
        engine.disableManualRenderingMode()
        check(outputFile.length == sourceFile.length, "\(outputFile.length) frames of \(sourceFile.length)")
    }
}
