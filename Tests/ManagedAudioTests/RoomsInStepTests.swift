import Foundation
import PrivatePipeWire
import RunningProgram
import SordinoBus
import SordinoPipeWire
import SordinoPolicy
import SordinoService
import Testing

private let playback = "AVAudioSessionCategoryPlayback"

extension ManagedAudioTests {
    /// One sound on several outputs at one time, measured on recordings in two other machines.
    @Suite(.serialized, .enabled(if: RTPReceiver.isPossible, "skipped: PipeWire's RTP modules are not installed"))
    struct RoomsInStepTests {
        /// The other machine: a server that receives what is sent to its address, and its loudspeaker's recording.
        private final class Room {
            let hand: GraphHand
            let ear: GraphRecorder
            let speaker: UInt32
            private var links: [OpaquePointer] = []

            init(_ room: (name: String, address: String), buffer: Int) throws {
                let server = try PrivatePipeWire(
                    quantum: RoomsInStepTests.quantum,
                    context: """
                        { name = libpipewire-module-rtp-source
                          args = { sess.latency.msec = \(buffer) local.ifname = cable sap.ip = "\(room.address)"
                                   stream.props = { node.group = "test.clock" node.autoconnect = false
                                       adapter.auto-port-config = { mode = dsp position = preserve } } } }
                        """, namespace: room.name)
                hand = try #require(GraphHand(server))
                speaker = try #require(hand.plug("speaker", type: "Speaker"))
                ear = try #require(GraphRecorder(hand, monitorOf: speaker, channels: 2))
                ear.inspection.allowsArtefacts(because: "a packet is late where the machine is busy")
            }

            /// Links the session of that name to the loudspeaker, as a session manager would.
            func hear(_ session: String) throws {
                let outputs = hand.wait { graph -> [GraphPort]? in
                    graph.nodes.values.lazy.filter { $0.properties["rtp.session"] == session }
                        .map { graph.ports(of: $0.id, isInput: false) }.first { $0.count == 2 }
                }
                for (from, to) in zip(try #require(outputs), hand.ports(of: speaker, isInput: true)) {
                    links.append(try #require(hand.link(from, to)))
                }
            }
        }

        private static let quantum = 64

        /// The part of the code that each of some frames plays, and the time at which it does, in seconds.
        private static func played(_ ear: GraphRecorder, cycles: Int) -> [(seconds: Double, place: Double)] {
            ear.cycles(cycles).compactMap { frame, nanoseconds in
                guard frame < ear.frames, let value = ear.samples(frame..<frame + 1).first?.first, abs(value) < 0.3
                else { return nil }
                return (Double(nanoseconds) / 1e9, Double(value) * 65_536 / 48_000)
            }
        }

        /// How much later one recording plays the same sound than another, in seconds: the median over some cycles.
        private static func skew(_ late: GraphRecorder, _ early: GraphRecorder) -> Double? {
            let (late, early) = (played(late, cycles: 1_000), played(early, cycles: 1_000))
            var distances: [Double] = []
            for (seconds, place) in late {
                guard let other = early.min(by: { abs($0.seconds - seconds) < abs($1.seconds - seconds) }),
                    abs(other.seconds - seconds) < 0.01
                else { continue }
                distances.append(other.place + seconds - other.seconds - place)
            }
            distances.removeAll { abs($0) > 0.4 }
            return distances.count < 100 ? nil : distances.sorted()[distances.count / 2]
        }

