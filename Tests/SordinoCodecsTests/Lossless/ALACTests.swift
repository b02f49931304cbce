import Foundation
import Testing

@testable import SordinoCodecs

@Suite struct ALACTests {
    static func encode(_ planes: [[Int32]], bits: Int, framesPerPacket: Int) throws -> (ALACCookie, [[UInt8]]) {
        let encoder = try ALACEncoder(
            sampleRate: 48000, channelCount: planes.count, bitsPerChannel: bits, framesPerPacket: framesPerPacket)
        var packets: [[UInt8]] = []
        try blocks(planes, framesPerPacket) { packets.append(Array(try encoder.encode($0, frameCount: $1))) }
        encoder.finish()
        return (try ALACCookie(encoder.cookie), packets)
    }

    static func decode(_ cookie: ALACCookie, _ packets: [[UInt8]]) throws -> [[Int32]] {
        let decoder = ALACDecoder(cookie)
        var planes = [[Int32]](repeating: [], count: cookie.channelCount)
        for packet in packets {
            let count = try packet.withUnsafeBytes { try decoder.decode($0) }
            for channel in planes.indices {
                planes[channel] += UnsafeBufferPointer(start: decoder.plane(channel), count: count)
            }
        }
        return planes
    }

    @Test(arguments: [16, 20, 24, 32], Array(1...8))
    func samplesComeBackBitForBit(bits: Int, channelCount: Int) throws {
        var signals = LosslessSignals(seed: UInt64(bits * 10 + channelCount))
        for (length, frameCount) in [(4096, 8192 + 1), (1000, 2999), (352, 353), (16384, 700), (7, 40), (4096, 1)] {
            let planes = signals.medley(channelCount: channelCount, bits: bits, frameCount: frameCount)
            let (cookie, packets) = try Self.encode(planes, bits: bits, framesPerPacket: length)
            #expect(try Self.decode(cookie, packets) == planes, "\(length) frames a packet")
        }
    }

    @Test(.enabled(if: LosslessTools.hasFFmpeg), arguments: [16, 20, 24, 32], Array(1...8))
    func anotherDecoderReadsOurs(bits: Int, channelCount: Int) throws {
        var signals = LosslessSignals(seed: UInt64(bits * 100 + channelCount))
        let planes = signals.medley(channelCount: channelCount, bits: bits, frameCount: 13001)
        let (cookie, packets) = try Self.encode(planes, bits: bits, framesPerPacket: 4096)
        let file = LosslessTools.file("ours.caf")
        defer { LosslessTools.remove(file) }
        try LosslessTools.caf(cookie, packets, frameCount: 13001).write(to: file)
        let theirs = LosslessTools.decoded(file)
        let places = ALACLayout.wavePlaces(channelCount: channelCount)
        var expected = [Int32](repeating: 0, count: 13001 * channelCount)
        for frame in 0..<13001 {
            for channel in 0..<channelCount {
                expected[frame * channelCount + places[channel]] = planes[channel][frame] << Int32(32 - bits)
            }
        }
        #expect(theirs == expected)
    }

    @Test(.enabled(if: LosslessTools.hasFFmpeg), arguments: [16, 24], Array(1...8))
    func oursReadsAnotherEncoder(bits: Int, channelCount: Int) throws {
        var signals = LosslessSignals(seed: UInt64(bits * 1000 + channelCount))
        let planes = signals.medley(channelCount: channelCount, bits: bits, frameCount: 9000)
        let (raw, file) = (LosslessTools.file("raw"), LosslessTools.file("theirs.caf"))
        defer {
            LosslessTools.remove(raw)
            LosslessTools.remove(file)
        }
        try LosslessTools.raw(planes, width: bits / 8).write(to: raw)
        let layouts = ["mono", "stereo", "3.0", "4.0", "5.0", "5.1", "6.1(back)", "7.1(wide)"]
        let isMade = LosslessTools.run(
            "ffmpeg",
            [
                "-v", "error", "-f", "s\(bits)le", "-ar", "48000", "-ac", "\(channelCount)", "-channel_layout",
                layouts[channelCount - 1], "-i", raw.path, "-c:a", "alac", file.path,
            ]
        ).isGood
        // The installed encoder may lack a layout.
        guard isMade, let data = try? Data(contentsOf: file), let mark = data.range(of: Data("kuki".utf8)) else {
            return
        }
        let cookieStart = mark.upperBound + 8
        let cookieLength = Int(data[cookieStart - 1])
        let cookie = try ALACCookie(Array(data[cookieStart..<cookieStart + cookieLength]))
        let packets = LosslessTools.packets(file).map { Array(data[$0]) }
        let ours = try Self.decode(cookie, packets)
        let theirs = LosslessTools.decoded(file)
        let places = ALACLayout.wavePlaces(channelCount: channelCount)
        #expect(ours.first?.count == 9000)
        for (channel, plane) in ours.enumerated() {
            let other = stride(from: places[channel], to: theirs.count, by: channelCount).map {
                theirs[$0] >> Int32(32 - bits)
            }
            #expect(plane == other, "channel \(channel)")
        }
    }

