import Foundation
import PrivateBus
import PrivatePipeWire
import RunningProgram
import SordinoPipeWire
import SordinoRealtime

/// A device of the benchmark's own: an audio server in real time, a loudspeaker, a bus, and what the loudspeaker was given.
final class Device {
    let server: PrivatePipeWire
    let bus: PrivateBus
    let hand: GraphHand
    let speaker: UInt32
    let recorder: GraphRecorder
    private(set) var daemon: RunningProgram?
    private var manager: RunningProgram?

    init(quantum: Int, withSessionManager: Bool = false, seconds: Int = 60, modules: String = "") throws {
        server = try PrivatePipeWire(quantum: quantum, context: modules)
        bus = try PrivateBus()
        if withSessionManager { manager = try Self.startSessionManager(server, bus) }
        // WirePlumber 0.4 links nothing to a device whose ports are configured already; 0.5.12 suspends an idle one.
        let managed = ["adapter.auto-port-config": "", "session.suspend-timeout-seconds": "0"]
        guard let hand = GraphHand(server),
            let speaker = hand.plug(
                "loudspeaker", type: "Speaker", properties: withSessionManager ? managed : [:]),
            let recorder = GraphRecorder(hand, monitorOf: speaker, channels: 2, seconds: seconds)
        else { throw RunningProgram.Missing(what: "a loudspeaker that runs") }
        (self.hand, self.speaker, self.recorder) = (hand, speaker, recorder)
    }

    deinit {
        daemon?.kill()
        manager?.kill()
    }

    var environment: [String: String] {
        server.environment.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 }
    }

    @discardableResult
    func startDaemon() throws -> RunningProgram {
        let daemon = try RunningProgram(
            "audiosessiond", ["--allow-simulation", "--no-world"], environment: environment)
        self.daemon = daemon
        try daemon.wait(for: "audiosessiond: PipeWire:")
        return daemon
    }

    func player(_ level: String) throws -> RunningProgram {
        let program = try RunningProgram("session-witness", environment: environment)
        try program.wait(for: "ready")
        for order in ["category AVAudioSessionCategoryPlayback", "play \(level)"] {
            guard program.tell(order) else { throw RunningProgram.Missing(what: order) }
        }
        return program
    }

    /// Waits until the first channel fits for so many frames.
    func hear(_ what: String, frames: Int = 4_800, _ fits: ([Float]) -> Bool) throws {
        try until(what) {
            let end = recorder.frames
            return end >= frames && fits(Array(recorder.latest(frames, before: end)))
        }
    }

    private static func startSessionManager(_ server: PrivatePipeWire, _ bus: PrivateBus) throws -> RunningProgram? {
        guard let path = PrivatePipeWire.path(of: "wireplumber") else { return nil }
        let environment = server.environment.merging(
            [
                "DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_STATE_HOME": server.folder.path,
                "XDG_CONFIG_HOME": server.folder.path,
            ]) { $1 }
        // Cards of this machine are none of the benchmark's business.
        let switches = [
            "main.lua.d": ["alsa_monitor", "v4l2_monitor", "libcamera_monitor"], "bluetooth.lua.d": ["bluez_monitor"],
        ]
        for (folder, monitors) in switches {
            let place = server.folder.appendingPathComponent("wireplumber/\(folder)")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let text = monitors.map { "\($0).enabled = false\n" }.joined()
            try Data(text.utf8).write(to: place.appendingPathComponent("51-no-hardware.lua"))
        }
        return try RunningProgram(path, environment: environment)
    }
}

extension GraphRecorder {
    /// A stretch of the first channel that ends at a frame.
    func latest(_ count: Int, before end: Int) -> ArraySlice<Float> {
        let end = min(end, frames)
        return samples(max(0, end - count)..<end)[0][...]
    }
}
