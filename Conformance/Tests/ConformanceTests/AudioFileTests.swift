import AudioToolbox
import Foundation
import Testing

/// A file type of AudioFile with what it holds.
struct FileType: Sendable, CustomTestStringConvertible {
    let id: AudioFileTypeID
    let name: String
    let isBigEndian: Bool

    var testDescription: String { name }

    static let all = [
        FileType(id: kAudioFileWAVEType, name: "WAVE", isBigEndian: false),
        FileType(id: kAudioFileAIFFType, name: "AIFF", isBigEndian: true),
        FileType(id: kAudioFileAIFCType, name: "AIFC", isBigEndian: true),
        FileType(id: kAudioFileCAFType, name: "CAF", isBigEndian: false),
        FileType(id: kAudioFileNextType, name: "NeXT", isBigEndian: true),
        FileType(id: kAudioFileRF64Type, name: "RF64", isBigEndian: false),
    ]
}

/// A property of an audio file.
func fileProperty<Value: BitwiseCopyable>(
    _ file: AudioFileID, _ property: AudioFilePropertyID, _ zero: Value
) throws -> Value {
    var (value, size) = (zero, UInt32(MemoryLayout<Value>.size))
    let status = AudioFileGetProperty(file, property, &size, &value)
    try #require(status == noErr, "property \(property): \(status)")
    return value
}

extension Conformance {
    /// AudioFile, ExtAudioFile and the properties of AudioFormat, in C.
    @Suite struct AudioFiles {
        private let folder: Folder

        init() throws { folder = try Folder() }

        private func created(_ url: URL, _ type: FileType, channels: UInt32 = 2) throws -> AudioFileID {
            var (format, made) = (
                linear(bits: 16, channels: channels, isBigEndian: type.isBigEndian), AudioFileID?.none
            )
            let status = AudioFileCreateWithURL(url as CFURL, type.id, &format, .eraseFile, &made)
            try #require(status == noErr, "\(status)")
            return try #require(made)
        }

        private func opened(_ url: URL, hint: AudioFileTypeID = 0) throws -> AudioFileID {
            var made: AudioFileID?
            let status = AudioFileOpenURL(url as CFURL, .readPermission, hint, &made)
            try #require(status == noErr, "\(status)")
            return try #require(made)
        }

        private let bytes = (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* 37) }

        private func written(_ type: FileType) throws -> URL {
            let url = folder.file("a.\(type.name.lowercased())")
            let file = try created(url, type)
            var count: UInt32 = 1000
            let status = AudioFileWritePackets(file, false, 4000, nil, 0, &count, bytes)
            try #require(status == noErr && count == 1000)
            try #require(AudioFileClose(file) == noErr)
            return url
        }

