import AudioToolbox
import Foundation
import Testing

/// Files read and written in another format than their own.
@Suite struct ExtAudioFileTests {
    static func floats(channels: UInt32, rate: Double) -> AudioStreamBasicDescription {
        AudioStreamBasicDescription(
            mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, mBytesPerPacket: 4 * channels,
            mFramesPerPacket: 1, mBytesPerFrame: 4 * channels, mChannelsPerFrame: channels, mBitsPerChannel: 32,
            mReserved: 0)
    }

    private static func compressed(
        _ id: AudioFormatID, channels: UInt32 = 2, rate: Double = 44100
    ) -> AudioStreamBasicDescription {
        var format = AudioStreamBasicDescription()
        (format.mFormatID, format.mSampleRate, format.mChannelsPerFrame) = (id, rate, channels)
        return format
    }

    static func hasEncoder(_ id: AudioFormatID) -> Bool {
        var (id, size) = (id, UInt32(0))
        return AudioFormatGetPropertyInfo(kAudioFormatProperty_Encoders, 4, &id, &size) == noErr && size > 0
    }

    /// A tone in each channel, as 16-bit numbers would hold it.
    static func tone(_ frameCount: Int, channels: Int, rate: Double = 44100) -> [Float] {
        (0..<frameCount).flatMap { frame in
            (0..<channels).map { channel in
                let phase = 2 * Double.pi * (440 + 110 * Double(channel)) * Double(frame) / rate
                return Float((sin(phase) * 0.5 * 32768).rounded() / 32768)
            }
        }
    }

    private static func create(
        _ url: URL, _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription,
        client: AudioStreamBasicDescription?
    ) throws -> ExtAudioFileRef {
        var (format, file) = (format, ExtAudioFileRef?.none)
        let status = ExtAudioFileCreateWithURL(
            url as CFURL, type, &format, nil, AudioFileFlags.eraseFile.rawValue, &file)
        try #require(status == noErr, "\(status)")
        let made = try #require(file)
        if var client {
            let size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
            try #require(ExtAudioFileSetProperty(made, kExtAudioFileProperty_ClientDataFormat, size, &client) == noErr)
        }
        return made
    }

