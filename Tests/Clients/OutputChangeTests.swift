import AVFoundation
import SordinoSimulator
import Testing

/// Sounds that continue when the output changes.
@Suite struct OutputChangeTests {
    /// A screen with six channels takes another stream, which begins in the middle of the sound: it rises from silence.
    @Test func aSoundThatContinuesOnAnotherStreamRises() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("level-\(UUID().uuidString).wav")
        defer { try? FileManager.default.removeItem(at: url) }
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 192_000))
        buffer.frameLength = 192_000
        for channel in 0..<2 {
            for frame in 0..<192_000 { buffer.floatChannelData?[channel][frame] = 0.25 }
        }
        let file = try AVAudioFile(forWriting: url, settings: format.settings)
        try file.write(from: buffer)
        file.close()

        let device = SimulatedDevice(.phone)
        let app = device.app("Music")
        try app.activate(.playback)
        let player = try app.perform { try AVAudioPlayer(contentsOf: url) }
        app.perform { _ = player.play() }
        device.advance(1)
        // From its first frame on the file is heard as it is.
        let begun = try #require(device.output(.builtInSpeaker)).samples().first { $0 != 0 }
        #expect(begun == 0.25)
        device.plug(.hdmi(channelCount: 6))
        device.advance(1)
        let heard = try #require(device.output(.HDMI)).samples()
        #expect(heard.last == 0.25)
        // The last rise is that of the sound: no step is larger than that of 240 frames.
        let last = (heard.lastIndex(of: 0) ?? -1) + 1
        #expect(heard[last] < 0.01, "\(heard[last])")
        let steps = zip(heard, heard.dropFirst()).map { abs($1 - $0) }
        #expect((steps.max() ?? 1) < 2 * 0.25 / 240)
    }
}
