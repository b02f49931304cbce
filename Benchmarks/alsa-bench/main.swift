// alsa-bench: what sound costs on ALSA without a server. Each line: ours, the peer or the target, and the two compared.
//
//   alsa-bench [DEVICE]    DEVICE: one that runs by a clock, for the comparison with aplay; without it that line is left out

import Foundation
import Glibc
import SordinoALSA
import SordinoHardware
import SordinoPolicy
import SordinoRealtime

/// A program that plays a constant.
final class Voice: Sendable {
    let stream: any HardwareStream
    /// The renderer has no state.
    private nonisolated(unsafe) static let nothing = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    init(_ number: Int, _ hardware: ALSAHardware) throws {
        let program = ProgramID.app(AppID(number))
        let description = StreamDescription(program: program, name: "voice \(number)", outputChannels: 2)
        let renderer = StreamRenderer(context: UnsafeMutableRawPointer(Self.nothing)) { _, cycle in
            let cycle = cycle.assumingMemoryBound(to: StreamCycle.self).pointee
            guard let output = cycle.output else { return }
            for channel in 0..<cycle.outputChannelCount {
                for frame in 0..<cycle.frameCount { output[channel][frame] = 0.01 }
            }
        }
        stream = try hardware.openStream(description, renderer: renderer)
        let port = hardware.ports.first { $0.direction == .output }?.uid ?? ""
        hardware.stage.perform([
            .gain(program, .media, 1, rampSeconds: 0),
            .route(program, .media, outputs: [StageLink(portUID: port)], inputUIDs: []),
        ])
        try stream.start()
    }
}

func text(_ value: Double, _ digits: Int = 2) -> String { String(format: "%.\(digits)f", value) }
func row(_ name: String, _ ours: String, _ peer: String, _ verdict: String) {
    func padded(_ text: String, _ width: Int) -> String {
        text.padding(toLength: max(width, text.count), withPad: " ", startingAt: 0)
    }
    print(padded(name, 46), padded(ours, 30), padded(peer, 26), verdict)
    fflush(nil)
}

func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

/// Processor time of this process, or of its children that have ended.
func processorSeconds(_ who: __rusage_who) -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(who.rawValue), &usage)
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

/// Plays for a while.
func play(_ count: Int, on device: String, frames: Int, seconds length: Double) throws -> ALSAHardware {
    let hardware = try ALSAHardware(names: ALSANames(device))
    hardware.request(HardwareTiming(sampleRate: 48_000, blockFrames: frames))
    let voices = try (1...count).map { try Voice($0, hardware) }
    ThreadPriority.sleep(untilHostTime: HostClock.now() + UInt64(length * 1e9))
    for voice in voices { voice.stream.close() }
    return hardware
}

do {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "--play" {
        let hardware = try play(1, on: arguments[1], frames: Int(arguments[2]) ?? 1_024, seconds: 10)
        FileHandle.standardError.write(Data("\(hardware.figures.xrunCount) xruns, \(hardware.summary)\n".utf8))
        exit(0)
    }
    row("", "ours", "peer or target", "")
    let before = processorSeconds(RUSAGE_SELF)
    let hardware = try play(20, on: "null", frames: 256, seconds: 10)
    let used = (processorSeconds(RUSAGE_SELF) - before) / 10 * 100
    let xruns = hardware.figures.xrunCount
    row(
        "20 players, blocks of 256, null", "\(xruns) xruns, \(text(used)) % CPU", "0 xruns",
        xruns == 0 ? "reached" : "MISSED")
    row(
        "  frames in 10 s", "\(hardware.figures.frameCount)", "480000 to 483000 and the fill",
        "\(hardware.figures.wakeCount) wake-ups")
    hardware.close()
    if let device = arguments.first {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("alsa-bench-\(getpid()).raw")
        try Data(count: 48_000 * 4 * 10).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        func run(_ program: String, _ arguments: [String]) throws -> Double {
            let before = processorSeconds(RUSAGE_CHILDREN)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = arguments
            try process.run()
            process.waitUntilExit()
            return processorSeconds(RUSAGE_CHILDREN) - before
        }
        for frames in [256, 1_024] {
            let ours = try run(Bundle.main.executablePath ?? CommandLine.arguments[0], ["--play", device, "\(frames)"])
            let peer = try run(
                "/usr/bin/aplay",
                [
                    "-q", "-D", device, "-t", "raw", "-f", "S16_LE", "-c", "2", "-r", "48000",
                    "--period-size=\(frames)", "--buffer-size=\(4 * frames)", file.path,
                ])
            row(
                "one stream for 10 s, blocks of \(frames), \(device)", "\(text(ours * 1_000, 0)) ms of CPU",
                "aplay: \(text(peer * 1_000, 0)) ms", "\(text(ours / peer)) of it")
        }
    }
} catch {
    print("alsa-bench: \(error)")
    exit(1)
}
