import Foundation
import Testing

@testable import SordinoCodecs

/// Forms of MPEG audio that encoders seldom make, against libavcodec: packets that the tests write bit by bit, and
/// free format.
@Suite struct MPEGAudioFormsTests {
    /// A form of packets of layer I or II.
    struct Form: CustomTestStringConvertible, Sendable {
        var layer: Int
        var version = 3
        var bitRateIndex: Int
        var rateIndex: Int
        var mode: Int
        var isProtected = false
        var testDescription: String {
            "layer \(layer) version \(version) bit rate \(bitRateIndex) rate \(rateIndex) mode \(mode) \(isProtected)"
        }

        func packets(_ count: Int) -> [[UInt8]] {
            var writer = SubbandPackets(
                layer: layer, version: version, bitRateIndex: bitRateIndex, rateIndex: rateIndex, mode: mode,
                seed: UInt64(layer * 1000 + bitRateIndex * 64 + rateIndex * 16 + mode * 4 + version))
            writer.isProtected = isProtected
            return (0..<count).map { _ in writer.next() }
        }
    }

    static let forms: [Form] = [
        // Layer I: every mode and rate, of MPEG-1 and of the lower rates.
        Form(layer: 1, bitRateIndex: 12, rateIndex: 0, mode: 0),
        Form(layer: 1, bitRateIndex: 14, rateIndex: 1, mode: 1),
        Form(layer: 1, bitRateIndex: 8, rateIndex: 2, mode: 2), Form(layer: 1, bitRateIndex: 4, rateIndex: 0, mode: 3),
        Form(layer: 1, bitRateIndex: 9, rateIndex: 0, mode: 1, isProtected: true),
        Form(layer: 1, version: 2, bitRateIndex: 14, rateIndex: 0, mode: 1),
        Form(layer: 1, version: 2, bitRateIndex: 6, rateIndex: 2, mode: 3),
        // Layer II: the four tables of allocation of MPEG-1 and the one of the lower rates.
        Form(layer: 2, bitRateIndex: 14, rateIndex: 1, mode: 0),
        Form(layer: 2, bitRateIndex: 13, rateIndex: 0, mode: 1),
        Form(layer: 2, bitRateIndex: 10, rateIndex: 2, mode: 1), Form(layer: 2, bitRateIndex: 4, rateIndex: 0, mode: 0),
        Form(layer: 2, bitRateIndex: 1, rateIndex: 2, mode: 3), Form(layer: 2, bitRateIndex: 6, rateIndex: 1, mode: 2),
        Form(layer: 2, bitRateIndex: 5, rateIndex: 0, mode: 3),
        Form(layer: 2, bitRateIndex: 11, rateIndex: 1, mode: 1, isProtected: true),
        Form(layer: 2, version: 2, bitRateIndex: 10, rateIndex: 0, mode: 1),
        Form(layer: 2, version: 2, bitRateIndex: 4, rateIndex: 2, mode: 3),
    ]

    @Test(.enabled(if: MPEGAudioFiles.ffmpeg != nil, "ffmpeg is not there"), arguments: forms)
    func packetsWrittenBitByBitSoundAsLibavcodecDecodesThem(_ form: Form) throws {
        let packets = form.packets(40)
        let channelCount = form.mode == 3 ? 1 : 2
        let temporary = try MPEGAudioFiles.Temporary(packets.flatMap { $0 })
        let data = try MPEGAudioFiles.run(
            [
                "-flags2", "+skip_manual", "-f", "mp3", "-c:a", "mp\(form.layer)float", "-i", temporary.path, "-f",
                "f32le", "-",
            ])
        let theirs = AACEncoderRun.planes(data, channelCount: 1)[0]
        let decoder = try MPEGAudioDecoder(channelCount: channelCount)
        let (ours, errorCount) = MPEGAudioFiles.played(packets, decoder)
        #expect(errorCount == 0)
        let packet = decoder.framesPerPacket * channelCount
        #expect(ours.count == 40 * packet)
        // libavcodec may take the first frames for something else.
        let missing = (ours.count - theirs.count) / packet
        #expect((0...3).contains(missing), "\(missing)")
        let from = max(0, missing) * packet
        // The filters' memory of lost frames fades within a packet.
        let difference = MPEGAudioFiles.difference(
            Array(ours.dropFirst(from + packet)), Array(theirs.dropFirst(packet)), delays: [0])
        #expect(difference.mean < 0.05 && difference.most < 0.5, "\(difference)")
    }

