import Foundation
import PrivatePipeWire
import RunningProgram
import SordinoPipeWire
import Testing

private let playback = "AVAudioSessionCategoryPlayback"
private let noServer = "no sound: no PipeWire server answers"

extension ManagedAudioTests {
    /// The service and the audio server start in any order, and either may be away for a while.
    @Suite(.serialized) struct StartOrderTests {
        /// Starts the service of a system whose server is not there.
        private func startDaemonWithoutServer(_ system: WholeSystem) throws -> RunningProgram {
            let daemon = try RunningProgram(
                "audiosessiond", ["--allow-simulation", "--no-world"], environment: system.environment)
            #expect(
                daemon.says("audiosessiond: \(noServer); it is taken when it comes, simulation allowed"),
                "\(daemon.said)")
            return daemon
        }

        /// Starts the server, and a program that plays; waits until it is heard.
        private func expectMusic(_ system: WholeSystem, sourceLocation: SourceLocation = #_sourceLocation) throws {
            try system.server.start()
            let hand = try #require(GraphHand(system.server))
            let speaker = try #require(hand.plug(WholeSystem.speakerUID, type: "Speaker"))
            let recorder = try #require(GraphRecorder(hand, monitorOf: speaker, channels: 2))
            let isKnown = recorder.wait {
                guard let said = try? system.audioctl("status") else { return false }
                return said.contains { $0.contains(WholeSystem.speakerUID) }
            }
            #expect(isKnown, sourceLocation: sourceLocation)
            #expect(try !system.audioctl("status").joined().contains(noServer), sourceLocation: sourceLocation)
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play code"))
            let isHeard = recorder.wait {
                let heard = recorder.samples[0]
                return heard.count >= 4_800 && Code.isWhole(Array(heard.suffix(4_800)))
            }
            #expect(isHeard, "\(music.said)", sourceLocation: sourceLocation)
            music.kill()
        }

        @Test(arguments: [false, true])
        func theServiceStartsBeforeTheServer(withStaleSocket isStale: Bool) throws {
            let system = try WholeSystem(withDaemon: false)
            system.server.stop()
            if !isStale { try? FileManager.default.removeItem(atPath: system.server.remote) }
            let daemon = try startDaemonWithoutServer(system)
            #expect(try system.audioctl("status").joined().contains(noServer))
            try expectMusic(system)
            daemon.kill()
        }

        @Test func theServerGoesAndComesUnderAServiceThatStartedFirst() throws {
            let system = try WholeSystem(withDaemon: false)
            system.server.stop()
            let daemon = try startDaemonWithoutServer(system)
            try expectMusic(system)
            system.server.stop()
            #expect(
                system.recorder.wait { (try? system.audioctl("status").joined().contains(noServer)) == true })
            try expectMusic(system)
            daemon.kill()
        }

        /// It joins the service when that appears, and a call silences it.
        @Test func aProgramThatBeganBeforeTheServiceJoinsIt() throws {
            let system = try WholeSystem(withDaemon: false)
            let file = system.server.folder.appendingPathComponent("early.wav")
            try WaveFile.write((0..<48_000 * 120).map { Float($0 % 48_000) / 65_536 - 0.375 }, to: file)
            let player = try RunningProgram("afplay", [file.path], environment: system.environment)
            defer { player.kill() }
            #expect(system.hear(until: Code.isWhole) != nil, "\(player.said)")
            try system.startDaemon()
            let isKnown = system.recorder.wait {
                (try? system.audioctl("status"))?.contains { $0.contains("afplay") && $0.contains("full") } == true
            }
            #expect(isKnown, "\(player.said)")
            #expect(system.hear(until: Code.isWhole) != nil, "\(player.said)")
            try system.audioctl("call", "ring")
            try system.audioctl("call", "accept")
            #expect(system.hear(48_000, until: isCallAlone) != nil)
            try system.audioctl("call", "end")
            #expect(system.hear(until: Code.isWhole) != nil, "\(player.said)")
        }

        @Test func bothDieAndTheServiceComesBackFirst() throws {
            let system = try WholeSystem()
            system.server.stop()
            system.daemon?.kill()
            let daemon = try startDaemonWithoutServer(system)
            try expectMusic(system)
            daemon.kill()
        }
    }
}
