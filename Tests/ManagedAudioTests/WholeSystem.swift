import Foundation
import Glibc
import PrivateBus
import PrivatePipeWire
import RunningProgram
import SordinoPipeWire
import SordinoRealtime
import Testing

/// A device of a test's own: an audio server with a loudspeaker, a message bus, `audiosessiond`, and a recording of all that
/// the loudspeaker was given.
final class WholeSystem {
    let server: PrivatePipeWire
    let bus: PrivateBus
    let hand: GraphHand
    let speaker: UInt32
    let recorder: GraphRecorder
    private(set) var daemon: RunningProgram?
    /// More of the daemon's options.
    private let options: [String]
    private var manager: RunningProgram?

    static let speakerUID = "loudspeaker"

    /// What these tests need beside the package's own programs.
    static var isPossible: Bool {
        PrivatePipeWire.isInstalled && PrivateBus.isAvailable
            && ["afplay", "audioctl", "audiosessiond", "session-witness"].allSatisfy(RunningProgram.isBuilt)
    }

    init(
        quantum: Int = 256, sampleRate: Int = 48_000, withDaemon: Bool = true, withSessionManager: Bool = false,
        hasWorld: Bool = false, options: [String] = []
    ) throws {
        self.options = options + (hasWorld ? [] : ["--no-world"])
        server = try PrivatePipeWire(quantum: quantum, sampleRate: sampleRate)
        bus = try PrivateBus()
        if withSessionManager { manager = try Self.startSessionManager(server, bus) }
        hand = try #require(GraphHand(server))
        // The manager alone makes its ports then: one that finds them linked waits for ever for others, and links nothing.
        speaker = try #require(
            hand.plug(
                Self.speakerUID, type: "Speaker",
                properties: withSessionManager ? ["adapter.auto-port-config": ""] : [:]))
        recorder = try #require(
            GraphRecorder(hand, monitorOf: speaker, channels: 2, seconds: Soak.recordedSeconds))
        if withDaemon { try startDaemon() }
    }

    deinit {
        daemon?.kill()
        manager?.kill()
    }

    var environment: [String: String] {
        // What programs and the service keep, they keep in the server's folder.
        server.environment.merging(
            ["DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_STATE_HOME": server.folder.path, "STATE_DIRECTORY": ""]
        ) { $1 }
    }

    func startDaemon() throws {
        let daemon = try RunningProgram(
            "audiosessiond", ["--allow-simulation"] + options, environment: environment)
        self.daemon = daemon
        #expect(daemon.says("audiosessiond: PipeWire: its server answers, simulation allowed"))
        // It says so when its name is on the bus.
    }

    /// WirePlumber without hardware.
    private static func startSessionManager(_ server: PrivatePipeWire, _ bus: PrivateBus) throws -> RunningProgram {
        let path = try #require(PrivatePipeWire.path(of: "wireplumber"))
        let environment = server.environment.merging(
            [
                "DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_STATE_HOME": server.folder.path,
                "XDG_CONFIG_HOME": server.folder.path,
            ]) { $1 }
        // Cards of this machine are none of the test's business.
        for folder in ["main.lua.d", "bluetooth.lua.d"] {
            let place = server.folder.appendingPathComponent("wireplumber/\(folder)")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let switches =
                folder == "main.lua.d"
                ? "alsa_monitor.enabled = false\nv4l2_monitor.enabled = false\nlibcamera_monitor.enabled = false\n"
                : "bluez_monitor.enabled = false\n"
            try Data(switches.utf8).write(to: place.appendingPathComponent("51-no-hardware.lua"))
        }
        return try RunningProgram(path, environment: environment)
    }

    /// Waits until a player that no one here wrote is linked; where the session manager does not come to it on a busy machine,
    /// this does what it would have done.
    func isPlayerLinked() -> Bool {
        let player = hand.wait { graph in
            graph.nodes.values.first { $0.isKnown && $0.properties["media.class"] == "Stream/Output/Audio" }?.id
        }
        guard let node = player else { return false }
        if hand.wait(looks: 2_500, { graph in graph.links.values.contains { $0.outputNode == node } ? true : nil })
            == true
        {
            return true
        }
        print("the session manager left a player alone: linked by the test")
        if hand.ports(of: node, isInput: false).isEmpty { hand.configurePorts(node, channels: 2, isSource: true) }
        let outputs = hand.wait { graph -> [GraphPort]? in
            let ports = graph.ports(of: node, isInput: false)
            return ports.count == 2 ? ports : nil
        }
        return zip(outputs ?? [], hand.ports(of: speaker, isInput: true)).allSatisfy { hand.link($0, $1) != nil }
    }

    /// Starts the server that PulseAudio's programs talk to; nil when it is not installed.
    func pulseServer() throws -> RunningProgram? {
        guard let path = PrivatePipeWire.path(of: "pipewire-pulse") else { return nil }
        let pulse = try RunningProgram(path, environment: environment)
        let socket = server.folder.appendingPathComponent("pulse/native").path
        #expect(recorder.wait { FileManager.default.fileExists(atPath: socket) }, "\(pulse.said)")
        return pulse
    }

    /// Starts a program that has a session.
    func witness() throws -> RunningProgram {
        let program = try RunningProgram("session-witness", environment: environment)
        #expect(program.says("ready"))
        return program
    }

    /// Runs `audioctl` and expects that it succeeds.
    @discardableResult
    func audioctl(_ words: String...) throws -> [String] {
        let program = try RunningProgram("audioctl", words, environment: environment)
        let status = program.finish()
        #expect(status == 0, "audioctl \(words): \(program.said)")
        return program.said
    }

    // MARK: - What is heard

    /// Lets so many frames be recorded.
    ///
    /// - Returns: These frames of both channels, as they came to the loudspeaker.
    func hear(_ frames: Int) -> [[Float]] {
        let start = recorder.frames
        recorder.pass(frames)
        return recorder.samples.map { Array($0[start...].prefix(frames)) }
    }

    /// Records until what is heard is so, pieces of `frames` at a time.
    ///
    /// - Returns: The piece that fits; nil when none of 20 seconds' sound did, or no more came.
    func hear(_ frames: Int = 4_800, until fits: ([Float]) -> Bool) -> [[Float]]? {
        let start = recorder.frames
        var heard: [[Float]] = []
        for _ in 0..<(20 * 48_000 / frames) {
            heard = hear(frames)
            guard heard.first?.isEmpty == false else { break }
            if heard.count == 2, heard[0].count == frames, fits(heard[0]) { return heard }
        }
        let links = hand.mirror.links.values.map { "\($0.outputNode) -> \($0.inputNode)" }.sorted()
        let starts = hand.mirror.nodes.values.map { node in
            "\(node.id) \(node.properties["node.name"] ?? "") \(node.properties["sordino.start"] ?? "")"
        }.sorted()
        let all = recorder.samples[0][start...]
        let sounding = all.count { $0 != 0 }
        let changes = zip(all, all.dropFirst()).count { ($0 == 0) != ($1 == 0) }
        Issue.record(
            """
            \(all.count) frames were recorded, \(sounding) of them sound, \(changes) changes between both, \
            the last of them \(heard.first?.suffix(4) ?? []); \
            nodes \(starts); links \(links); told \(hand.mirror.metadata["settings"] ?? [:])
            """)
        return nil
    }
}

