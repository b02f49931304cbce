import AllocationProbe
import ByteMutation
import SordinoMedia
import SordinoRealtime
import Testing

@testable import SordinoStreaming

/// Numbers and bytes of servers that claim what cannot be.
@Suite struct OutsideNumbersTests {
    private static func list(_ line: String) -> [UInt8] {
        [UInt8]("#EXTM3U\n\(line)\n#EXTINF:1,\na.aac\n#EXTINF:1,\na.aac\n#EXT-X-ENDLIST\n".utf8)
    }

    @Test(arguments: [
        "\(Int64.max)@\(Int64.max)", "\(Int64.max)", "1@\(Int64.max)", "\(Int64.max)@0", "9007199254740993@1",
        "1@9007199254740993", "-1@5", "0", "", "x",
    ])
    func partsOfAResourceThatCannotBeAreRefused(part: String) {
        #expect(throws: StreamError.self) {
            try HLSPlaylist(Self.list("#EXT-X-MAP:URI=\"i.mp4\",BYTERANGE=\"\(part)\""))
        }
        #expect(throws: StreamError.self) { try HLSPlaylist(Self.list("#EXT-X-BYTERANGE:\(part)")) }
    }

    @Test func partsThatFollowEachOtherEndBeforeTheirSumOverflows() throws {
        let half = SoundLimits.resourceByteCount
        let text = "#EXTM3U\n#EXT-X-BYTERANGE:\(half)@0\n#EXTINF:1,\na\n#EXT-X-BYTERANGE:1\n#EXTINF:1,\na\n"
        #expect(throws: StreamError.self) { try HLSPlaylist([UInt8](text.utf8)) }
        let list = try HLSPlaylist(Self.list("#EXT-X-BYTERANGE:\(half / 2)@\(half / 2)"))
        #expect(list.segments[0].bytes == .init(first: half / 2, count: half / 2))
    }

    @Test func numbersOfHeadsAreBytesThatCanBe() throws {
        func head(_ field: String) throws -> HTTPHead {
            try #require(HTTPHead([UInt8]("HTTP/1.1 206 OK\r\n\(field)\r\n\r\n".utf8)))
        }
        #expect(try head("Content-Length: \(Int64.max)").number("content-length") == nil)
        #expect(try head("Content-Length: -1").number("content-length") == nil)
        #expect(try head("Content-Length: 17").number("content-length") == 17)
        #expect(try head("Content-Range: bytes \(Int64.max)-\(Int64.max)/\(Int64.max)").range == nil)
        let range = try #require(try head("Content-Range: bytes 5-9/-7").range)
        #expect(range.first == 5 && range.total == nil)
    }

    /// Bytes that stand for hours of sound are kept as bytes until their frames are asked for.
    @Test func aPieceThatStandsForHoursIsDecodedPacketByPacket() throws {
        let bomb = SilentFLAC.bytes(frameCount: 2_000, channelCount: 8)
        var waiting = ArrivedPackets()
        var decoder = StreamDecoder()
        let kept = try countingHeapBytes {
            waiting += try decoder.take(bomb[...])
            waiting += try decoder.finish()
        }
        // 4.2 GB as floats. Each packet has a block of its own on the heap.
        #expect(kept <= 32 * bomb.count + 1 << 20, "\(kept) bytes for \(bomb.count)")
        for _ in 0..<3 {
            let next = waiting.nextPiece()
            let piece = try #require(next)
            #expect(piece.channels.count == 8 && piece.frameCount == 65_535)
        }
    }

    @Test func packetsComeOutInOrderWhateverTheirNumber() throws {
        let bytes = SilentFLAC.bytes(frameCount: 300, channelCount: 1)
        var (waiting, decoder) = (ArrivedPackets(), StreamDecoder())
        for start in stride(from: 0, to: bytes.count, by: 1_000) {
            waiting += try decoder.take(bytes[start..<min(start + 1_000, bytes.count)])
        }
        waiting += try decoder.finish()
        var frames = 0
        while let piece = waiting.nextPiece() { frames += piece.frameCount }
        #expect(frames == 300 * 65_535)
    }

    /// A stream of samples at a rate that no sound has.
    @Test(arguments: [100, 896_068] as [UInt32]) func aStreamAtAnImpossibleRateIsRefused(rate: UInt32) {
        func number(_ value: UInt32, _ byteCount: Int) -> [UInt8] {
            (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
        }
        let format = number(1, 2) + number(1, 2) + number(rate, 4) + number(2 * rate, 4) + number(2, 2) + number(16, 2)
        let body = [UInt8]("WAVEfmt ".utf8) + number(16, 4) + format + [UInt8]("data".utf8) + number(8_000, 4)
        let file = [UInt8]("RIFF".utf8) + number(8_036, 4) + body + [UInt8](repeating: 1, count: 8_000)
        var decoder = StreamDecoder()
        #expect(throws: StreamError.self) {
            _ = try decoder.take(file[...])
            _ = try decoder.finish()
        }
    }
}