    /// The frames of a stream of one size, with the bit rate in their headers replaced by that of a free format.
    static func freed(_ frames: [[UInt8]]) -> [[UInt8]] {
        frames.map { frame in
            var frame = frame
            frame[2] &= 0x0F
            return frame
        }
    }

    @Test(
        .enabled(if: MPEGAudioFiles.ffmpeg != nil, "ffmpeg is not there"),
        arguments: [
            MPEGAudioDecoderTests.Form(codec: "mp3", rate: 48000, channels: 2, settings: ["-b:a", "128k"]),
            MPEGAudioDecoderTests.Form(codec: "mp3", rate: 44100, channels: 2, settings: ["-b:a", "192k"]),
            MPEGAudioDecoderTests.Form(codec: "mp3", rate: 16000, channels: 1, settings: ["-b:a", "32k"]),
            MPEGAudioDecoderTests.Form(codec: "mp2", rate: 48000, channels: 2, settings: ["-b:a", "192k"]),
            MPEGAudioDecoderTests.Form(codec: "mp2", rate: 44100, channels: 2, settings: ["-b:a", "256k"]),
        ])
    func aFreeFormatSoundsAsTheSameFramesWithTheirBitRate(_ form: MPEGAudioDecoderTests.Form) throws {
        let settings = form.encoder + (form.codec == "mp3" ? ["-write_xing", "0"] : [])
        let frames = MPEGAudioFiles.frames(try MPEGAudioFiles.encoded(settings, format: form.codec))
        #expect(frames.count > 20)
        let stated = MPEGAudioFiles.played(frames, try MPEGAudioDecoder(channelCount: form.channels))
        let free = MPEGAudioFiles.played(Self.freed(frames), try MPEGAudioDecoder(channelCount: form.channels))
        #expect(stated.errorCount == 0 && free.errorCount == 0)
        #expect(free.sound == stated.sound)
    }

    @Test(.enabled(if: MPEGAudioFiles.ffmpeg != nil, "ffmpeg is not there"))
    func layerIInAFreeFormatSoundsTheSame() throws {
        let frames = Form(layer: 1, bitRateIndex: 8, rateIndex: 1, mode: 1).packets(20)
        let stated = MPEGAudioFiles.played(frames, try MPEGAudioDecoder(channelCount: 2))
        let free = MPEGAudioFiles.played(Self.freed(frames), try MPEGAudioDecoder(channelCount: 2))
        #expect(free.errorCount == 0)
        #expect(free.sound == stated.sound)
    }

    /// MPEG 2.5, the quarter rates, of every kind that its encoder makes.
    @Test(
        .enabled(if: MPEGAudioFiles.ffmpeg != nil, "ffmpeg is not there"),
        arguments: [8000, 11025, 12000], [(1, ["-b:a", "8k"]), (1, ["-q:a", "4"]), (2, ["-b:a", "64k"])])
    func theQuarterRatesSoundAsLibavcodecDecodesThem(rate: Int, kind: (channels: Int, settings: [String])) throws {
        let form = MPEGAudioDecoderTests.Form(
            codec: "mp3", rate: rate, channels: kind.channels, settings: kind.settings)
        let file = try MPEGAudioFiles.encoded(form.encoder, format: "mp3")
        let temporary = try MPEGAudioFiles.Temporary(file)
        let theirs = try MPEGAudioFiles.decoded(temporary.path, decoder: "mp3float")
        let decoder = try MPEGAudioDecoder(channelCount: kind.channels)
        let (ours, errorCount) = MPEGAudioFiles.played(MPEGAudioFiles.frames(file), decoder)
        #expect(errorCount == 0)
        let packet = 576 * kind.channels
        #expect(theirs.count >= packet * 10)
        let difference = MPEGAudioFiles.difference(ours, theirs, delays: [0, packet])
        #expect(difference.mean < 0.05 && difference.most < 0.5, "\(difference)")
    }
}