        @Test(
            .enabled(if: TwoMachines.isPossible, "skipped: network namespaces need root, ip and PipeWire's rtp-source"))
        func twoRoomsPlayTheSameSampleWithinAMillisecond() throws {
            let machines = try #require(TwoMachines(rooms: 2))
            let buffers = [60, 140]
            let sinks = zip(machines.rooms, zip(["Kitchen", "Bath"], buffers)).map { room, named in
                RTPReceiver.sink(
                    named.0.lowercased(), named.0, address: room.address, port: 46_020, latency: named.1)
            }
            let system = try WholeSystem(
                quantum: Self.quantum, modules: sinks.joined(separator: "\n"), namespace: machines.names.near)
            let rooms = try zip(machines.rooms, buffers).map { try Room($0, buffer: $1) }
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play code"))
            #expect(system.hear(until: Code.isWhole) != nil)
            for uid in ["kitchen", "bath"] {
                #expect(
                    system.recorder.wait {
                        (try? system.audioctl("outputs"))?.contains { $0.hasSuffix(uid) } == true
                    })
            }
            try system.audioctl("play-to", "Kitchen", "Bath")
            for (room, name) in zip(rooms, ["Kitchen", "Bath"]) { try room.hear(name) }
            let near = try ["kitchen", "bath"].map { name in
                let sink = try #require(system.hand.node(name))
                let recorder = try #require(GraphRecorder(system.hand, monitorOf: sink, channels: 2))
                recorder.inspection.allowsArtefacts(because: "the change of outputs is faded")
                return recorder
            }
            // The kitchen is sent everything later by what it lacks, sample by sample.
            let gap = Double(buffers[1] - buffers[0]) / 1_000
            var sent: Double?
            #expect(
                near[0].wait {
                    near[0].pass(4_800)
                    sent = Self.skew(near[1], near[0])
                    return sent.map { abs($0 + gap) < 0.000_1 } == true
                })
            for recorder in near {
                #expect(Code.isWhole(recorder.samples(recorder.frames - 4_800..<recorder.frames)[0]))
            }
            // The receivers follow the sender's clock for a while before they keep step: then second by second.
            var (skews, all): ([Double], [Double]) = ([], [])
            let isInStep = near[0].wait {
                near[0].pass(48_000)
                guard let skew = Self.skew(rooms[1].ear, rooms[0].ear) else { return false }
                all.append(skew)
                skews = abs(skew) < 0.001 ? skews + [skew] : []
                return skews.count == 8
            }
            print("two rooms over RTP: for 8 s at most", ((skews.map(abs).max() ?? .nan) * 1e6).rounded(), "µs apart")
            #expect(isInStep, "\(all)")
        }

        /// One of two rooms goes and comes back: the other loses no sample, and both play the same one afterwards.
        @Test func aRoomThatVanishesStopsNoOtherAndComesBackInStep() throws {
            let system = try WholeSystem()
            func receiver(_ name: String, _ latency: Int) -> [String: String] {
                ["node.network": "true", "node.description": name, "raop.latency.ms": "\(latency)"]
            }
            let kitchen = try #require(system.hand.plug("raop_sink.kitchen", properties: receiver("Kitchen", 50)))
            let bath = try #require(system.hand.plug("raop_sink.bath", properties: receiver("Bath", 300)))
            let ear = try #require(GraphRecorder(system.hand, monitorOf: kitchen, channels: 2))
            ear.inspection.allowsArtefacts(because: "the code jumps once a second")
            let music = try Self.playCode(system, receivers: 2)
            try system.audioctl("play-to", "Kitchen", "Bath")
            func isInStep(with other: GraphRecorder) -> Bool {
                ear.wait {
                    ear.pass(2_400)
                    return Self.skew(other, ear).map { abs($0 + 0.25) < 0.000_01 } == true
                }
            }
            var first: GraphRecorder? = try #require(GraphRecorder(system.hand, monitorOf: bath, channels: 2))
            first?.inspection.allowsArtefacts(because: "it ends when its room goes")
            #expect(first.map(isInStep) == true)
            first = nil
            #expect(ear.wait { Code.isWhole(ear.samples(ear.frames - 480..<ear.frames)[0]) })
            let start = ear.frames
            system.hand.unplug("raop_sink.bath")
            #expect(
                system.recorder.wait {
                    (try? system.audioctl("outputs"))?.contains { $0.hasSuffix("raop_sink.bath") } == false
                })
            let back = try #require(system.hand.plug("raop_sink.bath", properties: receiver("Bath", 300)))
            let again = try #require(GraphRecorder(system.hand, monitorOf: back, channels: 2))
            again.inspection.allowsArtefacts(because: "it begins with a fade")
            #expect(isInStep(with: again))
            // The kitchen has every sample from before the loss until now, unless a cycle came too late for the recorder itself.
            if ear.gaps == 0 { #expect(Code.isWhole(ear.samples(start..<ear.frames)[0])) }
            #expect(!music.said.contains { $0.hasPrefix("stopped") }, "\(music.said)")
            // A pick of one ends the rest.
            try system.audioctl("play-to", "local")
            #expect(system.hear(until: Code.isWhole) != nil)
        }

