import AVFAudio
import SordinoSimulator
import Testing

/// The engine's output on a port with more than two channels.
@Suite struct EngineChannelTests {
    @Test func theEngineHasAsManyChannelsAsTheSession() throws {
        let device = SimulatedDevice(.phone)
        device.plug(.hdmi(channelCount: 6))
        let app = device.app("Film", backgroundModes: .audio)
        try app.activate(.playback)
        device.advance(0.2)
        let engine = app.perform { AVAudioEngine() }
        #expect(app.session.outputNumberOfChannels == 2)
        #expect(engine.outputNode.outputFormat(forBus: 0).channelCount == 2)
        #expect(engine.mainMixerNode.outputFormat(forBus: 0).channelCount == 2)
        try app.session.setPreferredOutputNumberOfChannels(6)
        #expect(app.session.outputNumberOfChannels == 6)
        #expect(engine.outputNode.outputFormat(forBus: 0).channelCount == 6)
        #expect(engine.mainMixerNode.outputFormat(forBus: 0).channelCount == 6)
    }
}
