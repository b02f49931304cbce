// alsa-bench: what sound costs on ALSA without a server. Each line: ours, the peer or the target, and the two compared.
//
//   alsa-bench [DEVICE]    DEVICE: a card; without it one that is a clock is compiled (Tests/PlugInSources/alsa-clock.c)
//
// aplay and a program of AVAudioPlayer play the same file with the same period, each in a process of its own, in turn.

import AVFAudio
import Glibc
import SordinoALSA
import SordinoHardware
import SordinoPolicy
import SordinoRealtime
import TestPlugIns

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

/// The costs of a while of playing.
struct Stay {
    let hardware: ALSAHardware
    let latencySeconds: Double
    let processorPercent: Double
}

/// Plays for a while.
func play(_ count: Int, on device: String, frames: Int, seconds length: Double) throws -> Stay {
    let hardware = try ALSAHardware(names: ALSANames(device))
    hardware.request(HardwareTiming(sampleRate: 48_000, blockFrames: frames))
    let before = processorSeconds(RUSAGE_SELF)
    let voices = try (1...count).map { try Voice($0, hardware) }
    ThreadPriority.sleep(untilHostTime: HostClock.now() + UInt64(length * 1e9))
    let latency = voices[0].stream.outputLatencySeconds
    for voice in voices { voice.stream.close() }
    hardware.close()
    return Stay(
        hardware: hardware, latencySeconds: latency,
        processorPercent: (processorSeconds(RUSAGE_SELF) - before) / length * 100)
}

/// The end of the file ends the process.
final class End: NSObject, AVAudioPlayerDelegate {
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) { exit(flag ? 0 : 1) }
}

/// Plays a file by the public classes, as a program does.
func playFile(_ path: String, frames: Int) throws -> Never {
    let session = AVAudioSession.sharedInstance()
    try session.setCategory(.playback)
    try session.setPreferredIOBufferDuration(Double(frames) / 48_000)
    try session.setActive(true)
    let player = try AVAudioPlayer(contentsOf: URL(fileURLWithPath: path))
    let end = End()
    player.delegate = end
    guard player.play() else { exit(1) }
    guard Int((session.ioBufferDuration * 48_000).rounded()) == frames else {
        FileHandle.standardError.write(Data("alsa-bench: the block is \(session.ioBufferDuration) s\n".utf8))
        exit(1)
    }
    while true { RunLoop.main.run(until: .distantFuture) }
}

/// A card that is a clock, and the configuration that names it.
struct Card {
    let folder: URL
    init() throws {
        folder = try TestPlugIns.folder()
        let library = folder.appendingPathComponent("clock.so")
        try TestPlugIns.compile("alsa-clock.c", to: library, linking: ["asound"])
        let text = """
            pcm_type.clock { lib "\(library.path)" }
            pcm.null { type null }
            pcm.card { type clock }
            pcm.default card
            """
        try Data(text.utf8).write(to: folder.appendingPathComponent("asound.conf"))
        setenv("ALSA_CONFIG_PATH", folder.appendingPathComponent("asound.conf").path, 1)
    }
}

/// A file of noise, 16 bits of two channels.
func writeNoise(_ seconds: Int, to url: URL) throws {
    var bytes = Data("RIFF".utf8)
    func append(_ value: Int, _ count: Int) { for byte in 0..<count { bytes.append(UInt8(value >> (8 * byte) & 255)) } }
    let size = seconds * 48_000 * 4
    append(36 + size, 4)
    bytes.append(Data("WAVEfmt ".utf8))
    for (value, count) in [(16, 4), (1, 2), (2, 2), (48_000, 4), (192_000, 4), (4, 2), (16, 2)] { append(value, count) }
    bytes.append(Data("data".utf8))
    append(size, 4)
    var state: UInt32 = 1
    for _ in 0..<(size / 2) {
        state = state &* 1_664_525 &+ 1_013_904_223
        append(Int(state >> 20), 2)
    }
    try bytes.write(to: url)
}

/// The processor time of a program that plays a file, in milliseconds.
func cost(_ program: String, _ arguments: [String], _ environment: [String: String] = [:]) throws -> Double {
    let before = processorSeconds(RUSAGE_CHILDREN)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return (processorSeconds(RUSAGE_CHILDREN) - before) * 1_000
}

let aplay = "/usr/bin/aplay"

func compare(_ device: String, frames: Int) throws {
    let folder = try TestPlugIns.folder()
    var (ours, peer) = ([Int: [Double]](), [Int: [Double]]())
    for seconds in [2, 12] { try writeNoise(seconds, to: folder.appendingPathComponent("\(seconds).wav")) }
    for _ in 1...5 {
        for seconds in [2, 12] {
            let file = folder.appendingPathComponent("\(seconds).wav").path
            ours[seconds, default: []].append(
                try cost(
                    Bundle.main.executablePath ?? CommandLine.arguments[0], ["--play", file, "\(frames)"],
                    ["SORDINO_BACKEND": "alsa", "SORDINO_ALSA": device, "SORDINO_SESSION": "inprocess"]))
            peer[seconds, default: []].append(
                try cost(
                    aplay,
                    ["-q", "-D", device, "--period-size=\(frames)", "--buffer-size=\(4 * frames)", file]))
        }
    }
    func median(_ values: [Double]?) -> Double { values.map { $0.sorted()[$0.count / 2] } ?? .nan }
    func compared(_ name: String, _ ours: Double, _ peer: Double) {
        row(
            name, "\(text(ours)) ms of CPU", "aplay: \(text(peer)) ms",
            "\(text(ours / peer)) of it, at most 1.2: \(ours / peer <= 1.2 ? "reached" : "MISSED")")
    }
    compared(
        "a second of a file, blocks of \(frames), \(device)", (median(ours[12]) - median(ours[2])) / 10,
        (median(peer[12]) - median(peer[2])) / 10)
    compared("  the file of 12 s, with the start", median(ours[12]), median(peer[12]))
}

do {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "--play" { try playFile(arguments[1], frames: Int(arguments[2]) ?? 1_024) }
    var device = arguments.first
    if device == nil, (try? Card()) != nil { device = "card" }
    if device == nil { print("no card: a C compiler and libasound2-dev make one") }
    row("", "ours", "peer or target", "")
    for name in ["null"] + (device.map { [$0] } ?? []) {
        let stay = try play(20, on: name, frames: 256, seconds: 10)
        let figures = stay.hardware.figures
        row(
            "20 players, blocks of 256, 10 s, \(name)", "\(figures.xrunCount) xruns", "0 xruns",
            figures.xrunCount == 0 ? "reached" : "MISSED")
        row(
            "  frames; wake-ups", "\(figures.frameCount); \(figures.wakeCount)",
            "480000 and the fill; \(480_000 / 256)", "\(text(stay.processorPercent)) % of a processor")
        row(
            "  latency, ms", text(stay.latencySeconds * 1_000), "two blocks: \(text(512 / 48.0))",
            stay.latencySeconds <= 512 / 48_000.0 * 1.05 ? "reached" : "MISSED")
    }
    if let device, FileManager.default.isExecutableFile(atPath: aplay) {
        for frames in [256, 1_024] { try compare(device, frames: frames) }
    }
} catch {
    print("alsa-bench: \(error)")
    exit(1)
}
