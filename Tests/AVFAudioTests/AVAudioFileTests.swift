import AVFAudio
import AllocationProbe
import Testing

@Suite struct AVAudioFileTests {
    /// A folder that goes when the test ends.
    final class Folder {
        let url: URL
        init() throws {
            url = FileManager.default.temporaryDirectory.appendingPathComponent("AVAudioFileTests-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }
        deinit { try? FileManager.default.removeItem(at: url) }
    }

    /// A buffer with a ramp that 16 bits hold exactly; each channel has its own.
    static func ramp(_ format: AVAudioFormat, frameCount: AVAudioFrameCount) throws -> AVAudioPCMBuffer {
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frameCount))
        let channels = try #require(buffer.floatChannelData)
        for channel in 0..<Int(format.channelCount) {
            for frame in 0..<Int(frameCount) {
                let value = (frame * 7 + channel * 1000) % 65536 - 32768
                channels[channel][frame * buffer.stride] = Float(value) / 32768
            }
        }
        buffer.frameLength = frameCount
        return buffer
    }

    static func samples(_ buffer: AVAudioPCMBuffer, channel: Int) throws -> [Float] {
        let channels = try #require(buffer.floatChannelData)
        return (0..<Int(buffer.frameLength)).map { channels[channel][$0 * buffer.stride] }
    }

    static func pcm(
        bits: Int, isFloat: Bool = false, isBigEndian: Bool = false, channels: Int = 2, rate: Double = 44100
    ) -> [String: Any] {
        [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels,
            AVLinearPCMBitDepthKey: bits, AVLinearPCMIsFloatKey: isFloat, AVLinearPCMIsBigEndianKey: isBigEndian,
        ]
    }

    /// A file name, bits, whether floating point, whether big-endian.
    static let written: [(String, Int, Bool, Bool)] = [
        ("a.wav", 16, false, false), ("a.wav", 24, false, false), ("a.wav", 32, true, false),
        ("a.aif", 16, false, true), ("a.aifc", 32, true, true), ("a.aifc", 16, false, false),
        ("a.caf", 16, false, true), ("a.caf", 64, true, false), ("a.caf", 32, false, false),
        ("a.bw64", 16, false, false),
    ]

    @Test(arguments: written.indices)
    func whatIsWrittenIsReadBackExactlyOnceTheFileIsReleased(index: Int) throws {
        let (name, bits, isFloat, isBigEndian) = Self.written[index]
        let settings = Self.pcm(bits: bits, isFloat: isFloat, isBigEndian: isBigEndian)
        let folder = try Folder()
        let url = folder.url.appendingPathComponent(name)
        var file: AVAudioFile? = try AVAudioFile(forWriting: url, settings: settings)
        let format = try #require(file?.processingFormat)
        #expect(format == AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 2))
        let buffer = try Self.ramp(format, frameCount: 5000)
        try file?.write(from: buffer)
        try file?.write(from: buffer)
        #expect(file?.length == 10000)
        #expect(file?.framePosition == 10000)
        file = nil

        let reading = try AVAudioFile(forReading: url)
        #expect(reading.length == 10000)
        #expect(reading.fileFormat.settings[AVLinearPCMBitDepthKey] as? Int == settings[AVLinearPCMBitDepthKey] as? Int)
        #expect(reading.fileFormat.settings[AVLinearPCMIsFloatKey] as? Bool == settings[AVLinearPCMIsFloatKey] as? Bool)
        #expect(reading.fileFormat.isInterleaved)
        #expect(reading.processingFormat.isStandard)
        let back = try #require(AVAudioPCMBuffer(pcmFormat: reading.processingFormat, frameCapacity: 5000))
        for _ in 0..<2 {
            try reading.read(into: back)
            #expect(back.frameLength == 5000)
            for channel in 0..<2 {
                #expect(try Self.samples(back, channel: channel) == Self.samples(buffer, channel: channel))
            }
        }
    }

