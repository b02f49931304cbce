import Foundation
import PrivatePipeWire
import RunningProgram

/// A program that no one here wrote, playing a file of a constant level on the output that it chooses itself.
enum GuestProgram: String, CaseIterable, Sendable {
    case pwPlay, paplay, aplay, mpv, mpvScript, mpvPulse, mpvJack, ffplay, playbin, gstPipeWire, chromium

    /// The name in tables.
    var name: String {
        switch self {
        case .pwPlay: "pw-play"
        case .paplay: "paplay"
        case .aplay: "aplay"
        case .mpv: "mpv"
        case .mpvScript: "mpv with mpv-mpris"
        case .mpvPulse: "mpv --ao=pulse"
        case .mpvJack: "mpv --ao=jack"
        case .ffplay: "ffplay"
        case .playbin: "playbin, pulsesink"
        case .gstPipeWire: "GStreamer, pipewiresink"
        case .chromium: "Chromium"
        }
    }

    var tool: String {
        switch self {
        case .pwPlay: "pw-play"
        case .paplay: "paplay"
        case .aplay: "aplay"
        case .mpv, .mpvScript, .mpvPulse: "mpv"
        case .mpvJack: "pw-jack"
        case .ffplay: "ffplay"
        case .playbin, .gstPipeWire: "gst-launch-1.0"
        case .chromium: "chromium"
        }
    }

    /// Indicates whether it speaks PulseAudio's protocol.
    var needsPulse: Bool { [.paplay, .mpvPulse, .ffplay, .playbin, .chromium].contains(self) }

    /// Where Debian's mpv-mpris stands.
    static let script = [
        "/usr/lib/mpv-mpris/mpris.so", "/etc/mpv/scripts/mpris.so", "/usr/lib/x86_64-linux-gnu/mpv/mpris.so",
    ].first { FileManager.default.fileExists(atPath: $0) }

    func words(_ file: URL) -> [String] {
        let mpv = [
            "--no-config", "--no-video", "--no-terminal", "--volume=100", "--load-scripts=no", "--loop-file=inf",
        ]
        return switch self {
        case .pwPlay, .paplay: [file.path]
        case .aplay: ["-q", "-D", "pipewire", file.path]
        case .mpv: mpv + ["--ao=pipewire", file.path]
        case .mpvScript: mpv + ["--ao=pipewire", "--script=\(Self.script ?? "")", file.path]
        case .mpvPulse: mpv + ["--ao=pulse", file.path]
        // Else it looks for hardware, and its one channel would lead to the left loudspeaker alone.
        case .mpvJack:
            ["mpv"] + mpv + ["--ao=jack", "--jack-port=loudspeaker", "--audio-channels=stereo", file.path]
        case .ffplay: ["-nodisp", "-autoexit", "-loglevel", "error", file.path]
        case .playbin: ["-q", "playbin", "uri=file://\(file.path)", "audio-sink=pulsesink"]
        case .gstPipeWire:
            ["-q", "filesrc", "location=\(file.path)", "!", "wavparse", "!", "audioconvert", "!", "pipewiresink"]
        case .chromium:
            [
                "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-port=0",
                "--autoplay-policy=no-user-gesture-required",
                "--user-data-dir=\(file.deletingLastPathComponent().path)/browser", page(file).absoluteString,
            ]
        }
    }

    /// A page that plays a file over and over.
    private func page(_ file: URL) -> URL {
        let page = file.deletingPathExtension().appendingPathExtension("html")
        try? Data("<audio src=\"\(file.lastPathComponent)\" loop autoplay></audio>".utf8).write(to: page)
        return page
    }

    /// Why it cannot be tried here; nil if it can.
    var obstacle: String? {
        guard PrivatePipeWire.path(of: tool) != nil else { return "\(tool) is not installed" }
        if needsPulse, PrivatePipeWire.path(of: "pipewire-pulse") == nil { return "pipewire-pulse is not installed" }
        if self == .aplay, !OutsidePlayer.alsaKnowsPipeWire { return "ALSA knows no PipeWire here" }
        if self == .mpvJack, PrivatePipeWire.path(of: "mpv") == nil { return "mpv is not installed" }
        if self == .mpvScript, Self.script == nil { return "mpv-mpris is not installed" }
        return nil
    }
}

/// A device on which every program is managed, with one of them playing.
final class GuestScene {
    static let level: Float = 0.25
    let system: WholeSystem
    private let program: GuestProgram
    private let file: URL
    /// The decisions of the service.
    private let log: URL
    private(set) var player: RunningProgram?
    private var pulse: RunningProgram?

    /// - Parameter level: The sample at each frame of the file.
    init(
        _ program: GuestProgram, withSessionManager: Bool, level: (Int) -> Float = { _ in GuestScene.level }
    ) throws {
        self.program = program
        let log = FileManager.default.temporaryDirectory.appendingPathComponent("sordino-\(UUID().uuidString).log")
        self.log = log
        // The sinks drive the graph, as on a real device.
        system = try WholeSystem(
            quantum: 2_048, withDaemon: false, withSessionManager: withSessionManager, hasClock: false,
            options: ["--manage", "all", "--log", log.path])
        // The session manager is there first, and has chosen the loudspeaker.
        if withSessionManager { try system.waitForDefault() }
        try system.startDaemon()
        file = system.server.folder.appendingPathComponent("outside.wav")
        try WaveFile.write((0..<48_000 * 60).map(level), to: file)
        try begin()
    }

    /// Starts the player, and the server that it speaks to.
    func begin() throws {
        if program.needsPulse, pulse == nil { pulse = try system.pulseServer() }
        guard let path = PrivatePipeWire.path(of: program.tool) else { return }
        player = try RunningProgram(path, program.words(file), environment: system.environment)
    }

    /// Ends the player with SIGKILL.
    func stop() { player?.kill() }

    func isHeard(_ level: Float = GuestScene.level) -> Bool {
        if system.hear(until: { $0.allSatisfy { abs($0 - level) < 1e-4 } }) != nil { return true }
        // Whether the program makes samples, and what the service thinks of it.
        let holds = system.hand.mirror.nodes.values.filter {
            $0.properties["node.name"]?.hasPrefix("sordino.hold.playing") == true
        }
        for hold in holds {
            let given = GraphRecorder(system.hand, monitorOf: hold.id, channels: 2)
            given?.pass(48_000)
            print("witness: the silent node is given \(given?.samples[0].suffix(4) ?? [])")
        }
        for line in (try? system.audioctl("status")) ?? [] { print("witness: \(line)") }
        // Every decision since the service began.
        let log = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        for line in log.split(separator: "\n").suffix(60) { print("witness: \(line.prefix(400))") }
        return false
    }

    /// Kills the audio server and all that lives by it but the service, and starts them anew.
    func restartServer() throws {
        stop()
        pulse?.kill()
        pulse = nil
        try system.restartServer()
        try begin()
    }

    func end() {
        player?.kill()
        pulse?.kill()
    }

    deinit {
        end()
        try? FileManager.default.removeItem(at: log)
    }
}
