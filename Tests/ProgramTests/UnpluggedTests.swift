import AVFoundation
import SordinoSimulator
import Testing

/// `afplay` on a simulated telephone whose headphones are unplugged.
@Suite(.enabled(if: Programs.canBeSimulated, "afplay was not built, or dbus-daemon is not installed"), .serialized)
struct UnpluggedTests {
    private static let accessories: [SimulatedAccessory] = [.headphones, .bluetoothSpeaker()]
    private let rig: SeedRig

    init() throws { rig = try SeedRig() }

    private func minute(_ source: String) throws -> SimulatedProcess {
        let file = try rig.file("minute.wav", [[(0.5, 60)]])
        guard source == "-" else { return try rig.launch("afplay", [file.path]) }
        let line = "exec \"$1\" - < \"$2\""
        let afplay = try #require(Programs.named("afplay"))
        return try rig.device.launch(
            URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", line, "sh", afplay.path, file.path])
    }

    @Test(.timeLimit(.minutes(20)), arguments: [(0, "file"), (1, "-")])
    func unpluggedHeadphonesPauseUntilThePersonContinues(accessory: Int, source: String) throws {
        let device = rig.device
        let headphones = Self.accessories[accessory]
        device.plug(headphones)
        let player = try minute(source)
        defer { player.kill() }
        let port: AVAudioSession.Port = accessory == 0 ? .headphones : .bluetoothA2DP
        for _ in 0..<50 where (device.output(port)?.peak(from: 0, to: device.now) ?? 0) < 0.4 { device.advance(0.1) }
        #expect((device.output(port)?.peak(from: 0, to: device.now) ?? 0) > 0.4, "\(player.output)")
        #expect(player.sessionState == .active)
        device.unplug(headphones)
        device.advance(1)
        #expect(try rig.speaker.peak(from: 0, to: device.now) == 0, "\(player.output)")
        #expect(player.isRunning)
        #expect(player.sessionState == .interrupted)
        // As a shell does, or a person with `kill -CONT`.
        let paused = device.now
        #expect(kill(player.processIdentifier, SIGCONT) == 0)
        for _ in 0..<50 where try rig.speaker.peak(from: paused, to: device.now) < 0.4 { device.advance(0.1) }
        #expect(try rig.speaker.peak(from: paused, to: device.now) > 0.4, "\(player.output)")
    }
}
