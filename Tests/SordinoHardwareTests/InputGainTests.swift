import HardwareContract
import SordinoHardware
import SordinoPolicy
import Testing

@Suite struct InputGainTests {
    private let microphone = "Built-In Microphone"

    @Test func itIsAFactorThatIsReachedWithinABlock() throws {
        let run = StageRun(block: 240)
        run.device.setMicrophone(
            portUID: microphone, [.samples([[Float](repeating: 0.5, count: 10_000)], sampleRate: 48_000, repeats: true)]
        )
        let echo = TestProgram(1, .echo, inputs: 2)
        try echo.play(run.device, from: [microphone])
        run.device.render(frames: 240)
        run.device.setInputGain(0.25, portUID: microphone)
        run.device.render(frames: 480)
        run.device.setInputGain(nil, portUID: microphone)
        run.device.render(frames: 480)
        let heard = run.speaker.channel(0)
        #expect(heard[..<240].allSatisfy { $0 == 0.5 })
        for frame in 0..<240 {
            let factor = 1 - 0.75 * Float(frame + 1) / 240
            #expect(abs(heard[240 + frame] - 0.5 * factor) < 1e-6)
        }
        #expect(heard[480..<720].allSatisfy { $0 == 0.125 })
        #expect(heard[960..<1_200].allSatisfy { $0 == 0.5 })
    }

    @Test func aPortThatCannotBeSetStaysAsItIs() throws {
        let run = StageRun(block: 240)
        run.device.plug(.headset)
        let uid = "Wired Microphone"
        run.device.setMicrophone(
            portUID: uid, [.samples([[Float](repeating: 0.5, count: 10_000)], sampleRate: 48_000, repeats: true)])
        let echo = TestProgram(1, .echo, inputs: 2)
        try echo.play(run.device, from: [uid])
        run.device.setInputGain(0.25, portUID: uid)
        run.device.render(frames: 480)
        #expect(run.speaker.channel(0).allSatisfy { $0 == 0.5 })
    }
}
