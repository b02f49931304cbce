import AVFAudio
import Foundation
import Testing

@Suite struct AVAudioIONodeTests {
    @Test func voiceProcessingIsOneSwitchForInputAndOutput() throws {
        let engine = AVAudioEngine()
        let (input, output) = (engine.inputNode, engine.outputNode)
        #expect(!input.isVoiceProcessingEnabled && !input.isVoiceProcessingAGCEnabled)
        // Its properties and nodes are absent while voice processing is off.
        input.isVoiceProcessingBypassed = true
        #expect(!input.isVoiceProcessingBypassed)
        try output.setVoiceProcessingEnabled(true)
        #expect(input.isVoiceProcessingEnabled && output.isVoiceProcessingEnabled)
        #expect(input.isVoiceProcessingAGCEnabled && !input.isVoiceProcessingBypassed)
        input.isVoiceProcessingAGCEnabled = false
        input.isVoiceProcessingBypassed = true
        input.voiceProcessingOtherAudioDuckingConfiguration = AVAudioVoiceProcessingOtherAudioDuckingConfiguration(
            enableAdvancedDucking: true, duckingLevel: .max)
        try input.setVoiceProcessingEnabled(true)
        #expect(!input.isVoiceProcessingAGCEnabled && input.isVoiceProcessingBypassed)
        #expect(input.voiceProcessingOtherAudioDuckingConfiguration.duckingLevel.rawValue == 30)
        #expect(input.voiceProcessingOtherAudioDuckingConfiguration.enableAdvancedDucking.boolValue)
        try input.setVoiceProcessingEnabled(false)
        #expect(!output.isVoiceProcessingEnabled && !input.isVoiceProcessingBypassed)
        #expect(input.voiceProcessingOtherAudioDuckingConfiguration.duckingLevel == .default)
    }

    @Test func voiceProcessingNeedsHardware() throws {
        let offline = try OfflineEngine()
        let input = offline.engine.inputNode
        #expect(throws: NSError.self) { try input.setVoiceProcessingEnabled(true) }
        #expect(!input.isVoiceProcessingEnabled)
    }

    @Test func theChannelMapOfTheOutputSaysWhichChannelGoesWhere() throws {
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Quadraphonic))
        let four = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
        let engine = AVAudioEngine()
        try engine.enableManualRenderingMode(.offline, format: four, maximumFrameCount: 64)
        let player = AVAudioPlayerNode()
        engine.attach(player)
        let stereo = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2)
        engine.connect(player, to: engine.mainMixerNode, format: stereo)
        engine.outputNode.auAudioUnit.channelMap = [-1, 1, 0, 0]
        player.scheduleBuffer(try .samples([ramp(1..<33), ramp(101..<133)]))
        try engine.start()
        player.play()
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: four, frameCapacity: 64))
        #expect(try engine.renderOffline(32, to: buffer) == .success)
        let silence = [Float](repeating: 0, count: 32)
        #expect((0..<4).map { buffer.channel($0) } == [silence, ramp(101..<133), ramp(1..<33), ramp(1..<33)])
        // Without a map: as they come.
        engine.stop()
        engine.outputNode.auAudioUnit.channelMap = nil
        player.stop()
        player.scheduleBuffer(try .samples([ramp(1..<33), ramp(101..<133)]))
        try engine.start()
        player.play()
        #expect(try engine.renderOffline(32, to: buffer) == .success)
        #expect((0..<4).map { buffer.channel($0) } == [ramp(1..<33), ramp(101..<133), silence, silence])
    }
}
