import AVFAudio
import Foundation
import Testing

@Suite struct AVAudioIONodeTests {
    @Test func voiceProcessingIsOneSwitchForInputAndOutput() throws {
        let engine = AVAudioEngine()
        let (input, output) = (engine.inputNode, engine.outputNode)
        #expect(!input.isVoiceProcessingEnabled && !input.isVoiceProcessingAGCEnabled)
        // What belongs to it is not there while it is off.
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
}