        /// Plays a code of which every frame is known, and waits until so many receivers wait to be chosen.
        private static func playCode(_ system: WholeSystem, receivers: Int) throws -> RunningProgram {
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play code"))
            #expect(
                system.recorder.wait {
                    (try? system.audioctl("outputs"))?.count { $0.contains("waits until it is chosen") } == receivers
                })
            return music
        }

        /// The room that stays has every sample, and the device itself comes and goes without a break of the other.
        @Test func aRoomThatIsTakenOutLeavesNoGap() throws {
            let system = try WholeSystem()
            let receiver = ["node.network": "true", "node.description": "Kitchen", "raop.latency.ms": "300"]
            let kitchen = try #require(system.hand.plug("raop_sink.kitchen", properties: receiver))
            let ear = try #require(GraphRecorder(system.hand, monitorOf: kitchen, channels: 2))
            for recorder in [ear, system.recorder] {
                recorder.inspection.allowsArtefacts(because: "the code jumps once a second")
            }
            let music = try Self.playCode(system, receivers: 1)
            try system.audioctl("play-to", "local", "Kitchen")
            #expect(ear.wait { ear.pass(480) && Code.isWhole(ear.samples(ear.frames - 480..<ear.frames)[0]) })
            #expect(system.hear(until: Code.isWhole) != nil)
            let start = (near: system.recorder.frames, far: ear.frames)
            // The kitchen goes: the device's own loudspeaker loses nothing.
            try system.audioctl("play-to", "without", "Kitchen")
            #expect(ear.wait { ear.pass(4_800) && isSilence(ear.samples(ear.frames - 4_800..<ear.frames)[0]) })
            system.recorder.pass(48_000)
            if system.recorder.gaps == 0 {
                #expect(Code.isWhole(system.recorder.samples(start.near..<system.recorder.frames)[0]))
            }
            #expect(!music.said.contains { $0.hasPrefix("stopped") }, "\(music.said)")
            // It comes back, and the loudspeaker goes, the slower one being left.
            try system.audioctl("play-to", "local", "Kitchen")
            #expect(ear.wait { ear.pass(480) && Code.isWhole(ear.samples(ear.frames - 480..<ear.frames)[0]) })
            let far = ear.frames
            let all = try RunningProgram(
                "audioctl", ["play-to", "without", "Kitchen", "local"], environment: system.environment)
            #expect(all.finish() == 1)
            #expect(all.said.joined().contains("no other output plays"), "\(all.said)")
            // Nothing of that was done.
            try system.audioctl("play-to", "without", "local")
            #expect(system.hear(until: isSilence) != nil)
            ear.pass(48_000)
            if ear.gaps == 0 { #expect(Code.isWhole(ear.samples(far..<ear.frames)[0])) }
            let last = try RunningProgram(
                "audioctl", ["play-to", "without", "Kitchen"], environment: system.environment)
            #expect(last.finish() == 1)
            #expect(last.said.joined().contains("no other output plays"), "\(last.said)")
            #expect(!music.said.contains { $0.hasPrefix("stopped") }, "\(music.said)")
        }

        /// A place where a recording of the code is not continuous: its first frame, how many frames the change takes, and by how many
        /// frames the code is earlier afterwards.
        private typealias Jump = (frame: Int, length: Int, back: Int)

        private static func jumps(_ samples: [Float]) -> [Jump] {
            var (found, last, missed): ([Jump], Int?, Int) = ([], nil, 0)
            func place(_ index: Int) -> Int? {
                let place = (Double(samples[index]) + 0.375) * 65_536
                let isCode = place >= 0 && place < 48_000 && place == place.rounded()
                // Eight of the code in a row are no accident of a fade.
                guard isCode, index + 8 <= samples.count, Code.isWhole(Array(samples[index..<index + 8])) else {
                    return isCode && index + 8 > samples.count ? Int(place) : nil
                }
                return Int(place)
            }
            for index in samples.indices {
                guard let now = place(index) else {
                    missed += 1
                    continue
                }
                if let last, (last + missed + 1) % 48_000 != now || missed > 0 {
                    // The seven before a fade are followed by less than eight.
                    let back = ((last + missed + 1 - now) % 48_000 + 48_000) % 48_000
                    found.append((index - missed, max(missed - 7, 0), back))
                }
                (last, missed) = (now, 0)
            }
            return found
        }

        /// An output joins, a slower one, one goes, and the rest ends: what stays fades from the sound of one delay to that of another.
        @Test func anOutputThatJoinsOrGoesLeavesNoGap() throws {
            let system = try WholeSystem()
            func receiver(_ name: String, _ latency: Int) throws -> GraphRecorder {
                let properties = ["node.network": "true", "node.description": name, "raop.latency.ms": "\(latency)"]
                let node = try #require(system.hand.plug("raop_sink.\(name.lowercased())", properties: properties))
                let ear = try #require(GraphRecorder(system.hand, monitorOf: node, channels: 2))
                ear.inspection.allowsArtefacts(because: "the code jumps once a second")
                return ear
            }
            let (kitchen, bath) = (try receiver("Kitchen", 300), try receiver("Bath", 500))
            system.recorder.inspection.allowsArtefacts(because: "the code jumps once a second")
            let music = try Self.playCode(system, receivers: 2)
            #expect(system.hear(until: Code.isWhole) != nil)
            func heard(_ ear: GraphRecorder, _ change: () throws -> Void) throws -> [Jump] {
                // The past that is repeated has to be there.
                ear.pass(48_000)
                let start = ear.frames - 480
                try change()
                ear.pass(48_000)
                #expect(
                    ear.wait { ear.pass(4_800) && Code.isWhole(ear.samples(ear.frames - 4_800..<ear.frames)[0]) })
                let jumps = ear.gaps == 0 ? Self.jumps(ear.samples(start..<ear.frames)[0]) : []
                print("change of outputs:", jumps.map { "\($0.length) frames fade, \($0.back) repeated" })
                return jumps
            }
            func isOneFade(_ jumps: [Jump], _ ear: GraphRecorder, back: Int) -> Bool {
                ear.gaps > 0 || jumps.count == 1 && jumps[0].length <= 240 && jumps[0].back == back
            }
            // One becomes two, the slower of which joins: the loudspeaker repeats 300 ms.
            var jumps = try heard(system.recorder) { try system.audioctl("play-to", "local", "Kitchen") }
            #expect(isOneFade(jumps, system.recorder, back: 14_400), "\(jumps)")
            // Two become three, the slowest of which joins.
            jumps = try heard(kitchen) { try system.audioctl("play-to", "local", "Kitchen", "Bath") }
            #expect(isOneFade(jumps, kitchen, back: 9_600), "\(jumps)")
            // Three become two.
            jumps = try heard(bath) { try system.audioctl("play-to", "Kitchen", "Bath") }
            #expect(jumps.isEmpty, "\(jumps)")
            // Two become one, the faster of which stays: it leaves 200 ms out.
            jumps = try heard(kitchen) { try system.audioctl("play-to", "Kitchen") }
            #expect(isOneFade(jumps, kitchen, back: 48_000 - 9_600), "\(jumps)")
            #expect(!music.said.contains { $0.hasPrefix("stopped") }, "\(music.said)")
        }

        /// Methods of the bus whose value has no effect say why.
        @Test func whatHasNoEffectIsRefusedWithASentence() throws {
            let system = try WholeSystem()
            let controller = try DeviceController(.at(system.bus.address))
            let uids = (1...8).map { "raop_sink.\($0)" }
            for uid in uids {
                _ = try #require(system.hand.plug(uid, properties: ["node.network": "true", "node.description": uid]))
            }
            func outputs() -> Int { (try? controller.status())?.ports.count { $0.direction == .output } ?? 0 }
            #expect(system.recorder.wait { outputs() == 9 })
            func refused(_ event: Event, _ words: String) {
                #expect(throws: BusError.self, "\(event)") {
                    do { try controller.happen(event) } catch {
                        #expect("\(error)".contains(words), "\(error)")
                        throw error
                    }
                }
            }
            refused(.userRemoved(portUID: uids[0]), "none of several")
            try controller.happen(.userPicked(portUID: WholeSystem.speakerUID))
            for uid in uids.dropLast() { try controller.happen(.userAdded(portUID: uid)) }
            refused(.userAdded(portUID: uids[7]), "8 outputs play together already")
            try controller.happen(.userRemoved(portUID: uids[2]))
            try controller.happen(.userAdded(portUID: uids[7]))
            refused(.spatialAudio(enabled: true), "no port has spatial audio")
            refused(.userAdded(portUID: "nowhere"), "there is no output port")
            refused(.userRemoved(portUID: "nowhere"), "there is no output port")
        }

        @Test func whatCannotPlayTogetherIsRefusedAsAWhole() throws {
            let system = try WholeSystem()
            let words = ["play-to", "local", "Nowhere"]
            let program = try RunningProgram("audioctl", words, environment: system.environment)
            #expect(program.finish() == 1)
            #expect(program.said.joined().contains("there is no output \"Nowhere\""))
        }
    }
}