/// What a witness plays as its code.
enum Code {
    /// Whether these are successive samples of the code and nothing else, bit for bit.
    static func isWhole(_ samples: [Float]) -> Bool {
        guard let first = samples.first, abs(first) <= 0.5 else { return false }
        let start = Int(((first + 0.375) * 65_536).rounded())
        return samples.enumerated().allSatisfy { offset, value in
            value == Float((start + offset) % 48_000) / 65_536 - 0.375
        }
    }
}

/// What the service rings with: a tone of 800 Hz and amplitude 0.25, alone.
func isRingtoneAlone(_ samples: [Float]) -> Bool {
    // 60 frames are a period.
    guard samples.count > 120, samples.contains(where: { abs($0) > 0.24 }) else { return false }
    return samples.allSatisfy { abs($0) <= 0.250_01 }
        && zip(samples, samples.dropFirst(60)).allSatisfy { abs($0 - $1) < 1e-6 }
}

func isSilence(_ samples: [Float]) -> Bool { samples.allSatisfy { $0 == 0 } }

/// What runs against a private server and bus, one after the other.
@Suite(
    .serialized,
    .enabled(if: WholeSystem.isPossible, "skipped: needs PipeWire's server, dbus-daemon and the package's programs"))
enum ManagedAudioTests {}
