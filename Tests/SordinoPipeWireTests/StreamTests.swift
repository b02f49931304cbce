import HardwareContract
import PrivatePipeWire
import SordinoHardware
import SordinoPipeWire
import SordinoPolicy
import Testing

extension PipeWireTests {
    @Suite(.serialized) struct StreamTests {
        @Test func aStreamIsHeardBitForBitFromItsFirstFrame() throws {
            let server = try PrivatePipeWire()
            let hand = try #require(GraphHand(server))
            let sink = try #require(hand.plug("speaker", type: "Speaker"))
            let recorder = try #require(GraphRecorder(hand, monitorOf: sink, channels: 2))
            let hardware = try PipeWireHardware(remote: server.remote)
            let program = TestProgram(1)
            try program.play(hardware, on: ["speaker"])
            #expect(recorder.wait { hardware.isQuiet })
            recorder.pass(6_000)
            for (channel, samples) in recorder.samples.enumerated() {
                let heard = afterSilence(samples).prefix(4_000)
                #expect(heard.count == 4_000)
                #expect(heard.elementsEqual((0..<heard.count).map { TestProgram.code(Int64($0), channel) }))
            }
        }
    }
}

extension PipeWireTests.StreamTests {
    @Test func aSecondStreamJoinsTheFirst() throws {
        let stand = try PipeWireStand()
        let programs = [TestProgram(2, .constant(0.5)), TestProgram(1, .constant(0.25))]
        for program in programs { try program.play(stand.hardware, on: [PipeWireStand.speakerUID]) }
        #expect(
            stand.recorder.wait {
                stand.recorder.pass(1_000)
                return stand.recorder.samples.allSatisfy { $0.last == 0.75 }
            })
    }
}
