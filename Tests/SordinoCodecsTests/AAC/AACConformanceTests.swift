import Foundation
import Testing

@testable import SordinoCodecs

/// Compares with the ffmpeg of the machine: both decode the same packets, from the first sample on.
///
/// Two things are left out, because the reference has them otherwise than the standard: noise bands with mid/side flags (4.6.13:
/// both channels have the same noise) and intensity bands where all bands have mid/side (4.6.8.2: the sign stays).
@Suite(.enabled(if: AACReference.ffmpeg != nil, "ffmpeg is not on PATH")) struct AACConformanceTests {
    private func expectAgreement(
        _ stream: AACStream, asc: [UInt8]? = nil, limit: Double = 0.05, minimumLevel: Float = 0.01
    ) throws {
        let own = try stream.decoded()
        let reference = try AACReference.decoded(stream, asc: asc)
        #expect(own.errorCount == 0)
        #expect(own.samples.count > 10000 && own.samples.count == reference.count)
        #expect(own.samples.contains { abs($0) > minimumLevel })
        #expect(rootMeanSquareInSteps(own.samples, reference) < limit)
    }

    @Test(arguments: [
        ["-b:a", "128k"], ["-b:a", "320k"], ["-b:a", "40k"], ["-q:a", "2"],
        ["-b:a", "96k", "-aac_ms", "1", "-aac_pns", "0", "-aac_is", "0"],
        ["-b:a", "64k", "-aac_is", "1", "-aac_pns", "0"], ["-b:a", "64k", "-aac_tns", "1", "-aac_coder", "fast"],
    ]) func lowComplexityAgreesWithTheReference(options: [String]) throws {
        try expectAgreement(AACReference.encoded(options))
    }

    @Test(arguments: [
        (8000, "mono"), (16000, "stereo"), (22050, "mono"), (32000, "stereo"), (48000, "5.1"), (96000, "stereo"),
    ])
    func everyRateAndLayoutAgreesWithTheReference(rate: Int, layout: String) throws {
        try expectAgreement(
            AACReference.encoded(["-b:a", layout == "5.1" ? "256k" : "48k"], rate: rate, layout: layout))
    }

    @Test(arguments: [44100, 24000]) func framesOf960SamplesAgreeWithTheReference(rate: Int) throws {
        // The same bits mean other lines in the shorter transform: noise, but the same noise in both decoders.
        var stream = try AACReference.encoded(["-b:a", "64k", "-cutoff", "9000"], rate: rate)
        stream.configuration.frameLength = 960
        try expectAgreement(stream)
    }

    @Test(arguments: ["mono", "stereo"]) func longTermPredictionAgreesWithTheReference(layout: String) throws {
        let seed: UInt64 = 41
        print("seed \(seed)")
        let stream = try AACReference.encoded(
            ["-b:a", "64k", "-flags", "+bitexact", "-aac_ms", "1", "-aac_pns", "0", "-aac_is", "0"], layout: layout)
        let predicted = AACRewriter.withPrediction(stream, seed: seed)
        #expect(zip(stream.packets, predicted.packets).count { $0 != $1 } > 40)
        try expectAgreement(predicted)
    }

    @Test func theResilientSyntaxGivesTheSamplesOfTheOther() throws {
        // The reference reads these packets too, but not from a LOAS stream.
        let stream = try AACReference.encoded(["-b:a", "96k", "-aac_tns", "0", "-flags", "+bitexact"])
        let (own, plain) = (try AACRewriter.resilient(stream).decoded(), try stream.decoded())
        #expect(own.errorCount == 0 && plain.samples.contains { abs($0) > 0.1 })
        #expect(own.samples == plain.samples)
    }

    @Test(arguments: [(false, false), (false, true), (true, true)])
    func couplingChannelsAgreeWithTheReference(isIndependent: Bool, isAfterShaping: Bool) throws {
        let options = ["-flags", "+bitexact", "-aac_pns", "0"]
        let pair = try AACReference.encoded(options + ["-b:a", "96k"])
        let single = try AACReference.encoded(options + ["-b:a", "48k"], layout: "mono")
        var coupled = AACRewriter.coupled(pair, single, isIndependent: isIndependent, isAfterShaping: isAfterShaping)
        // Lines can be added only where both have the same windows: the reference does it everywhere, and so do we.
        let config = ADTS.configWithCoupling(pair.configuration, isIndependent: isIndependent)
        coupled.configuration = try AACConfiguration(parsing: config)
        #expect(rootMeanSquareInSteps(try coupled.decoded().samples, try pair.decoded().samples) > 100)
        try expectAgreement(coupled, asc: config)
    }

    @Test(
        .enabled(if: AACReference.samples != nil, "the samples are not there"),
        arguments: [
            ("mp4/fate__al04_44.mp4", 1), ("mp4/fate__al15_44.mp4", 6), ("mp4/cts__loudsoftitunes.m4a", 2),
            ("aac/fate__tones_afconvert_44100_stereo_aac_lc.aac", 2), ("aac/cts__sinesweeptsaac.aac", 2),
        ]) func samplesOfTheWorldAgreeWithTheReference(path: String, channelCount: Int) throws
    {
        let file = (AACReference.samples ?? "") + "/" + path
        // ffmpeg repacks the packets without decoding them.
        let loas = try AACReference.run(["-i", file, "-map", "0:a:0", "-c", "copy", "-f", "latm"])
        let stream = try LOASReader.stream(loas)
        let own = try stream.decoded()
        let floats = AACReference.floats(
            try AACReference.run(["-flags2", "+skip_manual", "-f", "loas", "-i", "INPUT", "-f", "f32le"], input: loas))
        #expect(own.errorCount == 0 && own.channelCount == channelCount)
        #expect(own.samples.count > 100_000 && own.samples.count == floats.count)
        #expect(rootMeanSquareInSteps(own.samples, floats) < 0.05)
    }

    @Test(
        .enabled(if: AACReference.samples != nil, "the samples are not there"),
        arguments: [
            ("mp4/fate__er_ad6000np_44_ep0.mp4", [0xba, 0x31, 0]),
            ("mp4/fate__er_eld2100np_48_ep0.mp4", [0xf8, 0xe6, 0x50, 0]),
        ] as [(String, [UInt8])]) func lowDelaySamplesAgreeWithTheReference(path: String, config: [UInt8]) throws
    {
        let file = (AACReference.samples ?? "") + "/" + path
        let own = try AACReference.packets(of: file, config: config).decoded()
        let reference = AACReference.floats(
            try AACReference.run(["-flags2", "+skip_manual", "-ignore_editlist", "1", "-i", file, "-f", "f32le"]))
        #expect(own.errorCount == 0)
        #expect(own.samples.count > 100_000 && own.samples.count == reference.count)
        #expect(rootMeanSquareInSteps(own.samples, reference) < 0.05)
    }

    @Test(.enabled(if: AACReference.samples != nil, "the samples are not there"))
    func aStreamThatChangesItsChannelsIsRead() throws {
        let file = (AACReference.samples ?? "") + "/loas/fate__latm_stereo_to_51.loas"
        let bytes = [UInt8](FileManager.default.contents(atPath: file) ?? Data())
        var counts: [Int] = []
        var reader = AACLATMReader()
        var place = 0
        bytes.withUnsafeBytes { raw in
            while place + 3 < raw.count {
                let rest = UnsafeRawBufferPointer(rebasing: raw[place...])
                guard let length = AACLATMReader.frameLength(rest), length <= rest.count else { break }
                do throws(CodecError) {
                    for _ in try reader.packets(in: UnsafeRawBufferPointer(rebasing: rest[..<length])) {
                        let config = reader.configuration
                        let elements = AACConfiguration.channels(of: config?.channelConfiguration ?? 0)
                        let count = elements.reduce(0) { $0 + $1.1.count }
                        if counts.last != count { counts.append(count) }
                    }
                } catch { counts.append(-1) }
                place += length
            }
        }
        #expect(counts == [2, 6])
    }
}

/// Reads LOAS bytes whole.
enum LOASReader {
    static func stream(_ bytes: [UInt8]) throws -> AACStream {
        var reader = AACLATMReader()
        var packets: [[UInt8]] = []
        var place = 0
        while place + 3 < bytes.count {
            let found = try bytes.withUnsafeBytes { raw -> ([[UInt8]], Int) in
                let rest = UnsafeRawBufferPointer(rebasing: raw[place...])
                guard let length = AACLATMReader.frameLength(rest), length <= rest.count else {
                    return ([], rest.count)
                }
                return (try reader.packets(in: UnsafeRawBufferPointer(rebasing: rest[..<length])), length)
            }
            packets += found.0
            place += found.1
        }
        guard let configuration = reader.configuration else { throw CodecError.damaged("no config", bit: 0) }
        return AACStream(configuration: configuration, packets: packets)
    }
}