    /// Calls `body` with a list that holds the samples.
    private static func withList(
        _ samples: inout [Float], channels: UInt32, _ body: (UnsafeMutablePointer<AudioBufferList>) -> OSStatus
    ) -> OSStatus {
        samples.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList()
            list.mNumberBuffers = 1
            list.mBuffers = AudioBuffer(
                mNumberChannels: channels, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress)
            return body(&list)
        }
    }

    private static func write(
        _ samples: [Float], channels: UInt32, _ file: ExtAudioFileRef, piece: Int = 1000, isAsync: Bool = false
    ) {
        var rest = samples[...]
        while !rest.isEmpty {
            var part = Array(rest.prefix(piece * Int(channels)))
            rest = rest.dropFirst(part.count)
            let count = UInt32(part.count) / channels
            let status = withList(&part, channels: channels) {
                isAsync ? ExtAudioFileWriteAsync(file, count, $0) : ExtAudioFileWrite(file, count, $0)
            }
            #expect(status == noErr)
        }
    }

    /// Makes a file of two channels at 44100 frames a second.
    static func write(
        _ samples: [Float], to url: URL, _ type: AudioFileTypeID, _ id: AudioFormatID
    ) throws {
        let file = try create(url, type, compressed(id), client: floats(channels: 2, rate: 44100))
        write(samples, channels: 2, file)
        #expect(ExtAudioFileDispose(file) == noErr)
    }

    /// Opens a file and sets the client's format.
    static func open(_ url: URL, client: AudioStreamBasicDescription) throws -> ExtAudioFileRef {
        var (file, client) = (ExtAudioFileRef?.none, client)
        try #require(ExtAudioFileOpenURL(url as CFURL, &file) == noErr)
        let opened = try #require(file)
        let size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        try #require(ExtAudioFileSetProperty(opened, kExtAudioFileProperty_ClientDataFormat, size, &client) == noErr)
        return opened
    }

    static func readAll(_ file: ExtAudioFileRef, channels: UInt32, piece: UInt32 = 777) throws -> [Float] {
        var all: [Float] = []
        while true {
            var (part, count) = ([Float](repeating: 0, count: Int(piece * channels)), piece)
            let status = withList(&part, channels: channels) { ExtAudioFileRead(file, &count, $0) }
            try #require(status == noErr)
            if count == 0 { return all }
            all += part.prefix(Int(count * channels))
        }
    }

    private static func length(_ file: ExtAudioFileRef) throws -> Int64 {
        var (frames, size) = (Int64(0), UInt32(8))
        try #require(ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileLengthFrames, &size, &frames) == noErr)
        return frames
    }

    @Test(arguments: [kAudioFileWAVEType, kAudioFileCAFType])
    func linearFilesGiveTheSameSamplesAndLength(type: AudioFileTypeID) throws {
        try checkLossless(type, kAudioFormatLinearPCM)
    }

    @Test(
        .enabled(if: hasEncoder(kAudioFormatMPEG4AAC), "libavcodec is not there"),
        arguments: [
            (kAudioFileCAFType, kAudioFormatAppleLossless), (kAudioFileM4AType, kAudioFormatAppleLossless),
            (kAudioFileFLACType, kAudioFormatFLAC),
        ])
    func losslessFilesGiveTheSameSamplesAndLength(type: AudioFileTypeID, id: AudioFormatID) throws {
        try checkLossless(type, id)
    }

    private func checkLossless(_ type: AudioFileTypeID, _ id: AudioFormatID) throws {
        let folder = try TemporaryFolder()
        let url = folder.file("a")
        let client = Self.floats(channels: 2, rate: 44100)
        let samples = Self.tone(10_007, channels: 2)
        let file = try Self.create(
            url, type, id == kAudioFormatLinearPCM ? integers(16) : Self.compressed(id), client: client)
        Self.write(samples, channels: 2, file)
        var position: Int64 = 0
        #expect(ExtAudioFileTell(file, &position) == noErr && position == 10_007)
        #expect(ExtAudioFileSeek(file, 0) == kExtAudioFileError_InvalidSeek)
        #expect(ExtAudioFileDispose(file) == noErr)
        #expect(ExtAudioFileDispose(file) == kExtAudioFileError_InvalidOperationOrder)

        let again = try Self.open(url, client: client)
        #expect(try Self.length(again) == 10_007)
        #expect(try Self.readAll(again, channels: 2) == samples)
        #expect(ExtAudioFileSeek(again, 5000) == noErr)
        #expect(ExtAudioFileTell(again, &position) == noErr && position == 5000)
        #expect(try Self.readAll(again, channels: 2, piece: 100) == Array(samples[10_000...]))
        #expect(ExtAudioFileSeek(again, 10_008) == kExtAudioFileError_InvalidSeek)
        #expect(ExtAudioFileSeek(again, -1) == kExtAudioFileError_InvalidSeek)
        #expect(ExtAudioFileDispose(again) == noErr)
    }

    @Test(
        .enabled(if: hasEncoder(kAudioFormatMPEG4AAC), "libavcodec is not there"),
        arguments: [kAudioFileM4AType, kAudioFileCAFType, kAudioFileAAC_ADTSType])
    func aacHasTheLengthThatWasWrittenAndSoundsAlike(type: AudioFileTypeID) throws {
        let folder = try TemporaryFolder()
        let url = folder.file("a.m4a")
        let client = Self.floats(channels: 2, rate: 44100)
        let samples = Self.tone(20_000, channels: 2)
        let file = try Self.create(url, type, Self.compressed(kAudioFormatMPEG4AAC), client: client)
        var (converter, size) = (OpaquePointer?.none, UInt32(8))
        #expect(ExtAudioFileGetProperty(file, kExtAudioFileProperty_AudioConverter, &size, &converter) == noErr)
        var rate: UInt32 = 192_000
        let setting = try #require(converter)
        #expect(AudioConverterSetProperty(setting, kAudioConverterEncodeBitRate, 4, &rate) == noErr)
        var config: OpaquePointer?
        #expect(ExtAudioFileSetProperty(file, kExtAudioFileProperty_ConverterConfig, 8, &config) == noErr)
        Self.write(samples, channels: 2, file)
        #expect(ExtAudioFileDispose(file) == noErr)

        let again = try Self.open(url, client: client)
        let read = try Self.readAll(again, channels: 2)
        if type != kAudioFileAAC_ADTSType {
            #expect(try Self.length(again) == 20_000 && read.count == 40_000)
            let error = zip(read, samples).dropFirst(4000).dropLast(4000).map { ($0 - $1) * ($0 - $1) }
            #expect((error.reduce(0, +) / Float(error.count)).squareRoot() < 0.01)
        } else {
            #expect(read.count >= 40_000)
        }
        #expect(ExtAudioFileDispose(again) == noErr)
    }

    @Test func ratesAndChannelsAreConverted() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("a.wav")
        let file = try Self.create(
            url, kAudioFileWAVEType, integers(16, channels: 1, rate: 48000),
            client: Self.floats(channels: 1, rate: 24000))
        Self.write(Self.tone(12_000, channels: 1, rate: 24000), channels: 1, file)
        #expect(ExtAudioFileDispose(file) == noErr)
        let again = try Self.open(url, client: Self.floats(channels: 2, rate: 16000))
        let length = try Self.length(again)
        #expect(abs(length - 24_000) <= 2)
        let read = try Self.readAll(again, channels: 2)
        #expect(abs(read.count / 2 - 8000) <= 2)
        let expected = Self.tone(8000, channels: 1, rate: 16000)
        for frame in stride(from: 500, to: 7500, by: 1) {
            #expect(abs(read[2 * frame] - expected[frame]) < 1e-3 && read[2 * frame] == read[2 * frame + 1])
            if abs(read[2 * frame] - expected[frame]) >= 1e-3 { break }
        }
        var position: Int64 = 0
        #expect(ExtAudioFileTell(again, &position) == noErr && abs(position - 24_000) <= 6)
        #expect(ExtAudioFileDispose(again) == noErr)
    }

    @Test func framesAreWrittenInTheBackground() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("a.caf")
        let samples = Self.tone(40_000, channels: 2)
        let client = Self.floats(channels: 2, rate: 44100)
        let file = try Self.create(url, kAudioFileCAFType, integers(16), client: client)
        #expect(ExtAudioFileWriteAsync(file, 0, nil) == noErr)
        Self.write(samples, channels: 2, file, piece: 512, isAsync: true)
        var huge = [Float](repeating: 0, count: 2 * 100_000)
        #expect(
            Self.withList(&huge, channels: 2) { ExtAudioFileWriteAsync(file, 100_000, $0) }
                == kExtAudioFileError_AsyncWriteTooLarge)
        #expect(ExtAudioFileDispose(file) == noErr)
        let again = try Self.open(url, client: client)
        #expect(try Self.readAll(again, channels: 2) == samples)
        #expect(ExtAudioFileDispose(again) == noErr)
    }

    @Test func anOpenFileIsWrapped() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("a.aiff")
        let below = try made(url, kAudioFileAIFFType, integers(16, isBigEndian: true))
        var wrapped: ExtAudioFileRef?
        #expect(ExtAudioFileWrapAudioFileID(below, true, &wrapped) == noErr)
        let file = try #require(wrapped)
        var client = Self.floats(channels: 2, rate: 44100)
        let size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        #expect(ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, size, &client) == noErr)
        let samples = Self.tone(500, channels: 2)
        Self.write(samples, channels: 2, file)
        #expect(ExtAudioFileDispose(file) == noErr)
        #expect(AudioFileClose(below) == noErr)
        let again = try opened(url)
        #expect(ExtAudioFileWrapAudioFileID(again, true, &wrapped) == kAudioFilePermissionsError)
        #expect(ExtAudioFileWrapAudioFileID(again, false, &wrapped) == noErr)
        let reading = try #require(wrapped)
        var (below2, pointerSize) = (AudioFileID?.none, UInt32(8))
        #expect(ExtAudioFileGetProperty(reading, kExtAudioFileProperty_AudioFile, &pointerSize, &below2) == noErr)
        #expect(below2 == again)
        #expect(ExtAudioFileSetProperty(reading, kExtAudioFileProperty_ClientDataFormat, size, &client) == noErr)
        #expect(try Self.readAll(reading, channels: 2) == samples)
        #expect(ExtAudioFileDispose(reading) == noErr)
        #expect(AudioFileClose(again) == noErr)
    }

    @Test func misuseHasItsCodes() throws {
        let folder = try TemporaryFolder()
        var file: ExtAudioFileRef?
        #expect(ExtAudioFileOpenURL(folder.file("none") as CFURL, &file) == kAudioFileFileNotFoundError)
        let made = try Self.create(folder.file("a.wav"), kAudioFileWAVEType, integers(16), client: nil)
        var aac = Self.compressed(kAudioFormatMPEG4AAC)
        let size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        #expect(
            ExtAudioFileSetProperty(made, kExtAudioFileProperty_ClientDataFormat, size, &aac)
                == kExtAudioFileError_NonPCMClientFormat)
        #expect(
            ExtAudioFileSetProperty(made, kExtAudioFileProperty_ClientDataFormat, 4, &aac)
                == kExtAudioFileError_InvalidPropertySize)
        #expect(ExtAudioFileSetProperty(made, 1, 4, &aac) == kExtAudioFileError_InvalidProperty)
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = kAudioChannelLayoutTag_Mono
        #expect(
            ExtAudioFileSetProperty(made, kExtAudioFileProperty_ClientChannelLayout, 32, &layout)
                == kExtAudioFileError_InvalidChannelMap)
        var (part, count) = ([Float](repeating: 0, count: 20), UInt32(10))
        #expect(
            Self.withList(&part, channels: 2) { ExtAudioFileRead(made, &count, $0) }
                == kExtAudioFileError_InvalidOperationOrder)
        #expect(count == 0)
        #expect(ExtAudioFileDispose(made) == noErr)
        #expect(ExtAudioFileSeek(made, 0) == kExtAudioFileError_InvalidOperationOrder)
    }
}
