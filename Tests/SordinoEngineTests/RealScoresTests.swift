import Foundation
import SordinoEngine
import SordinoMIDI
import SordinoMedia
import SordinoSignal
import Testing

/// MIDI files that others made, rendered to their ends with each bank that is there.
@Suite struct RealScoresTests {
    static let folder: String? = {
        let beside = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("../shared/samples").standardized.path
        return FileManager.default.fileExists(atPath: beside) ? beside : nil
    }()

    static let scores: [String] = names(in: "midi")

    private static func names(in kind: String) -> [String] {
        guard let folder else { return [] }
        return ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(kind)")) ?? []).sorted()
    }

    /// The small bank, the installed one, and those of the folder.
    private func banks() throws -> [(name: String, bank: PatchBank)] {
        var banks = [("the small bank", try SoundBankFile.usualBank(path: nil))]
        if let path = InstalledBanks.first() { banks.append((path, try SoundBankFile.bank(path: path))) }
        for name in Self.names(in: "sf2") {
            guard let folder = Self.folder else { break }
            banks.append((name, try SoundBankFile.bank(path: "\(folder)/sf2/\(name)")))
        }
        return banks
    }

    @Test(.enabled(if: folder != nil, "../shared/samples is not there"), arguments: scores)
    func everyScoreIsRenderedToItsEndWithoutAClick(name: String) throws {
        let path = try #require(Self.folder) + "/midi/" + name
        let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
        // The empty file is refused, and that is all that is to be said of it.
        guard let file = try? MIDIFile(reading: bytes) else { return }
        var content = SequenceContent()
        content.add(file)
        for (bank, patches) in try banks() {
            let score = try RenderedScore(content, bank: patches)
            let sound = try frames(score)
            #expect(sound[0].count >= Int(score.scoreFrameCount))
            for plane in sound {
                #expect(plane.allSatisfy(\.isFinite) && (plane.map(abs).max() ?? 0) < 1)
                let click = largestClick(plane)
                #expect(click.size < 0.01, "\(bank): a step of \(click.size) at frame \(click.frame)")
            }
        }
    }

    @Test func aCutIsFoundInATone() {
        var tone = (0..<4_000).map { 0.2 * Float(sin(2 * Double.pi * 440 * Double($0) / 44_100)) }
        #expect(largestClick(tone).size == 0)
        for frame in 2_025..<4_000 { tone[frame] = 0 }
        #expect(largestClick(tone).size > 0.05 && largestClick(tone).frame == 2_024)
    }

    /// The largest step that stands alone: beyond three times those within eight frames of it.
    ///
    /// The attack of a drum has steps of its recording's own, one after the other, and so has noise; a cut has one.
    private func largestClick(_ sound: [Float]) -> (size: Float, frame: Int) {
        var found: (Float, Int) = (0, 0)
        let steps = zip(sound, sound.dropFirst()).map { abs($1 - $0) }
        for index in steps.indices where steps[index] > found.0 {
            var around: Float = 0
            for other in max(index - 8, 0)...min(index + 8, steps.count - 1) where other != index {
                around = max(around, steps[other])
            }
            let alone = steps[index] - 3 * around
            if alone > found.0 { found = (alone, index) }
        }
        return found
    }

    private func frames(_ score: RenderedScore) throws -> [[Float]] {
        var all: [[Float]] = [[], []]
        let planes = PlanarFrames(.float32, channelCount: 2, capacity: 4_096)
        while case let count = try score.read(into: planes.block, atFrame: 0, frameCount: 4_096), count > 0 {
            for channel in 0..<2 { all[channel] += UnsafeBufferPointer(start: planes.floats[channel], count: count) }
        }
        return all
    }
}
