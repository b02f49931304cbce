import Foundation
import PrivateBus
import PrivatePipeWire
import RunningProgram
import SordinoPipeWire
import Testing

private let playback = "AVAudioSessionCategoryPlayback"

extension ManagedAudioTests {
    /// Receivers on a network, made by PipeWire's own module, and the person's choice among them.
    @Suite(.serialized, .enabled(if: RTPReceiver.isPossible, "skipped: PipeWire's RTP modules are not installed"))
    struct NetworkOutputTests {
        /// The words of one output's line in `audioctl outputs`, by the end of the line.
        private func line(_ system: WholeSystem, _ uid: String) throws -> String? {
            try system.audioctl("outputs").first { $0.hasSuffix("  \(uid)") }
        }

        private func isSo(_ system: WholeSystem, _ uid: String, _ fits: (String) -> Bool) -> Bool {
            system.recorder.wait { (try? line(system, uid)).flatMap { $0 }.map(fits) == true }
        }

        /// Music goes out in packets of RTP, sample by sample as the program made it, and the loudspeaker is silent meanwhile.
        @Test func theChosenReceiverHasEverySample() throws {
            let receiver = try #require(RTPReceiver())
            let system = try WholeSystem(modules: RTPReceiver.sink("kitchen", "Kitchen", port: receiver.port))
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play code"))
            #expect(system.hear(until: Code.isWhole) != nil)
            // It is there, with its type and the time of its packets, and waits.
            #expect(isSo(system, "kitchen") { $0.contains("waits until it is chosen") })
            let found = try #require(try line(system, "kitchen"))
            #expect(found.hasPrefix("  Kitchen ") && found.contains(" AirPlay ") && found.contains(" ms "), "\(found)")
            #expect(try line(system, WholeSystem.speakerUID)?.hasPrefix("* ") == true)
            // The sink runs with the graph: what it sends meanwhile is silence.
            let isQuiet = receiver.take().allSatisfy { $0 == .init(left: 0, right: 0) }
            #expect(isQuiet)
            try system.audioctl("play-to", "Kitchen")
            #expect(isSo(system, "kitchen") { $0.hasPrefix("* ") && $0.contains("chosen by the user") })
            // From the first frames behind the change on a second, the latter half of which is compared.
            #expect(
                system.recorder.wait {
                    system.recorder.pass(480)
                    let last = receiver.take().suffix(480).map(\.left)
                    return last.count == 480 && Code.isWhole(last)
                })
            #expect(
                system.recorder.wait {
                    system.recorder.pass(4_800)
                    return receiver.frames > 48_000
                })
            #expect(system.hear(until: isSilence) != nil)
            let whole = receiver.take().suffix(24_000)
            #expect(whole.count == 24_000 && receiver.lostPackets == 0)
            #expect(whole.allSatisfy { $0.left == $0.right })
            #expect(Code.isWhole(whole.map(\.left)), "\(whole.prefix(4))")
            // Back to the device itself.
            try system.audioctl("play-to", "local")
            #expect(system.hear(until: Code.isWhole) != nil)
            #expect(isSo(system, "kitchen") { $0.contains("waits until it is chosen") })
        }

        /// Music that was under way when a receiver is picked rises there, however long its links take to become active.
        @Test func soundRisesOnAReceiverThatIsPicked() throws {
            let system = try WholeSystem(quantum: 1_024)
            let room = try #require(
                system.hand.plug(
                    "raop_sink.room", properties: ["node.network": "true", "node.description": "Room"]))
            let ear = try #require(GraphRecorder(system.hand, monitorOf: room, channels: 2))
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play 0.25"))
            #expect(system.hear { $0.allSatisfy { $0 == 0.25 } } != nil)
            #expect(isSo(system, "raop_sink.room") { $0.contains("waits until it is chosen") })
            try system.audioctl("play-to", "Room")
            var heard: [Float] = []
            let isWhole = ear.wait {
                ear.pass(4_800)
                heard = ear.samples(0..<ear.frames)[0]
                return heard.suffix(4_800).allSatisfy { $0 == 0.25 }
            }
            #expect(isWhole)
            // 5 ms are 240 frames; a link of the mixer may rise at the same time as the port.
            let steps = zip(heard, heard.dropFirst()).map { abs($1 - $0) }
            #expect((steps.max() ?? 1) <= 2 * 0.25 / 240, "\(steps.max() ?? 1)")
        }

        @Test func aReceiverThatGoesPausesAndOneThatComesBackWaits() throws {
            let system = try WholeSystem()
            let receiver = ["node.network": "true", "node.description": "Living\\032Room", "raop.latency.ms": "1500"]
            _ = try #require(system.hand.plug("raop_sink.room", properties: receiver))
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play code"))
            #expect(isSo(system, "raop_sink.room") { $0.contains("waits until it is chosen") })
            let found = try #require(try line(system, "raop_sink.room"))
            #expect(found.contains("Living Room") && found.contains("AirPlay") && found.contains("1500 ms"), "\(found)")
            #expect(system.hear(until: Code.isWhole) != nil)
            try system.audioctl("play-to", "living room")
            #expect(system.hear(until: isSilence) != nil)
            #expect(isSo(system, "raop_sink.room") { $0.hasPrefix("* ") })
            system.hand.unplug("raop_sink.room")
            #expect(music.says("stopped R5.2"))
            #expect(system.hear(until: isSilence) != nil)
            _ = try #require(system.hand.plug("raop_sink.room", properties: receiver))
            #expect(isSo(system, "raop_sink.room") { $0.contains("waits until it is chosen") })
            #expect(isSo(system, WholeSystem.speakerUID) { $0.hasPrefix("* ") })
        }

        /// PipeWire's sender of RAOP and a receiver that is written after the RFCs; both run at its rate of 44.1 kHz.
        @Test(.enabled(if: RTPReceiver.hasModule("raop-sink"), "skipped: PipeWire's module for RAOP is not installed"))
        func aReceiverOfRAOPHasTheSamplesOfTheProgram() throws {
            let receiver = try #require(RAOPReceiver())
            let system = try WholeSystem(
                quantum: 512, sampleRate: 44_100, modules: receiver.sink("raop_sink.room", "Living Room"))
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play 0.25"))
            #expect(system.hear { $0.allSatisfy { $0 == 0.25 } } != nil)
            #expect(isSo(system, "raop_sink.room") { $0.contains("AirPlay") && $0.contains("waits") })
            try system.audioctl("play-to", "Living Room")
            let isHeard = system.recorder.wait {
                system.recorder.pass(4_410)
                let heard = receiver.packets.take().suffix(1_000)
                return heard.count == 1_000 && heard.allSatisfy { $0 == .init(left: 0.25, right: 0.25) }
            }
            #expect(isHeard, "\(receiver.called)")
            #expect(system.hear(until: isSilence) != nil)
            #expect(["OPTIONS", "ANNOUNCE", "SETUP", "RECORD"].allSatisfy { receiver.called.contains($0) })
        }

        /// The same on a virtual phone, without a sound server.
        @Test func aVirtualPhoneFindsAReceiverAndKeepsTheChoice() throws {
            let bus = try PrivateBus()
            let environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address, "STATE_DIRECTORY": ""]
            let daemon = try RunningProgram(
                "audiosessiond", ["--virtual", "phone", "--no-world", "--allow-simulation"], environment: environment)
            defer { daemon.kill() }
            #expect(daemon.says("audiosessiond: a virtual phone: it was asked for, simulation allowed"))
            func run(_ words: String...) throws -> [String] {
                let program = try RunningProgram("audioctl", words, environment: environment)
                #expect(program.finish() == 0, "\(words): \(program.said)")
                return program.said
            }
            func chosen() throws -> [String] {
                try run("outputs").filter { $0.hasPrefix("* ") }.map { String($0.dropFirst(2).prefix(24)) }
            }
            let before = try chosen()
            #expect(before.count == 1)
            _ = try run("plug", "airplay")
            #expect(try chosen() == before)
            let waiting = try run("outputs").filter { $0.contains("waits until it is chosen") }
            #expect(waiting.count == 1 && waiting[0].contains("Living Room"))
            _ = try run("play-to", "Living Room")
            #expect(try chosen().allSatisfy { $0.hasPrefix("Living Room") })
            let json = try run("--json", "outputs")
            #expect(json.contains { $0.contains("\"isChosen\":true") && $0.contains("\"isRemote\":true") }, "\(json)")
            _ = try run("play-to", "local")
            #expect(try chosen() == before)
            _ = try run("play-to", "Living Room")
            _ = try run("unplug", "airplay")
            _ = try run("plug", "airplay")
            #expect(try chosen() == before)
        }

        @Test func whatIsNotThereIsAnErrorWithASentence() throws {
            let system = try WholeSystem()
            for name in ["Kitchen", "", "\u{1B}[2J"] {
                let program = try RunningProgram("audioctl", ["play-to", name], environment: system.environment)
                #expect(program.finish() == 1)
                #expect(program.said.count == 1 && program.said[0].hasSuffix("\"audioctl outputs\" lists them"))
                #expect(!program.said.joined().unicodeScalars.contains("\u{1B}"))
            }
            for uid in ["raop_sink.a", "raop_sink.b"] {
                _ = try #require(
                    system.hand.plug(uid, properties: ["node.network": "true", "node.description": "Same"]))
                #expect(isSo(system, uid) { $0.contains("waits") })
            }
            let program = try RunningProgram("audioctl", ["play-to", "Same"], environment: system.environment)
            #expect(program.finish() == 1)
            #expect(program.said.joined().contains("raop_sink.a, raop_sink.b"))
            try system.audioctl("play-to", "raop_sink.b")
            #expect(isSo(system, "raop_sink.b") { $0.hasPrefix("* ") })
        }

        /// Two network namespaces with a server each: a program's sound crosses the cable and comes out of the other machine's
        /// loudspeaker, as late as is stated.
        ///
        /// The receiver follows the sender's clock by resampling: a ramp stays a ramp, and its slope stays within a percent.
        @Test(
            .enabled(if: TwoMachines.isPossible, "skipped: network namespaces need root, ip and PipeWire's rtp-source"))
        func theOtherMachineHearsTheSoundInTheStatedTime() throws {
            let machines = try #require(TwoMachines())
            let (port, buffer) = (46_010, 50)
            // The sink does not know the receiver's buffer. Packets last at most 20 ms.
            let stated = Double(buffer + 20) / 1_000
            let system = try WholeSystem(
                modules: RTPReceiver.sink(
                    "room", "Other room", address: machines.far, port: port, latency: Int(stated * 1_000)),
                namespace: machines.names.near)
            let other = try PrivatePipeWire(
                context: """
                    { name = libpipewire-module-rtp-source
                      args = { sess.latency.msec = \(buffer) local.ifname = cable sap.ip = "\(machines.far)"
                               stream.props = { node.group = "test.clock" node.autoconnect = false
                                   adapter.auto-port-config = { mode = dsp position = preserve } } } }
                    """, namespace: machines.names.far)
            let hand = try #require(GraphHand(other))
            let speaker = try #require(hand.plug("speaker", type: "Speaker"))
            let far = try #require(GraphRecorder(hand, monitorOf: speaker, channels: 2))
            far.inspection.allowsArtefacts(because: "a packet is late where the machine is busy")
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play code"))
            #expect(system.hear(until: Code.isWhole) != nil)
            #expect(isSo(system, "room") { $0.contains("\(Int(stated * 1_000)) ms") })
            try system.audioctl("play-to", "Other room")
            let room = try #require(system.hand.node("room"))
            let near = try #require(GraphRecorder(system.hand, monitorOf: room, channels: 2))
            near.inspection.allowsArtefacts(because: "the change of outputs is faded")
            // The session is announced (SAP), and its stream linked as a session manager would.
            let outputs = hand.wait { graph -> [GraphPort]? in
                graph.nodes.values.lazy.filter { $0.properties["rtp.session"] == "Other room" }
                    .map { graph.ports(of: $0.id, isInput: false) }.first { $0.count == 2 }
            }
            for (from, to) in zip(try #require(outputs), hand.ports(of: speaker, isInput: true)) {
                #expect(hand.link(from, to) != nil)
            }
            #expect(far.wait { Self.isRamp(far.samples(max(0, far.frames - 4_800)..<far.frames).first ?? []) })
            // How far the same sound is on both machines at one moment.
            var distances: [Double] = []
            #expect(
                far.wait {
                    far.pass(960)
                    guard let here = Self.last(near), let there = Self.last(far), abs(here) < 0.3, abs(there) < 0.3
                    else { return false }
                    distances.append(Double(here - there) * 65_536 / 48_000)
                    return distances.count == 50
                })
            let median = distances.sorted()[distances.count / 2]
            print("sound of RTP arrived after \((median * 1_000).rounded()) ms, stated \(stated * 1_000) ms")
            #expect(median > 0 && median < stated, "\(distances.sorted())")
        }

        private static func last(_ recorder: GraphRecorder) -> Float? {
            let frames = recorder.frames
            return frames > 0 ? recorder.samples(frames - 1..<frames).first?.first : nil
        }

        /// Whether samples rise as the code does, at most a percent faster or slower.
        private static func isRamp(_ samples: [Float]) -> Bool {
            guard samples.count == 4_800, let first = samples.first, let last = samples.last else { return false }
            let slope = (last - first) / 4_799
            guard abs(slope * 65_536 - 1) < 0.01 else { return false }
            return samples.enumerated().allSatisfy { abs($1 - first - Float($0) * slope) < 0.001 }
        }
    }
}
