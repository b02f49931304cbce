import Foundation
import Glibc
import PrivatePipeWire
import RunningProgram
import SordinoPipeWire
import Testing

private let playback = "AVAudioSessionCategoryPlayback"

extension ManagedAudioTests {
    /// PipeWire's sender of RAOP on one machine and receivers on another.
    @Suite(
        .serialized,
        .enabled(
            if: RTPReceiver.hasModule("raop-sink") && TwoMachines.isPossible,
            "skipped: needs PipeWire's module for RAOP and network namespaces"))
    struct RAOPBetweenMachinesTests {
        private func line(_ system: WholeSystem, _ uid: String) -> String? {
            (try? system.audioctl("outputs"))?.first { $0.hasSuffix("  \(uid)") }
        }

        /// A device on the near machine whose output is the receiver for which `modules` make a sink.
        private func playing(_ machines: TwoMachines, _ modules: String) throws -> WholeSystem {
            let system = try WholeSystem(
                quantum: 512, sampleRate: 44_100, modules: modules, namespace: machines.names.near)
            #expect(system.recorder.wait { line(system, "raop_sink.room")?.contains("waits until") == true })
            try system.audioctl("play-to", "Living Room")
            return system
        }

        /// Each sample comes as the program made it; the latency that the sender demands of the
        /// receiver is printed beside the stated one.
        @Test func theOtherMachineHasTheSamplesOfTheProgram() throws {
            let machines = try #require(TwoMachines())
            let receiver = try #require(RAOPReceiver(namespace: machines.rooms[0].name, address: machines.far))
            let system = try playing(machines, receiver.sink("raop_sink.room", "Living Room"))
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play 0.25"))
            var heard: [RTPReceiver.Frame] = []
            let isWhole = system.recorder.wait {
                system.recorder.pass(4_410)
                heard = Array(receiver.packets.take().suffix(2_000))
                return heard.count == 2_000 && heard.allSatisfy { $0 == .init(left: 0.25, right: 0.25) }
            }
            #expect(isWhole, "\(receiver.called) \(heard.prefix(8))")
            #expect(receiver.packets.lostPackets == 0)
            // Packets of type 84: the frame to be played now, NTP's time, the frame that is sent next.
            var demanded: UInt32?
            #expect(
                system.recorder.wait {
                    system.recorder.pass(4_410)
                    for packet in receiver.packets.takeOther() where packet.count >= 20 && packet[1] & 0x7F == 84 {
                        func number(_ place: Int) -> UInt32 {
                            packet[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
                        }
                        demanded = number(16) &- number(4)
                    }
                    return demanded != nil
                })
            let stated = line(system, "raop_sink.room")
            print("RAOP: the receiver plays \(demanded ?? 0) frames later; stated: \(stated ?? "")")
        }
    }
}
