import Foundation
import SordinoMedia
import Testing

/// CAF files with packets of differing sizes, which ffmpeg makes, against ffmpeg's decoding.
@Suite(.enabled(if: OutsideTool.path("ffmpeg") != nil && OutsideTool.hasLibrary, "ffmpeg or libavcodec is not there"))
struct CAFPacketTableTests {
    static let kinds = [
        MPEG4ParserTests.Kind(name: "alac.caf", options: ["-c:a", "alac"], codec: "alac", isLossless: true),
        MPEG4ParserTests.Kind(name: "aac.caf", options: ["-c:a", "aac", "-aac_pns", "0"], codec: "aac "),
        MPEG4ParserTests.Kind(name: "opus.caf", options: ["-c:a", "libopus"], codec: "opus"),
    ]

    @Test(arguments: kinds) func packetsAreFoundByTheirTable(kind: MPEG4ParserTests.Kind) throws {
        let folder = try TemporaryFolder()
        guard let path = try MPEG4ParserTests.file(kind, folder) else { return }
        let reader = try MediaReader(path: path)
        #expect(reader.format.codec == kind.codec)
        let frames = try allFrames(reader, step: 777)
        #expect(frames.allSatisfy { Int64($0.count) == reader.frameCount })
        let theirs = try OutsideTool.decoded(path)
        let ours = interleaved(frames)
        #expect(abs(theirs.count - ours.count) <= 2 * 4096, "\(ours.count), theirs \(theirs.count)")
        let error = zip(ours, theirs).reduce(0.0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        let rms = (error / Double(max(1, min(ours.count, theirs.count)))).squareRoot()
        #expect(rms <= (kind.isLossless ? 0 : 1.0 / 32768), "\(rms)")
    }

    @Test func aFileThatWasCutBeforeItsTableSaysThatTheTableIsMissing() throws {
        let description = ChunkFiles.cafChunk(
            "desc", ChunkFiles.description(codec: "alac", flags: 1, bytesPerPacket: 0, framesPerPacket: 4096, bits: 0))
        let data = ChunkFiles.cafChunk("data", big(UInt32(0)) + [UInt8](repeating: 1, count: 64))
        let error = #expect(throws: MediaError.self) {
            try MediaReader(bytes: ChunkFiles.caf([description, data]))
        }
        guard case .malformed(_, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("the table of packets"), "\(reason)")
    }

    @Test func aTableBeforeTheAudioServesStreamsAndOneBehindItFiles() throws {
        // 300 packets of 1 to 300 bytes, 10 frames each, of a codec that cannot be decoded here: only packets are compared.
        var table: [UInt8] = []
        var audio: [UInt8] = []
        for size in 1...300 {
            if size > 127 { table.append(0x80 | UInt8(size >> 7)) }
            table.append(UInt8(size & 127))
            audio += [UInt8](repeating: UInt8(truncatingIfNeeded: size), count: size)
        }
        let head = big(Int64(300)) + big(Int64(2990)) + big(Int32(3)) + big(Int32(7))
        let description = ChunkFiles.cafChunk(
            "desc", ChunkFiles.description(codec: "none", flags: 0, bytesPerPacket: 0, framesPerPacket: 10, bits: 0))
        let pakt = ChunkFiles.cafChunk("pakt", head + table)
        let data = ChunkFiles.cafChunk("data", big(UInt32(0)) + audio)
        for pieceByteCount in [1, 17, 1 << 20] {
            let (packets, count, parser) = try PushParserTests.packets(
                ChunkFiles.caf([description, pakt, data]), pieces: { _ in pieceByteCount })
            #expect(packets == audio)
            #expect(count == 300)
            #expect(parser.properties?.validFrameCount == 2990)
        }
        for chunks in [[description, pakt, data], [description, data, pakt]] {
            let scan = try MediaScan.scan(MemoryByteSource(ChunkFiles.caf(chunks)))
            guard case .table(let table) = scan.properties.packets else {
                Issue.record("no table")
                return
            }
            #expect(table.packetCount == 300)
            #expect(table.frameCount == 3000)
            let place = table.place(ofPacket: 299)
            #expect(place.byteCount == 300)
            #expect(place.offset == scan.dataStart + Int64(audio.count) - 300)
            #expect(table.packet(ofFrame: 1234) == 123)
        }
    }

    @Test(arguments: [true, false]) func aTableWithoutEntriesIsThatOfAFileWithoutPackets(isBehind: Bool) throws {
        let description = ChunkFiles.cafChunk(
            "desc", ChunkFiles.description(codec: "none", flags: 0, bytesPerPacket: 0, framesPerPacket: 10, bits: 0))
        let pakt = ChunkFiles.cafChunk("pakt", [UInt8](repeating: 0, count: 24))
        let data = ChunkFiles.cafChunk("data", big(UInt32(0)))
        let chunks = isBehind ? [description, data, pakt] : [description, pakt, data]
        let scan = try MediaScan.scan(MemoryByteSource(ChunkFiles.caf(chunks)))
        guard case .table(let table) = scan.properties.packets else {
            Issue.record("no table")
            return
        }
        #expect(table.packetCount == 0)
        #expect(table.frameCount == 0)
    }
}