    @Test func readingAtTheEndThrowsEndOfFileAndLeavesNoFrames() throws {
        let folder = try Folder()
        let url = folder.url.appendingPathComponent("a.wav")
        let writing = try AVAudioFile(forWriting: url, settings: Self.pcm(bits: 16))
        try writing.write(from: Self.ramp(writing.processingFormat, frameCount: 10))
        writing.close()

        let file = try AVAudioFile(forReading: url)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 8))
        try file.read(into: buffer)
        try file.read(into: buffer)
        #expect(buffer.frameLength == 2)
        #expect(file.framePosition == 10)
        let error = #expect(throws: NSError.self) { try file.read(into: buffer) }
        #expect(error?.domain == NSOSStatusErrorDomain)
        #expect(error?.code == -39)
        #expect(buffer.frameLength == 0)

        file.framePosition = 3
        try file.read(into: buffer, frameCount: 2)
        #expect(buffer.frameLength == 2)
        #expect(file.framePosition == 5)
    }

    @Test(arguments: [AVAudioCommonFormat.pcmFormatInt16, .pcmFormatInt32, .pcmFormatFloat32, .pcmFormatFloat64])
    func everyProcessingFormatCarriesSixteenBitsExactly(common: AVAudioCommonFormat) throws {
        let folder = try Folder()
        for interleaved in [false, true] {
            let url = folder.url.appendingPathComponent("\(common.rawValue)-\(interleaved).caf")
            let plain = try AVAudioFile(forWriting: url, settings: Self.pcm(bits: 16))
            let original = try Self.ramp(plain.processingFormat, frameCount: 3000)
            try plain.write(from: original)
            plain.close()

            let source = try AVAudioFile(forReading: url, commonFormat: common, interleaved: interleaved)
            #expect(source.processingFormat.commonFormat == common)
            #expect(source.processingFormat.isInterleaved == interleaved)
            let buffer = try #require(AVAudioPCMBuffer(pcmFormat: source.processingFormat, frameCapacity: 4096))
            try source.read(into: buffer)
            #expect(buffer.frameLength == 3000)

            let copy = folder.url.appendingPathComponent("copy-\(common.rawValue)-\(interleaved).wav")
            let target = try AVAudioFile(
                forWriting: copy, settings: Self.pcm(bits: 16), commonFormat: common, interleaved: interleaved)
            try target.write(from: buffer)
            target.close()

            let again = try AVAudioFile(forReading: copy)
            let result = try #require(AVAudioPCMBuffer(pcmFormat: again.processingFormat, frameCapacity: 4096))
            try again.read(into: result)
            for channel in 0..<2 {
                #expect(try Self.samples(result, channel: channel) == Self.samples(original, channel: channel))
            }
        }
    }

    @Test func aMissingFileIsReportedWithItsPath() throws {
        let url = URL(fileURLWithPath: "/nowhere/to be found.wav")
        let error = #expect(throws: NSError.self) { try AVAudioFile(forReading: url) }
        #expect(error?.domain == "com.apple.coreaudio.avfaudio")
        #expect(error?.code == Int(kAudioFileUnspecifiedError))
        #expect(error?.localizedDescription.contains("/nowhere/to be found.wav") == true)
        #expect((error?.userInfo["failed call"] as? String)?.contains("open") == true)
    }

    @Test func filesThatAreNoSoundAreOfAnUnsupportedType() throws {
        let folder = try Folder()
        let url = folder.url.appendingPathComponent("notes.wav")
        try Data("These are only some words about music.".utf8).write(to: url)
        let error = #expect(throws: NSError.self) { try AVAudioFile(forReading: url) }
        #expect(error?.code == Int(kAudioFileUnsupportedFileTypeError))
        #expect(error?.domain == "com.apple.coreaudio.avfaudio")
    }

    @Test func aDamagedFileNamesTheByteAndTheReason() throws {
        let folder = try Folder()
        let url = folder.url.appendingPathComponent("cut.wav")
        try Data("RIFF\u{24}\0\0\0WAVEfmt \u{10}\0\0\0\u{1}\0\u{2}\0".utf8).write(to: url)
        let error = #expect(throws: NSError.self) { try AVAudioFile(forReading: url) }
        #expect(error?.code == Int(kAudioFileInvalidFileError))
        #expect(error?.localizedFailureReason?.contains("byte 24") == true)
        #expect(error?.localizedFailureReason?.contains("fmt") == true)
    }

    @Test func onlyBuffersInTheProcessingFormatAreTaken() throws {
        let folder = try Folder()
        let file = try AVAudioFile(forWriting: folder.url.appendingPathComponent("a.wav"), settings: Self.pcm(bits: 16))
        let other = try #require(AVAudioFormat(standardFormatWithSampleRate: 48000, channels: 2))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: other, frameCapacity: 10))
        buffer.frameLength = 10
        let error = #expect(throws: NSError.self) { try file.write(from: buffer) }
        #expect(error?.code == -50)
        #expect(file.length == 0)
    }

    @Test func aFileDoesOnlyWhatItWasOpenedForAndNothingOnceClosed() throws {
        let folder = try Folder()
        let url = folder.url.appendingPathComponent("a.wav")
        let file = try AVAudioFile(forWriting: url, settings: Self.pcm(bits: 16))
        let buffer = try Self.ramp(file.processingFormat, frameCount: 10)
        let writeOnly = #expect(throws: NSError.self) { try file.read(into: buffer) }
        #expect(writeOnly?.code == Int(kAudioFilePermissionsError))
        buffer.frameLength = 10
        try file.write(from: buffer)
        #expect(file.isOpen)
        file.close()
        file.close()
        #expect(!file.isOpen)
        #expect(file.length == 10)
        let closed = #expect(throws: NSError.self) { try file.write(from: buffer) }
        #expect(closed?.code == Int(kAudioFileNotOpenError))
    }

    @Test func theKindOfFileComesFromTheSettingsBeforeTheExtension() throws {
        let folder = try Folder()
        let url = folder.url.appendingPathComponent("a.wav")
        var settings = Self.pcm(bits: 16)
        settings[AVAudioFileTypeKey] = kAudioFileCAFType
        try AVAudioFile(forWriting: url, settings: settings).close()
        #expect(try Data(contentsOf: url).prefix(4) == Data("caff".utf8))
    }

    @Test func whatCannotBeWrittenLeavesTheOldFileAlone() throws {
        let folder = try Folder()
        let url = folder.url.appendingPathComponent("a.wav")
        try Data("precious".utf8).write(to: url)
        let bigEndian = #expect(throws: NSError.self) {
            try AVAudioFile(forWriting: url, settings: Self.pcm(bits: 16, isBigEndian: true))
        }
        #expect(bigEndian?.code == Int(kAudioFileUnsupportedDataFormatError))
        #expect(try Data(contentsOf: url) == Data("precious".utf8))
        let unknown = #expect(throws: NSError.self) {
            try AVAudioFile(forWriting: folder.url.appendingPathComponent("a.xyz"), settings: Self.pcm(bits: 16))
        }
        #expect(unknown?.code == Int(kAudioFileUnsupportedFileTypeError))
        #expect(throws: NSError.self) { try AVAudioFile(forWriting: url, settings: [:]) }
    }

    @Test func theSettingsOfAProcessingFormatMakeAFile() throws {
        let folder = try Folder()
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 16000, channels: 1))
        let url = folder.url.appendingPathComponent("a.wav")
        let file = try AVAudioFile(forWriting: url, settings: format.settings)
        #expect(file.processingFormat == format)
        #expect(file.fileFormat.isInterleaved)
        file.close()
        #expect(try AVAudioFile(forReading: url).fileFormat.commonFormat == .pcmFormatFloat32)
    }

    @Test func sixChannelsKeepTheirLayout() throws {
        let folder = try Folder()
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        let format = AVAudioFormat(standardFormatWithSampleRate: 48000, channelLayout: layout)
        for name in ["a.wav", "a.caf"] {
            let url = folder.url.appendingPathComponent(name)
            let file = try AVAudioFile(forWriting: url, settings: format.settings)
            let buffer = try Self.ramp(file.processingFormat, frameCount: 100)
            try file.write(from: buffer)
            file.close()
            let reading = try AVAudioFile(forReading: url)
            #expect(reading.processingFormat.channelCount == 6)
            let read = try #require(reading.processingFormat.channelLayout)
            if name == "a.caf" { #expect(read == layout) }
            // A WAVE file says the same as a bit per loudspeaker: L R C LFE Ls Rs.
            #expect(reading.processingFormat == format)
            let back = try #require(AVAudioPCMBuffer(pcmFormat: reading.processingFormat, frameCapacity: 100))
            try reading.read(into: back)
            #expect(try Self.samples(back, channel: 5) == Self.samples(buffer, channel: 5))
        }
    }

    @Test func moreThanTwoChannelsWithoutALayoutAreDiscrete() throws {
        let folder = try Folder()
        let url = folder.url.appendingPathComponent("a.wav")
        try AVAudioFile(forWriting: url, settings: Self.pcm(bits: 16, channels: 4)).close()
        let layout = try #require(try AVAudioFile(forReading: url).processingFormat.channelLayout)
        #expect(layout.layoutTag == kAudioChannelLayoutTag_DiscreteInOrder | 4)
    }

    /// Subclasses override the initialisers, as they can with Apple's class.
    class Noted: AVAudioFile, @unchecked Sendable {
        var note = ""
        override init(forReading fileURL: URL) throws {
            try super.init(forReading: fileURL)
            note = fileURL.lastPathComponent
        }
        override func close() {
            note += " closed"
            super.close()
        }
    }

    @Test func theClassCanBeSubclassed() throws {
        let folder = try Folder()
        let url = folder.url.appendingPathComponent("a.wav")
        try AVAudioFile(forWriting: url, settings: Self.pcm(bits: 8)).close()
        let file = try Noted(forReading: url)
        file.close()
        #expect(file.note == "a.wav closed")
        #expect(!AVAudioFile().isOpen)
    }

    @Test(
        .enabled(if: allocationProbeWorks, "A sanitizer owns the heap: heap tests prove nothing in this build."),
        arguments: [true, false])
    func readingAFewFramesTouchesNoHeap(isInterleaved: Bool) throws {
        let folder = try Folder()
        let url = folder.url.appendingPathComponent("a.wav")
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 2))
        try AVAudioFile(forWriting: url, settings: Self.pcm(bits: 16)).write(from: Self.ramp(format, frameCount: 9000))
        let file = try AVAudioFile(forReading: url, commonFormat: .pcmFormatFloat32, interleaved: isInterleaved)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 64))
        var failed = false
        func block() { do { try file.read(into: buffer) } catch { failed = true } }
        for _ in 0..<4 { block() }
        let calls = countingHeapCalls { for _ in 0..<16 { block() } }
        #expect(calls == .none && !failed && buffer.frameLength == 64, "\(calls)")
    }
}
