import SordinoHardware
import SordinoPolicy
import Testing

@Suite struct VirtualDeviceTests {
    @Test func aStreamOnASpeakerIsHeardBitForBitFromItsFirstFrame() throws {
        let device = VirtualDevice(.phone, timing: HardwareTiming(sampleRate: 48_000, blockFrames: 256))
        let recording = device.record(portUID: "Speaker")
        let music = TestProgram(1)
        try music.play(device)
        #expect(device.render(frames: 1_000) == 1_024)
        for channel in 0..<2 {
            #expect(recording.channel(channel) == (0..<1_024).map { TestProgram.code($0, channel) })
        }
    }
}
