import AVFoundation
import SordinoSimulator
import Synchronization
import Testing

/// The programs of this folder are written the way programs for iOS are, and run here on a simulated telephone.
@Suite struct ClientTests {
    private final class Delegate: MixerEngineDelegate, @unchecked Sendable {
        let calls = Mutex<[String]>([])
        func engineWasInterrupted() { calls.withLock { $0.append("interrupted") } }
        func engineConfigurationHasChanged() { calls.withLock { $0.append("changed") } }
        func mixerOutputFilePlayerHasStopped() { calls.withLock { $0.append("played") } }
    }

    /// A sine of a second in a file.
    private func loop(_ hertz: Double, rate: Double) throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("loop-\(UUID().uuidString).wav")
        let file = try AVAudioFile(
            forWriting: url,
            settings: [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: rate, AVNumberOfChannelsKey: 2])
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(rate)))
        buffer.frameLength = buffer.frameCapacity
        for channel in 0..<2 {
            for frame in 0..<Int(rate) {
                buffer.floatChannelData?[channel][frame] = Float(0.25 * sin(2 * .pi * hertz * Double(frame) / rate))
            }
        }
        try file.write(from: buffer)
        return url
    }

    @Test func aMixerPlaysRecordsAndSurvivesACallAndAnUnplug() throws {
        let device = SimulatedDevice(.phone)
        device.plug(.headphones)
        let loops = (try loop(500, rate: 48_000), try loop(1_000, rate: 44_100))
        defer {
            try? FileManager.default.removeItem(at: loops.0)
            try? FileManager.default.removeItem(at: loops.1)
        }
        let delegate = Delegate()
        let mixer = try device.run { try MixerEngine(loops: loops) }
        mixer.delegate = delegate
        #expect(mixer.isEngineRunning)
        try device.run {
            try mixer.toggleMarimba()
            try mixer.toggleDrums()
            try mixer.startRecordingMixerOutput()
        }
        device.advance(1)
        func heard(_ hertz: Double, on port: AVAudioSession.Port, channel: Int = 0) -> Double {
            device.output(port)?.level(ofToneAt: hertz, amplitude: 0.25, at: device.now - 0.1, channel: channel)
                ?? -.infinity
        }
        // Panned half to the left: the right side loses, the left does not.
        #expect(abs(heard(500, on: .headphones)) < 0.1)
        #expect(heard(500, on: .headphones, channel: 1) < -3)
        // Drums at 0.8.
        #expect(abs(heard(1_000, on: .headphones) + 1.94) < 0.2)

        // The recorded samples are those of the loudspeaker, in a file that is complete.
        device.run { mixer.stopRecordingMixerOutput() }
        let url = try #require(mixer.mixerOutputFileURL)
        defer { try? FileManager.default.removeItem(at: url) }
        #expect(try AVAudioFile(forReading: url).length > 38_000)

        // Headphones out: the program is told that its route and its engine's hardware are others. It is interrupted, too, as
        // each player when a route disconnects, and nothing says that it may continue.
        device.unplug(.headphones)
        device.advance(0.5)
        #expect(delegate.calls.withLock { $0 }.contains("changed"))
        #expect(mixer.routeChangeReasons.contains(.oldDeviceUnavailable))

        // A call: everything stops, and continues when the program is asked to.
        device.ring()
        device.advance(0.5)
        #expect(delegate.calls.withLock { $0 }.contains("interrupted"))
        #expect(!mixer.isEngineRunning && !mixer.isMarimbaPlaying)
        device.declineCall()
        device.advance(0.5)
        try device.run { try mixer.playRecordedFile() }
        device.advance(2)
        #expect(delegate.calls.withLock { $0 }.contains("played"))
    }
}
