import HardwareContract
import SordinoHardware
import SordinoPolicy
import Testing

@Suite struct VirtualFaultTests {
    @Test func aFaultAtOpeningIsThrownOnce() throws {
        let device = VirtualDevice(.phone)
        device.inject(.nextOpen(.refused("the codec is on fire")))
        device.inject(.nextOpen(.gone))
        let music = TestProgram(1)
        #expect(throws: HardwareError.refused("the codec is on fire")) { try music.open(device) }
        #expect(throws: HardwareError.gone) { try music.open(device) }
        try music.open(device)
        #expect(music.stream?.isRunning == false)
    }

    @Test func aFaultAtStartingIsThrownOnceAndTheStreamStaysStopped() throws {
        let run = StageRun()
        let music = TestProgram(1, .constant(1))
        run.device.inject(.nextStart(.refused("no clock")))
        #expect(throws: HardwareError.refused("no clock")) { try music.play(run.device) }
        #expect(music.stream?.isRunning == false)
        run.device.render(frames: 240)
        try music.stream?.start()
        run.device.render(frames: 240)
        #expect(run.speaker.channel(0) == Array(repeating: 0, count: 240) + Array(repeating: 1, count: 240))
    }

    @Test func missedBlocksAreSilentAndTimeGoesOn() throws {
        let run = StageRun()
        let music = TestProgram(1)
        try music.play(run.device)
        run.device.render(frames: 240)
        run.device.inject(.missBlocks(2))
        run.device.render(frames: 720)
        #expect(run.device.lateCycles == 2)
        let code = (0..<960).map { TestProgram.code($0, 0) }
        #expect(run.speaker.channel(0) == code[0..<240] + Array(repeating: 0, count: 480) + code[720...])
    }

    @Test func aPortThatMissesBlocksIsSilentAndTheOthersAreNot() throws {
        let run = StageRun()
        run.device.plug(.headphones)
        let headphones = run.device.record(portUID: "Wired Headphones")
        let music = TestProgram(1, .constant(1))
        try music.play(run.device, on: ["Speaker", "Wired Headphones"])
        run.device.inject(.portMissesBlocks(portUID: "Wired Headphones", 1))
        run.device.render(frames: 480)
        #expect(headphones.channel(0) == Array(repeating: 0, count: 240) + Array(repeating: 1, count: 240))
        #expect(run.speaker.channel(0).allSatisfy { $0 == 1 })
        #expect(run.device.missedBlocks(portUID: "Wired Headphones") == 1)
        #expect(run.device.missedBlocks(portUID: "Speaker") == 0)
        #expect(run.device.missedBlocks(portUID: "nowhere") == nil)
        #expect(run.device.lateCycles == 0)
    }

    @Test func aFailingPortIsSilentUntilItIsMended() throws {
        let run = StageRun()
        run.device.setMicrophone(portUID: "Built-In Microphone", [.samples([[0.5]], sampleRate: 48_000, repeats: true)])
        let talk = TestProgram(1, .echo, channels: 1, inputs: 1)
        try talk.play(run.device, from: ["Built-In Microphone"])
        run.device.inject(.portFails(portUID: "Built-In Microphone", true))
        run.device.render(frames: 240)
        run.device.inject(.portFails(portUID: "Built-In Microphone", false))
        run.device.inject(.portFails(portUID: "Speaker", true))
        run.device.render(frames: 240)
        run.device.inject(.portFails(portUID: "Speaker", false))
        run.device.render(frames: 240)
        #expect(run.speaker.channel(0) == Array(repeating: 0, count: 480) + Array(repeating: 0.5, count: 240))
    }

    @Test func aLostServerTakesAllStreamsAndKeepsTheStage() throws {
        let run = StageRun()
        let music = TestProgram(1, .constant(1))
        try music.play(run.device)
        run.device.render(frames: 240)
        run.device.loseServer()
        #expect(music.stream?.isRunning == false)
        #expect(throws: HardwareError.gone) { try music.stream?.start() }
        #expect(throws: HardwareError.gone) { try TestProgram(2).open(run.device) }
        run.device.render(frames: 240)
        run.device.restartServer()
        #expect(throws: HardwareError.gone) { try music.stream?.start() }
        let again = TestProgram(1, .constant(1))
        try again.open(run.device)
        try again.stream?.start()
        run.device.render(frames: 240)
        #expect(
            run.speaker.channel(0)
                == Array(repeating: 1, count: 240) + Array(repeating: 0, count: 240) + Array(repeating: 1, count: 240))
    }

    @Test func aStreamWithoutAPortForItIsRefused() throws {
        let device = VirtualDevice(
            name: "deaf", ports: VirtualProfile.phone.ports.filter { $0.direction == .output },
            limits: VirtualProfile.phone.limits, timing: VirtualProfile.phone.timing)
        #expect(throws: HardwareError.noPort) { try TestProgram(1, inputs: 1).open(device) }
        try TestProgram(1).open(device)
        device.unplug(deviceUID: "Built-In")
        #expect(throws: HardwareError.noPort) { try TestProgram(1).open(device) }
        device.plug(.headset)
        try TestProgram(1, inputs: 1).open(device)
    }

    @Test(arguments: [(-1, 0), (0, -1), (65, 0), (0, Int.max)])
    func aStreamWithAbsurdChannelsIsRefused(outputs: Int, inputs: Int) {
        let device = VirtualDevice(.phone)
        #expect(throws: HardwareError.refused("a stream has 0 to 64 channels in each direction")) {
            try TestProgram(1, channels: outputs, inputs: inputs).open(device)
        }
    }
}
