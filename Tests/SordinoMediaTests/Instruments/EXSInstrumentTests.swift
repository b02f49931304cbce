import ByteMutation
import Foundation
import SordinoSignal
import Testing

@testable import SordinoMedia

/// EXS24 instruments, and the loops that recordings in FLAC have kept.
@Suite struct EXSInstrumentTests {
    /// Bytes of one chunk: its kind, size, number, signature and name, then its body with numbers at places.
    private static func chunk(
        _ kind: UInt8, _ name: String, size: Int, isBig: Bool, bytes: [Int: Int] = [:], words: [Int: Int] = [:],
        texts: [Int: String] = [:]
    ) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] {
            let little = (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isBig ? little.reversed() : little
        }
        var body = [UInt8](repeating: 0, count: size)
        for (place, value) in bytes { body[place] = UInt8(truncatingIfNeeded: value) }
        for (place, value) in words { body.replaceSubrange(place..<place + 4, with: number(value)) }
        for (place, text) in texts { body.replaceSubrange(place..<place + text.utf8.count, with: text.utf8) }
        let title = [UInt8](name.utf8) + [UInt8](repeating: 0, count: 64 - name.utf8.count)
        return [1, 1, 0, kind] + number(size) + number(0) + number(0)
            + [UInt8]((isBig ? "SOBT" : "TBOS").utf8) + title + body
    }

    /// An instrument of two recordings: one with all settings, one in a group of releases, one in a folder.
    static func file(isBig: Bool = false) -> [UInt8] {
        let full: [Int: Int] = [
            0: 8, 1: 62, 2: -20, 3: -32, 4: -6, 6: 48, 7: 72, 9: 10, 10: 100, 33: 5, 80: 2,
        ]
        return chunk(0, "Piano", size: 40, isBig: isBig)
            + chunk(
                1, "a", size: 100, isBig: isBig, bytes: full,
                words: [12: 10, 16: 90, 20: 20, 24: 60, 88: 0, 92: 0])
            + chunk(1, "b", size: 100, isBig: isBig, bytes: [1: 60, 6: 0, 7: 127], words: [88: 1, 92: 0])
            + chunk(1, "c", size: 100, isBig: isBig, bytes: [0: 2, 1: 60, 6: 0, 7: 47], words: [88: -1, 92: 1])
            + chunk(1, "d", size: 100, isBig: isBig, bytes: [6: 0, 7: 127], words: [88: -1, 92: 7])
            + chunk(2, "soft", size: 100, isBig: isBig, bytes: [0: -3, 5: 0, 6: 90])
            + chunk(2, "release", size: 100, isBig: isBig, bytes: [6: 127, 73: 1])
            + chunk(3, "a.wav", size: 592, isBig: isBig, texts: [80: "/Volumes/Disk/Piano", 336: "a.wav"])
            + chunk(3, "c.wav", size: 592, isBig: isBig, texts: [80: "/Volumes/Disk/Low", 336: "../c.wav"])
    }

    private func inFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "exs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "Low"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(SFZTextTests.recording).write(to: folder.appending(path: "a.wav"))
        try Data(SFZTextTests.recording).write(to: folder.appending(path: "Low/c.wav"))
        try body(folder)
    }

    @Test(arguments: [false, true]) func zonesHaveWhatTheyAndTheirGroupsSay(isBig: Bool) throws {
        try inFolder { folder in
            let place = folder.appending(path: "Piano.exs")
            try Data(Self.file(isBig: isBig)).write(to: place)
            let instrument = try EXSInstrument.read(path: place.path)
            #expect(instrument.name == "Piano")
            // The zone of the group of releases and that of no recording are left out.
            #expect(instrument.zones.count == 2)
            let zone = instrument.zones[0]
            #expect(zone.keys == 48...72 && zone.velocities == 10...90)
            #expect(zone.sample.rootKey == 62 && zone.sample.frameCount == 80)
            #expect(zone.sample.loop == 10..<50)
            #expect(zone.generators[Generator.sampleModes] == 3)
            // 2 semitones up and 20 cents down.
            #expect(zone.generators[Generator.coarseTune] * 100 + zone.generators[Generator.fineTune] == 180)
            #expect(zone.generators[Generator.attenuation] == 90)
            #expect(zone.generators[Generator.pan] == -250)
            #expect(instrument.zones[1].keys == 0...47)
            #expect(instrument.zones[1].generators[Generator.scaleTuning] == 0)
            #expect(instrument.zones[1].sample.frameCount == 100)
        }
    }

    @Test func damagedInstrumentsAreReadOrRefused() throws {
        try inFolder { folder in
            let place = folder.appending(path: "damaged.exs")
            var mutation = ByteMutation(seed: 7)
            let whole = Self.file()
            for _ in 0..<200 {
                try Data(mutation.damaged(whole, headByteCount: whole.count)).write(to: place)
                guard let instrument = try? EXSInstrument.read(path: place.path) else { continue }
                for zone in instrument.zones {
                    #expect(zone.sample.frameCount <= 100 && zone.sample.loop.upperBound <= zone.sample.frameCount)
                    #expect(zone.keys.upperBound <= 127 && zone.velocities.upperBound <= 127)
                }
            }
        }
    }

    /// A file of FLAC with the chunks that `flac --keep-foreign-metadata` keeps of a WAVE file.
    @Test func loopsOfRecordingsInFLACAreKept() throws {
        func number(_ value: Int, _ byteCount: Int) -> [UInt8] {
            (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        // Nine numbers, then one loop of six: the fourth is the key, start and last frame the third and fourth of the loop.
        let numbers = [0, 0, 22_675, 64, 0, 0, 0, 1, 0] + [0, 0, 1_000, 4_999, 0, 0]
        let sampler = [UInt8]("riffsmpl".utf8) + number(60, 4) + numbers.flatMap { number($0, 4) }
        let silence = SilentFLAC.bytes(frameCount: 1, channelCount: 1)
        let stream = [0, 0, 0, 34] + silence[8..<42]
        let file = [UInt8]("fLaC".utf8) + stream + [0x82, 0, 0, UInt8(sampler.count)] + sampler + silence[42...]
        try inFolder { folder in
            let place = folder.appending(path: "loop.flac")
            try Data(file).write(to: place)
            let zone = try #require(try SoundBankFile.zones(path: place.path, limit: 1 << 20).first)
            #expect(zone.sample.loop == 1_000..<5_000 && zone.sample.rootKey == 64)
            let text = folder.appending(path: "loop.sfz")
            try Data("<region> sample=loop.flac".utf8).write(to: text)
            let region = try #require(try SFZInstrument.read(path: text.path).zones.first)
            #expect(region.generators[Generator.sampleModes] == 1 && region.sample.loop == 1_000..<5_000)
        }
    }
}
