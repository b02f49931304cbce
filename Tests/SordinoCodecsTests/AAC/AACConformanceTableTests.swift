import Foundation
import Testing

@testable import SordinoCodecs

/// The table of conformance in Documentation/codecs.md: each kind of AAC, decoded here and by libavcodec.
@Suite(.enabled(if: AACReference.ffmpeg != nil, "ffmpeg is not on PATH"), .serialized)
struct AACConformanceTableTests {
    private typealias Run = AACEncoderRun

    private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Documentation/codecs.md")

    /// A row of the table.
    struct Row: Sendable {
        var type: Int
        var name: String
        var stream: String
        /// The root of the mean square of the difference, in steps of 16 bits; nil where libavcodec has no decoder.
        var measure: (@Sendable () throws -> Double)?
    }

    static let rows: [Row] = [
        Row(type: 2, name: "low complexity", stream: "stereo, 44.1 kHz") { try foreign(["-b:a", "128k"]) },
        Row(type: 2, name: "low complexity", stream: "5.1, 48 kHz") {
            try foreign(["-b:a", "256k"], rate: 48000, layout: "5.1")
        },
        Row(type: 2, name: "low complexity, 960 frames", stream: "stereo, 44.1 kHz") {
            var stream = try AACReference.encoded(["-b:a", "64k", "-cutoff", "9000"])
            stream.configuration.frameLength = 960
            return rootMeanSquareInSteps(try stream.decoded().samples, try AACReference.decoded(stream))
        },
        Row(type: 4, name: "long-term prediction", stream: "stereo, 44.1 kHz") {
            let plain = try AACReference.encoded(
                ["-b:a", "64k", "-flags", "+bitexact", "-aac_ms", "1", "-aac_pns", "0", "-aac_is", "0"])
            let stream = AACRewriter.withPrediction(plain, seed: 41)
            return rootMeanSquareInSteps(try stream.decoded().samples, try AACReference.decoded(stream))
        },
        Row(type: 5, name: "band replication", stream: "stereo, 48 kHz, 48 kbit/s") {
            try own(AACEncoderSettings(objectType: .highEfficiency, sampleRate: 48000, channelCount: 2, bitRate: 48000))
        },
        Row(type: 17, name: "low complexity, error resilient", stream: "stereo, 44.1 kHz") {
            let plain = try AACReference.encoded(["-b:a", "96k", "-aac_tns", "0", "-flags", "+bitexact"])
            let resilient = try AACRewriter.resilient(plain).decoded().samples
            return rootMeanSquareInSteps(resilient, try AACReference.decoded(plain))
        },
        Row(type: 23, name: "low delay, 512 frames", stream: "stereo, 48 kHz") {
            try own(AACEncoderSettings(objectType: .lowDelay, sampleRate: 48000, channelCount: 2, bitRate: 128_000))
        },
        // libavcodec 59 returns 480 frames of each packet, 1,900 steps from ours.
        Row(type: 23, name: "low delay, 480 frames", stream: "mono, 44.1 kHz"),
        Row(type: 29, name: "parametric stereo", stream: "stereo, 48 kHz, 32 kbit/s") {
            try own(
                AACEncoderSettings(
                    objectType: .highEfficiencyStereo, sampleRate: 48000, channelCount: 2, bitRate: 32000))
        },
        Row(type: 39, name: "enhanced low delay, 512 frames", stream: "stereo, 48 kHz") {
            try own(
                AACEncoderSettings(objectType: .enhancedLowDelay, sampleRate: 48000, channelCount: 2, bitRate: 128_000))
        },
        Row(type: 39, name: "enhanced low delay, 480 frames", stream: "stereo, 48 kHz") {
            try own(
                AACEncoderSettings(
                    objectType: .enhancedLowDelay, sampleRate: 48000, channelCount: 2, bitRate: 128_000,
                    frameLength: 480))
        },
        Row(type: 39, name: "enhanced low delay with band replication", stream: "stereo, 48 kHz"),
    ]

    /// The difference in a stream of ffmpeg's encoder.
    private static func foreign(_ options: [String], rate: Int = 44100, layout: String = "stereo") throws -> Double {
        let stream = try AACReference.encoded(options, rate: rate, layout: layout)
        return rootMeanSquareInSteps(try stream.decoded().samples, try AACReference.decoded(stream))
    }

    /// The difference in a stream of our encoder.
    private static func own(_ settings: AACEncoderSettings) throws -> Double {
        let planes = AACEncoderSignals.plucked(
            frameCount: settings.sampleRate, channelCount: settings.channelCount, sampleRate: settings.sampleRate,
            seed: 61)
        let stream = try Run.encode(planes, settings)
        let packets = AACStream(configuration: try AACConfiguration(parsing: stream.cookie), packets: stream.packets)
        let decoded = try packets.decoded(replication: { BandReplicator($0) })
        let theirs = try Run.decode(stream).planes
        let woven = (0..<theirs[0].count).flatMap { frame in theirs.map { $0[frame] } }
        guard decoded.errorCount == 0, decoded.samples.count == woven.count else { return .infinity }
        return rootMeanSquareInSteps(decoded.samples, woven)
    }

    /// The cells of a row before the measured one.
    private static func head(_ row: Row) -> String { "| \(row.type) | \(row.name) | \(row.stream) | " }

    @Test func theTableOfConformanceIsWhatIsMeasured() throws {
        var text = try String(contentsOf: Self.page, encoding: .utf8)
        let start = try #require(text.range(of: "<!-- conformance -->\n")).upperBound
        let stop = try #require(text.range(of: "<!-- /conformance -->")).lowerBound
        let lines = text[start..<stop].split(separator: "\n")
        var table = "\n| type | kind | stream | difference, steps |\n|---|---|---|---|\n"
        for row in Self.rows {
            let line = lines.first { $0.hasPrefix(Self.head(row)) }
            guard let steps = try row.measure?() else {
                table += Self.head(row) + "libavcodec does not decode it rightly |\n"
                #expect(line != nil || Self.writes, "\(row.name)")
                continue
            }
            #expect(steps < 1, "\(row.name), \(row.stream): \(steps)")
            // Rounded up to hundredths.
            let rounded = (steps * 100).rounded(.up) / 100
            table += Self.head(row) + "\(rounded) |\n"
            guard !Self.writes else { continue }
            // Another version of the library may round otherwise.
            let stated = line.flatMap { Double($0.dropFirst(Self.head(row).count).prefix { $0 != " " }) }
            let remark = "\(row.name), \(row.stream): \(steps), not \(stated ?? -1)"
            #expect(stated.map { steps <= $0 + 0.02 } == true, "\(remark)")
        }
        guard Self.writes else { return }
        text.replaceSubrange(start..<stop, with: table + "\n")
        try text.write(to: Self.page, atomically: true, encoding: .utf8)
    }

    /// Indicates whether the table is written anew: `SORDINO_WRITE_TABLES=1`.
    private static let writes = ProcessInfo.processInfo.environment["SORDINO_WRITE_TABLES"] != nil
}
