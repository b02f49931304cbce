import AVFoundation
import SordinoSimulator

/// The package's programs, beside the tests' own.
enum Programs {
    private static let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()

    /// Where a program is; nil when only a part of the package was built.
    static func named(_ name: String) -> URL? {
        let program = folder.appendingPathComponent(name)
        return FileManager.default.isExecutableFile(atPath: program.path) ? program : nil
    }

    /// Where a program of the system is, if it is installed.
    static func outside(_ name: String) -> String? {
        ["/usr/bin/", "/bin/", "/usr/local/bin/"].map { $0 + name }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Indicates whether programs can be put on a simulated device here.
    static let canBeSimulated = outside("dbus-daemon") != nil && named("afplay") != nil && named("record-caf") != nil

    /// Runs a program to its end.
    ///
    /// - Returns: Its status and all that it wrote.
    @discardableResult
    static func run(
        _ program: String, _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:]
    ) throws -> (status: Int32, output: String) {
        let process = Process()
        let path = program.hasPrefix("/") ? URL(fileURLWithPath: program) : named(program)
        guard let path else { return (127, "\(program) was not built") }
        process.executableURL = path
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let pipe = Pipe()
        (process.standardOutput, process.standardError) = (pipe, pipe)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}

/// A folder that goes away with the test.
final class Folder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("sordino-programs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// A sine of 1 kHz at half of full scale as 16-bit samples in a file of the type that the name tells.
    ///
    /// - Parameter fade: Seconds of a ramp at each end.
    func sine(
        _ name: String, seconds: Double, rate: Double = 48_000, channels: UInt32 = 2, fade: Double = 0
    ) throws -> URL {
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: rate, AVNumberOfChannelsKey: Int(channels),
            AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false,
            AVLinearPCMIsBigEndianKey: name.hasSuffix(".aiff") || name.hasSuffix(".au"),
        ]
        let file = try AVAudioFile(forWriting: self.file(name), settings: settings)
        let frameCount = AVAudioFrameCount(seconds * rate)
        guard let buffer = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: frameCount),
            let data = buffer.floatChannelData
        else { return self.file(name) }
        buffer.frameLength = frameCount
        for frame in 0..<Int(frameCount) {
            let fromEnd = Double(min(frame, Int(frameCount) - 1 - frame))
            let gain = fade == 0 ? 1 : min(fromEnd / (fade * rate), 1)
            let value = Float(0.5 * gain * sin(2 * .pi * 1000 * Double(frame) / rate))
            for channel in 0..<Int(channels) { data[channel][frame] = value }
        }
        try file.write(from: buffer)
        return self.file(name)
    }

    /// The same sine as ffmpeg encodes it, faded so that files can be played one after the other; nil without ffmpeg.
    func encoded(_ name: String, _ options: [String], seconds: Double) throws -> URL? {
        guard let ffmpeg = Programs.outside("ffmpeg") else { return nil }
        let made = file("source-\(seconds).wav")
        let isThere = FileManager.default.fileExists(atPath: made.path)
        let source = isThere ? made : try sine(made.lastPathComponent, seconds: seconds, fade: 0.01)
        let run = try Programs.run(ffmpeg, ["-v", "error", "-y", "-i", source.path] + options + [file(name).path])
        return run.status == 0 ? file(name) : nil
    }
}

extension SimulatedDevice {
    /// Lets time pass as fast as on the wall until a process has ended, for programs that wait by sleeping.
    ///
    /// - Parameter seconds: The longest time to wait.
    func advanceOnTheWall(until process: SimulatedProcess, endsWithin seconds: Double) {
        let begin = Date()
        let start = now
        while process.isRunning, Date().timeIntervalSince(begin) < seconds {
            let ahead = now - start - Date().timeIntervalSince(begin)
            if ahead > 0 { Thread.sleep(forTimeInterval: min(ahead, 0.02)) }
            advance(0.02)
        }
    }

    /// Seconds of all that was played but for quiet stretches of a millisecond or more.
    ///
    /// Sound that arrived late, and so was played in pieces, counts as if it had been played in one.
    func soundingSeconds(of port: AVAudioSession.Port = .builtInSpeaker) -> Double {
        guard let samples = output(port)?.samples(from: 0, to: now) else { return 0 }
        var count = 0
        var lastLoud: Int?
        for index in samples.indices where abs(samples[index]) > 0.02 {
            let distance = lastLoud.map { index - $0 } ?? 1
            count += distance < 48 ? distance : 1
            lastLoud = index
        }
        return Double(count) / 48_000
    }
}
