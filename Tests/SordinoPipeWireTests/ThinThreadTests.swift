import HardwareContract
import PrivatePipeWire
import SordinoHardware
import SordinoPipeWire
import SordinoPolicy
import Testing

@Suite(.serialized, .enabled(if: PrivatePipeWire.isInstalled, "no PipeWire server is installed"))
struct StreamTests {
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
