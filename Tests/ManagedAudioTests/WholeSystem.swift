import Foundation
import Glibc
import PrivateBus
import PrivatePipeWire
import RunningProgram
import SordinoPipeWire
import SordinoRealtime
import SordinoService
import Testing

/// A device of a test's own: an audio server with a loudspeaker, a message bus, `audiosessiond`, and a recording of all that
/// the loudspeaker was given.
final class WholeSystem {
    let server: PrivatePipeWire
    let bus: PrivateBus
    private(set) var hand: GraphHand
    private(set) var speaker: UInt32
    private(set) var recorder: GraphRecorder
    private(set) var daemon: RunningProgram?
    /// More of the daemon's options.
    private let options: [String]
    private var manager: RunningProgram?
    /// Indicates whether the server's configuration makes the loudspeaker, and not a program, as this test is one.
    private let hasOwnSpeaker: Bool

    static let speakerUID = "loudspeaker"

    /// Needs of these tests beside the package's own programs.
    static var isPossible: Bool {
        PrivatePipeWire.isInstalled && PrivateBus.isAvailable
            && ["afplay", "audioctl", "audiosessiond", "session-witness"].allSatisfy(RunningProgram.isBuilt)
    }

    init(
        quantum: Int = 256, sampleRate: Int = 48_000, withDaemon: Bool = true, withSessionManager: Bool = false,
        hasWorld: Bool = false, hasClock: Bool = true, hasOwnSpeaker: Bool = false, options: [String] = [],
        modules: String = "", namespace: String? = nil, services: (PrivatePipeWire) -> [String: String] = { _ in [:] }
    ) throws {
        self.options = options + (hasWorld ? [] : ["--no-world"])
        self.hasOwnSpeaker = hasOwnSpeaker
        server = try PrivatePipeWire(
            quantum: quantum, sampleRate: sampleRate, hasClock: hasClock, context: modules,
            objects: hasOwnSpeaker ? Self.ownSpeaker(sampleRate, makesPorts: !withSessionManager) : "",
            namespace: namespace)
        bus = try PrivateBus(services: services(server))
        if withSessionManager { manager = try Self.startSessionManager(server, bus) }
        hand = try #require(GraphHand(server))
        speaker = try hasOwnSpeaker ? #require(hand.node(Self.speakerUID)) : Self.plugSpeaker(hand, manager)
        recorder = try Self.record(hand, speaker)
        if options.contains("--programs") { letTestsListen() }
        if withDaemon { try startDaemon() }
    }

    /// Writes into the private state folder what the owner of this device has said: this very process may record its outputs.
    private func letTestsListen() {
        let answers = RecordingPermissions(path: answers)
        #expect(answers.set(RecordingPermissions.systemAudioKey(RecordingPermissions.key(ofProcess: getpid())), true))
    }

    /// The owner's answers, as a file.
    var answers: String { server.folder.appendingPathComponent("sordino/permissions.conf").path }

    /// The loudspeaker as the server's configuration states it.
    private static func ownSpeaker(_ sampleRate: Int, makesPorts: Bool) -> String {
        let ports = "adapter.auto-port-config = { mode = dsp monitor = true position = preserve }"
        return """
            { factory = adapter
              args = { factory.name = support.null-audio-sink node.name = \(speakerUID) media.class = Audio/Sink
                       node.description = \(speakerUID) audio.position = [ FL FR ] node.group = test.clock
                       sordino.port.type = Speaker audio.rate = \(sampleRate) audio.format = F32P
                       \(makesPorts ? ports : "") } }
            """
    }

    private static func plugSpeaker(_ hand: GraphHand, _ manager: RunningProgram?) throws -> UInt32 {
        try #require(hand.plug(speakerUID, type: "Speaker", properties: ports(manager)))
    }

