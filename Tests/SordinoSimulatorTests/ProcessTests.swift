import AVFAudio
import SordinoSimulator
import Testing

/// The player's program, beside the tests' own; nil when only a part of the package was built.
private let afplay: URL? = {
    let tests = URL(fileURLWithPath: CommandLine.arguments[0])
    let program = tests.deletingLastPathComponent().appendingPathComponent("afplay")
    let hasBus = FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon")
    return hasBus && FileManager.default.isExecutableFile(atPath: program.path) ? program : nil
}()

/// Unmodified programs as processes on a simulated device, in its time.
@Suite(.enabled(if: afplay != nil, "afplay was not built, or dbus-daemon is not installed")) struct ProcessTests {
    private let device = SimulatedDevice(.phone)
    private let program: URL
    private let folder: URL

    init() throws {
        program = try #require(afplay)
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sordino-process-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// A 16-bit file of a constant: any part of it is easy to recognise.
    private func file(_ level: Float, seconds: Double) throws -> URL {
        let url = folder.appendingPathComponent("\(level).wav")
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: 1,
            AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false,
        ]
        let file = try AVAudioFile(forWriting: url, settings: settings)
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(seconds * 48_000)))
        buffer.frameLength = buffer.frameCapacity
        for frame in 0..<Int(buffer.frameLength) { buffer.floatChannelData?[0][frame] = level }
        try file.write(from: buffer)
        return url
    }

    private func heard(_ from: Double, _ to: Double) throws -> [Float] {
        try #require(device.output(.builtInSpeaker)).samples(from: from, to: to)
    }

    @Test(.timeLimit(.minutes(20))) func aPlayerOfItsOwnProcessIsHeardInTheDevicesTimeAndEnds() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let player = try device.launch(program, arguments: [try file(0.25, seconds: 3).path])
        #expect(device.advance(until: player, endsWithin: 30), "\(player.output)")
        #expect(player.terminationStatus == 0, "\(player.output)")
        let samples = try heard(0, device.now)
        let loud = samples.filter { abs($0 - 0.25) < 1e-3 }.count
        // Three seconds, independent of the wall clock, but for the fades of the stage at both ends.
        #expect(abs(Double(loud) / 48_000 - 3) < 0.05, "\(loud)")
    }

    @Test(.timeLimit(.minutes(20))) func aCallInterruptsTwoProcessesAndEachTellsWhy() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try device.launch(program, arguments: [try file(0.25, seconds: 60).path])
        device.advance(1)
        #expect(first.sessionState == .active, "\(first.output)")
        let second = try device.launch(program, arguments: [try file(0.5, seconds: 60).path])
        device.advance(1)
        // Both are soloists: the second takes the speaker from the first.
        #expect(second.sessionState == .active)
        #expect(first.sessionState == .interrupted)
        let before = device.now
        #expect(try heard(before - 0.2, before).allSatisfy { abs($0 - 0.5) < 1e-3 })
        device.ring()
        device.advance(0.5)
        #expect(second.sessionState == .interrupted)
        #expect(second.reasonsForSilence.contains { $0.contains("ringing call") }, "\(second.reasonsForSilence)")
        device.declineCall()
        device.advance(0.5)
        // The music comes back; the one that was interrupted by it waits.
        #expect(second.sessionState == .active, "\(second.output)")
        #expect(first.sessionState == .interrupted)
        let after = device.now
        #expect(try heard(after - 0.2, after).allSatisfy { abs($0 - 0.5) < 1e-3 })
        second.kill()
        first.kill()
    }
}
