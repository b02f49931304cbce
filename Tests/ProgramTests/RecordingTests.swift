import AVFoundation
import Patience
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

    /// Waits for its end, which comes in real time.
    private func hasEnded(_ recorder: SimulatedProcess) -> Bool {
        Patience.until {
            device.advance(0.01)
            return !recorder.isRunning
        }
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
        ["take.caf", "-d", "alac"], ["take.opus", "-d", "opus@48000"], ["take.rf64"], ["take.au"], ["take.ogg"],
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

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP], ["take.au", "take.m4a", "take.flac"])
    func aSignalEndsAWholeFile(signal: Int32, name: String) throws {
        let url = folder.file(name)
        let recorder = try launch(["-v", url.path])
        #expect(waitUntilItRecords(recorder), "\(recorder.output)")
        let start = device.now
        device.advance(2)
        let passed = device.now - start
        kill(recorder.processIdentifier, signal)
        #expect(hasEnded(recorder), "\(recorder.output)")
        #expect(recorder.terminationStatus == 0, "\(recorder.output)")
        // It continues until the signal has come to it.
        let length = try AVAudioFile(forReading: url).length
        #expect(Double(length) / 48_000 >= passed - 0.1, "\(length)")
        try check(url, seconds: Double(length) / 48_000, tolerance: 0.001)
    }

    /// As `nohup` has it.
    @Test func aSignalThatItWasStartedToIgnoreEndsNothing() throws {
        let url = folder.file("take.caf")
        let afrecord = try #require(Programs.named("afrecord"))
        let line = "trap '' HUP; exec '\(afrecord.path)' -v -t 2 '\(url.path)'"
        let recorder = try device.launch(URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", line])
        #expect(waitUntilItRecords(recorder), "\(recorder.output)")
        kill(recorder.processIdentifier, SIGHUP)
        #expect(device.advance(until: recorder, endsWithin: 30), "\(recorder.output)")
        #expect(recorder.terminationStatus == 0, "\(recorder.output)")
        try check(url, seconds: 2, tolerance: 0.001)
    }

    /// Nothing can be written again in a pipe: what the first header says has to hold.
    @Test(arguments: ["WAVE", "caff", "NeXT", "flac", "adts", "Oggf"])
    func theStandardOutputGetsAFileThatIsWhole(type: String) throws {
        let url = folder.file("piped")
        let afrecord = try #require(Programs.named("afrecord"))
        // The shell becomes the recorder, as which the device knows it.
        let line = """
            cd '\(folder.url.path)' && mkfifo pipe && (cat pipe > part; mv part piped) > /dev/null 2>&1 &
            cd '\(folder.url.path)'; until [ -p pipe ]; do :; done
            exec '\(afrecord.path)' -v -t 2 -f \(type) - > pipe
            """
        let recorder = try device.launch(URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", line])
        #expect(device.advance(until: recorder, endsWithin: 30), "\(recorder.output)")
        #expect(recorder.output.contains("Recording the standard output"), "\(recorder.output)")
        #expect(recorder.terminationStatus == 0, "\(recorder.output)")
        #expect(Patience.until { FileManager.default.fileExists(atPath: url.path) })
        #expect(!FileManager.default.fileExists(atPath: folder.file("-").path), "a file that is named - was made")
        try check(url, seconds: 2, tolerance: type == "adts" ? 0.05 : 0.001)
        if let ffprobe = Programs.outside("ffprobe") {
            let probe = try Programs.run(ffprobe, ["-v", "error", "-show_entries", "stream=codec_type", url.path])
            #expect(probe.status == 0 && probe.output.contains("audio"), "\(probe.output)")
        }
    }

    @Test(arguments: [["-f", "AIFF"], ["-f", "m4af"], ["-f", "caff", "-d", "aac"], ["-n", "1"]])
    func aFileThatCannotBeStreamedIsRefusedInASentence(words: [String]) throws {
        let afrecord = try #require(Programs.named("afrecord"))
        let line = "'\(afrecord.path)' \(words.joined(separator: " ")) - | wc -c"
        let recorder = try device.launch(
            URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", line], waitsForSession: false)
        #expect(hasEnded(recorder))
        #expect(recorder.output.hasSuffix("0\n"), "\(recorder.output)")
        let isRefused =
            recorder.output.contains("have to be completed at their beginning, which a stream cannot")
            || recorder.output.contains("--split needs files, and - is a stream")
        #expect(isRefused, "\(recorder.output)")
    }

    @Test func aLongRecordingIsSplitWithoutAGap() throws {
        let recorder = try launch(["-v", "-n", "1", "-t", "2.5", "-d", "LEF32", folder.file("take.caf").path])
        #expect(device.advance(until: recorder, endsWithin: 30), "\(recorder.output)")
        #expect(recorder.terminationStatus == 0, "\(recorder.output)")
        var samples: [Float] = []
        for (name, length) in [("take-001.caf", 48_000), ("take-002.caf", 48_000), ("take-003.caf", 24_000)] {
            let file = try AVAudioFile(forReading: folder.file(name))
            #expect(file.length == Int64(length), "\(name)")
            let buffer = try #require(
                AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(length)))
            try file.read(into: buffer)
            let plane = try #require(buffer.floatChannelData)[0]
            samples += (0..<Int(buffer.frameLength)).map { plane[$0] }
        }
        // Each sample of a sine follows from the two before, also over the seams.
        let twoCosines = Float(2 * cos(2 * Double.pi * 500 / 48_000))
        let worst = (24_002..<samples.count).map {
            abs(samples[$0] - twoCosines * samples[$0 - 1] + samples[$0 - 2])
        }.max()
        #expect(try #require(worst) < 1e-4)
    }

    @Test func silenceEndsARecording() throws {
        let tone = (0..<96_000).map { Float(0.25 * sin(2 * Double.pi * 500 * Double($0) / 48_000)) }
        let url = folder.file("take.wav")
        device.microphone(.builtInMic, hears: .recording([tone], sampleRate: 48_000, repeats: false))
        let recorder = try launch(["-e", "1", "-l", "-40", url.path])
        #expect(device.advance(until: recorder, endsWithin: 30), "\(recorder.output)")
        #expect(recorder.terminationStatus == 0, "\(recorder.output)")
        #expect(try AVAudioFile(forReading: url).length >= 48_000)
    }

    @Test func aKindThatIsNotWrittenIsNamed() throws {
        let url = folder.file("take.mp3")
        let recorder = try device.launch(
            try #require(Programs.named("afrecord")), arguments: [url.path], waitsForSession: false)
        #expect(hasEnded(recorder))
        #expect(
            recorder.terminationStatus == 1
                && recorder.output.contains("MPEG Layer 3 files can be read but not written"), "\(recorder.output)")
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }
}
