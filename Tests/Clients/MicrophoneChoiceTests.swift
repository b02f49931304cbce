import AVFAudio
import SordinoSimulator
import Testing

/// A telephone's microphones for a program, by mode, data source and polar pattern.
@Suite struct MicrophoneChoiceTests {
    private let device = SimulatedDevice(.phone)

    /// Records 0.3 seconds and returns the peak of the last 0.1.
    private func peak(_ app: SimulatedApp) throws -> Float {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("choice-\(UUID().uuidString).caf")
        defer { try? FileManager.default.removeItem(at: url) }
        try app.perform {
            let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
            let recorder = try AVAudioRecorder(url: url, format: format)
            #expect(recorder.record())
            device.advance(0.3)
            recorder.stop()
        }
        device.advance(0.1)
        let file = try AVAudioFile(forReading: url)
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length)))
        try file.read(into: buffer)
        let samples = try #require(buffer.floatChannelData?[0])
        let count = Int(buffer.frameLength)
        return (max(0, count - 4_800)..<count).map { abs(samples[$0]) }.max() ?? 0
    }

    @Test func aCardioidFacesItsSide() throws {
        let app = device.app("Film", backgroundModes: .audio)
        device.microphone(hears: .tone(hertz: 1_000, amplitude: 0.5), from: .back)
        let session = app.perform { AVAudioSession.sharedInstance() }
        try app.perform {
            try session.setCategory(.record)
            try session.setActive(true)
        }
        let input = try #require(app.perform { session.availableInputs?.first })
        let front = try #require(input.dataSources?.first { $0.orientation == .front })
        let back = try #require(input.dataSources?.first { $0.orientation == .back })
        // The closed formula of first-order patterns: a + (1 - a) cos.
        let expected: [(AVAudioSessionDataSourceDescription, AVAudioSession.PolarPattern, Float)] = [
            (front, .omnidirectional, 0.5), (front, .cardioid, 0), (back, .omnidirectional, 0.5),
            (back, .subcardioid, 0.5),
        ]
        for (source, pattern, amplitude) in expected {
            try app.perform {
                try source.setPreferredPolarPattern(pattern)
                try input.setPreferredDataSource(source)
            }
            let heard = try peak(app)
            #expect(abs(heard - amplitude) < 0.01, "\(source.dataSourceName) \(pattern.rawValue): \(heard)")
        }
        // From all around, as before, no choice matters.
        device.microphone(hears: .tone(hertz: 1_000, amplitude: 0.25))
        let heard = try peak(app)
        #expect(abs(heard - 0.25) < 0.01)
    }

    @Test func theModeChoosesTheMicrophone() throws {
        let app = device.app("Film", backgroundModes: .audio)
        let session = app.perform { AVAudioSession.sharedInstance() }
        func orientation(_ category: AVAudioSession.Category, _ mode: AVAudioSession.Mode) throws
            -> AVAudioSession.Orientation?
        {
            try app.perform {
                try session.setCategory(category, mode: mode)
                try session.setActive(true)
                return session.currentRoute.inputs.first?.selectedDataSource?.orientation
            }
        }
        #expect(try orientation(.record, .default) == .bottom)
        #expect(try orientation(.playAndRecord, .voiceChat) == .bottom)
        #expect(try orientation(.record, .measurement) == .bottom)
        // The microphone beside the camera.
        #expect(
            try [AVAudioSession.Orientation.back, .top].contains(orientation(.playAndRecord, .videoRecording) ?? .front)
        )
    }
}
