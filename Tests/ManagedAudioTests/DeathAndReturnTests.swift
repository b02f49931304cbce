import PrivatePipeWire
import RunningProgram
import SordinoPipeWire
import Testing

private let playback = "AVAudioSessionCategoryPlayback"

extension ManagedAudioTests {
    /// The service dies, the audio server dies: programs are notified, nothing hangs, and they are heard again.
    @Suite(.serialized) struct DeathAndReturnTests {
        @Test func theServiceIsKilledAndComesBack() throws {
            let system = try WholeSystem()
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play code"))
            #expect(system.hear(until: Code.isWhole) != nil)
            for round in 1...3 {
                let count = music.said.count
                system.daemon?.kill()
                #expect(music.says("lost", after: count), "round \(round)")
                #expect(system.hear(until: isSilence) != nil, "round \(round)")
                try system.startDaemon()
                #expect(music.says("reset", after: count), "round \(round)")
                #expect(music.says("again", after: count), "round \(round): \(music.said)")
                #expect(system.hear(until: Code.isWhole) != nil, "round \(round)")
            }
        }

        @Test func theAudioServerIsKilledAndComesBack() throws {
            let system = try WholeSystem()
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play code"))
            #expect(system.hear(until: Code.isWhole) != nil)
            _ = try Soak.rounds(1, most: 50) { round in
                let count = music.said.count
                system.server.stop()
                #expect(music.says("lost", after: count), "round \(round)")
                try system.server.start()
                let hand = try #require(GraphHand(system.server))
                let speaker = try #require(hand.plug(WholeSystem.speakerUID, type: "Speaker"))
                let recorder = try #require(GraphRecorder(hand, monitorOf: speaker, channels: 2))
                #expect(music.says("reset", after: count), "round \(round)")
                #expect(music.says("again", after: count), "round \(round): \(music.said)")
                #expect(
                    recorder.wait {
                        let heard = recorder.samples[0]
                        return heard.count >= 4_800 && Code.isWhole(Array(heard.suffix(4_800)))
                    }, "round \(round)")
            }
        }

        /// The service dies as soon as it has led the program's first link to the stage.
        @Test(.enabled(if: GuestProgram.mpvJack.obstacle == nil, "skipped: mpv or pw-jack is not installed"))
        func aProgramOfJACKIsLinkedAgainAfterAnEarlyDeath() throws {
            let scene = try GuestScene(.mpvJack, withSessionManager: false)
            defer { scene.end() }
            let isTaken = scene.system.hand.wait { graph in
                graph.links.values.contains { link in
                    graph.nodes[link.outputNode]?.properties["client.api"] == "jack"
                        && graph.nodes[link.inputNode]?.properties[StreamProperties.role] == "stage playback"
                } ? true : nil
            }
            #expect(isTaken == true)
            scene.system.daemon?.kill()
            #expect(scene.isHeard())
        }

        @Test func withoutAServiceAProgramIsHeardByItself() throws {
            let system = try WholeSystem(withDaemon: false)
            let file = system.server.folder.appendingPathComponent("alone.wav")
            try WaveFile.write((0..<480_000).map { Float($0 % 48_000) / 65_536 - 0.375 }, to: file)
            let alone = try RunningProgram(
                "afplay", [file.path], environment: system.environment.merging(["SORDINO_DEBUG": "1"]) { $1 })
            #expect(system.hear(until: Code.isWhole)?.allSatisfy(Code.isWhole) == true)
            #expect(
                alone.waits {
                    $0.hasPrefix("sordino: PipeWire: its server answers; session in this process: nobody offers")
                }, "\(alone.said)")
            alone.kill()
        }
    }
}
