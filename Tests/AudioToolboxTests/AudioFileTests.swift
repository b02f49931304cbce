import AudioToolbox
import Foundation
import Testing

/// Files written, read back, changed, and misused.
@Suite struct AudioFileTests {
    private static let frameCount = 1000

    private static func samples(_ byteCount: Int) -> [UInt8] {
        (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    }

    @Test(arguments: [
        (kAudioFileWAVEType, false), (kAudioFileAIFFType, true), (kAudioFileAIFCType, true), (kAudioFileCAFType, false),
        (kAudioFileNextType, true), (kAudioFileRF64Type, false), (kAudioFileBW64Type, false),
    ])
    func whatIsWrittenIsReadBack(type: AudioFileTypeID, isBigEndian: Bool) throws {
        let folder = try TemporaryFolder()
        let url = folder.file("a")
        let bytes = Self.samples(4 * Self.frameCount)
        let file = try made(url, type, integers(16, isBigEndian: isBigEndian))
        var count = UInt32(Self.frameCount / 2)
        #expect(AudioFileWritePackets(file, false, 2000, nil, 0, &count, bytes) == noErr)
        #expect(count == 500)
        var byteCount = UInt32(2000)
        let rest = Array(bytes[2000...])
        #expect(AudioFileWriteBytes(file, false, 2000, &byteCount, rest) == noErr)
        #expect(AudioFileClose(file) == noErr)

        let again = try opened(url)
        #expect(try property(again, kAudioFilePropertyFileFormat, UInt32(0)) == type)
        #expect(try property(again, kAudioFilePropertyAudioDataByteCount, UInt64(0)) == 4000)
        #expect(try property(again, kAudioFilePropertyAudioDataPacketCount, UInt64(0)) == 1000)
        #expect(try property(again, kAudioFilePropertyMaximumPacketSize, UInt32(0)) == 4)
        #expect(try property(again, kAudioFilePropertyBitRate, UInt32(0)) == 1_411_200)
        let duration = try property(again, kAudioFilePropertyEstimatedDuration, 0.0)
        #expect(abs(duration - 1000 / 44100) < 1e-9)
        #expect(try property(again, kAudioFilePropertySourceBitDepth, Int32(0)) == 16)
        let format = try property(again, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
        #expect(format.mFormatFlags & kAudioFormatFlagIsBigEndian == (isBigEndian ? kAudioFormatFlagIsBigEndian : 0))
        #expect(try allPackets(again).flatMap { $0 } == bytes)

        var part = [UInt8](repeating: 0, count: 300)
        byteCount = 300
        #expect(AudioFileReadBytes(again, false, 3900, &byteCount, &part) == kAudioFileEndOfFileError)
        #expect(byteCount == 100 && Array(part.prefix(100)) == Array(bytes[3900...]))
        #expect(AudioFileClose(again) == noErr)
    }

    @Test func earlierFramesAreReplaced() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("a.wav")
        let file = try made(url, kAudioFileWAVEType, integers(16, channels: 1))
        var count: UInt32 = 100
        #expect(AudioFileWritePackets(file, false, 200, nil, 0, &count, [UInt8](repeating: 1, count: 200)) == noErr)
        count = 20
        #expect(AudioFileWritePackets(file, false, 40, nil, 90, &count, [UInt8](repeating: 2, count: 40)) == noErr)
        count = 1
        #expect(
            AudioFileWritePackets(file, false, 2, nil, 111, &count, [UInt8](repeating: 3, count: 2))
                == kAudioFileInvalidPacketOffsetError)
        #expect(count == 0)
        // It is read back while it is written.
        #expect(
            try allPackets(file).flatMap { $0 } == [UInt8](repeating: 1, count: 180) + [UInt8](repeating: 2, count: 40))
        #expect(AudioFileClose(file) == noErr)
        let again = try opened(url)
        #expect(try allPackets(again).count == 110)
        #expect(AudioFileClose(again) == noErr)
    }

    @Test func aClosedFileGivesErrorsAndNeverCrashes() throws {
        let folder = try TemporaryFolder()
        let file = try made(folder.file("a.caf"), kAudioFileCAFType, integers(16))
        #expect(AudioFileClose(file) == noErr)
        #expect(AudioFileClose(file) == kAudioFileNotOpenError)
        var (size, value) = (UInt32(4), UInt32(0))
        #expect(AudioFileGetProperty(file, kAudioFilePropertyFileFormat, &size, &value) == kAudioFileNotOpenError)
        let wild = try #require(OpaquePointer(bitPattern: 0x7777))
        #expect(AudioFileOptimize(wild) == kAudioFileNotOpenError)
        #expect(AudioFileReadBytes(wild, false, 0, &size, &value) == kAudioFileNotOpenError)
    }

    @Test func misuseHasItsCodes() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("a.wav")
        var file: AudioFileID?
        #expect(
            AudioFileOpenURL(folder.file("none") as CFURL, .readPermission, 0, &file) == kAudioFileFileNotFoundError)
        #expect(file == nil)
        var format = integers(16, isBigEndian: true)
        #expect(
            AudioFileCreateWithURL(url as CFURL, kAudioFileWAVEType, &format, .eraseFile, &file)
                == kAudioFileUnsupportedDataFormatError)
        #expect(!FileManager.default.fileExists(atPath: url.path))
        format = integers(16)
        #expect(
            AudioFileCreateWithURL(url as CFURL, 0x3F3F_3F3F, &format, .eraseFile, &file)
                == kAudioFileUnsupportedFileTypeError)
        try Data("nothing of use, nothing of use, nothing".utf8).write(to: url)
        #expect(AudioFileOpenURL(url as CFURL, .readPermission, 0, &file) != noErr)
        #expect(
            AudioFileCreateWithURL(url as CFURL, kAudioFileWAVEType, &format, [], &file) == kAudioFilePermissionsError)

        let empty = try made(url, kAudioFileWAVEType, format)
        #expect(AudioFileClose(empty) == noErr)
        let reading = try opened(url)
        var (size, short) = (UInt32(2), UInt16(0))
        #expect(
            AudioFileGetProperty(reading, kAudioFilePropertyFileFormat, &size, &short) == kAudioFileBadPropertySizeError
        )
        size = 4
        #expect(AudioFileGetProperty(reading, 0x6E6F_6E65, &size, &short) == kAudioFileUnsupportedPropertyError)
        #expect(AudioFileWriteBytes(reading, false, 0, &size, [1, 2, 3, 4] as [UInt8]) == kAudioFilePermissionsError)
        #expect(size == 0)
        #expect(AudioFileSetUserData(reading, 0x6162_6364, 0, 1, [1] as [UInt8]) == kAudioFilePermissionsError)
        var count: UInt32 = 1
        size = 4
        var buffer: UInt32 = 0
        #expect(
            AudioFileReadPacketData(reading, false, &size, nil, -1, &count, &buffer)
                == kAudioFileInvalidPacketOffsetError)
        #expect(bytes(reading, kAudioFilePropertyMagicCookieData) == nil)
        #expect(AudioFileClose(reading) == noErr)
    }

    @Test(arguments: [
        (kAudioFileWAVEType, ["title", "artist", "album"]), (kAudioFileAIFFType, ["title", "artist"]),
        (kAudioFileCAFType, ["title", "artist", "album", "anything at all"]),
    ])
    func theInfoDictionaryIsKept(type: AudioFileTypeID, keys: [String]) throws {
        let folder = try TemporaryFolder()
        for isLate in [false, true] {
            let url = folder.file("a\(isLate)")
            let file = try made(url, type, integers(16, isBigEndian: type == kAudioFileAIFFType))
            let dictionary = NSDictionary(dictionary: Dictionary(uniqueKeysWithValues: keys.map { ($0, "the \($0)") }))
            var pointer = Unmanaged.passUnretained(dictionary)
            var count: UInt32 = 100
            let write = {
                #expect(AudioFileWritePackets(file, false, 400, nil, 0, &count, Self.samples(400)) == noErr)
            }
            if isLate { write() }
            #expect(
                AudioFileSetProperty(
                    file, kAudioFilePropertyInfoDictionary, UInt32(MemoryLayout<CFDictionary>.size), &pointer)
                    == noErr)
            if !isLate { write() }
            withExtendedLifetime(dictionary) { #expect(AudioFileClose(file) == noErr) }
            let again = try opened(url)
            let read = try info(again)
            for key in keys { #expect(read[key] == "the \(key)", "\(key), late: \(isLate)") }
            #expect(read["approximate duration in seconds"] == "0.002")
            #expect(try allPackets(again).flatMap { $0 } == Self.samples(400))
            #expect(AudioFileClose(again) == noErr)
        }
    }

    @Test(arguments: [kAudioFileWAVEType, kAudioFileAIFFType, kAudioFileCAFType])
    func userDataAreKeptWithAllTheRestWhenAFileIsChanged(type: AudioFileTypeID) throws {
        let folder = try TemporaryFolder()
        let url = folder.file("a")
        let file = try made(url, type, integers(16, isBigEndian: type == kAudioFileAIFFType))
        let id: UInt32 = 0x7465_7374  // 'test'
        var count: UInt32 = 101
        #expect(AudioFileSetUserData(file, id, 0, 5, [1, 2, 3, 4, 5] as [UInt8]) == noErr)
        #expect(AudioFileWritePackets(file, false, 404, nil, 0, &count, Self.samples(404)) == noErr)
        #expect(AudioFileSetUserData(file, id, 1, 2, [6, 7] as [UInt8]) == noErr)
        #expect(AudioFileSetUserData(file, id, 3, 2, [6, 7] as [UInt8]) == kAudioFileInvalidChunkError)
        #expect(AudioFileClose(file) == noErr)

        let changed = try opened(url, .readWritePermission)
        var number: UInt32 = 0
        #expect(AudioFileCountUserData(changed, id, &number) == noErr && number == 2)
        #expect(try property(changed, kAudioFilePropertyIsOptimized, UInt32(1)) == 0)
        var size64: UInt64 = 0
        #expect(AudioFileGetUserDataSize64(changed, id, 0, &size64) == noErr && size64 == 5)
        var (data, size) = ([UInt8](repeating: 0, count: 2), UInt32(2))
        #expect(AudioFileGetUserDataAtOffset(changed, id, 0, 2, &size, &data) == noErr && data == [3, 4])
        #expect(AudioFileGetUserDataSize(changed, id, 2, &size) == kAudioFileInvalidChunkError)
        #expect(AudioFileRemoveUserData(changed, id, 0) == noErr)
        count = 10
        #expect(AudioFileWritePackets(changed, false, 40, nil, 101, &count, Self.samples(40)) == noErr)
        #expect(AudioFileClose(changed) == noErr)

        let again = try opened(url)
        #expect(AudioFileCountUserData(again, id, &number) == noErr && number == 1)
        #expect(AudioFileGetUserData(again, id, 0, &size, &data) == noErr && data == [6, 7])
        #expect(try allPackets(again).flatMap { $0 } == Self.samples(404) + Self.samples(40))
        let chunks = try #require(bytes(again, kAudioFilePropertyChunkIDs))
        #expect(chunks.count >= 12 && chunks.count % 4 == 0)
        #expect(AudioFileClose(again) == noErr)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a"])
    }

    @Test(arguments: [kAudioFileWAVEType, kAudioFileAIFFType, kAudioFileCAFType])
    func markersAreKept(type: AudioFileTypeID) throws {
        let folder = try TemporaryFolder()
        let url = folder.file("a")
        let file = try made(url, type, integers(16, isBigEndian: type == kAudioFileAIFFType))
        var count: UInt32 = 100
        #expect(AudioFileWritePackets(file, false, 400, nil, 0, &count, Self.samples(400)) == noErr)
        let names = ["verse", "a longer chorus"]
        let strings = names.map { NSString(string: $0) }
        let size = NumAudioFileMarkersToNumBytes(2)
        #expect(NumBytesToNumAudioFileMarkers(size) == 2)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        let list = memory.assumingMemoryBound(to: AudioFileMarkerList.self)
        list.pointee.mNumberMarkers = 2
        let markers = (memory + 8).assumingMemoryBound(to: AudioFileMarker.self)
        for index in 0..<2 {
            markers[index] = AudioFileMarker(
                mFramePosition: Double(10 + 40 * index), mName: Unmanaged.passUnretained(strings[index]),
                mMarkerID: Int32(index + 1), mSMPTETime: .init(), mType: 0, mReserved: 0, mChannel: 0)
        }
        #expect(AudioFileSetProperty(file, kAudioFilePropertyMarkerList, UInt32(size), memory) == noErr)
        #expect(AudioFileSetProperty(file, kAudioFilePropertyMarkerList, 40, memory) == kAudioFileBadPropertySizeError)
        withExtendedLifetime(strings) { #expect(AudioFileClose(file) == noErr) }

        let again = try opened(url)
        let read = try #require(bytes(again, kAudioFilePropertyMarkerList))
        #expect(read.count == size)
        read.withUnsafeBytes { bytes in
            for index in 0..<2 {
                let marker = bytes.loadUnaligned(fromByteOffset: 8 + 40 * index, as: AudioFileMarker.self)
                #expect(marker.mFramePosition == Double(10 + 40 * index))
                #expect(marker.mMarkerID == Int32(index + 1))
                #expect((marker.mName?.takeRetainedValue()).map { "\($0)" } == names[index])
            }
        }
        #expect(AudioFileClose(again) == noErr)
    }

    @Test func packetsAndFramesAndBytesAreTranslated() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("a.caf")
        let file = try made(url, kAudioFileCAFType, integers(16))
        var count: UInt32 = 100
        #expect(AudioFileWritePackets(file, false, 400, nil, 0, &count, Self.samples(400)) == noErr)
        let byte = try property(
            file, kAudioFilePropertyPacketToByte,
            AudioBytePacketTranslation(mByte: 0, mPacket: 7, mByteOffsetInPacket: 9, mFlags: []))
        #expect(byte.mByte == 28 && byte.mByteOffsetInPacket == 0)
        let packet = try property(
            file, kAudioFilePropertyByteToPacket,
            AudioBytePacketTranslation(mByte: 31, mPacket: 0, mByteOffsetInPacket: 0, mFlags: []))
        #expect(packet.mPacket == 7 && packet.mByteOffsetInPacket == 3)
        let range = try property(
            file, kAudioFilePropertyPacketRangeByteCountUpperBound,
            AudioPacketRangeByteCountTranslation(mPacket: 3, mPacketCount: 5, mByteCountUpperBound: 0))
        #expect(range.mByteCountUpperBound == 20)
        #expect(AudioFileClose(file) == noErr)
    }
}
