import AVFAudio
import Foundation
import Testing

/// The examples' program, beside the tests' own; nil when only a part of the package was built.
private let examples: URL? = {
    let tests = URL(fileURLWithPath: CommandLine.arguments[0])
    let program = tests.deletingLastPathComponent().appendingPathComponent("engine-examples")
    return FileManager.default.isExecutableFile(atPath: program.path) ? program : nil
}()

@Suite(.enabled(if: examples != nil, "engine-examples was not built")) struct EngineExampleTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("examples-\(UUID().uuidString)")

    /// Runs an example.
    ///
    /// - Returns: What it printed.
    private func run(_ name: String, typing text: String = "") throws -> String {
        let process = Process()
        let typed = Pipe()
        process.standardInput = typed
        try typed.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try typed.fileHandleForWriting.close()
        let pipe = Pipe()
        process.executableURL = examples
        process.arguments = [name, folder.path]
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(name) ended with \(process.terminationStatus)")
        return String(decoding: data, as: UTF8.self)
    }

    /// The largest sample of a part of a file, in seconds.
    private func peak(_ name: String, channel: Int = 0, from start: Double, to end: Double) throws -> Float {
        let file = try AVAudioFile(forReading: folder.appendingPathComponent(name))
        let rate = file.processingFormat.sampleRate
        file.framePosition = AVAudioFramePosition(start * rate)
        let count = AVAudioFrameCount((end - start) * rate)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: count))
        try file.read(into: buffer, frameCount: count)
        let data = try #require(buffer.floatChannelData)
        return UnsafeBufferPointer(start: data[channel], count: Int(buffer.frameLength)).reduce(0) { max($0, abs($1)) }
    }

    @Test func toneMakesATone() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try run("tone")
        #expect(abs(try peak("tone.wav", from: 0.5, to: 1.5) - 0.25) < 0.001)
        // Panned to the left.
        #expect(try peak("tone.wav", channel: 1, from: 0.5, to: 1.5) < 0.2)
    }

    @Test func karaokeHasAnEchoAndItsTapSeesEveryQuarterSecond() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let printed = try run("karaoke")
        #expect(printed.split(separator: "\n").count { $0.contains(" s  #") } >= 16)
        // Voice and band end at 4 s; the echo continues.
        #expect(try peak("karaoke.wav", from: 4.15, to: 4.4) > 0.001)
    }

    @Test func splitHasThreeWays() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let printed = try run("split")
        #expect(printed.contains("UnitDistortion") && printed.contains("UnitReverb"))
        #expect(try peak("split.wav", from: 0.1, to: 3) > 0.05)
        // The hall is heard after the guitar has ended.
        #expect(try peak("split.wav", channel: 1, from: 4.2, to: 4.6) > 1e-4)
        let svg = try String(contentsOf: folder.appendingPathComponent("split.svg"), encoding: .utf8)
        #expect(svg.contains("UnitDistortion"))
    }

    @Test func liveIsHeardInTheHeadphonesUntilACallComes() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let printed = try run("live")
        // With its echoes the voice is louder than it was sung.
        let levels = printed.matches(of: /heard at (-?[0-9.]+) dB/).compactMap { Double($0.1) }
        #expect(levels.count == 10 && levels.allSatisfy { $0 > -3 && $0 < 7 })
        #expect(printed.contains("the engine is stopped"))
    }

    @Test func bounceMakesAFileOfTheWholeSong() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let printed = try run("bounce")
        #expect(printed.contains("100 %") && printed.contains("song.m4a: 1056000 frames"))
        #expect(try peak("song.m4a", from: 1, to: 3) > 0.05)
    }

    @Test func theScoreIsPlayedByOneInstrumentAndByTwo() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try run("score").hasPrefix("2 tracks, at beat 9"))
        #expect(try peak("score-one.wav", from: 0.1, to: 0.3) > 0.1)
        // The melody is on the left, the bass on the right, which alone sounds in the melody's rests.
        #expect(try peak("score-two.wav", channel: 0, from: 0.46, to: 0.49) < 0.001)
        #expect(try peak("score-two.wav", channel: 1, from: 0.46, to: 0.49) > 0.05)
        #expect(try peak("score-two.wav", channel: 0, from: 0.1, to: 0.3) > 0.05)
    }

    @Test func adaptiveMusicJoinsTheFightAndHurries() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let printed = try run("adaptive").split(separator: "\n")
        #expect(printed == ["explore: 6.0 beats in 3 seconds", "fight: 9.0 beats in 3 seconds", printed[0]])
        #expect(try peak("adaptive-1.wav", channel: 1, from: 0, to: 3) == 0)
        #expect(try peak("adaptive-2.wav", channel: 1, from: 0.1, to: 3) > 0.05)
        #expect(try peak("adaptive-3.wav", channel: 1, from: 0.2, to: 3) < 0.001)
        #expect(try peak("adaptive-3.wav", channel: 0, from: 0.2, to: 3) > 0.05)
    }

    @Test func allNotesOfTheRollAreSeenInTheSpectrogram() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try run("roll") == "roll.svg: 10 notes, 10 of them seen in the spectrogram\n")
        let svg = try String(contentsOf: folder.appendingPathComponent("roll.svg"), encoding: .utf8)
        #expect(svg.components(separatedBy: "#4cf").count == 11)
    }

    @Test func lettersAreKeys() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try run("keys", typing: "a?k\n") == "a 60\nk 72\n")
        #expect(try peak("keys.wav", from: 0.1, to: 0.3) > 0.05)
    }

    @Test func theGameHasAThousandVoicesAndAPicture() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let printed = try run("game")
        #expect(printed.contains("of 200 blocks were late"))
        let svg = try String(contentsOf: folder.appendingPathComponent("game.svg"), encoding: .utf8)
        #expect(svg.contains("PlayerNode x 1000"))
        let plan = try String(contentsOf: folder.appendingPathComponent("game-plan.txt"), encoding: .utf8)
        #expect(plan.hasPrefix("plan: 1002 steps"))
    }
}
