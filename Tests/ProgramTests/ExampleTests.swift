import AVFoundation
import AudioToolbox
import SordinoSimulator
import Testing

/// The examples for files, run as programs.
@Suite(.enabled(if: Programs.named("read-marks") != nil, "the examples were not built"), .serialized)
struct ExampleTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    // MARK: Recording

    @Test(
        .timeLimit(.minutes(20)), .enabled(if: Programs.canBeSimulated, "dbus-daemon is not installed"),
        arguments: [[], ["alac"]])
    func aRecordingWhoseProgramIsKilledIsWhole(options: [String]) throws {
        let device = SimulatedDevice(.phone)
        device.microphone(.builtInMic, hears: .tone(hertz: 500, amplitude: 0.25))
        let path = folder.file("take.caf")
        let program = try #require(Programs.named("record-caf"))
        let recorder = try device.launch(program, arguments: [path.path, "600"] + options)
        device.advance(8)
        #expect(recorder.isRunning, "\(recorder.output)")
        recorder.kill()
        device.advance(until: recorder, endsWithin: 5)
        #expect(!recorder.isRunning)

        let file = try AVAudioFile(forReading: path)
        let rate = file.processingFormat.sampleRate
        // Samples that are not written yet are lost, 64 KiB at most, and those that the tap has not been given yet.
        let seconds = Double(file.length) / rate
        #expect(seconds > 4 && seconds <= 8.1, "\(seconds) s in the file")
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length)))
        try file.read(into: buffer)
        let samples = try #require(buffer.floatChannelData)[0]
        let peak = (0..<Int(buffer.frameLength)).reduce(Float(0)) { max($0, abs(samples[$1])) }
        #expect(abs(peak - 0.25) < 0.01)
    }

    @Test(.timeLimit(.minutes(20)), .enabled(if: Programs.canBeSimulated, "dbus-daemon is not installed"))
    func aRecordingEndsAfterItsSeconds() throws {
        let device = SimulatedDevice(.phone)
        device.microphone(.builtInMic, hears: .tone(hertz: 500, amplitude: 0.25))
        let path = folder.file("take.caf")
        let recorder = try device.launch(try #require(Programs.named("record-caf")), arguments: [path.path, "2"])
        #expect(device.advance(until: recorder, endsWithin: 20), "\(recorder.output)")
        #expect(recorder.terminationStatus == 0, "\(recorder.output)")
        let file = try AVAudioFile(forReading: path)
        #expect(abs(Double(file.length) / file.processingFormat.sampleRate - 2) < 0.2)
    }

    // MARK: Markers and tags

    /// A file with tags, two markers and a region, made with `AudioFile`.
    private func marked(_ name: String, _ type: AudioFileTypeID) throws -> URL {
        let url = folder.file(name)
        let isBig = type == kAudioFileAIFFType
        var format = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
                | (isBig ? kAudioFormatFlagIsBigEndian : 0),
            mBytesPerPacket: 2, mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16,
            mReserved: 0)
        var made: AudioFileID?
        try #require(AudioFileCreateWithURL(url as CFURL, type, &format, .eraseFile, &made) == noErr)
        let file = try #require(made)
        var count: UInt32 = 96_000
        let samples = [Int16](repeating: 0, count: 96_000)
        #expect(AudioFileWritePackets(file, false, 192_000, nil, 0, &count, samples) == noErr)
        let tags = NSDictionary(dictionary: ["title": "A Song", "artist": "Somebody"])
        var pointer = Unmanaged.passUnretained(tags)
        let size = UInt32(MemoryLayout<CFDictionary>.size)
        #expect(AudioFileSetProperty(file, kAudioFilePropertyInfoDictionary, size, &pointer) == noErr)
        let names = ["verse", "chorus"].map { NSString(string: $0) }
        let byteCount = NumAudioFileMarkersToNumBytes(2)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 8)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        memory.assumingMemoryBound(to: AudioFileMarkerList.self).pointee.mNumberMarkers = 2
        let markers = (memory + 8).assumingMemoryBound(to: AudioFileMarker.self)
        for index in 0..<2 {
            markers[index] = AudioFileMarker(
                mFramePosition: Double(24_000 + 48_000 * index), mName: Unmanaged.passUnretained(names[index]),
                mMarkerID: Int32(index + 1), mSMPTETime: .init(), mType: 0, mReserved: 0, mChannel: 0)
        }
        #expect(AudioFileSetProperty(file, kAudioFilePropertyMarkerList, UInt32(byteCount), memory) == noErr)
        withExtendedLifetime((tags, names)) { #expect(AudioFileClose(file) == noErr) }
        return url
    }

    @Test(arguments: [("a.caf", kAudioFileCAFType), ("a.wav", kAudioFileWAVEType), ("a.aiff", kAudioFileAIFFType)])
    func marksAndTagsAreTold(name: String, type: AudioFileTypeID) throws {
        let run = try Programs.run("read-marks", [try marked(name, type).path])
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("\(name): 0:02.000\ntags:\n"), "\(run.output)")
        #expect(run.output.contains("  artist: Somebody\n") && run.output.contains("  title: A Song\n"))
        #expect(run.output.contains("markers:\n  0:00.500 verse\n  0:01.500 chorus\n"), "\(run.output)")
    }

    @Test func theRegionsOfAnotherProgramAreTold() throws {
        // One second of 8 kHz, a cue with a length and a label: as sound editors write regions.
        func little(_ value: Int, _ count: Int = 4) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
        func chunk(_ code: String, _ body: [UInt8]) -> [UInt8] { Array(code.utf8) + little(body.count) + body }
        let format = little(1, 2) + little(1, 2) + little(8000) + little(16000) + little(2, 2) + little(16, 2)
        let cue = little(1) + little(1) + little(0) + Array("data".utf8) + little(0) + little(0) + little(2000)
        let label = chunk("labl", little(1) + Array("Refrain\0".utf8))
        let length = chunk("ltxt", little(1) + little(4000) + Array("rgn ".utf8) + little(0) + little(0))
        let body =
            Array("WAVE".utf8) + chunk("fmt ", format) + chunk("data", [UInt8](repeating: 0, count: 16000))
            + chunk("cue ", cue) + chunk("LIST", Array("adtl".utf8) + label + length)
        try Data(chunk("RIFF", body)).write(to: folder.file("a.wav"))
        let run = try Programs.run("read-marks", [folder.file("a.wav").path])
        #expect(
            run.output
                == "a.wav: 0:01.000\ntags:\n  approximate duration in seconds: 1.000\nregions:\n  Refrain: 0:00.250 to 0:00.750\n"
        )
    }

    @Test func whatIsNoSoundIsSaidToBeNone() throws {
        try Data("Dear friend".utf8).write(to: folder.file("letter.wav"))
        let run = try Programs.run("read-marks", [folder.file("letter.wav").path])
        #expect(run.status == 1)
        #expect(run.output.hasPrefix("read-marks: letter.wav: "))
    }

    // MARK: Folders

    @Test func aFolderOfAllSortsIsEncodedAndWhatIsNoSoundIsNamed() throws {
        let (source, target) = (folder.file("in"), folder.file("out"))
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        var expected: [String: Double] = [:]
        for (name, rate, channels) in [
            ("a.wav", 48_000.0, 2), ("b.aiff", 44_100, 1), ("c.caf", 96_000, 2), ("d.wav", 8_000, 1),
            ("e.wav", 44_100, 6), ("f.au", 22_050, 2), ("g.wav", 11_025, 1), ("h.wav", 192_000, 2),
        ] {
            let file = try folder.sine("in/" + name, seconds: 1, rate: rate, channels: UInt32(channels))
            expected[file.deletingPathExtension().lastPathComponent] = 1
        }
        for (name, options) in [("i.mp3", []), ("j.flac", []), ("k.opus", ["-c:a", "libopus"]), ("l.ogg", [])] {
            guard let made = try folder.encoded(name, options, seconds: 1) else { continue }
            try FileManager.default.moveItem(at: made, to: source.appendingPathComponent(name))
            expected[String(name.prefix(1))] = 1
        }
        // The same name twice, something that is no sound, an empty file and a folder.
        _ = try folder.sine("in/a.caf", seconds: 0.5)
        try Data("no sound".utf8).write(to: source.appendingPathComponent("x.wav"))
        try Data().write(to: source.appendingPathComponent("y.mp3"))
        try FileManager.default.createDirectory(
            at: source.appendingPathComponent("z.wav"), withIntermediateDirectories: true)

        let run = try Programs.run("batch-encode", [source.path, target.path])
        #expect(run.status == 1, "what failed has to be seen: \(run.output)")
        for name in ["x.wav", "y.mp3"] {
            #expect(run.output.split(separator: "\n").contains { $0.contains("\(name): ") }, "\(run.output)")
            // A file that could not be encoded does not stay.
            #expect(
                !FileManager.default.fileExists(atPath: target.appendingPathComponent("\(name.prefix(1)).m4a").path))
        }
        let made = try FileManager.default.contentsOfDirectory(atPath: target.path).sorted()
        #expect(made.count == expected.count + 1, "\(made)")
        for (name, seconds) in expected where name != "a" {
            let file = try AVAudioFile(forReading: target.appendingPathComponent(name + ".m4a"))
            #expect(abs(Double(file.length) / file.processingFormat.sampleRate - seconds) < 0.01, "\(name)")
        }
        #expect(try AVAudioFile(forReading: target.appendingPathComponent("e.m4a")).processingFormat.channelCount == 6)
    }

    @Test func aSpeechModelGetsWhatItWants() throws {
        let file = try folder.sine("a.wav", seconds: 2, rate: 44_100)
        let process = Process()
        process.executableURL = Programs.named("speech-model-input")
        process.arguments = [file.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let samples = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        #expect(samples.count == 32_000)
        // Away from the ends it is the sine of 1 kHz at 16 kHz.
        var worst: Float = 0
        for frame in 200..<31_800 {
            let ideal = 0.5 * sin(2 * Double.pi * Double(frame) / 16)
            worst = max(worst, abs(samples[frame] - Float(ideal)))
        }
        #expect(worst < 1e-4, "\(worst)")
    }
}
