import Foundation
import PrivatePipeWire
import RunningProgram
import SordinoPipeWire
import SordinoRealtime
import Testing

private let playback = "AVAudioSessionCategoryPlayback"

extension ManagedAudioTests {
    /// Several programs on one device, by the samples that its loudspeaker is given.
    @Suite(.serialized) struct TwoProgramsTests {
        @Test(arguments: [false, true])
        func aCallSilencesMusicAndItComesBack(withSessionManager: Bool) throws {
            if withSessionManager, PrivatePipeWire.path(of: "wireplumber") == nil { return }
            let system = try WholeSystem(withSessionManager: withSessionManager)
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play code"))
            #expect(system.hear(until: Code.isWhole)?.allSatisfy(Code.isWhole) == true)
            try system.audioctl("call", "ring")
            #expect(music.says("interrupted"))
            // The music's share of what is heard is exactly nothing.
            #expect(system.hear(until: isRingtoneAlone)?.allSatisfy(isRingtoneAlone) == true)
            try system.audioctl("call", "decline")
            #expect(music.says("ended true"))
            #expect(music.says("again"))
            #expect(system.hear(until: Code.isWhole)?.allSatisfy(Code.isWhole) == true)
        }

        @Test func theSecondPlayerSilencesTheFirst() throws {
            let system = try WholeSystem()
            let first = try system.witness()
            #expect(first.tell("category \(playback)"))
            #expect(first.tell("play 0.25"))
            #expect(system.hear { $0.allSatisfy { $0 == 0.25 } } != nil)
            // afplay, with a file whose samples are known.
            let file = system.server.folder.appendingPathComponent("second.wav")
            try WaveFile.write((0..<480_000).map { Float($0 % 48_000) / 65_536 - 0.375 }, to: file)
            let second = try RunningProgram("afplay", [file.path], environment: system.environment)
            #expect(system.hear(until: Code.isWhole)?.allSatisfy(Code.isWhole) == true)
            #expect(first.says("interrupted"))
            second.kill()
            // It died without a word; the programs that it interrupted are notified all the same.
            #expect(first.says("ended"))
            #expect(system.hear(until: isSilence) != nil)
        }

        @Test func aGuidesVoiceLowersTheMusicAndLetsItRiseAgain() throws {
            let system = try WholeSystem()
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play 0.5"))
            #expect(system.hear { $0.allSatisfy { $0 == 0.5 } } != nil)
            let guide = try system.witness()
            // duckOthers
            #expect(guide.tell("category \(playback) 2"))
            #expect(guide.tell("play 0.125"))
            let ducked: Float = 0.5 * 0.199_526_23 + 0.125
            #expect(system.hear { $0.allSatisfy { abs($0 - ducked) < 1e-6 } } != nil)
            #expect(guide.tell("stop"))
            #expect(guide.tell("active off"))
            #expect(system.hear { $0.allSatisfy { $0 == 0.5 } } != nil)
            #expect(!music.said.contains("interrupted"))
        }

        @Test func aProgramWithoutASessionIsLeftAlone() throws {
            let system = try WholeSystem(quantum: 2_048)
            let other = try #require(try OutsidePlayer(system.hand, on: system.speaker, role: "Music"))
            #expect(system.hear { $0.allSatisfy { $0 == 0.25 } } != nil)
            try system.audioctl("call", "ring")
            // The call rings, and the other continues beneath it.
            #expect(system.hear { isRingtoneAlone($0.map { $0 - 0.25 }) } != nil)
            other.end()
        }

        @Test func aProgramThatLinksItselfToTheLoudspeakerStaysSilent() throws {
            let system = try WholeSystem()
            let hostile = try system.witness()
            #expect(hostile.tell("category \(playback)"))
            #expect(hostile.tell("play 0.25"))
            #expect(system.hear { $0.allSatisfy { $0 == 0.25 } } != nil)
            #expect(hostile.tell("bypass sneak 0.9"))
            try system.audioctl("call", "ring")
            #expect(system.hear(until: isRingtoneAlone) != nil)
            let before = system.recorder.frames
            for name in ["sneak", "sordino.witness"] {
                let node = try #require(system.hand.node(name))
                let from = try #require(system.hand.wait { $0.ports(of: node, isInput: false).first })
                let to = try #require(system.hand.ports(of: system.speaker, isInput: true).first)
                let link = try #require(system.hand.link(from, to))
                let ends = GraphLinkEnds(output: from.id, input: to.id)
                #expect(system.hand.wait { $0.links.values.contains { $0.ends == ends } ? nil : true } == true)
                system.recorder.pass(4_800)
                system.hand.unlink(link)
            }
            #expect(isRingtoneAlone(Array(system.recorder.samples[0][before...])))
        }

        @Test func theVolumeIsOneFromBothSides() throws {
            let system = try WholeSystem()
            let program = try system.witness()
            #expect(program.tell("category \(playback)"))
            #expect(program.tell("active on"))
            try system.audioctl("volume", "0.5")
            // A slider's place is the cube root of the factor.
            #expect(
                system.hand.wait { graph in
                    graph.nodes[system.speaker]?.volumes.first.flatMap { abs($0 - 0.125) < 0.001 ? $0 : nil }
                } != nil)
            #expect(program.says("volume 0.5"))
            system.hand.connection.locked {
                system.hand.connection.setVolumes(node: system.speaker, [0.512, 0.512], isMuted: false)
            }
            #expect(program.says("volume 0.8"))
        }
    }
}
