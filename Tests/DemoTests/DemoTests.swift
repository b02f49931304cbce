import Foundation
import SordinoSignal
import Testing

/// The demo's program, beside the tests' own; nil when only a part of the package was built.
private let demo: URL? = {
    let tests = URL(fileURLWithPath: CommandLine.arguments[0])
    let program = tests.deletingLastPathComponent().appendingPathComponent("sordino-demo")
    return FileManager.default.isExecutableFile(atPath: program.path) ? program : nil
}()

@Suite(.enabled(if: demo != nil, "sordino-demo was not built")) struct DemoTests {
    @Test(.timeLimit(.minutes(20))) func theDemoEndsByItselfAndLeavesAPageAndWhatWasHeard() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sordino-demo-\(getpid())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        process.executableURL = demo
        process.arguments = [folder.path]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)

        let story = try String(contentsOf: folder.appendingPathComponent("timeline.txt"), encoding: .utf8)
        for line in [
            "Music        ducks to −14 dB within 0.50 s", "Music        is told: interruption began",
            "Podcast      falls silent", "Game         falls silent  [R1.1", "Music        comes back to 0 dB",
        ] {
            #expect(story.contains(line), "\(line)\n\(story)")
        }
        let page = try String(contentsOf: folder.appendingPathComponent("index.html"), encoding: .utf8)
        #expect(page.hasPrefix("<!doctype html>"))
        for part in ["id=\"soundall\"", "id=\"sound0\"", "id=\"sound1\"", "<option value=\"all\">"] {
            #expect(page.contains(part), "\(part)")
        }
        for sentence in [
            "The owner opens the music player: Music starts.",
            "The owner plugs headphones in: the sound moves from Speaker to Headphones.",
            "The navigation app speaks: Navigation starts and Podcast falls silent.",
            "The owner switches the phone to silent: Game falls silent.",
        ] {
            #expect(page.contains("<span>\(sentence)</span>"), "\(sentence)")
        }
        // A program that was not opened yet is drawn nowhere and told nothing.
        let rails = page.matches(of: #/class="there" style="left:([0-9.]+)%/#)
        let begins = rails.compactMap { Double($0.1) }
        #expect(begins.count == 7 && begins.count { $0 > 75 } == 1 && begins.allSatisfy { $0 > 0.5 }, "\(begins)")
        #expect(!story.contains("Podcast      is told: route changed"))

        // 60 seconds of stereo at 48 kHz in 16 bits, and a header.
        let speaker = try Data(contentsOf: folder.appendingPathComponent("Speaker.wav"))
        #expect(speaker.count > 60 * 48_000 * 4)
        let samples = speaker.suffix(60 * 48_000 * 4).withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count - 1, by: 2).map { bytes.loadUnaligned(fromByteOffset: $0, as: Int16.self) }
        }
        func peak(_ from: Double, _ to: Double) -> Int {
            samples[Int(from * 96_000)..<Int(to * 96_000)].reduce(0) { max($0, abs(Int($1))) }
        }
        // Music on the loudspeaker, nothing while it plays on headphones, the podcast's alarm, the ringer off.
        #expect(peak(1, 5) > 3_000)
        #expect(peak(13.1, 17) == 0)
        #expect(peak(43.2, 45) > 10_000)
        #expect(peak(52.2, 55) == 0)
        #expect(peak(55.1, 58) > 1_000)

        // No step and no sound without a ramp, but for the headphones that are pulled out. Single zeros are in the music.
        let unplugged = story.matches(of: #/([0-9.]+) +\S.*pulls the headphones out/#).compactMap { Double($0.1) }
        for port in ["Speaker", "Headphones"] {
            let data = try Data(contentsOf: folder.appendingPathComponent("\(port).wav"))
            let channels = (0..<2).map { channel in
                data.withUnsafeBytes { bytes in
                    stride(from: data.count - 60 * 192_000 + 2 * channel, to: bytes.count - 1, by: 4).map {
                        Float(bytes.loadUnaligned(fromByteOffset: $0, as: Int16.self)) / 32_768
                    }
                }
            }
            let artefacts = ArtefactDetector(sampleRate: 48_000, kinds: [.edge, .step]).artefacts(in: channels)
            let unnamed = artefacts.filter { artefact in
                port != "Headphones" || !unplugged.contains { abs(Double(artefact.frame) / 48_000 - $0) < 0.01 }
            }
            #expect(unnamed.isEmpty, "\(port), unplugged at \(unplugged)")
        }
    }
}