    /// The manager alone makes a sink's ports where there is one: it waits for ever for others where it finds them linked, and
    /// links nothing.
    private static func ports(_ manager: RunningProgram?) -> [String: String] {
        manager == nil ? [:] : ["adapter.auto-port-config": ""]
    }

    private static func record(_ hand: GraphHand, _ speaker: UInt32) throws -> GraphRecorder {
        try #require(GraphRecorder(hand, monitorOf: speaker, channels: 2, seconds: Soak.recordedSeconds))
    }

    /// Plugs in another sink, and waits until the service shows it: programs may learn of it later than the test.
    func plug(_ name: String, type: String) -> UInt32? {
        guard let node = hand.plug(name, type: type) else { return nil }
        let isKnown = recorder.wait {
            (try? audioctl("outputs"))?.contains { $0.hasSuffix("  \(name)") } == true
        }
        return isKnown ? node : nil
    }

    /// Makes a sink the default, as a person does with the desktop's settings.
    func choose(_ name: String) {
        let value = "{ \"name\": \"\(name)\" }"
        _ = hand.connection.locked {
            hand.connection.setMetadata(
                "default", subject: 0, key: "default.configured.audio.sink", type: "Spa:String:JSON", value: value)
        }
    }

    /// Waits until the session manager has chosen the loudspeaker.
    func waitForDefault() throws {
        let isChosen = hand.wait { graph in
            graph.metadata["default"]?[0]?["default.audio.sink"].map { $0.contains(Self.speakerUID) }
        }
        #expect(isChosen == true)
    }

