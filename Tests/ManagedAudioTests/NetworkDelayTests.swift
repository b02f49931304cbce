import Foundation
import PrivatePipeWire
import RunningProgram
import SordinoPolicy
import SordinoService
import SordinoSession
import Testing

extension ManagedAudioTests {
    /// The time from the choice of a receiver to the first sample of sound that reaches it.
    @Suite(.serialized, .enabled(if: RTPReceiver.isPossible, "skipped: PipeWire's RTP modules are not installed"))
    struct NetworkDelayTests {
        /// Measures some choices of an output one after the other, each after the device itself.
        ///
        /// - Returns: Seconds of the graph, ascending: a machine that gives it no time gives none to the service either.
        private func delays(_ uid: String, _ receiver: RTPReceiver, rate: Int, _ system: WholeSystem) throws -> [Double]
        {
            let controller = try DeviceController(.at(system.bus.address))
            let music = try system.witness()
            #expect(music.tell("category AVAudioSessionCategoryPlayback"))
            #expect(music.tell("play 0.25"))
            #expect(system.hear { $0.allSatisfy { $0 == 0.25 } } != nil)
            #expect(
                system.recorder.wait {
                    (try? controller.status())?.ports.contains { $0.uid == uid } == true
                })
            return try (0..<5).map { _ in
                _ = receiver.take()
                let start = system.recorder.frames
                try controller.happen(.userPicked(portUID: uid))
                #expect(system.recorder.wait { receiver.take().contains { $0.left != 0 } })
                let end = system.recorder.frames
                try controller.happen(.userPicked(portUID: WholeSystem.speakerUID))
                #expect(system.hear { $0.allSatisfy { $0 == 0.25 } } != nil)
                // Packets that were on their way have come.
                #expect(
                    system.recorder.wait {
                        system.recorder.pass(rate / 10)
                        return receiver.take().allSatisfy { $0.left == 0 }
                    })
                return Double(end - start) / Double(rate)
            }.sorted()
        }

        @Test func aReceiverOfRTPIsHeardWithinASecondOfTheChoice() throws {
            let receiver = try #require(RTPReceiver())
            let system = try WholeSystem(modules: RTPReceiver.sink("kitchen", "Kitchen", port: receiver.port))
            system.recorder.inspection.allowsArtefacts(because: "a level begins and ends with a step")
            let delays = try delays("kitchen", receiver, rate: 48_000, system)
            print("RTP, from the choice to the first sample:", delays.map { ($0 * 1e4).rounded() / 1e4 }, "s")
            #expect(delays[2] < 1)
        }

        @Test(.enabled(if: RTPReceiver.hasModule("raop-sink"), "skipped: PipeWire's module for RAOP is not installed"))
        func aReceiverOfRAOPIsHeardWithinASecondOfTheChoice() throws {
            let receiver = try #require(RAOPReceiver())
            let system = try WholeSystem(
                quantum: 512, sampleRate: 44_100, modules: receiver.sink("raop_sink.room", "Living Room"))
            system.recorder.inspection.allowsArtefacts(because: "a level begins and ends with a step")
            let delays = try delays("raop_sink.room", receiver.packets, rate: 44_100, system)
            print("RAOP, from the choice to the first sample:", delays.map { ($0 * 1e4).rounded() / 1e4 }, "s")
            #expect(delays[2] < 1)
        }
    }
}
