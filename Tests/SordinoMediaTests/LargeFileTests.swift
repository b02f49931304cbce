import Glibc
import SordinoMedia
import SordinoSignal
import Testing

/// Files of more than 4 GiB, without the gigabytes: what is silent becomes a hole in the file.
@Suite(.serialized) struct LargeFileTests {
    private static let pieceByteCount = 1 << 22
    /// 4.25 GiB.
    private static let pieceCount = 1088
    private static let silence = [UInt8](repeating: 0, count: pieceByteCount)

    /// A file whose zeros take no place on the disk.
    private final class HolesSink: ByteSink {
        let name: String
        private let file: FileByteSink
        private var end: Int64 = 0

        init(path: String) throws(MediaError) {
            name = path
            file = try FileByteSink(path: path)
        }

        func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(MediaError) {
            var isSilent = false
            if let source = bytes.baseAddress, bytes.count <= silence.count {
                isSilent = silence.withUnsafeBytes { zeros in
                    zeros.baseAddress.map { memcmp(source, $0, bytes.count) == 0 } ?? false
                }
            }
            // Zeros over something that is there are no hole.
            if !isSilent || offset < end { try file.write(bytes, at: offset) }
            end = max(end, offset + Int64(bytes.count))
        }

        func truncate(to byteCount: Int64) -> Bool {
            end = byteCount
            return file.truncate(to: byteCount)
        }

        func close() throws(MediaError) {
            _ = file.truncate(to: end)
            try file.close()
        }
    }

    /// Bytes that a file takes on the disk.
    private func diskByteCount(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_blocks) * 512 : .max
    }

    private func seconds(_ path: String) -> Double? {
        guard OutsideTool.path("ffprobe") != nil else { return nil }
        let told = try? OutsideTool.run(
            "ffprobe", ["-v", "error", "-show_entries", "stream=duration", "-of", "csv=p=0", path])
        return told.flatMap { Double(String(decoding: $0, as: UTF8.self).prefix { $0 != "\n" }) }
    }

    @Test(
        arguments: [("WAVE", .little), ("RF64", .little), ("BW64", .little), ("caff", .big)] as [(FourCC, ByteOrder)])
    func samplesBehindFourGiBAreWrittenAndRead(fileType: FourCC, order: ByteOrder) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a")
        let format = MediaFormat(.int16(order), sampleRate: 192_000, channelCount: 8)
        let writer = try MediaWriter(
            HolesSink(path: path), #require(Containers.named(fileType)), MediaDescription(format))
        let last = (1...800).map { order == .little ? Int16($0).littleEndian : Int16($0).bigEndian }
        try Self.silence.withUnsafeBytes { piece in
            for _ in 0..<Self.pieceCount { try writer.write(stored: piece) }
        }
        try last.withUnsafeBytes { try writer.write(stored: $0) }
        try writer.finish()
        #expect(diskByteCount(path) < 4 << 20)

        let reader = try MediaReader(path: path)
        let silentFrameCount = Int64(Self.pieceCount) * Int64(Self.pieceByteCount) / 16
        #expect(reader.frameCount == silentFrameCount + 100)
        reader.seek(to: silentFrameCount - 1)
        var frames = [Int16](repeating: -1, count: 8 * 200)
        let count = try frames.withUnsafeMutableBufferPointer { frames in
            try reader.read(into: #require(frames.baseAddress), frameCount: 200)
        }
        #expect(count == 101)
        #expect(Array(frames[..<808]) == [Int16](repeating: 0, count: 8) + (1...800))
        if let told = seconds(path) { #expect(abs(told - Double(silentFrameCount + 100) / 192_000) < 0.001) }
    }

    @Test(arguments: ["m4af", "caff"] as [FourCC]) func packetsBehindFourGiBAreWrittenAndRead(fileType: FourCC) throws {
        var format = MediaFormat(
            codec: "alac", sampleRate: 48000, channelCount: 2, bytesPerPacket: 0, framesPerPacket: 4096)
        format.bitsPerChannel = 16
        guard EncoderTests.has("alac"), let encoder = try Codecs.encoder(for: format) else { return }
        let folder = try TemporaryFolder()
        let path = folder.file("a")
        var description = MediaDescription(encoder.format)
        description.cookie = encoder.cookie
        let writer = try MediaWriter(
            HolesSink(path: path), #require(Containers.named(fileType)), description, encodes: false)
        try Self.silence.withUnsafeBytes { piece in
            for _ in 0..<Self.pieceCount { try writer.write(packet: piece, frameCount: 4096) }
        }
        for number in 1...50 {
            try [UInt8](repeating: UInt8(number), count: number).withUnsafeBytes {
                try writer.write(packet: $0, frameCount: 4096)
            }
        }
        try writer.finish()
        #expect(diskByteCount(path) < 16 << 20)

        let source = try FileByteSource(path: path)
        let scan = try MediaScan.scan(source)
        let packets = try OpenedPackets.packets(source, scan)
        #expect(try packets.count().packets == Int64(Self.pieceCount) + 50)
        for number in [50, 1, 17] {
            try packets.seek(toPacket: Int64(Self.pieceCount + number - 1))
            let packet = try #require(try packets.next())
            #expect(packet.offset > 1 << 32)
            #expect([UInt8](packet.bytes) == [UInt8](repeating: UInt8(number), count: number))
        }
        try packets.seek(toPacket: Int64(Self.pieceCount) - 1)
        #expect(try #require(try packets.next()).bytes.count == Self.pieceByteCount)
        if let told = seconds(path) {
            #expect(abs(told - Double((Self.pieceCount + 50) * 4096) / 48000) < 0.001)
        }
    }

    @Test(arguments: [("AIFC", .big), ("NeXT", .big)] as [(FourCC, ByteOrder)])
    func typesWithoutRoomForMoreSaySoAndKeepWhatFits(fileType: FourCC, order: ByteOrder) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a")
        let format = MediaFormat(.int16(order), sampleRate: 192_000, channelCount: 8)
        let writer = try MediaWriter(
            HolesSink(path: path), #require(Containers.named(fileType)), MediaDescription(format))
        var taken = 0
        let error = #expect(throws: MediaError.self) {
            try Self.silence.withUnsafeBytes { piece in
                while taken < Self.pieceCount {
                    try writer.write(stored: piece)
                    taken += 1
                }
            }
        }
        guard case .limit? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        try writer.finish()
        #expect(taken > 1000)
        #expect(try MediaReader(path: path).frameCount == Int64(taken) * Int64(Self.pieceByteCount) / 16)
    }
}
