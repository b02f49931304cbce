import AVFAudio
import SordinoSimulator
import Testing

/// The program to which an engine belongs that is a stored property of a test or of another object.
@Suite struct EngineProgramTests {
    @Test func anEngineMadeOutsideTheDeviceBelongsToTheProgramThatStartsIt() throws {
        // The process's own program exists, as after any test that used a session outside a device.
        _ = AVAudioSession.sharedInstance().category
        let engine = AVAudioEngine()
        let device = SimulatedDevice(.phone)
        let tone = AVAudioSourceNode { _, _, count, list in
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                buffer.mData?.assumingMemoryBound(to: Float.self).update(repeating: 0.25, count: Int(count))
            }
            return noErr
        }
        try device.run {
            engine.attach(tone)
            engine.connect(tone, to: engine.mainMixerNode, format: nil)
            try engine.start()
        }
        device.advance(0.5)
        let heard = try #require(device.output(.builtInSpeaker)).samples(from: 0.3, to: 0.5)
        #expect(heard.contains { abs($0 - 0.25) < 0.01 }, "\(heard.prefix(8))")
        engine.stop()
    }
}
