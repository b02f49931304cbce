import Foundation
import Testing

@testable import SordinoCodecs

@Suite struct FLACTests {
    static func encode(
        _ planes: [[Int32]], bits: Int, framesPerPacket: Int = 4096, level: Int = 5, rate: Int = 44100
    ) throws -> (FLACDescription, [[UInt8]]) {
        let encoder = try FLACEncoder(
            sampleRate: rate, channelCount: planes.count, bitsPerChannel: bits, framesPerPacket: framesPerPacket,
            level: level)
        var packets: [[UInt8]] = []
        try blocks(planes, framesPerPacket) { packets.append(Array(try encoder.encode($0, frameCount: $1))) }
        encoder.finish()
        return (try FLACDescription(encoder.cookie), packets)
    }

    static func decode(_ description: FLACDescription, _ packets: [[UInt8]]) throws -> (
        planes: [[Int32]], isTrue: Bool?
    ) {
        let decoder = FLACDecoder(description, checksSignature: true)
        var planes = [[Int32]](repeating: [], count: description.channelCount)
        for packet in packets {
            let count = try packet.withUnsafeBytes { try decoder.decode($0) }
            for channel in planes.indices {
                planes[channel] += UnsafeBufferPointer(start: decoder.plane(channel), count: count)
            }
        }
        return (planes, decoder.isTrue)
    }

