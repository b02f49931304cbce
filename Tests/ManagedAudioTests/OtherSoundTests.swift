import Foundation
import Patience
import PrivatePipeWire
import SordinoPipeWire
import SordinoRealtime
import Testing

private let playback = "AVAudioSessionCategoryPlayback"

extension ManagedAudioTests {
    /// Programs that no one here wrote and that say what their sound is for, beside programs with a session.
    @Suite(.serialized, .enabled(if: OutsidePlayer.isInstalled, "skipped: pw-cat is not installed"))
    struct OtherSoundTests {
        @Test func anAlarmOfAnyProgramInterruptsMusicUntilItEnds() throws {
            let system = try WholeSystem(quantum: 2_048)
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play code"))
            #expect(system.hear(until: Code.isWhole)?.allSatisfy(Code.isWhole) == true)
            let clock = try #require(try OutsidePlayer(system.hand, on: system.speaker, role: "Alarm"))
            #expect(music.says("interrupted"))
            // The clock is heard, the music is not, and the service adds no alarm of its own.
            #expect(system.hear { $0.allSatisfy { $0 == 0.25 } } != nil)
            clock.end()
            #expect(music.says("ended true"))
            #expect(music.says("again"))
            #expect(system.hear(until: Code.isWhole)?.allSatisfy(Code.isWhole) == true)
        }

        @Test func aScreenReaderLowersMusicWhereThePersonWantsThat() throws {
            let system = try WholeSystem(quantum: 2_048, options: ["--reader-ducks"])
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play 0.5"))
            #expect(system.hear { $0.allSatisfy { $0 == 0.5 } } != nil)
            let reader = try #require(
                try OutsidePlayer(system.hand, on: system.speaker, role: "Accessibility", level: 0.125))
            let ducked: Float = 0.5 * 0.199_526_23 + 0.125
            #expect(system.hear { $0.allSatisfy { abs($0 - ducked) < 1e-6 } } != nil)
            reader.end()
            #expect(system.hear { $0.allSatisfy { $0 == 0.5 } } != nil)
            #expect(!music.said.contains("interrupted"))
        }

        @Test func aScreenReaderLeavesMusicAsItIsOtherwise() throws {
            let system = try WholeSystem(quantum: 2_048)
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play 0.5"))
            #expect(system.hear { $0.allSatisfy { $0 == 0.5 } } != nil)
            let reader = try #require(
                try OutsidePlayer(system.hand, on: system.speaker, role: "Accessibility", level: 0.125))
            #expect(system.hear { $0.allSatisfy { $0 == 0.625 } } != nil)
            reader.end()
            #expect(!music.said.contains("interrupted"))
        }
    }

    @Suite(.serialized) struct StubbornLinkTests {
        /// A session manager that links a program's other node as often as the link goes.
        @Test func aNodeThatIsLinkedPastTheStageAgainAndAgainIsRemoved() throws {
            let system = try WholeSystem()
            let program = try system.witness()
            #expect(program.tell("category \(playback)"))
            #expect(program.tell("play 0.25"))
            #expect(system.hear { $0.allSatisfy { $0 == 0.25 } } != nil)
            #expect(program.tell("bypass sneak 0.9"))
            let node = try #require(system.hand.node("sneak"))
            let from = try #require(system.hand.wait { $0.ports(of: node, isInput: false).first })
            let to = try #require(system.hand.ports(of: system.speaker, isInput: true).first)
            var link: OpaquePointer?
            let isRemoved = Patience.until {
                if let link { system.hand.unlink(link) }
                link = system.hand.link(from, to)
                return system.hand.mirror.nodes[node] == nil
            }
            #expect(isRemoved)
            // Its session's own stream continues.
            #expect(system.hear { $0.allSatisfy { $0 == 0.25 } } != nil)
        }
    }
}
