import Foundation
import Testing

@testable import SordinoCodecs

@Suite struct MPEGAudioDecoderTests {
    /// A form of stream, as ffmpeg makes it.
    struct Form: CustomTestStringConvertible, Sendable {
        var codec: String
        var rate: Int
        var channels: Int
        var settings: [String]
        var testDescription: String { "\(codec) \(rate) \(channels) \(settings.joined(separator: " "))" }

        var encoder: [String] {
            ["-ar", "\(rate)", "-ac", "\(channels)", "-c:a", codec == "mp3" ? "libmp3lame" : "mp2"] + settings
        }
        var decoder: String { codec + "float" }
    }

    static let forms: [Form] = [
        Form(codec: "mp3", rate: 44100, channels: 2, settings: ["-b:a", "128k"]),
        Form(codec: "mp3", rate: 48000, channels: 2, settings: ["-b:a", "320k", "-joint_stereo", "0"]),
        Form(codec: "mp3", rate: 32000, channels: 1, settings: ["-b:a", "48k"]),
        Form(codec: "mp3", rate: 44100, channels: 2, settings: ["-q:a", "2"]),
        // At 24 kHz libavcodec 59 has a band of another width; see `LayerIIIBands`.
        Form(codec: "mp3", rate: 22050, channels: 2, settings: ["-b:a", "64k"]),
        Form(codec: "mp3", rate: 16000, channels: 2, settings: ["-q:a", "6"]),
        Form(codec: "mp3", rate: 11025, channels: 1, settings: ["-b:a", "16k"]),
        Form(codec: "mp3", rate: 8000, channels: 2, settings: ["-b:a", "24k"]),
        Form(codec: "mp2", rate: 48000, channels: 2, settings: ["-b:a", "384k"]),
        Form(codec: "mp2", rate: 44100, channels: 2, settings: ["-b:a", "64k"]),
        Form(codec: "mp2", rate: 32000, channels: 1, settings: ["-b:a", "96k"]),
        Form(codec: "mp2", rate: 24000, channels: 2, settings: ["-b:a", "64k"]),
    ]

    @Test(.enabled(if: MPEGAudioFiles.ffmpeg != nil), arguments: forms)
    func everyFormSoundsAsLibavcodecDecodesIt(_ form: Form) throws {
        let file = try MPEGAudioFiles.encoded(form.encoder, format: form.codec)
        try #require(!file.isEmpty)
        let temporary = try MPEGAudioFiles.Temporary(file)
        let theirs = try MPEGAudioFiles.decoded(temporary.path, decoder: form.decoder)
        let decoder = try MPEGAudioDecoder(channelCount: form.channels)
        let (ours, errorCount) = MPEGAudioFiles.played(MPEGAudioFiles.frames(file), decoder)
        #expect(errorCount == 0)
        #expect(decoder.concealedPacketCount == 0)
        let packet = decoder.framesPerPacket * form.channels
        #expect(theirs.count >= packet * 10)
        #expect((0...1).contains((ours.count - theirs.count) / packet))
        let difference = MPEGAudioFiles.difference(ours, theirs, delays: [0, packet])
        #expect(difference.mean < 0.05)
        #expect(difference.most < 0.5)
    }

    @Test(
        .enabled(if: MPEGAudioFiles.ffmpeg != nil),
        arguments: [
            Form(codec: "mp3", rate: 44100, channels: 2, settings: ["-b:a", "64k"]),
            Form(codec: "mp3", rate: 48000, channels: 1, settings: ["-b:a", "32k"]),
            Form(codec: "mp3", rate: 44100, channels: 2, settings: ["-q:a", "4"]),
            Form(codec: "mp3", rate: 22050, channels: 1, settings: ["-b:a", "16k"]),
            Form(codec: "mp2", rate: 44100, channels: 2, settings: ["-b:a", "128k"]),
        ])
    func readingAfterAJumpEqualsReadingThrough(_ form: Form) throws {
        let frames = MPEGAudioFiles.frames(try MPEGAudioFiles.encoded(form.encoder, format: form.codec))
        let straight = try MPEGAudioDecoder(channelCount: form.channels)
        let whole = MPEGAudioFiles.played(frames, straight).sound
        let packet = straight.framesPerPacket * form.channels
        let preroll = MPEGAudioDecoder.prerollPacketCount(
            layer: form.codec == "mp3" ? 3 : 2, sampleRate: form.rate, channelCount: form.channels)
        let jumping = try MPEGAudioDecoder(channelCount: form.channels)
        var count = 0
        for target in stride(from: frames.count - 3, to: 0, by: -7) {
            jumping.flush()
            let first = max(0, target - preroll)
            let sound = MPEGAudioFiles.played(Array(frames[first..<target + 2]), jumping).sound
            #expect(sound.suffix(2 * packet).elementsEqual(whole[target * packet..<(target + 2) * packet]))
            count += 1
        }
        #expect(count > 3)
    }

    @Test(.enabled(if: MPEGAudioFiles.ffmpeg != nil))
    func packetsWithoutTheirReservoirAreSilentUntilItIsThere() throws {
        let form = Self.forms[0]
        let frames = MPEGAudioFiles.frames(try MPEGAudioFiles.encoded(form.encoder, format: "mp3"))
        // A packet that begins with data of others: its first byte of side information is not zero.
        let start = try #require(frames.indices.first { $0 > 20 && frames[$0][4] > 8 })
        let straight = try MPEGAudioDecoder(channelCount: 2)
        let whole = MPEGAudioFiles.played(frames, straight).sound
        let decoder = try MPEGAudioDecoder(channelCount: 2)
        let first = MPEGAudioFiles.played([frames[start]], decoder)
        #expect(first.errorCount == 0)
        #expect(first.sound.count == 2304)
        #expect(decoder.concealedPacketCount == 1)
        #expect(first.sound.prefix(1152).allSatisfy { $0 == 0 })
        let rest = MPEGAudioFiles.played(Array(frames[(start + 1)...]), decoder).sound
        #expect(rest.suffix(2304 * 20).elementsEqual(whole.suffix(2304 * 20)))
    }

