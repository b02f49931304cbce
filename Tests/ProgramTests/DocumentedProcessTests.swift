import AVFoundation
import SordinoSimulator
import Testing

/// The example of a launched process in `Documentation/simulator.md`, as it is printed there.
@Suite(.enabled(if: Programs.canBeSimulated, "afplay was not built, or dbus-daemon is not installed"), .serialized)
struct DocumentedProcessTests {
    @Test(.timeLimit(.minutes(20))) func aLaunchedPlayerIsInterruptedByACall() throws {
        let rig = try SeedRig()
        let afplay = try #require(Programs.named("afplay"))
        let song = try rig.file("song.wav", [[(0.5, 60)]]).path

        let device = SimulatedDevice(.phone)
        let player = try device.launch(afplay, arguments: [song])
        device.advance(2)

        device.ring()
        device.advance(0.5)
        #expect(player.sessionState == .interrupted)
        #expect(player.reasonsForSilence == ["§7.1: interrupted by a ringing call"])
        player.kill()
    }
}