    /// The description and the sound of a FLAC file, frame by frame.
    static func decode(file data: Data) throws -> (decoder: FLACDecoder, planes: [[Int32]]) {
        let bytes = Array(data)
        var place = 4
        while place + 4 < bytes.count {
            let isLast = bytes[place] & 0x80 != 0
            place += 4 + Int(bytes[place + 1]) << 16 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3])
            if isLast { break }
        }
        let decoder = try FLACDecoder(cookie: Array(bytes.prefix(42)), checksSignature: true)
        var planes = [[Int32]](repeating: [], count: 8)
        try bytes.withUnsafeBytes { all in
            while place + 6 <= all.count {
                let rest = UnsafeRawBufferPointer(rebasing: all[place..<min(all.count, place + 700_000)])
                let count = try decoder.decode(rest)
                for channel in 0..<decoder.channelCount {
                    planes[channel] += UnsafeBufferPointer(start: decoder.plane(channel), count: count)
                }
                place += decoder.consumedByteCount
            }
        }
        return (decoder, planes)
    }

    @Test(arguments: [4, 8, 12, 15, 16, 17, 20, 24, 31, 32], [1, 2, 3, 8])
    func samplesComeBackBitForBit(bits: Int, channelCount: Int) throws {
        var signals = LosslessSignals(seed: UInt64(bits * 10 + channelCount))
        for (length, frameCount, level) in [(4096, 8193, 5), (1152, 2399, 8), (192, 400, 2), (16, 17, 5), (4096, 1, 6)]
        {
            let planes = signals.medley(channelCount: channelCount, bits: bits, frameCount: frameCount)
            let (description, packets) = try Self.encode(planes, bits: bits, framesPerPacket: length, level: level)
            let decoded = try Self.decode(description, packets)
            #expect(decoded.planes == planes, "\(length) frames a packet")
            #expect(decoded.isTrue == true)
        }
    }

    @Test(arguments: Array(0...8)) func everyEffortIsLossless(level: Int) throws {
        var signals = LosslessSignals(seed: UInt64(level + 1))
        let planes = signals.medley(channelCount: 2, bits: 16, frameCount: 12000)
        let (description, packets) = try Self.encode(planes, bits: 16, level: level)
        #expect(try Self.decode(description, packets).planes == planes)
    }

    @Test(.enabled(if: LosslessTools.hasFLAC), arguments: [4, 8, 13, 16, 20, 24, 32], [1, 2, 6, 8])
    func anotherDecoderAcceptsOurs(bits: Int, channelCount: Int) throws {
        var signals = LosslessSignals(seed: UInt64(bits * 100 + channelCount))
        let planes = signals.medley(channelCount: channelCount, bits: bits, frameCount: 9001)
        let (description, packets) = try Self.encode(planes, bits: bits, rate: 44100 + bits * channelCount)
        let file = LosslessTools.file("ours.flac")
        defer { LosslessTools.remove(file) }
        try LosslessTools.flac(description, packets).write(to: file)
        // It checks the sums of frames and of all samples.
        #expect(LosslessTools.run("flac", ["-t", "-s", file.path]).isGood)
    }

    @Test(.enabled(if: LosslessTools.hasFFmpeg), arguments: [16, 24], Array(1...8))
    func anotherDecoderReadsOurs(bits: Int, channelCount: Int) throws {
        var signals = LosslessSignals(seed: UInt64(bits * 100 + channelCount))
        let planes = signals.medley(channelCount: channelCount, bits: bits, frameCount: 9001)
        let (description, packets) = try Self.encode(planes, bits: bits)
        let file = LosslessTools.file("ours.flac")
        defer { LosslessTools.remove(file) }
        try LosslessTools.flac(description, packets).write(to: file)
        let expected = (0..<9001).flatMap { frame in planes.map { $0[frame] << Int32(32 - bits) } }
        #expect(LosslessTools.decoded(file) == expected)
    }

    @Test(
        .enabled(if: LosslessTools.hasFLAC),
        arguments: [
            (16, 2, ["-0"]), (16, 2, ["-8", "-e", "-p"]), (24, 2, ["-8"]),
            (16, 1, ["--lax", "-l", "32", "-b", "8192"]),
            (24, 2, ["--lax", "-l", "32", "-r", "15", "-b", "32768"]), (32, 2, ["-8"]), (32, 2, ["-3", "-m"]),
            (8, 3, ["-5"]),
            (16, 8, ["-5"]), (24, 6, ["-8"]), (16, 2, ["-b", "16", "-5"]),
            (16, 2, ["--lax", "-b", "65535", "-l", "20"]),
        ])
    func oursReadsAnotherEncoder(bits: Int, channelCount: Int, options: [String]) throws {
        var signals = LosslessSignals(seed: UInt64(bits * 1000 + channelCount))
        let planes = signals.medley(channelCount: channelCount, bits: bits, frameCount: 21001)
        let (raw, file) = (LosslessTools.file("raw"), LosslessTools.file("theirs.flac"))
        defer {
            LosslessTools.remove(raw)
            LosslessTools.remove(file)
        }
        try LosslessTools.raw(planes, width: bits / 8).write(to: raw)
        let isMade = LosslessTools.run(
            "flac",
            options + [
                "-s", "-f", "--force-raw-format", "--endian=little", "--sign=signed", "--channels=\(channelCount)",
                "--bps=\(bits)", "--sample-rate=48000", "-o", file.path, raw.path,
            ]
        ).isGood
        try #require(isMade)
        let (decoder, decoded) = try Self.decode(file: Data(contentsOf: file))
        #expect(Array(decoded.prefix(channelCount)) == planes)
        #expect(decoder.isTrue == true)
    }

    @Test(.enabled(if: LosslessTools.hasSamples && LosslessTools.hasFFmpeg))
    func filesOfTheWorldDecodeAsElsewhere() throws {
        let folder = LosslessTools.samples.appendingPathComponent("flac")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        var compared = 0
        // Files that are damaged, change their format on the way, or have other data before the stream.
        let others = ["faulty", "uncommon-02", "uncommon-04", "uncommon-11", "empty-seektable"]
        for name in names.sorted() where name.hasSuffix(".flac") && !others.contains(where: name.contains) {
            let file = folder.appendingPathComponent(name)
            var data = try Data(contentsOf: file)
            if data.starts(with: Data("ID3".utf8)), let mark = data.range(of: Data("fLaC".utf8)) {
                data = data[mark.lowerBound...]
            }
            let (decoder, planes) = try Self.decode(file: Data(data))
            #expect(decoder.isTrue != false, "\(name)")
            let theirs = LosslessTools.decoded(file)
            let count = decoder.channelCount
            let shift = Int32(32 - decoder.bitsPerChannel)
            #expect(theirs.count == planes[0].count * count, "\(name)")
            #expect(
                (0..<min(theirs.count, planes[0].count * count)).allSatisfy {
                    planes[$0 % count][$0 / count] << shift == theirs[$0]
                }, "\(name)")
            compared += 1
        }
        #expect(compared >= 12)
    }

    @Test func aWrongSampleOrACutFrameIsFound() throws {
        var signals = LosslessSignals(seed: 77)
        let planes = signals.medley(channelCount: 2, bits: 16, frameCount: 9000)
        var (description, packets) = try Self.encode(planes, bits: 16)
        description.signature[3] ^= 1
        #expect(try Self.decode(description, packets).isTrue == false)
        packets[1][packets[1].count / 2] ^= 0x10
        #expect(throws: CodecError.self) { try Self.decode(description, packets) }
        #expect(throws: CodecError.self) { try Self.decode(description, [packets[0].dropLast()].map(Array.init)) }
        let decoder = FLACDecoder(description, checksSignature: true)
        #expect(decoder.conceal() == 4096)
        #expect(try packets[2].withUnsafeBytes { try decoder.decode($0) } == 808)
        #expect(Array(UnsafeBufferPointer(start: decoder.plane(1), count: 808)) == Array(planes[1].suffix(808)))
        #expect(decoder.isTrue == nil)
    }

    @Test func theSumsAreThoseOfTheStandards() {
        func sum(_ text: String) -> String {
            var md5 = MD5()
            Array(text.utf8).withUnsafeBytes { md5.take($0) }
            return md5.sum.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
        // RFC 1321, A.5.
        #expect(sum("") == "d41d8cd98f00b204e9800998ecf8427e")
        #expect(sum("message digest") == "f96b697d7cb7938d525a2f31aaf161d0")
        let digits = String(repeating: "1234567890", count: 8)
        #expect(sum(digits) == "57edf4a22be3c955ac49da2e2107b67a")
        // Catalogues of check sums: the polynomials 0x07 and 0x8005 over "123456789".
        let bytes = Array("123456789".utf8)
        #expect(FLACChecks.sum8(bytes, 9) == 0xF4)
        #expect(FLACChecks.sum16(bytes, 9) == 0xFEE8)
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func mutatedFramesDecodeOrThrow(seed: UInt64) throws {
        var signals = LosslessSignals(seed: seed &* 0x9E37_79B9)
        let bits = [16, 24, 32, 8][Int(seed - 1)]
        let planes = signals.medley(channelCount: 2, bits: bits, frameCount: 2048)
        let (description, packets) = try Self.encode(planes, bits: bits, framesPerPacket: 256, level: Int(seed) * 2)
        let decoder = FLACDecoder(description)
        var throwing = 0
        for round in 0..<1500 {
            var packet = packets[signals.below(packets.count)]
            for _ in 0...signals.below(5) {
                packet[signals.below(round % 2 == 0 ? 24 : packet.count) % packet.count] = UInt8(
                    truncatingIfNeeded: signals.next())
            }
            if round % 3 == 0 { packet.removeLast(signals.below(packet.count)) }
            if round % 2 == 1, packet.count > 12 { Self.seal(&packet) }
            do {
                let count = try packet.withUnsafeBytes { try decoder.decode($0) }
                #expect(count <= 65535)
            } catch {
                throwing += 1
                #expect(decoder.conceal() > 0)
            }
        }
        #expect(throwing > 500, "seed \(seed)")
        decoder.reset()
        let count = try packets[1].withUnsafeBytes { try decoder.decode($0) }
        #expect(Array(UnsafeBufferPointer(start: decoder.plane(0), count: count)) == Array(planes[0][256..<512]))
    }

    /// Makes the check sums right again, so that what lies behind them is reached.
    private static func seal(_ packet: inout [UInt8]) {
        packet[0] = 0xFF
        packet[1] = 0xF8
        packet[4] &= 0x7F
        var head = 5
        if packet[2] >> 4 == 6 { head += 1 }
        if packet[2] >> 4 == 7 { head += 2 }
        if packet[2] & 15 == 12 { head += 1 }
        if packet[2] & 15 > 12 { head += 2 }
        packet[head] = FLACChecks.sum8(packet, head)
        let sum = FLACChecks.sum16(packet, packet.count - 2)
        packet[packet.count - 2] = UInt8(sum >> 8)
        packet[packet.count - 1] = UInt8(sum & 0xFF)
    }
}