    @Test(
        .enabled(if: LosslessTools.hasSamples && LosslessTools.hasFFmpeg),
        arguments: [
            "mp4/media__sample_alac.mp4", "mp4/audioscan__alac.m4a", "mp4/waars__sample-alac.m4a",
            "caf/aqofflinerendertest-swift__soundalac.caf",
        ])
    func filesOfTheWorldDecodeAsElsewhere(name: String) throws {
        let file = LosslessTools.samples.appendingPathComponent(name)
        let data = try Data(contentsOf: file)
        let isCAF = name.hasSuffix("caf")
        let packets = LosslessTools.packets(file).map { Array(data[$0]) }
        // The cookie of MPEG-4 is the second "alac", behind a version and flags.
        let first = try #require(data.range(of: Data((isCAF ? "kuki" : "alac").utf8)))
        let mark = isCAF ? first : try #require(data.range(of: Data("alac".utf8), in: first.upperBound..<data.count))
        let start = mark.upperBound + (isCAF ? 8 : 4)
        let cookie = try ALACCookie(Array(data[start..<min(data.count, start + 48)]))
        let ours = try Self.decode(cookie, packets)
        let theirs = LosslessTools.run(
            "ffmpeg",
            [
                "-v", "error", "-ignore_editlist", "1", "-i", file.path, "-c:a", "pcm_s32le", "-f", "s32le", "-",
            ]
        ).output
        let all =
            theirs.isEmpty
            ? LosslessTools.decoded(file) : theirs.withUnsafeBytes { Array($0.bindMemory(to: Int32.self)) }
        let count = min(all.count / cookie.channelCount, ours[0].count)
        #expect(count > 400 && ours[0].count - count < cookie.framesPerPacket)
        for (channel, plane) in ours.enumerated() {
            let place = ALACLayout.wavePlaces(channelCount: cookie.channelCount)[channel]
            #expect(
                (0..<count).allSatisfy {
                    plane[$0] == all[$0 * cookie.channelCount + place] >> Int32(32 - cookie.bitsPerChannel)
                },
                "channel \(channel)")
        }
    }

    @Test func aPacketDecodesTheSameAfterAJump() throws {
        var signals = LosslessSignals(seed: 9)
        let planes = signals.medley(channelCount: 2, bits: 16, frameCount: 20000)
        let (cookie, packets) = try Self.encode(planes, bits: 16, framesPerPacket: 1024)
        for index in [13, 2, 19, 0] {
            let jumped = try Self.decode(cookie, [packets[index]])
            let end = min(20000, (index + 1) * 1024)
            #expect(jumped == planes.map { Array($0[index * 1024..<end]) })
        }
    }

    @Test func aCookieSaysWhatItWasMadeOf() throws {
        for channelCount in 1...8 {
            var signals = LosslessSignals(seed: 3)
            let planes = signals.medley(channelCount: channelCount, bits: 24, frameCount: 5000)
            let (cookie, packets) = try Self.encode(planes, bits: 24, framesPerPacket: 4096)
            #expect(cookie.bytes.count == (channelCount > 2 ? 48 : 24))
            #expect(cookie.mostPacketByteCount == packets.map(\.count).max())
            #expect((cookie.layoutTag & 0xFFFF) == (channelCount > 2 ? UInt32(channelCount) : 0))
            let old: [UInt8] =
                [0, 0, 0, 12] + Array("frmaalac".utf8) + [0, 0, 0, 36] + Array("alac".utf8) + [0, 0, 0, 0]
            #expect(try ALACCookie(old + cookie.bytes) == cookie)
        }
        #expect(throws: CodecError.self) { try ALACCookie([UInt8](repeating: 0, count: 23)) }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func mutatedPacketsDecodeOrThrow(seed: UInt64) throws {
        var signals = LosslessSignals(seed: seed &* 0x9E37_79B9)
        let bits = [16, 20, 24, 32][Int(seed - 1)]
        let channelCount = Int(seed) * 2
        let planes = signals.medley(channelCount: channelCount, bits: bits, frameCount: 2048)
        let (cookie, packets) = try Self.encode(planes, bits: bits, framesPerPacket: 256)
        let decoder = ALACDecoder(cookie)
        var throwing = 0
        for round in 0..<1500 {
            var packet = packets[signals.below(packets.count)]
            for _ in 0...signals.below(6) {
                packet[signals.below(round % 2 == 0 ? 40 : packet.count) % packet.count] = UInt8(
                    truncatingIfNeeded: signals.next())
            }
            if round % 3 == 0 { packet.removeLast(signals.below(packet.count)) }
            do {
                let count = try packet.withUnsafeBytes { try decoder.decode($0) }
                #expect(count <= cookie.framesPerPacket)
            } catch {
                throwing += 1
                #expect(decoder.conceal() == cookie.framesPerPacket)
            }
        }
        #expect(throwing > 100, "seed \(seed)")
        // The next good packet plays.
        let count = try packets[1].withUnsafeBytes { try decoder.decode($0) }
        #expect(Array(UnsafeBufferPointer(start: decoder.plane(0), count: count)) == Array(planes[0][256..<512]))
    }
}
