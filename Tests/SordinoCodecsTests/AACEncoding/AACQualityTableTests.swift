import Foundation
import Testing

@testable import SordinoCodecs

/// The tables of quality in Documentation/codecs.md: noise to mask of each kind, and of libavcodec's encoder at equal size.
@Suite(.enabled(if: AACEncoderRun.ffmpeg != nil, "ffmpeg is not on PATH"), .serialized)
struct AACQualityTableTests {
    private typealias Run = AACEncoderRun
    private typealias Signals = AACEncoderSignals

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let page = root.appending(path: "Documentation/codecs.md")
    private static let rate = 48000

    /// The sounds, stereo at 48 kHz.
    static let items: [(name: String, planes: @Sendable () throws -> [[Float]])] = [
        ("speech, a recording", { try recorded("podcast.aiff", from: 1) }),
        ("music, a recording", { try recorded("music.wav", from: 2) }),
        ("clicks, as of castanets", { Signals.clicks(frameCount: rate * 2, sampleRate: rate, seed: 32) }),
        (
            "plucked strings, as of a harpsichord",
            { Signals.plucked(frameCount: rate * 2, channelCount: 2, sampleRate: rate, seed: 31) }
        ),
        ("struck bars, as of a glockenspiel", { Signals.bars(frameCount: rate * 2, sampleRate: rate) }),
    ]

    /// Three seconds of a recording of the demo, read by ffmpeg.
    private static func recorded(_ name: String, from start: Int) throws -> [[Float]] {
        let file = root.appending(path: "Examples/Demo/Recordings/\(name)")
        let (data, _) = try Run.run(
            Array(try Data(contentsOf: file)), suffix: file.pathExtension, before: ["-ss", "\(start)"],
            ["-t", "3", "-ar", "\(rate)", "-ac", "2", "-f", "f32le"])
        return Run.planes(data, channelCount: 2)
    }

    /// A cell of a table: a ratio and a share of blocks.
    private static func cell(_ measure: NoiseToMask.Measure) -> String {
        String(format: "%.1f dB, %.0f %%", measure.mean, 100 * measure.disturbed)
    }

    /// Measures a sound that was encoded here and decoded by ffmpeg.
    private static func measure(_ planes: [[Float]], _ settings: AACEncoderSettings) throws -> (
        measure: NoiseToMask.Measure, byteCount: Int
    ) {
        let stream = try Run.encode(planes, settings)
        let (decoded, warnings) = try Run.decode(stream)
        #expect(warnings == "")
        let ours = decoded.map { Array($0.dropFirst(stream.primingFrameCount)) }
        return (NoiseToMask.measure(planes, ours, sampleRate: rate), stream.byteCount)
    }

    @Test func noiseIsFurtherBelowTheMaskThanTheLibrarysAtEqualSize() throws {
        var table = "\n| sound | size, kbit/s | Sordino | libavcodec |\n|---|---|---|---|\n"
        for (name, make) in Self.items {
            let planes = try make()
            let library = try Run.library(planes, sampleRate: Self.rate, bitRate: 128_000)
            // The library does not keep its rate: ours gets the one that it had, and less if it does not keep it either.
            let bitRate = library.byteCount * 8 * Self.rate / planes[0].count
            var settings = AACEncoderSettings(sampleRate: Self.rate, channelCount: 2, bitRate: bitRate)
            var (ours, byteCount) = try Self.measure(planes, settings)
            if byteCount > library.byteCount {
                settings.bitRate = bitRate * library.byteCount / byteCount
                (ours, byteCount) = try Self.measure(planes, settings)
            }
            let theirs = NoiseToMask.measure(planes, library.planes, sampleRate: Self.rate)
            #expect(byteCount <= library.byteCount * 101 / 100, "\(name): \(byteCount), not \(library.byteCount)")
            #expect(ours.mean < theirs.mean, "\(name): \(ours.mean) dB, the library's \(theirs.mean) dB")
            #expect(ours.disturbed <= theirs.disturbed, "\(name): \(ours.disturbed), \(theirs.disturbed)")
            table += "| \(name) | \(bitRate / 1000) | \(Self.cell(ours)) | \(Self.cell(theirs)) |\n"
        }
        try Self.compare(table, mark: "quality")
    }

    @Test func lowDelayAtItsUsualRate() throws {
        var table = "\n| sound | low delay | enhanced low delay |\n|---|---|---|\n"
        for (name, make) in Self.items {
            let planes = try make()
            var cells = ""
            for type in [AACEncoderSettings.ObjectType.lowDelay, .enhancedLowDelay] {
                let (measure, _) = try Self.measure(
                    planes, AACEncoderSettings(objectType: type, sampleRate: Self.rate, channelCount: 2))
                #expect(measure.mean < 1, "\(name), \(type): \(measure.mean)")
                cells += " \(Self.cell(measure)) |"
            }
            table += "| \(name) |\(cells)\n"
        }
        try Self.compare(table, mark: "low-delay quality")
    }

    /// Compares a table with the page's: the same words, and no number more than half a decibel or 3 % worse.
    private static func compare(_ table: String, mark: String) throws {
        var text = try String(contentsOf: page, encoding: .utf8)
        let start = try #require(text.range(of: "<!-- \(mark) -->\n")).upperBound
        let stop = try #require(text.range(of: "<!-- /\(mark) -->")).lowerBound
        if ProcessInfo.processInfo.environment["SORDINO_WRITE_TABLES"] != nil {
            text.replaceSubrange(start..<stop, with: table + "\n")
            return try text.write(to: page, atomically: true, encoding: .utf8)
        }
        let (stated, measured) = (numbers(String(text[start..<stop])), numbers(table))
        #expect(stated.words == measured.words)
        // The library's numbers depend on its version.
        for (old, new) in zip(stated.values, measured.values) where mark != "quality" {
            #expect(new <= old + (old < 0 ? 0.5 : 3), "\(new), not \(old)")
        }
    }

    private static func numbers(_ table: String) -> (words: [String], values: [Double]) {
        let cells = table.split(whereSeparator: { " |\n".contains($0) }).map(String.init)
        return (cells.filter { Double($0) == nil }, cells.compactMap(Double.init))
    }
}
