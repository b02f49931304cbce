import AVFoundation
import SordinoSimulator
import Testing

/// `afrecord` as a process on a simulated telephone.
@Suite(
    .enabled(if: Programs.canBeSimulated && Programs.named("afrecord") != nil, "the programs cannot be simulated"),
    .serialized, .timeLimit(.minutes(20)))
struct RecordingTests {
    private let folder: Folder
    private let device = SimulatedDevice(.phone)

    init() throws {
        folder = try Folder()
        device.microphone(.builtInMic, hears: .tone(hertz: 500, amplitude: 0.25))
    }

    private func launch(_ arguments: [String]) throws -> SimulatedProcess {
        try device.launch(try #require(Programs.named("afrecord")), arguments: arguments)
    }

    /// Lets time pass until the recorder says that it records.
    private func waitUntilItRecords(_ recorder: SimulatedProcess) -> Bool {
        for _ in 0..<400 {
            if recorder.output.contains("Recording") { return true }
            device.advance(0.05)
        }
        return false
    }

    private func check(_ url: URL, seconds: Double, tolerance: Double) throws {
        let file = try AVAudioFile(forReading: url)
        let length = Double(file.length) / file.processingFormat.sampleRate
        #expect(abs(length - seconds) <= tolerance, "\(length) s, not \(seconds)")
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length)))
        try file.read(into: buffer)
        #expect(Int64(buffer.frameLength) == file.length)
        let samples = try #require(buffer.floatChannelData)[0]
        let energy = (0..<Int(buffer.frameLength)).reduce(0.0) { $0 + Double(samples[$1] * samples[$1]) }
        // A sine of 0.25.
        #expect(abs((2 * energy / Double(max(1, buffer.frameLength))).squareRoot() - 0.25) < 0.02)
    }

    @Test(arguments: [
        ["take.wav"], ["take.caf"], ["take.aiff"], ["take.m4a"], ["take.aac"], ["take.flac"],
        ["take.caf", "-d", "alac"], ["take.opus", "-d", "opus@48000"], ["take.rf64"],
    ])
    func aRecorderThatIsKilledLosesASecondAtMost(words: [String]) throws {
        let url = folder.file(words[0])
        let recorder = try launch(["-v", url.path] + words.dropFirst())
        #expect(waitUntilItRecords(recorder), "\(recorder.output)")
        let start = device.now
        device.advance(5.3)
        #expect(recorder.isRunning, "\(recorder.output)")
        let passed = device.now - start
        recorder.kill()
        device.advance(until: recorder, endsWithin: 5)
        // It began up to a step before it was seen to.
        try check(url, seconds: passed - 0.45, tolerance: 0.55)
        if let ffprobe = Programs.outside("ffprobe") {
            let probe = try Programs.run(ffprobe, ["-v", "error", "-show_entries", "stream=codec_type", url.path])
            #expect(probe.status == 0 && probe.output.contains("audio"), "\(probe.output)")
        }
    }
}
