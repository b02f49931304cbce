import ByteMutation
import DamagedPackets
import Foundation
import SordinoMedia
import Testing

/// Jumps in packets of every codec of Sordino's own: seek, then read, equals reading through, bit for bit.
@Suite(.enabled(if: !SeedPackets.all().isEmpty, "Fuzz/Seeds is not beside these sources"))
struct OwnCodecJumpTests {
    /// A stream made of a seed's packets, again and again; the last of a seed may be shorter than the others.
    private func repeated(_ stream: SeedPackets, count: Int) -> [[UInt8]] {
        let whole = stream.packets.count > 1 ? stream.packets.dropLast() : stream.packets[...]
        return (0..<count).map { whole[$0 % whole.count] }
    }

    /// The file of so many packets: a CAF file, or the packets alone where their headers describe them.
    private func file(_ stream: SeedPackets, packetCount: Int) throws -> [UInt8] {
        let packets = repeated(stream, count: packetCount)
        if "\(stream.format.codec)".contains(".mp") { return packets.flatMap { $0 } }
        let sink = MemoryByteSink()
        var description = MediaDescription(stream.format)
        description.cookie = stream.cookie
        let writer = try MediaWriter(sink, try #require(Containers.named("caff")), description, encodes: false)
        let decoder = try #require(try Codecs.decoder(for: stream.format, cookie: stream.cookie))
        for packet in packets {
            try packet.withUnsafeBytes {
                try writer.write(packet: $0, frameCount: try decoder.decode($0).frameCount)
            }
        }
        try writer.finish()
        return sink.bytes
    }

    @Test(arguments: OwnCodecDamageTests.streams)
    func aJumpInAFileGivesTheSamplesOfReadingThrough(stream: SeedPackets) throws {
        let bytes = try file(stream, packetCount: 60)
        let all = try allFrames(MediaReader(bytes: bytes))
        let frameCount = all[0].count
        try #require(frameCount > 3000)
        let reader = try MediaReader(bytes: bytes)
        var numbers = SeededNumbers(seed: 9)
        for _ in 0..<12 {
            let start = Int.random(in: 0..<frameCount, using: &numbers)
            reader.seek(to: Int64(start))
            let expected = all.map { Array($0[start..<min($0.count, start + 2000)]) }
            #expect(try someFrames(reader, 2000) == expected, "\(stream), frame \(start)")
        }
    }

    /// Decodes packets and returns the samples of the last one, interleaved.
    private func last(_ packets: some Sequence<[UInt8]>, _ decoder: any PacketDecoder) throws -> [Float] {
        var samples: [Float] = []
        for packet in packets { samples = try #require(DecoderComparison.samples(packet, decoder)) }
        return samples
    }

    @Test(arguments: OwnCodecDamageTests.streams)
    func thePreRollIsLongEnough(stream: SeedPackets) throws {
        let packets = repeated(stream, count: 40)
        let through = try #require(try Codecs.decoder(for: stream.format, cookie: stream.cookie))
        let jumping = try #require(try Codecs.decoder(for: stream.format, cookie: stream.cookie))
        let preroll = jumping.prerollPacketCount
        for target in [39, 30, 33] where target >= preroll {
            through.reset()
            let expected = try last(packets[...target], through)
            jumping.flush()
            let found = try last(packets[(target - preroll)...target], jumping)
            // Decoders that remember for ever (noise that runs on, replicated bands, filters that fade) are given the
            // whole beginning of a stream again.
            guard jumping.firstPacket(toHear: Int64(target)) == 0 else {
                #expect(found == expected, "\(stream), packet \(target)")
                continue
            }
            // Noise and fading filters are no louder there.
            func level(_ samples: [Float]) -> Double { samples.reduce(1e-9) { $0 + Double($1) * Double($1) } }
            #expect(abs(10 * log10(level(found) / level(expected))) < 0.5, "\(stream), packet \(target)")
        }
    }
}
