import Foundation
import SordinoMedia
import Testing

/// The tables of Documentation/codecs.md are what the registry says.
@Suite struct CodecsPageTests {
    private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Documentation/codecs.md")

    private static func names(_ implementations: [CodecImplementation]) -> String {
        implementations.isEmpty ? "no" : implementations.map(\.rawValue).joined(separator: ", else ")
    }

    private static func registry() -> String {
        var text = "| format | code | read by | written by |\n|---|---|---|---|\n"
        for codec in Codecs.own {
            // "ms" and Microsoft's number.
            let isNumber = codec.id.rawValue >> 16 == 0x6D73
            let code =
                isNumber
                ? "0x\(String(codec.id.rawValue, radix: 16))" : String(codec.id.description.dropFirst().dropLast())
            text += "| \(codec.name) | `\(code)` | \(names(codec.decoderImplementations))"
            text += " | \(names(codec.encoderImplementations)) |\n"
        }
        return text
    }

    /// The formats that Apple's guide "Using Audio" lists for devices: played (table 1-1), recorded (table 1-2).
    private static let formats: [(name: String, codecs: [FourCC], isRecorded: Bool)] = [
        ("AAC (MPEG-4 Advanced Audio Coding)", ["aac "], true), ("ALAC (Apple Lossless)", ["alac"], true),
        ("HE-AAC (MPEG-4 High Efficiency AAC)", ["aach", "aacp"], false), ("iLBC", ["ilbc"], true),
        ("IMA4 (IMA/ADPCM)", ["ima4"], true), ("Linear PCM", ["lpcm"], true),
        ("MP3 (MPEG-1 audio layer 3)", [".mp3"], false), ("µ-law and A-law", ["ulaw", "alaw"], true),
    ]

    /// The implementations that all codecs of a row have, the preferred one of the first codec first.
    private static func common(_ lists: [[CodecImplementation]]) -> [CodecImplementation] {
        (lists.first ?? []).filter { one in lists.allSatisfy { $0.contains(one) } }
    }

    private static func guide() -> String {
        var text = "| format | codes | played (table 1-1) | by | recorded (table 1-2) | by |\n"
        text += "|---|---|---|---|---|---|\n"
        for row in formats {
            let codecs = row.codecs.compactMap { Codecs.named($0) }
            let codes = row.codecs.map { "`\($0.description.dropFirst().dropLast())`" }.joined(separator: ", ")
            let players = common(codecs.map(\.decoderImplementations))
            let recorders = common(codecs.map(\.encoderImplementations))
            text += "| \(row.name) | \(codes) | \(players.contains(.sordino) ? "yes" : "no") | \(names(players))"
            // Formats outside the table of recording may be encoded all the same.
            let isRecorded = row.isRecorded ? recorders.contains(.sordino) ? "yes" : "no" : "not listed"
            text += " | \(isRecorded) | \(names(recorders)) |\n"
        }
        return text
    }

    @Test func whatTheGuideListsIsPlayedAndRecordedWithoutALibrary() throws {
        for row in Self.formats {
            for id in row.codecs {
                let codec = try #require(Codecs.named(id))
                #expect(codec.isDecoded && codec.decoderImplementations.contains(.sordino), "\(row.name)")
                guard row.isRecorded else { continue }
                #expect(codec.isEncoded && codec.encoderImplementations.contains(.sordino), "\(row.name)")
            }
        }
    }

    @Test func theTablesOfThePageAreWhatTheRegistrySays() throws {
        var text = try String(contentsOf: Self.page, encoding: .utf8)
        let writes = ProcessInfo.processInfo.environment["SORDINO_WRITE_TABLES"] != nil
        for (name, table) in [("registry", Self.registry()), ("guide", Self.guide())] {
            let start = try #require(text.range(of: "<!-- \(name) -->\n")).upperBound
            let stop = try #require(text.range(of: "<!-- /\(name) -->")).lowerBound
            if writes {
                text.replaceSubrange(start..<stop, with: "\n" + table + "\n")
            } else {
                #expect(
                    String(text[start..<stop]) == "\n" + table + "\n",
                    "write them anew: SORDINO_WRITE_TABLES=1 swift test --filter CodecsPageTests")
            }
        }
        if writes { try text.write(to: Self.page, atomically: true, encoding: .utf8) }
    }
}
