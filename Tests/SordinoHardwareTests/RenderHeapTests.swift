import AllocationProbe
import HardwareContract
import SordinoHardware
import SordinoPolicy
import Testing

@Suite struct RenderHeapTests {
    @Test(.enabled(if: allocationProbeWorks, "this build does not count heap calls"))
    func renderingTouchesNoHeap() throws {
        let device = VirtualDevice(.phone, timing: HardwareTiming(sampleRate: 48_000, blockFrames: 128))
        device.plug(.hdmi(channelCount: 6))
        device.setMicrophone(
            portUID: "Built-In Microphone",
            [.noise(seed: 1, amplitude: 0.1), .sine(hertz: 440, amplitude: 0.1), .room(portUID: "Speaker", .smallRoom)])
        let programs = (1...8).map { TestProgram($0, .echo, inputs: 1, wantsReference: true) }
        for program in programs {
            try program.play(device, on: ["Speaker", "HDMI Output"], from: ["Built-In Microphone"])
        }
        programs[7].sound = .value(.nan, atFrame: 500)
        device.render(frames: 128)
        for step in 0..<20 {
            // A ramp, a fade of a route and a volume on their way, also across their ends; commands are the control side's.
            device.stage.perform([
                .gain(programs[step % 8].id, .media, step % 3 == 0 ? 0.2 : 1, rampSeconds: 0.01),
                .route(programs[3].id, .media, outputs: [StageLink(portUID: "Speaker")], inputUIDs: []),
                .silenceInput(programs[4].id, step % 2 == 0),
                .inject(programs[5].id, into: step % 4 < 2 ? [programs[0].id, programs[1].id] : []),
            ])
            device.volume = step % 2 == 0 ? 0.5 : 1
            #expect(countingHeapCalls { device.render(frames: 1_024) } == .none)
        }
    }
}
