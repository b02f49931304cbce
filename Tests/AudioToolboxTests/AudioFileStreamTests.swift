import AudioToolbox
import Foundation
import Testing

/// Streams of files' bytes.
@Suite struct AudioFileStreamTests {
    /// The callbacks of a stream, in order.
    final class Heard {
        var properties: [AudioFileStreamPropertyID] = []
        var packets: [[UInt8]] = []
        var packetsCameEarly = false
        var format = AudioStreamBasicDescription()
        var stream: AudioFileStreamID?
        /// Closes the stream when packets come.
        var closes = false
    }

    private static let listener: AudioFileStream_PropertyListenerProc = { client, stream, property, flags in
        let heard = Unmanaged<Heard>.fromOpaque(client).takeUnretainedValue()
        heard.properties.append(property)
        #expect(flags.pointee.contains(.propertyIsCached))
        if property == kAudioFileStreamProperty_DataFormat {
            var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
            #expect(AudioFileStreamGetProperty(stream, property, &size, &heard.format) == noErr)
        }
    }
    private static let receiver: AudioFileStream_PacketsProc = { client, byteCount, count, bytes, descriptions in
        let heard = Unmanaged<Heard>.fromOpaque(client).takeUnretainedValue()
        if !heard.properties.contains(kAudioFileStreamProperty_ReadyToProducePackets) { heard.packetsCameEarly = true }
        let all = UnsafeRawBufferPointer(start: bytes, count: Int(byteCount))
        for index in 0..<Int(count) {
            if let description = descriptions?[index] {
                let start = Int(description.mStartOffset)
                heard.packets.append(Array(all[start..<start + Int(description.mDataByteSize)]))
            } else {
                let size = Int(heard.format.mBytesPerPacket)
                heard.packets.append(Array(all[index * size..<(index + 1) * size]))
            }
        }
        if heard.closes, let stream = heard.stream { #expect(AudioFileStreamClose(stream) == noErr) }
    }

    static func open(_ heard: Heard, hint: AudioFileTypeID = 0) throws -> AudioFileStreamID {
        var stream: AudioFileStreamID?
        let client = Unmanaged.passUnretained(heard).toOpaque()
        #expect(AudioFileStreamOpen(client, listener, receiver, hint, &stream) == noErr)
        heard.stream = stream
        return try #require(stream)
    }

    /// Feeds a stream in pieces.
    static func parse(_ bytes: some Collection<UInt8>, _ stream: AudioFileStreamID, piece: Int) -> OSStatus {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(piece))
            rest = rest.dropFirst(piece)
            let status = AudioFileStreamParseBytes(stream, UInt32(part.count), part, [])
            if status != noErr { return status }
        }
        return noErr
    }

    /// A WAVE file of frames that count.
    static func wave(frameCount: Int) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let url = folder.file("a.wav")
        let file = try made(url, kAudioFileWAVEType, integers(16))
        var count = UInt32(frameCount)
        let samples = (0..<UInt32(frameCount)).flatMap { number in
            withUnsafeBytes(of: number.littleEndian) { Array($0) }
        }
        #expect(AudioFileWritePackets(file, false, 4 * count, nil, 0, &count, samples) == noErr)
        #expect(AudioFileClose(file) == noErr)
        return [UInt8](try Data(contentsOf: url))
    }

    /// A CAF file whose table of packets stands behind its packets cannot be streamed (`kAudioFileStreamError_NotOptimized`).
    @Test func packetsBeforeTheirTableAreNotOptimized() throws {
        func big(_ value: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
        }
        func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] { Array(name.utf8) + big(UInt64(body.count), 8) + body }
        let description =
            big(44_100.0.bitPattern, 8) + Array("alac".utf8) + big(1, 4) + big(0, 4) + big(4_096, 4) + big(1, 4)
            + big(0, 4)
        let table = big(2, 8) + big(8_192, 8) + big(0, 8) + [100, 100]
        let bytes =
            Array("caff".utf8) + [0, 1, 0, 0] + chunk("desc", description)
            + chunk("data", [0, 0, 0, 1] + [UInt8](repeating: 1, count: 200)) + chunk("pakt", table)
        for piece in [1, 64, 1000] {
            let heard = Heard()
            let stream = try Self.open(heard)
            #expect(Self.parse(bytes, stream, piece: piece) == kAudioFileStreamError_NotOptimized)
            #expect(heard.packets.isEmpty)
            #expect(AudioFileStreamClose(stream) == noErr)
        }
    }

    @Test func everyCuttingGivesTheSamePackets() throws {
        let bytes = try Self.wave(frameCount: 700)
        for piece in [1, 3, 64, 1000, 100_000] {
            let heard = Heard()
            let stream = try Self.open(heard)
            #expect(Self.parse(bytes, stream, piece: piece) == noErr)
            #expect(!heard.packetsCameEarly)
            #expect(heard.packets.count == 700)
            #expect(
                heard.packets.enumerated().allSatisfy {
                    $0.element == [UInt8($0.offset & 255), UInt8($0.offset >> 8), 0, 0]
                })
            let ready = try #require(heard.properties.firstIndex(of: kAudioFileStreamProperty_ReadyToProducePackets))
            let format = try #require(heard.properties.firstIndex(of: kAudioFileStreamProperty_DataFormat))
            #expect(heard.properties.first == kAudioFileStreamProperty_FileFormat)
            #expect(format < ready && Set(heard.properties).count == heard.properties.count)
            #expect(AudioFileStreamClose(stream) == noErr)
        }
    }

    @Test(
        .enabled(if: ExtAudioFileTests.hasEncoder(kAudioFormatFLAC), "libavcodec is not there"),
        arguments: [1, 100, 4096, 100_000])
    func theLastFrameOfFLACNeedsNothingBehindIt(piece: Int) throws {
        let folder = try TemporaryFolder()
        let url = folder.file("a.flac")
        // The last frame is shorter than the others.
        try ExtAudioFileTests.write(
            ExtAudioFileTests.tone(10_007, channels: 2), to: url, kAudioFileFLACType, kAudioFormatFLAC)
        let file = try opened(url)
        let packets = try allPackets(file)
        #expect(AudioFileClose(file) == noErr)
        #expect(packets.count == 3)

        let heard = Heard()
        let stream = try Self.open(heard)
        let bytes = [UInt8](try Data(contentsOf: url))
        #expect(Self.parse(bytes.dropLast(), stream, piece: piece) == noErr)
        #expect(heard.packets == packets.dropLast())
        #expect(AudioFileStreamParseBytes(stream, 1, [bytes[bytes.count - 1]], []) == noErr)
        #expect(heard.packets == packets)
        #expect(AudioFileStreamClose(stream) == noErr)
    }

    @Test func anyByteAndAnyPacketHaveAnAnswer() throws {
        let heard = Heard()
        defer { withExtendedLifetime(heard) {} }
        let stream = try Self.open(heard, hint: kAudioFileWAVEType)
        #expect(Self.parse(try Self.wave(frameCount: 700), stream, piece: 1_000) == noErr)
        for number in [0, -1, Int64.min, .max, .max - 1, 1 << 53] {
            for property in [kAudioFileStreamProperty_ByteToPacket, kAudioFileStreamProperty_PacketToByte] {
                var item = AudioBytePacketTranslation()
                (item.mByte, item.mPacket) = (number, number)
                var size = UInt32(MemoryLayout<AudioBytePacketTranslation>.size)
                let status = AudioFileStreamGetProperty(stream, property, &size, &item)
                #expect(number >= 0 || status == kAudioFileStreamError_InvalidPacketOffset)
            }
        }
        #expect(AudioFileStreamClose(stream) == noErr)
    }

    @Test func aSeekTellsWhereToGoOn() throws {
        let bytes = try Self.wave(frameCount: 700)
        let heard = Heard()
        let stream = try Self.open(heard, hint: kAudioFileWAVEType)
        var (offset, flags) = (Int64(0), AudioFileStreamSeekFlags())
        #expect(AudioFileStreamSeek(stream, 0, &offset, &flags) == kAudioFileStreamError_DataUnavailable)
        #expect(Self.parse(bytes.prefix(1000), stream, piece: 77) == noErr)
        #expect(AudioFileStreamSeek(stream, 500, &offset, &flags) == noErr)
        #expect(offset == 2000 && flags.isEmpty)
        var (start, size) = (Int64(0), UInt32(8))
        #expect(AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_DataOffset, &size, &start) == noErr)
        heard.packets = []
        #expect(Self.parse(bytes[Int(start + offset)...], stream, piece: 77) == noErr)
        #expect(heard.packets.count == 200 && heard.packets.first == [244, 1, 0, 0])
        #expect(AudioFileStreamSeek(stream, 700, &offset, &flags) == kAudioFileStreamError_InvalidPacketOffset)
        #expect(AudioFileStreamSeek(stream, -1, &offset, &flags) == kAudioFileStreamError_InvalidPacketOffset)
        #expect(AudioFileStreamClose(stream) == noErr)
    }

    @Test func afterAGapPacketsBeginAgain() throws {
        let bytes = try Self.wave(frameCount: 700)
        let heard = Heard()
        let stream = try Self.open(heard)
        let start = bytes.count - 2800
        // Half a frame is lost with the gap.
        #expect(Self.parse(bytes.prefix(start + 402), stream, piece: 1000) == noErr)
        #expect(heard.packets.count == 100)
        let rest = Array(bytes[(start + 800)...])
        #expect(AudioFileStreamParseBytes(stream, UInt32(rest.count), rest, .discontinuity) == noErr)
        #expect(heard.packets.count == 600 && heard.packets[100] == [200, 0, 0, 0])
        #expect(AudioFileStreamClose(stream) == noErr)

        let early = Heard()
        let another = try Self.open(early)
        #expect(
            AudioFileStreamParseBytes(another, 10, bytes, .discontinuity)
                == kAudioFileStreamError_DiscontinuityCantRecover)
        #expect(AudioFileStreamClose(another) == noErr)
    }

    @Test func misuseHasItsCodes() throws {
        let heard = Heard()
        let stream = try Self.open(heard)
        var (size, value) = (UInt32(4), UInt32(7))
        #expect(
            AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_ReadyToProducePackets, &size, &value) == noErr)
        #expect(value == 0)
        #expect(
            AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_DataFormat, &size, &value)
                == kAudioFileStreamError_ValueUnknown)
        #expect(AudioFileStreamGetProperty(stream, 1, &size, &value) == kAudioFileStreamError_UnsupportedProperty)
        #expect(AudioFileStreamSetProperty(stream, 1, 4, &value) == kAudioFileStreamError_UnsupportedProperty)
        let garbage = [UInt8](repeating: 0x55, count: 1 << 20)
        let status = AudioFileStreamParseBytes(stream, UInt32(garbage.count), garbage, [])
        #expect(status == kAudioFileStreamError_UnsupportedFileType || status == kAudioFileStreamError_InvalidFile)
        #expect(AudioFileStreamParseBytes(stream, 4, garbage, []) == status)
        #expect(AudioFileStreamClose(stream) == noErr)
        #expect(AudioFileStreamClose(stream) == kAudioFileStreamError_IllegalOperation)
        #expect(AudioFileStreamParseBytes(stream, 4, garbage, []) == kAudioFileStreamError_IllegalOperation)
    }

    @Test func aStreamMayBeClosedByItsOwnReceiver() throws {
        let bytes = try Self.wave(frameCount: 700)
        let heard = Heard()
        heard.closes = true
        let stream = try Self.open(heard)
        #expect(AudioFileStreamParseBytes(stream, UInt32(bytes.count - 400), bytes, []) == noErr)
        let count = heard.packets.count
        #expect(count > 0)
        #expect(AudioFileStreamParseBytes(stream, 4, bytes, []) == kAudioFileStreamError_IllegalOperation)
        #expect(heard.packets.count == count)
    }

    @Test func aStreamNeedsNoReference() throws {
        var stream: AudioFileStreamID?
        #expect(AudioFileStreamOpen(nil, { _, _, _, _ in }, { _, _, _, _, _ in }, 0, &stream) == noErr)
        let opened = try #require(stream)
        let bytes = try Self.wave(frameCount: 10)
        #expect(Self.parse(bytes, opened, piece: 100) == noErr)
        #expect(AudioFileStreamClose(opened) == noErr)
    }
}
