import AVFAudio
import Foundation
import Testing

/// The examples' program, beside the tests' own; nil when only a part of the package was built.
private let examples: URL? = {
    let tests = URL(fileURLWithPath: CommandLine.arguments[0])
    let program = tests.deletingLastPathComponent().appendingPathComponent("space-examples")
    return FileManager.default.isExecutableFile(atPath: program.path) ? program : nil
}()

@Suite(.enabled(if: examples != nil, "space-examples was not built")) struct SpaceExampleTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("space-\(UUID().uuidString)")

    /// Runs an example and returns the lines that it printed.
    private func run(_ name: String, typing text: String = "") throws -> [String] {
        let process = Process()
        let (typed, printed) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (typed, printed)
        try typed.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try typed.fileHandleForWriting.close()
        process.executableURL = examples
        process.arguments = [name, folder.path]
        try process.run()
        let data = printed.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(name) ended with \(process.terminationStatus)")
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The power of each channel of a part of a file.
    private func powers(_ name: String, from start: Double, to end: Double) throws -> [Float] {
        let file = try AVAudioFile(forReading: folder.appendingPathComponent(name))
        let rate = file.processingFormat.sampleRate
        file.framePosition = AVAudioFramePosition(start * rate)
        let count = AVAudioFrameCount((end - start) * rate)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: count))
        try file.read(into: buffer, frameCount: count)
        let data = try #require(buffer.floatChannelData)
        return (0..<Int(buffer.format.channelCount)).map { channel in
            (0..<Int(buffer.frameLength)).reduce(0) { $0 + data[channel][$1] * data[channel][$1] }
        }
    }

    private func isPicture(_ name: String) throws -> Bool {
        let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        return text.hasPrefix("<svg") && text.hasSuffix("</svg>\n") && text.contains("<path")
    }

    @Test func aSourceThatFliesIsLouderInTheEarThatItPasses() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try run("fly")
        let (right, left) = (try powers("fly.wav", from: 0.8, to: 1.2), try powers("fly.wav", from: 2.8, to: 3.2))
        #expect(right[1] > 4 * right[0] && left[0] > 4 * left[1])
        #expect(try isPicture("fly.svg"))
    }

    @Test func theHeadIsDrawn() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let printed = try run("head")
        #expect(printed.contains { $0.contains("72 directions") })
        let levels = try isPicture("head-levels.svg")
        let delays = try isPicture("head-delays.svg")
        #expect(levels && delays)
    }

    @Test func theGameIsWalkedThroughByKeys() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let printed = try run("steps", typing: "....\nddd\nwwwww\nq\n")
        #expect(printed.contains(". . . . . & . . . . .") || printed.contains { $0.contains("&") })
        #expect(printed.last == "steps.wav")
        // The fountain is on the right at first.
        let heard = try powers("steps.wav", from: 0, to: 0.4)
        #expect(heard[1] > 2 * heard[0] && heard[0] > 0)
    }

    @Test func theTheatreUsesItsLoudspeakersAndBothEars() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try run("theatre")
        // At the end the rotor is over the back right, the last channel; over the front left there is rain alone.
        let room = try powers("theatre-7.1.4.wav", from: 5.5, to: 5.9)
        #expect(room.count == 12 && room[11] > 1.3 * room[8] && room[3] == 0)
        let ears = try powers("theatre-headphones.wav", from: 5.5, to: 5.9)
        #expect(ears.count == 2 && ears[1] > ears[0])
    }

    @Test func fiveOneOverHDMIIsHeardFromTheLeftSurroundAlone() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let printed = try run("multichannel")
        #expect(printed.first == "channels: 6 of 6")
        #expect(printed.contains("low: 0.00") && printed.contains("right: 0.00"))
        let left = try #require(printed.first { $0.hasPrefix("left surround: ") })
        #expect(try #require(Double(left.dropFirst(15))) > 0.2)
    }
}
