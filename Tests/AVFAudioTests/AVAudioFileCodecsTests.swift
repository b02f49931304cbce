import AVFAudio
import SordinoMedia
import Testing

/// Compressed files, written and read again by us and by ffmpeg.
@Suite struct AVAudioFileCodecsTests {
    static func has(_ codec: FourCC) -> Bool { Codecs.named(codec)?.isEncoded ?? false }

    /// Runs ffmpeg or ffprobe; nil if this machine lacks it.
    static func run(_ name: String, _ arguments: [String]) throws -> Data? {
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let path else { return nil }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(name) \(arguments)")
        return data
    }

    struct Case: CustomTestStringConvertible {
        var name: String
        var id: AudioFormatID
        var rate = 44100.0
        var settings: [String: Int] = [:]
        /// The mean of the differences, squared; 0 for lossless.
        var tolerance: Float
        /// Indicates whether ffmpeg knows where the sound ends.
        var isExactForOthers = true
        /// Indicates that ffmpeg does not drop the frames at the beginning that are not to be heard.
        var keepsPriming = false
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "a.m4a", id: kAudioFormatMPEG4AAC, settings: [AVEncoderBitRateKey: 192_000], tolerance: 0.02),
        Case(
            name: "b.m4a", id: kAudioFormatMPEG4AAC, rate: 22050,
            settings: [AVEncoderBitRatePerChannelKey: 48_000, AVEncoderAudioQualityKey: 127], tolerance: 0.02),
        Case(name: "c.m4a", id: kAudioFormatAppleLossless, tolerance: 1 / 65536),
        Case(name: "d.caf", id: kAudioFormatAppleLossless, settings: [AVEncoderBitDepthHintKey: 24], tolerance: 1e-7),
        Case(
            name: "e.caf", id: kAudioFormatMPEG4AAC, settings: [AVEncoderBitRateKey: 192_000], tolerance: 0.02,
            keepsPriming: true),
        Case(name: "f.flac", id: kAudioFormatFLAC, settings: [AVEncoderBitDepthHintKey: 24], tolerance: 1e-7),
        Case(
            name: "g.caf", id: kAudioFormatOpus, rate: 48000, settings: [AVEncoderBitRateKey: 192_000], tolerance: 0.05,
            keepsPriming: true),
        Case(name: "h.caf", id: kAudioFormatAppleIMA4, tolerance: 0.02),
        Case(name: "i.aifc", id: kAudioFormatAppleIMA4, tolerance: 0.02, isExactForOthers: false),
        Case(name: "j.wav", id: kAudioFormatULaw, rate: 8000, tolerance: 0.01),
        Case(
            name: "k.opus", id: kAudioFormatOpus, rate: 48000, settings: [AVEncoderBitRateKey: 192_000], tolerance: 0.05
        ),
        Case(name: "l.oga", id: kAudioFormatFLAC, settings: [AVEncoderBitDepthHintKey: 24], tolerance: 1e-7),
    ]

    @Test(arguments: cases)
    func whatIsWrittenHasItsLengthAndSound(item: Case) throws {
        guard Self.has(FourCC(rawValue: item.id)) else { return }
        let folder = try AVAudioFileTests.Folder()
        let url = folder.url.appendingPathComponent(item.name)
        let frameCount = 10_007
        var settings: [String: Any] = [
            AVFormatIDKey: item.id, AVSampleRateKey: item.rate, AVNumberOfChannelsKey: 2,
        ]
        for (key, value) in item.settings { settings[key] = value }
        let source = try sineBuffer(try float(item.rate, 2), frameCount: frameCount)
        do {
            let file = try AVAudioFile(forWriting: url, settings: settings)
            #expect(file.processingFormat == source.format)
            #expect(file.fileFormat.streamDescription.pointee.mFormatID == item.id)
            try file.write(from: source)
            #expect(file.length == Int64(frameCount) && file.framePosition == Int64(frameCount))
        }
        let file = try AVAudioFile(forReading: url)
        // Frames of IMA 4:1 in AIFF come in packets, and nothing there counts those that are not heard.
        let expected = item.name == "i.aifc" ? (frameCount + 63) / 64 * 64 : frameCount
        #expect(file.length == Int64(expected))
        let back = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 20_000))
        try file.read(into: back)
        #expect(Int(back.frameLength) == expected)
        let (a, b) = (try #require(source.floatChannelData), try #require(back.floatChannelData))
        var sum = 0.0
        for channel in 0..<2 {
            for frame in 0..<frameCount { sum += pow(Double(a[channel][frame] - b[channel][frame]), 2) }
        }
        let error = Float((sum / Double(2 * frameCount)).squareRoot())
        #expect(error <= item.tolerance, "\(error)")

        // ffmpeg hears what we hear.
        guard let data = try Self.run("ffmpeg", ["-v", "error", "-i", url.path, "-f", "f32le", "-"]) else { return }
        let priming = item.keepsPriming ? Int(try MediaReader(path: url.path).properties.primingFrameCount) : 0
        let theirs = data.withUnsafeBytes { bytes in
            (2 * priming..<bytes.count / 4).map {
                bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self)
            }
        }
        if item.isExactForOthers { #expect(theirs.count >= 2 * frameCount, "\(theirs.count / 2) frames") }
        let shared = min(theirs.count / 2, frameCount)
        var difference = 0.0
        for frame in 0..<shared {
            for channel in 0..<2 { difference += pow(Double(theirs[2 * frame + channel] - b[channel][frame]), 2) }
        }
        let distance = (difference / Double(2 * max(1, shared))).squareRoot()
        #expect(distance < 1 / 32768.0, "\(distance), \(theirs.count / 2) frames")
    }

    @Test(.enabled(if: has("aac "), "libavcodec is not there"))
    func impossibleEncoderSettingsAreRefused() throws {
        let folder = try AVAudioFileTests.Folder()
        let url = folder.url.appendingPathComponent("a.m4a")
        func code(_ settings: [String: Any]) -> Int? {
            var all: [String: Any] = [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2,
            ]
            all.merge(settings) { $1 }
            do { _ = try AVAudioFile(forWriting: url, settings: all) } catch let error as NSError { return error.code }
            return nil
        }
        #expect(code([AVEncoderBitRateKey: 3]) == Int(kAudioCodecUnsupportedFormatError))
        #expect(code([AVEncoderBitRateKey: 9_999_999]) == Int(kAudioCodecUnsupportedFormatError))
        #expect(code([AVSampleRateKey: 44101]) == Int(kAudioFileUnsupportedDataFormatError))
        #expect(
            code([AVFormatIDKey: kAudioFormatAppleLossless, AVEncoderBitDepthHintKey: 20])
                == Int(kAudioCodecUnsupportedFormatError))
        #expect(code([AVFormatIDKey: kAudioFormatMPEGLayer3]) == Int(kAudioFileUnsupportedDataFormatError))
        #expect(!FileManager.default.fileExists(atPath: url.path))
        #expect(code([AVEncoderBitRateKey: 128_000]) == nil)
    }

    @Test func buffersThatNobodyChangesAreReadAndWritten() throws {
        let folder = try AVAudioFileTests.Folder()
        let url = folder.url.appendingPathComponent("a.wav")
        let source = AVReadOnlyAudioPCMBuffer(copying: try sineBuffer(try float(44100, 2), frameCount: 1000))
        do {
            let file = try AVAudioFile(forWriting: url, settings: AVAudioFileTests.pcm(bits: 32, isFloat: true))
            try file.write(from: source)
        }
        let file = try AVAudioFile(forReading: url)
        let first = try file.read(frameCount: 300)
        #expect(first.frameLength == 300 && first.format == file.processingFormat)
        let rest = try file.read(frameCount: .max)
        #expect(rest.frameLength == 700 && rest.frameCapacity == 700)
        #expect(throws: NSError.self) { try file.read(frameCount: 1) }
    }
}
