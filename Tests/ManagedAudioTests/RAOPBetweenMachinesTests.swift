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

        /// A receiver that others wrote, with and without a password, which the sender has to know.
        @Test(
            .enabled(if: PrivatePipeWire.path(of: "shairport-sync") != nil, "skipped: shairport-sync is not installed"),
            arguments: ["", "open sesame"])
        func aReceiverOfOthersPlaysTheSamples(password: String) throws {
            let machines = try #require(TwoMachines())
            let folder = URL(fileURLWithPath: "/tmp/sordino-\(UUID().uuidString.prefix(8))")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let (pipe, file) = (folder.appendingPathComponent("sound").path, folder.appendingPathComponent("conf").path)
            #expect(mkfifo(pipe, 0o600) == 0)
            let secret = password.isEmpty ? "" : "password = \"\(password)\";"
            try """
            general = { name = "Room"; output_backend = "pipe"; port = 5000; ignore_volume_control = "yes"; \(secret) };
            pipe = { name = "\(pipe)"; };

            """.write(toFile: file, atomically: true, encoding: .utf8)
            let sound = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            defer { close(sound) }
            let ip = try #require(PrivatePipeWire.path(of: "ip"))
            let receiver = try RunningProgram(
                ip, ["netns", "exec", machines.rooms[0].name, "shairport-sync", "-c", file], environment: [:])
            defer { receiver.kill() }
            #expect(TwoMachines.answers(machines.far, port: 5_000, from: machines.names.near))
            let system = try playing(
                machines,
                """
                { name = libpipewire-module-raop-sink
                  args = { raop.hostname = "\(machines.far)" raop.ip = "\(machines.far)" raop.port = 5000
                           raop.transport = udp raop.encryption.type = none raop.audio.codec = PCM audio.rate = 44100
                           raop.password = "\(password)" node.name = "raop_sink.room"
                           node.description = "Living Room"
                           stream.props = { node.group = "test.clock" node.autoconnect = false
                               adapter.auto-port-config = { mode = dsp monitor = true position = preserve } } } }
                """)
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play 0.25"))
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            var (run, longest) = (0, 0)
            let isHeard = system.recorder.wait {
                system.recorder.pass(4_410)
                while case let count = read(sound, &bytes, bytes.count), count > 3 {
                    for place in stride(from: 0, to: count - 1, by: 2) {
                        // 0.25 of full scale in 16 bits.
                        run =
                            Int16(truncatingIfNeeded: Int(bytes[place]) | Int(bytes[place + 1]) << 8) == 8_192
                            ? run + 1 : 0
                        longest = max(longest, run)
                    }
                }
                return longest >= 44_100
            }
            #expect(isHeard, "\(longest) samples; \(receiver.said.suffix(20))")
        }
    }
}
