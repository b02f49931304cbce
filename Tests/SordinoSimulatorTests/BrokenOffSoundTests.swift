import AVFAudio
import SordinoSimulator
import Testing

/// Sounds that break off fade on a simulated device as they do on the stage of a real one.
struct BrokenOffSoundTests {
    private let device = SimulatedDevice(.phone)

    /// The largest difference of neighbouring samples between two moments.
    private func steepest(from: Double, to: Double) throws -> Double {
        let samples = try #require(device.output(.builtInSpeaker)).samples(from: from, to: to)
        return zip(samples, samples.dropFirst()).reduce(0) { max($0, Double(abs($1.1 - $1.0))) }
    }

    @Test(arguments: [0.9, 1.003, 1.1]) func aSoundThatIsInterruptedFades(_ seconds: Double) throws {
        let amplitude = 0.1
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).wav")
        defer { try? FileManager.default.removeItem(at: url) }
        try write(url, amplitude: amplitude)
        let music = device.app("Music", backgroundModes: .audio)
        try music.activate(.playback)
        let player = try music.perform { try AVAudioPlayer(contentsOf: url) }
        music.perform { player.play() }
        device.advance(seconds)
        let steady = try steepest(from: 0.2, to: device.now)
        let moment = device.now
        device.alarm()
        device.advance(0.1)
        #expect(!player.isPlaying)
        // Backwards the slope is the same; the fade adds the amplitude over 240 frames, the alarm its own slope.
        let slopes =
            steady + amplitude / 240 + SystemSoundOfDevice.amplitude * 2 * .pi * SystemSoundOfDevice.alarm.hertz
            / 48_000
        #expect(try steepest(from: moment - 0.01, to: moment + 0.05) < slopes * 1.05)
    }

    /// Writes three seconds of a sine of 500 Hz.
    private func write(_ url: URL, amplitude: Double) throws {
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: 1,
            AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
        ]
        let file = try AVAudioFile(forWriting: url, settings: settings)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 144_000))
        buffer.frameLength = 144_000
        let samples = try #require(buffer.floatChannelData)[0]
        for frame in 0..<144_000 { samples[frame] = Float(amplitude * sin(2 * .pi * 500 * Double(frame) / 48_000)) }
        try file.write(from: buffer)
    }

    @Test func aStreamThatStopsByItselfEndsWithItsLastSample() throws {
        let music = device.app("Music", backgroundModes: .audio)
        try music.activate(.playback)
        try music.playTone()
        device.advance(0.7)
        let moment = device.now
        music.pauseTone()
        device.advance(0.1)
        #expect(try #require(device.output(.builtInSpeaker)).peak(from: moment, to: device.now) == 0)
    }
}