        @Test(arguments: FileType.all)
        func aFileHasItsProperties(type: FileType) throws {
            let file = try opened(try written(type))
            defer { AudioFileClose(file) }
            check(
                "\(type.name): file format", try fileProperty(file, kAudioFilePropertyFileFormat, UInt32(0)),
                is: type.id)
            check(
                "\(type.name): bytes of data", try fileProperty(file, kAudioFilePropertyAudioDataByteCount, UInt64(0)),
                is: 4000)
            check(
                "\(type.name): packets", try fileProperty(file, kAudioFilePropertyAudioDataPacketCount, UInt64(0)),
                is: 1000)
            check(
                "\(type.name): largest packet", try fileProperty(file, kAudioFilePropertyMaximumPacketSize, UInt32(0)),
                is: 4)
            check(
                "\(type.name): bound of packets",
                try fileProperty(file, kAudioFilePropertyPacketSizeUpperBound, UInt32(0)),
                is: 4)
            check(
                "\(type.name): bits a second", try fileProperty(file, kAudioFilePropertyBitRate, UInt32(0)),
                is: 1_411_200)
            let duration = try fileProperty(file, kAudioFilePropertyEstimatedDuration, 0.0)
            check("\(type.name): duration", duration, near: 1000 / 44_100)
            let format = try fileProperty(file, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
            check("\(type.name): rate", format.mSampleRate, is: 44_100)
            check("\(type.name): channels", format.mChannelsPerFrame, is: 2)
            check("\(type.name): bits", format.mBitsPerChannel, is: 16)
            check("\(type.name): order", format.mFormatFlags & kAudioFormatFlagIsBigEndian != 0, is: type.isBigEndian)
            record("\(type.name): isOptimized", try fileProperty(file, kAudioFilePropertyIsOptimized, UInt32(0)))
            record("\(type.name): offset of the data", try fileProperty(file, kAudioFilePropertyDataOffset, Int64(0)))
        }

        @Test(arguments: FileType.all)
        func bytesAndPacketsAreReadBack(type: FileType) throws {
            let file = try opened(try written(type))
            defer { AudioFileClose(file) }
            var (part, size) = ([UInt8](repeating: 0, count: 300), UInt32(300))
            check("\(type.name): reading bytes", AudioFileReadBytes(file, false, 1000, &size, &part), is: noErr)
            check("\(type.name): bytes", part == Array(bytes[1000..<1300]))
            size = 300
            let atEnd = AudioFileReadBytes(file, false, 3900, &size, &part)
            check("\(type.name): reading over the end", atEnd, is: kAudioFileEndOfFileError)
            check("\(type.name): bytes before the end", size, is: 100)
            var (packets, byteCount) = (UInt32(50), UInt32(200))
            var data = [UInt8](repeating: 0, count: 200)
            let status = AudioFileReadPacketData(file, false, &byteCount, nil, 500, &packets, &data)
            check("\(type.name): reading packets", status, is: noErr)
            check("\(type.name): packets read", packets, is: 50)
            check("\(type.name): bytes of packets", data == Array(bytes[2000..<2200]))
        }

        @Test func aMissingFileHasItsCode() {
            var made: AudioFileID?
            let status = AudioFileOpenURL(folder.file("none.wav") as CFURL, .readPermission, 0, &made)
            check("AudioFileOpenURL of a missing file fails", status != noErr)
            record("AudioFileOpenURL of a missing file", status)
        }

        @Test func noiseIsNoFile() throws {
            let url = folder.file("noise")
            try Data(bytes).write(to: url)
            var made: AudioFileID?
            let status = AudioFileOpenURL(url as CFURL, .readPermission, 0, &made)
            check("AudioFileOpenURL of noise", status, is: kAudioFileUnsupportedFileTypeError)
        }

        @Test(arguments: [
            kAudioFilePropertyFileFormat, kAudioFilePropertyDataFormat, kAudioFilePropertyAudioDataByteCount,
            kAudioFilePropertyAudioDataPacketCount, kAudioFilePropertyEstimatedDuration, kAudioFilePropertyBitRate,
        ])
        func propertiesHaveSizes(property: AudioFilePropertyID) throws {
            let file = try opened(try written(FileType.all[0]))
            defer { AudioFileClose(file) }
            let sizes: [AudioFilePropertyID: UInt32] = [
                kAudioFilePropertyFileFormat: 4, kAudioFilePropertyDataFormat: 40,
                kAudioFilePropertyAudioDataByteCount: 8,
                kAudioFilePropertyAudioDataPacketCount: 8, kAudioFilePropertyEstimatedDuration: 8,
                kAudioFilePropertyBitRate: 4,
            ]
            var (size, writable) = (UInt32(0), UInt32(9))
            check(
                "size of file property \(property): status", AudioFileGetPropertyInfo(file, property, &size, &writable),
                is: noErr)
            check("size of file property \(property)", size, is: sizes[property] ?? 0)
            check("file property \(property) of a file opened for reading is not writable", writable, is: 0)
        }

        @Test func unknownPropertiesHaveTheirCode() throws {
            let file = try opened(try written(FileType.all[0]))
            defer { AudioFileClose(file) }
            var (size, value) = (UInt32(4), UInt32(0))
            check(
                "a file property that there is not", AudioFileGetProperty(file, code("????"), &size, &value),
                is: kAudioFileUnsupportedPropertyError)
            size = 3
            check(
                "a file property of the wrong size",
                AudioFileGetProperty(file, kAudioFilePropertyFileFormat, &size, &value),
                is: kAudioFileBadPropertySizeError)
        }

        @Test(arguments: [
            kAudioFileWAVEType, kAudioFileAIFFType, kAudioFileCAFType, kAudioFileM4AType, kAudioFileMP3Type,
            kAudioFileAAC_ADTSType,
        ])
        func endingsOfTypesAreKnown(type: AudioFileTypeID) throws {
            var (type, size, made) = (type, UInt32(MemoryLayout<UnsafeRawPointer>.size), Unmanaged<CFArray>?.none)
            let status = AudioFileGetGlobalInfo(kAudioFileGlobalInfo_ExtensionsForType, 4, &type, &size, &made)
            check("endings of type \(type): status", status, is: noErr)
            let endings = try #require(made).takeRetainedValue() as? [String] ?? []
            let wanted = [
                kAudioFileWAVEType: "wav", kAudioFileAIFFType: "aiff", kAudioFileCAFType: "caf",
                kAudioFileM4AType: "m4a",
                kAudioFileMP3Type: "mp3", kAudioFileAAC_ADTSType: "aac",
            ]
            check("endings of type \(type)", endings.contains(wanted[type] ?? ""))
            record("endings of type \(type), all", endings.sorted().joined(separator: " "))
        }

        @Test(arguments: [(44_100.0, 1 as UInt32), (44_100, 2), (48_000, 2), (22_050, 1)])
        func extAudioFileConvertsToTheClientFormat(rate: Double, channels: UInt32) throws {
            let name = "ExtAudioFile of 2 ch, 44100 Hz, read as \(channels) ch, \(rate) Hz"
            let url = folder.file("ext.wav")
            try writeFile(url, [sine(440, 44_100, 44_100), sine(440, 44_100, 44_100)])
            var made: ExtAudioFileRef?
            check("\(name): open", ExtAudioFileOpenURL(url as CFURL, &made), is: noErr)
            let file = try #require(made)
            defer { ExtAudioFileDispose(file) }
            var client = linear(bits: 32, channels: channels, rate: rate, isFloat: true)
            let size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
            let set = ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, size, &client)
            check("\(name): client format", set, is: noErr)
            var (length, lengthSize) = (Int64(0), UInt32(8))
            check(
                "\(name): status of the length",
                ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileLengthFrames, &lengthSize, &length), is: noErr)
            check("\(name): length in frames of the file", length, is: 44_100)
            var (total, memory) = (0, [Float](repeating: 0, count: 4096 * Int(channels)))
            for _ in 0..<1000 {
                var frames: UInt32 = 4096
                let status = memory.withUnsafeMutableBytes { bytes in
                    var list = AudioBufferList()
                    list.mNumberBuffers = 1
                    list.mBuffers = AudioBuffer(
                        mNumberChannels: channels, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress)
                    return ExtAudioFileRead(file, &frames, &list)
                }
                try #require(status == noErr)
                if frames == 0 { break }
                total += Int(frames)
            }
            check("\(name): frames", Double(total), near: rate, within: 1)
            record("\(name): frames exactly", total)
        }

        @Test(arguments: [0, 1, 500, 999] as [Int64])
        func extAudioFileSeeksToFrames(frame: Int64) throws {
            let url = folder.file("seek.wav")
            try writeFile(url, [ramp(1..<1001)])
            var made: ExtAudioFileRef?
            try #require(ExtAudioFileOpenURL(url as CFURL, &made) == noErr)
            let file = try #require(made)
            defer { ExtAudioFileDispose(file) }
            check("ExtAudioFileSeek to \(frame): status", ExtAudioFileSeek(file, frame), is: noErr)
            var found: Int64 = -1
            check("ExtAudioFileTell at \(frame): status", ExtAudioFileTell(file, &found), is: noErr)
            check("ExtAudioFileTell at \(frame)", found, is: frame)
            var (frames, memory) = (UInt32(1), [Int16](repeating: 0, count: 1))
            let status = memory.withUnsafeMutableBytes { bytes in
                var list = AudioBufferList()
                list.mNumberBuffers = 1
                list.mBuffers = AudioBuffer(mNumberChannels: 1, mDataByteSize: 2, mData: bytes.baseAddress)
                return ExtAudioFileRead(file, &frames, &list)
            }
            check("ExtAudioFileRead at \(frame): status", status, is: noErr)
            check("ExtAudioFileRead at \(frame): sample", Int(memory[0]), is: Int(frame) + 1)
        }

        @Test(arguments: [(8, true), (16, false), (24, false), (32, true), (64, true)] as [(UInt32, Bool)])
        func audioFormatCompletesDescriptions(bits: UInt32, isFloat: Bool) {
            let isFloat = isFloat && bits >= 32
            var format = AudioStreamBasicDescription()
            (format.mFormatID, format.mSampleRate, format.mChannelsPerFrame) = (kAudioFormatLinearPCM, 44_100, 2)
            format.mBitsPerChannel = bits
            format.mFormatFlags =
                (isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger) | kAudioFormatFlagIsPacked
            var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
            let status = AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format)
            check("FormatInfo of \(bits) bits: status", status, is: noErr)
            check("FormatInfo of \(bits) bits: mBytesPerFrame", format.mBytesPerFrame, is: bits / 8 * 2)
            check("FormatInfo of \(bits) bits: mBytesPerPacket", format.mBytesPerPacket, is: bits / 8 * 2)
            check("FormatInfo of \(bits) bits: mFramesPerPacket", format.mFramesPerPacket, is: 1)
        }

        @Test(
            arguments: [
                (kAudioFormatMPEG4AAC, 1024, 1), (kAudioFormatMPEGLayer3, 1152, 1), (kAudioFormatAppleIMA4, 64, 0),
                (kAudioFormatULaw, 1, 0), (kAudioFormatALaw, 1, 0), (kAudioFormatLinearPCM, 1, 0),
            ] as [(AudioFormatID, UInt32, UInt32)])
        func audioFormatKnowsPackets(id: AudioFormatID, frames: UInt32, isVariable: UInt32) throws {
            var format = AudioStreamBasicDescription()
            (format.mFormatID, format.mSampleRate, format.mChannelsPerFrame) = (id, 44_100, 2)
            if id == kAudioFormatLinearPCM { format = linear(bits: 16) }
            var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
            let status = AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format)
            check("FormatInfo of codec \(id): status", status, is: noErr)
            check("FormatInfo of codec \(id): frames of a packet", format.mFramesPerPacket, is: frames)
            let found = try formatAnswer(kAudioFormatProperty_FormatIsVBR, format, as: UInt32.self)
            check("FormatIsVBR of codec \(id)", found, is: [isVariable])
        }

        @Test func audioFormatRefusesWhatItDoesNotKnow() {
            var (size, value) = (UInt32(4), UInt32(0))
            check(
                "a format property that there is not", AudioFormatGetProperty(code("????"), 0, nil, &size, &value),
                is: kAudioFormatUnsupportedPropertyError)
            var format = AudioStreamBasicDescription()
            size = 3
            check(
                "FormatInfo of the wrong size",
                AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format),
                is: kAudioFormatBadPropertySizeError)
        }
    }
}
