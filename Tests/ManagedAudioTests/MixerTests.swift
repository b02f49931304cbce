import Foundation
import PrivatePipeWire
import RunningProgram
import SordinoPipeWire
import Testing

private let playback = "AVAudioSessionCategoryPlayback"

extension ManagedAudioTests {
    /// Programs as the desktop's mixers show and set them: `wpctl` and `pactl` are the person's hand.
    @Suite(.serialized) struct MixerTests {
        @discardableResult
        private func run(_ system: WholeSystem, _ tool: String, _ words: String...) throws -> [String] {
            let program = try RunningProgram(
                try #require(PrivatePipeWire.path(of: tool)), words, environment: system.environment)
            #expect(program.finish() == 0, "\(tool) \(words): \(program.said)")
            return program.said
        }

        private func slider(_ system: WholeSystem) throws -> UInt32 {
            let node = system.hand.wait { graph in
                graph.nodes.values.first { $0.isKnown && $0.properties["sordino.role"] == "slider" }?.id
            }
            return try #require(node)
        }

        private func hears(_ system: WholeSystem, _ level: Float) -> Bool {
            system.hear { $0.allSatisfy { abs($0 - level) <= 1e-4 * level } } != nil
        }

        @Test(.enabled(if: PrivatePipeWire.path(of: "wpctl") != nil, "skipped: wpctl is not installed"))
        func wpctlShowsAndSetsAPrograms() throws {
            guard PrivatePipeWire.path(of: "wireplumber") != nil else { return }
            let system = try WholeSystem(withSessionManager: true)
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play 0.5"))
            #expect(hears(system, 0.5))
            let node = try slider(system)
            let properties = try #require(system.hand.mirror.nodes[node]?.properties)
            #expect(properties["media.class"] == "Stream/Output/Audio")
            #expect(properties["application.name"] == "session-witness")
            #expect(properties["application.process.id"] == "\(music.id)")
            #expect(properties["application.process.binary"] == "session-witness")
            #expect(try run(system, "wpctl", "status").contains { $0.contains("\(node). session-witness") })
            // A slider's place is the cube root of the factor.
            try run(system, "wpctl", "set-volume", "\(node)", "0.5")
            #expect(hears(system, 0.0625))
            try run(system, "wpctl", "set-mute", "\(node)", "1")
            #expect(system.hear(until: isSilence) != nil)
            #expect(try system.audioctl("why").joined().contains("its own volume is muted"))
            try run(system, "wpctl", "set-mute", "\(node)", "0")
            #expect(hears(system, 0.0625))
            // The policy's gain is another factor.
            let guide = try system.witness()
            #expect(guide.tell("category \(playback) 2"))
            #expect(guide.tell("play 0.125"))
            // It is the same program once more, and so has the same volume.
            #expect(hears(system, 0.0625 * 0.199_526_23 + 0.125 * 0.125))
            #expect(guide.tell("stop"))
            #expect(guide.tell("active off"))
            #expect(hears(system, 0.0625))
            guide.kill()
            music.kill()
            #expect(system.hear(until: isSilence) != nil)
            // The service starts anew, the program too: it has the volume that it had.
            system.daemon?.terminate()
            try system.startDaemon()
            let again = try system.witness()
            #expect(again.tell("category \(playback)"))
            let start = system.recorder.frames
            #expect(again.tell("play 0.5"))
            #expect(hears(system, 0.0625))
            let heard = system.recorder.samples[0][start...]
            #expect(heard.allSatisfy { $0 < 0.0626 }, "from the first frame on: \(heard.max() ?? 0)")
            #expect(try run(system, "wpctl", "get-volume", "\(try slider(system))") == ["Volume: 0.50"])
        }

        @Test(.enabled(if: PrivatePipeWire.path(of: "pactl") != nil, "skipped: pactl is not installed"))
        func pactlShowsAndSetsAPrograms() throws {
            let system = try WholeSystem()
            let pulse = try #require(try system.pulseServer())
            defer { pulse.kill() }
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play 0.5"))
            #expect(hears(system, 0.5))
            var list: [String] = []
            #expect(
                system.recorder.wait {
                    list = (try? run(system, "pactl", "list", "sink-inputs")) ?? []
                    return list.contains { $0.contains("application.name = \"session-witness\"") }
                        && list.contains { $0.contains("Corked: no") }
                }, "\(list)")
            #expect(list.contains { $0.contains("application.process.id = \"\(music.id)\"") })
            let index = try #require(
                list.compactMap { $0.hasPrefix("Sink Input #") ? Int($0.dropFirst(12)) : nil }.first)
            let sinks = try run(system, "pactl", "list", "short", "sinks")
            let sink = try #require(sinks.first { $0.contains(WholeSystem.speakerUID) }?.split(separator: "\t").first)
            #expect(list.contains { $0.contains("Sink: \(sink)") }, "\(list) \(sinks)")
            let clients = try run(system, "pactl", "list", "short", "clients")
            #expect(clients.contains { $0.contains("session-witness") }, "\(clients)")
            try run(system, "pactl", "set-sink-input-volume", "\(index)", "50%")
            #expect(hears(system, 0.0625))
            // A balance is shown; the loudest channel counts.
            try run(system, "pactl", "set-sink-input-volume", "\(index)", "25%", "50%")
            #expect(
                system.recorder.wait {
                    list = (try? run(system, "pactl", "list", "sink-inputs")) ?? []
                    return list.contains { $0.contains("/  25% /") && $0.contains("/  50% /") }
                }, "\(list)")
            #expect(hears(system, 0.0625))
            try run(system, "pactl", "set-sink-input-mute", "\(index)", "1")
            #expect(system.hear(until: isSilence) != nil)
            try run(system, "pactl", "set-sink-input-mute", "\(index)", "0")
            try run(system, "pactl", "set-sink-input-volume", "\(index)", "100%")
            #expect(hears(system, 0.5))
            // Without the program there is nothing to set.
            music.kill()
            #expect(
                system.recorder.wait {
                    (try? run(system, "pactl", "list", "short", "sink-inputs"))?.isEmpty == true
                })
        }

        /// The node that mixers show is linked to the loudspeaker, so nothing may come in there.
        @Test func nobodyPlaysThroughAProgramsSlider() throws {
            let system = try WholeSystem()
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play 0.25"))
            #expect(hears(system, 0.25))
            let node = try slider(system)
            #expect(system.hand.wait { $0.ports(of: node, isInput: false).count == 2 ? true : nil } == true)
            #expect(system.hand.ports(of: node, isInput: true).isEmpty)
            #expect(hears(system, 0.25))
        }

        /// Waits until the nodes of so many programs are linked to the loudspeaker.
        private func shows(_ system: WholeSystem, _ count: Int) -> Bool {
            system.hand.wait { graph in
                let sliders = graph.nodes.values.filter { $0.properties["sordino.role"] == "slider" }.map(\.id)
                let links = graph.links.values.filter { $0.inputNode == system.speaker }.map(\.outputNode)
                return sliders.count == count && sliders.allSatisfy { node in links.count { $0 == node } == 2 }
                    ? true : nil
            } == true
        }

        /// A session manager asks each stream for ports of the format that it chose, also when it is started anew.
        @Test func aProgramIsShownAfterItsPortsAreConfigured() throws {
            let system = try WholeSystem()
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play 0.25"))
            let node = try slider(system)
            #expect(shows(system, 1))
            // The server gives the numbers of ports that went to new ones.
            func serials(_ graph: GraphMirror) -> Set<String?> {
                Set(graph.ports(of: node, isInput: false).map { $0.properties["object.serial"] })
            }
            let before = try #require(system.hand.wait { serials($0).count == 2 ? serials($0) : nil })
            system.hand.configurePorts(node, channels: 2, isSource: true)
            let areNew = system.hand.wait {
                serials($0).count == 2 && serials($0).isDisjoint(with: before) ? true : nil
            }
            #expect(areNew == true, "a session manager waits for new ports")
            #expect(shows(system, 1))
            #expect(hears(system, 0.25))
        }

        /// Each program has a node, links and buffers in the service.
        @Test func aProgramThatPlaysTakesLittleMemoryOfTheService() throws {
            let system = try WholeSystem()
            let daemon = try #require(system.daemon)
            var programs: [RunningProgram] = []
            func play(_ count: Int) throws {
                while programs.count < count {
                    let program = try system.witness()
                    programs.append(program)
                    #expect(program.tell("category \(playback) 1"))
                    #expect(program.tell("play 0.01"))
                }
                #expect(shows(system, count))
            }
            try play(4)
            let before = Soak.residentKiB(daemon.id)
            try play(16)
            let each = (Soak.residentKiB(daemon.id) - before) / 12
            print("a program that plays takes \(each) KiB of the service's memory")
            #expect(each < Self.kiBOfAProgram)
        }

        /// With a stream of PipeWire's for each program it was 780.
        private static let kiBOfAProgram = 500
    }
}
