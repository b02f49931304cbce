import HardwareContract
import SordinoHardware
import SordinoPolicy
import Testing

/// Stereo and mono on outputs whose front loudspeakers are not on the first channels.
@Suite struct StageSpeakerTests {
    /// Plays constants on the first two channels and returns what the six loudspeakers give.
    private func heard(_ commands: [StageCommand], channels: Int = 2, labels: [UInt32]? = nil) throws -> [Float] {
        let run = StageRun()
        var port = try #require(Accessory.hdmi(channelCount: 6).ports.first)
        for (index, label) in (labels ?? []).enumerated() { port.channels[index].label = label }
        run.device.plug(Accessory(deviceUID: "HDMI", ports: [port]))
        let screen = run.device.record(portUID: "HDMI Output")
        run.device.stage.perform(commands)
        let music = TestProgram(1, .constant(0.25, step: 0.25), channels: channels)
        try music.play(run.device, on: ["HDMI Output"])
        run.device.render(frames: 4_800)
        return (0..<6).map { screen.channel($0).last ?? -1 }
    }

    private func layout(_ labels: [UInt32]) -> [StageCommand] { [.layout(portUID: "HDMI Output", labels: labels)] }

    @Test func stereoGoesToTheLoudspeakersInFront() throws {
        #expect(try heard([]) == [0.25, 0.5, 0, 0, 0, 0])
        #expect(try heard(layout([5, 6, 3, 4, 1, 2])) == [0, 0, 0, 0, 0.25, 0.5])
        // Left and right are exchanged.
        #expect(try heard(layout([2, 1, 3, 4, 5, 6])) == [0.5, 0.25, 0, 0, 0, 0])
        #expect(try heard(layout([5, 6, 3, 4, 1, 2]), channels: 1) == [0, 0, 0, 0, 0.25, 0.25])
    }

    @Test func aPortsOwnLabelsHoldWithoutASetUp() throws {
        #expect(try heard([], labels: [5, 6, 1, 2, 3, 4]) == [0, 0, 0.25, 0.5, 0, 0])
        #expect(try heard(layout([1, 2, 5, 6, 3, 4]), labels: [5, 6, 1, 2, 3, 4]) == [0.25, 0.5, 0, 0, 0, 0])
    }

    @Test func whatHasNoLeftOrMoreChannelsIsAsUsual() throws {
        #expect(try heard(layout([3, 4, 5, 6, 7, 8])) == [0.25, 0.5, 0, 0, 0, 0])
        #expect(try heard(layout([5, 6, 3, 4, 1, 2]), channels: 6) == [0.25, 0.5, 0.75, 1, 1.25, 1.5])
    }
}