    @Test(.enabled(if: MPEGAudioFiles.ffmpeg != nil))
    func aDamagedPacketIsConcealedAndTheNextGoodOnesPlay() throws {
        for form in [Self.forms[0], Self.forms[8]] {
            var frames = MPEGAudioFiles.frames(try MPEGAudioFiles.encoded(form.encoder, format: form.codec))
            let whole = MPEGAudioFiles.played(frames, try MPEGAudioDecoder(channelCount: 2)).sound
            frames[30][0] = 0
            let decoder = try MPEGAudioDecoder(channelCount: 2)
            let (sound, errorCount) = MPEGAudioFiles.played(frames, decoder)
            #expect(errorCount == 1)
            #expect(sound.count == whole.count)
            #expect(sound.prefix(2304 * 30).elementsEqual(whole.prefix(2304 * 30)))
            #expect(sound.suffix(2304 * 30).elementsEqual(whole.suffix(2304 * 30)))
        }
    }

    /// A packet of layer I at 48 kHz, 192 kb/s, two channels: allocation `allocation` in all subbands.
    private func layerI(allocation: UInt8, isProtected: Bool) -> [UInt8] {
        var packet = [UInt8](repeating: 0, count: 192)
        packet.replaceSubrange(0..<4, with: [0xFF, isProtected ? 0xFE : 0xFF, 0x64, 0])
        let start = isProtected ? 6 : 4
        for index in 0..<32 { packet[start + index] = allocation << 4 | allocation }
        guard isProtected else { return packet }
        // The remainder of a division of polynomials, bit by bit.
        var rest: UInt32 = 0xFFFF
        for byte in packet[2..<4] + packet[6..<38] {
            for bit in 0..<8 {
                let isOdd = (rest >> 15 ^ UInt32(byte) >> (7 - UInt32(bit))) & 1 == 1
                rest = (rest << 1 & 0xFFFF) ^ (isOdd ? 0x8005 : 0)
            }
        }
        (packet[4], packet[5]) = (UInt8(rest >> 8), UInt8(rest & 255))
        return packet
    }

    @Test func aWrongChecksumIsDamageInAStreamThatHadRightOnes() throws {
        let good = layerI(allocation: 0, isProtected: true)
        var bad = good
        bad[5] ^= 1
        let decoder = try MPEGAudioDecoder(channelCount: 2)
        #expect(try bad.withUnsafeBytes { try decoder.decode($0) } == 384)
        #expect(try good.withUnsafeBytes { try decoder.decode($0) } == 384)
        #expect(throws: CodecError.damaged("a wrong checksum", bit: 32)) {
            _ = try bad.withUnsafeBytes { try decoder.decode($0) }
        }
        #expect(decoder.conceal() == 384)
        #expect(try good.withUnsafeBytes { try decoder.decode($0) } == 384)
    }

    @Test func aPacketThatEndsBeforeItsSamplesIsDamage() throws {
        let decoder = try MPEGAudioDecoder(channelCount: 2)
        let packet = layerI(allocation: 14, isProtected: false)
        #expect(throws: CodecError.self) { _ = try packet.withUnsafeBytes { try decoder.decode($0) } }
        #expect(throws: CodecError.self) { _ = try packet.prefix(3).withUnsafeBytes { try decoder.decode($0) } }
        #expect(throws: CodecError.self) { try MPEGAudioDecoder(channelCount: 3) }
    }

    @Test(.enabled(if: MPEGAudioFiles.ffmpeg != nil))
    func mutatedPacketsDecodeToFiniteSoundOrThrow() throws {
        let seed: UInt64 = 20_261_128
        var random = Seeded(state: seed)
        var (decoded, failed) = (0, 0)
        var packets: [[UInt8]] = [layerI(allocation: 3, isProtected: false), layerI(allocation: 1, isProtected: true)]
        for form in [Self.forms[0], Self.forms[2], Self.forms[4], Self.forms[7], Self.forms[8], Self.forms[11]] {
            packets += MPEGAudioFiles.frames(
                try MPEGAudioFiles.encoded(form.encoder, format: form.codec, seconds: 0.6))
        }
        let decoder = try MPEGAudioDecoder(channelCount: 2)
        for round in 0..<4000 {
            var packet = packets[Int(random.next() % UInt64(packets.count))]
            for _ in 0..<random.next() % 6 {
                // Headers and side information are hit more often than the rest.
                let limit = random.next() % 3 == 0 ? packet.count : min(40, packet.count)
                packet[Int(random.next() % UInt64(limit))] ^= UInt8(truncatingIfNeeded: random.next())
            }
            if random.next() % 8 == 0 { packet.removeLast(Int(random.next() % UInt64(packet.count))) }
            var count = 0
            do {
                count = try packet.withUnsafeBytes { (bytes) throws(CodecError) in try decoder.decode(bytes) }
                decoded += 1
            } catch {
                count = decoder.conceal()
                failed += 1
            }
            var isFinite = true
            for index in 0..<count where !(decoder.plane(0)[index].isFinite && decoder.plane(1)[index].isFinite) {
                isFinite = false
            }
            #expect(isFinite, "round \(round), seed \(seed)")
            if random.next() % 64 == 0 { decoder.flush() }
        }
        #expect(decoded > 500 && failed > 100, "seed \(seed): \(decoded) decoded, \(failed) failed")
    }

    struct Seeded: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
            return value ^ value >> 31
        }
    }
}
