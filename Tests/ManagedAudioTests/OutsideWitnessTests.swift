import Foundation
import PrivatePipeWire
import RunningProgram
import SordinoPipeWire
import Testing

private let playback = "AVAudioSessionCategoryPlayback"

extension ManagedAudioTests {
    /// Programs that no one here wrote, as their users start them, on a device with a session manager.
    @Suite(
        .serialized,
        .enabled(if: PrivatePipeWire.path(of: "wireplumber") != nil, "skipped: WirePlumber is not installed"))
    struct OutsideWitnessTests {
        @Test(arguments: ["pw-play", "paplay", "aplay"])
        func aPlayerBesideOursIsLeftAlone(player: String) throws {
            guard let path = PrivatePipeWire.path(of: player) else {
                print("skipped: \(player) is not installed")
                return
            }
            if player == "aplay", !OutsidePlayer.alsaKnowsPipeWire {
                return print("skipped: ALSA knows no PipeWire here (pipewire-alsa)")
            }
            let system = try WholeSystem(quantum: 2_048, withSessionManager: true)
            let pulse = try player == "paplay" ? system.pulseServer() : nil
            if player == "paplay", pulse == nil { return print("skipped: pipewire-pulse is not installed") }
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play 0.5"))
            #expect(system.hear { $0.allSatisfy { $0 == 0.5 } } != nil)
            let file = system.server.folder.appendingPathComponent("outside.wav")
            try WaveFile.write(level: 0.25, seconds: 60, to: file)
            let words = player == "aplay" ? ["-q", "-D", "pipewire", file.path] : [file.path]
            let other = try RunningProgram(path, words, environment: system.environment)
            #expect(system.isPlayerLinked(), "\(other.said)")
            // Both at once, then the other beneath the ringing phone, then both again.
            #expect(system.hear { $0.allSatisfy { $0 == 0.75 } } != nil, "\(other.said)")
            try system.audioctl("call", "ring")
            #expect(music.says("interrupted"))
            #expect(system.hear { isRingtoneAlone($0.map { $0 - 0.25 }) } != nil)
            try system.audioctl("call", "decline")
            #expect(music.says("again"))
            #expect(system.hear { $0.allSatisfy { $0 == 0.75 } } != nil)
            other.kill()
            pulse?.kill()
            #expect(system.hear { $0.allSatisfy { $0 == 0.5 } } != nil)
        }

        @Test(arguments: [("Alarm", true), ("Notification", false), ("Communication", false)])
        func aRoleIsHeededOrNotAsTheGuideSays(role: String, interrupts: Bool) throws {
            let path = try #require(PrivatePipeWire.path(of: "pw-play"))
            let system = try WholeSystem(quantum: 2_048, withSessionManager: true)
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play 0.5"))
            #expect(system.hear { $0.allSatisfy { $0 == 0.5 } } != nil)
            let file = system.server.folder.appendingPathComponent("outside.wav")
            try WaveFile.write(level: 0.25, seconds: 60, to: file)
            let other = try RunningProgram(
                path, ["--media-role=\(role)", file.path], environment: system.environment)
            #expect(system.isPlayerLinked(), "\(other.said)")
            let both: Float = interrupts ? 0.25 : 0.75
            #expect(system.hear { $0.allSatisfy { $0 == both } } != nil, "\(other.said)")
            // A message takes its time; one that must not come cannot be waited for.
            #expect(interrupts ? music.says("interrupted") : !music.said.contains("interrupted"))
            other.kill()
            #expect(system.hear { $0.allSatisfy { $0 == 0.5 } } != nil)
        }
    }

    @Suite(.serialized) struct OutsideControlTests {
        /// The interface is D-Bus, so its tools drive the device.
        @Test func busctlAndGdbusDriveTheDevice() throws {
            guard let busctl = PrivatePipeWire.path(of: "busctl"), let gdbus = PrivatePipeWire.path(of: "gdbus") else {
                return print("skipped: busctl or gdbus is not installed")
            }
            let system = try WholeSystem()
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play code"))
            #expect(system.hear(until: Code.isWhole) != nil)
            func call(_ member: String, _ signature: String, _ value: String) throws -> Int32 {
                try RunningProgram(
                    busctl,
                    [
                        "--address=\(system.bus.address)", "call", "org.sordino.AudioDeviceControl1",
                        "/org/sordino/AudioDeviceControl1", "org.sordino.AudioDeviceControl1", member, signature, value,
                    ], environment: system.environment
                ).finish()
            }
            #expect(try call("SetVolume", "d", "0.5") == 0)
            #expect(music.says("volume 0.5"))
            #expect(try call("SetVolume", "d", "7") != 0)
            #expect(try call("RingCall", "s", "fullScreen") == 0)
            #expect(music.says("interrupted"))
            #expect(system.hear(until: isRingtoneAlone) != nil)
            let decline = try RunningProgram(
                gdbus,
                [
                    "call", "--session", "--dest", "org.sordino.AudioDeviceControl1", "--object-path",
                    "/org/sordino/AudioDeviceControl1", "--method", "org.sordino.AudioDeviceControl1.DeclineCall",
                ], environment: system.environment)
            #expect(decline.finish() == 0)
            #expect(music.says("again"))
            #expect(system.hear(until: Code.isWhole) != nil)
        }
    }
}