    /// Kills the audio server and the session manager, starts both anew with the loudspeaker, and waits until the service has it.
    func restartServer() throws {
        server.stop()
        let hadManager = manager != nil
        manager?.kill()
        try server.start()
        manager = hadManager ? try Self.startSessionManager(server, bus) : nil
        hand = try #require(GraphHand(server))
        speaker = try hasOwnSpeaker ? #require(hand.node(Self.speakerUID)) : Self.plugSpeaker(hand, manager)
        recorder = try Self.record(hand, speaker)
        if hadManager { try waitForDefault() }
        #expect(
            recorder.wait {
                (try? audioctl("status"))?.contains { $0.contains(Self.speakerUID) } == true
            })
    }

    /// Kills the session manager and starts it anew.
    func restartSessionManager() throws {
        manager?.kill()
        manager = try Self.startSessionManager(server, bus)
    }

    deinit {
        daemon?.kill()
        manager?.kill()
    }

    var environment: [String: String] {
        // Programs and the service keep their state in the server's folder.
        server.environment.merging(
            ["DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_STATE_HOME": server.folder.path, "STATE_DIRECTORY": ""]
        ) { $1 }
    }

    /// - Parameter more: More of its environment.
    func startDaemon(_ more: [String: String] = [:]) throws {
        let daemon = try RunningProgram(
            "audiosessiond", ["--allow-simulation"] + options, environment: environment.merging(more) { $1 })
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
        // The same for version 0.5.
        let place = server.folder.appendingPathComponent("wireplumber/wireplumber.conf.d")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let profile =
            "wireplumber.profiles = { main = { hardware.audio = disabled, hardware.bluetooth = disabled, "
            + "hardware.video-capture = disabled } }\n"
        try Data(profile.utf8).write(to: place.appendingPathComponent("51-no-hardware.conf"))
        return try RunningProgram(path, environment: environment)
    }

    /// Waits until a player that no one here wrote is linked; where the session manager does not come to it on a busy machine,
    /// this does what it would have done.
    func isPlayerLinked() -> Bool {
        let player = hand.wait { graph in
            graph.nodes.values.first { node in
                // The service's own nodes of that class show programs in mixers.
                node.isKnown && node.properties["media.class"] == "Stream/Output/Audio"
                    && node.properties["sordino.role"] == nil
            }?.id
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
        let socket = server.folder.appendingPathComponent("pulse/native").path
        // One that was killed leaves its own.
        try? FileManager.default.removeItem(atPath: socket)
        let pulse = try RunningProgram(path, environment: environment)
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

    // MARK: - Sound

    /// Lets so many frames be recorded.
    ///
    /// - Returns: These frames of both channels, as they came to the loudspeaker.
    func hear(_ frames: Int) -> [[Float]] {
        let start = recorder.frames
        recorder.pass(frames)
        return recorder.samples(start..<min(start + frames, recorder.frames))
    }

    /// Records until what is heard is so, pieces of `frames` at a time.
    ///
    /// - Returns: The piece that fits; nil when none of a minute's sound did, or no more came.
    func hear(_ frames: Int = 4_800, until fits: ([Float]) -> Bool) -> [[Float]]? {
        let start = recorder.frames
        var heard: [[Float]] = []
        for _ in 0..<(60 * 48_000 / frames) {
            heard = hear(frames)
            guard heard.first?.isEmpty == false else { break }
            if heard.count == 2, heard[0].count == frames, fits(heard[0]) { return heard }
        }
        let all = recorder.samples[0][start...]
        let sounding = all.count { $0 != 0 }
        let changes = zip(all, all.dropFirst()).count { ($0 == 0) != ($1 == 0) }
        Issue.record(
            """
            \(all.count) frames were recorded, \(sounding) of them sound, \(changes) changes between both, \
            the last of them \(heard.first?.suffix(4) ?? []); \(graph)
            """)
        return nil
    }

    /// The nodes and links of the graph and the settings in words, for failures.
    var graph: String {
        let links = hand.mirror.links.values.map { "\($0.outputNode) -> \($0.inputNode)" }.sorted()
        let starts = hand.mirror.nodes.values.map { node in
            "\(node.id) \(node.properties["node.name"] ?? "") \(node.properties["sordino.start"] ?? "")"
        }.sorted()
        return "nodes \(starts); links \(links); told \(hand.mirror.metadata["settings"] ?? [:])"
    }
}

/// The code that a witness plays.
enum Code {
    /// Returns whether these are successive samples of the code and nothing else, bit for bit.
    static func isWhole(_ samples: [Float]) -> Bool {
        guard let first = samples.first, abs(first) <= 0.5 else { return false }
        let start = Int(((first + 0.375) * 65_536).rounded())
        return samples.enumerated().allSatisfy { offset, value in
            value == Float((start + offset) % 48_000) / 65_536 - 0.375
        }
    }
}

/// The service's ringtone: a tone of 800 Hz and amplitude 0.25, alone; 60 frames are a period.
func isRingtoneAlone(_ samples: [Float]) -> Bool { isToneAlone(samples, period: 60) }

/// The alarm: a tone of 900 Hz, alone; 160 frames are three periods.
func isAlarmAlone(_ samples: [Float]) -> Bool { !isRingtoneAlone(samples) && isToneAlone(samples, period: 160) }

/// A tone of the service: it is repeated after so many frames, and has an amplitude of 0.25.
private func isToneAlone(_ samples: [Float], period: Int) -> Bool {
    guard samples.count > 2 * period, samples.contains(where: { abs($0) > 0.24 }) else { return false }
    return samples.allSatisfy { abs($0) <= 0.250_01 } && samples.contains { $0 < -0.24 }
        && zip(samples, samples.dropFirst(period)).allSatisfy { abs($0 - $1) < 1e-6 }
}

/// No more than a tone of the service in a second or more: the code of a witness is louder once a second.
func isCallAlone(_ samples: [Float]) -> Bool { samples.allSatisfy { abs($0) <= 0.250_01 } }

func isSilence(_ samples: [Float]) -> Bool { samples.allSatisfy { $0 == 0 } }

/// Tests that run against a private server and bus, one after the other.
@Suite(
    .serialized,
    .enabled(if: WholeSystem.isPossible, "skipped: needs PipeWire's server, dbus-daemon and the package's programs"))
enum ManagedAudioTests {}
