import PrivatePipeWire
import RunningProgram
import SordinoPipeWire
import Testing

extension ManagedAudioTests {
    /// A program that takes the sound of others by process taps, with and without the owner's permission.
    @Suite(
        .serialized, .enabled(if: RunningProgram.isBuilt("hardware-witness"), "skipped: hardware-witness is not built"))
    struct TapTests {
        private let system: WholeSystem

        init() throws {
            system = try WholeSystem()
            system.recorder.inspection.allowsArtefacts(because: "constant levels begin and end with steps")
        }

        private func program() throws -> RunningProgram {
            let program = try RunningProgram("hardware-witness", environment: system.environment)
            #expect(program.says("ready"))
            return program
        }

        private func player(_ level: Float) throws -> RunningProgram {
            let program = try program()
            #expect(program.tell("play \(WholeSystem.speakerUID) \(level)"), "\(program.said)")
            return program
        }

        /// Lets time pass until every sample of a block that the program receives has this level.
        private func receives(_ program: RunningProgram, _ level: Float) -> Bool {
            system.recorder.wait {
                system.recorder.pass(1_024)
                let count = program.said.count
                return program.tell("range") && program.said.dropFirst(count).contains("range \(level) \(level)")
            }
        }

        /// Lets time pass until the loudspeaker plays this level.
        private func speakerPlays(_ level: Float) -> Bool {
            system.recorder.wait {
                system.recorder.pass(1_024)
                return system.recorder.samples.compactMap(\.last) == [level, level]
            }
        }

        private func status() throws -> String { try system.audioctl("status").joined(separator: "\n") }

        private func permission(_ word: String) throws {
            try system.audioctl("permissions", word, "system-audio:hardware-witness")
        }

        @Test func aTapOfOneOfTwoPlayersHasThatOneAlone() throws {
            let (quiet, loud) = (try player(0.25), try player(0.5))
            #expect(speakerPlays(0.75))
            let meeting = try program()
            #expect(meeting.tell("processes"))
            for player in [quiet, loud] {
                #expect(meeting.said.contains("process \(player.id) plays"), "\(meeting.said)")
            }
            #expect(meeting.said.contains("process \(meeting.id) rests"), "\(meeting.said)")
            #expect(meeting.tell("tap meeting unmuted include \(quiet.id)"), "\(meeting.said)")
            #expect(meeting.tell("record meeting"), "\(meeting.said)")
            // No one can be asked, so it takes nothing, and nothing is shown.
            #expect(receives(meeting, 0), "\(meeting.said)")
            #expect(try !status().contains("sound taken by"))
            #expect(try status().contains("takes the sound of no other program"))
            try permission("allow")
            #expect(receives(meeting, 0.25), "\(meeting.said)")
            #expect(try status().contains("sound taken by hardware-witness"))
            #expect(speakerPlays(0.75))
            // Taken back while it runs.
            try permission("deny")
            #expect(receives(meeting, 0), "\(meeting.said)")
            #expect(try !status().contains("sound taken by"))
            try permission("allow")
            #expect(receives(meeting, 0.25), "\(meeting.said)")
            // A program that dies is silent in it.
            quiet.kill()
            #expect(receives(meeting, 0), "\(meeting.said)")
            #expect(speakerPlays(0.5))
            #expect(meeting.tell("stop meeting") && meeting.tell("untap meeting") && meeting.tell("separate meeting"))
            #expect(try !status().contains("takes the sound"))
        }

        @Test func aGlobalTapLeavesOutOneAndMutesTheRest() throws {
            let (quiet, loud) = (try player(0.25), try player(0.5))
            #expect(speakerPlays(0.75))
            let meeting = try program()
            #expect(meeting.tell("processes"))
            #expect(meeting.tell("tap all mutedWhenTapped exclude \(quiet.id)"), "\(meeting.said)")
            #expect(meeting.tell("record all"), "\(meeting.said)")
            #expect(receives(meeting, 0))
            #expect(speakerPlays(0.75))
            try permission("allow")
            #expect(receives(meeting, 0.5), "\(meeting.said)")
            #expect(speakerPlays(0.25))
            let why = try system.audioctl("why", "hardware-witness").joined(separator: "\n")
            #expect(why.contains("takes its sound, and it is not heard meanwhile"), "\(why)")
            #expect(meeting.tell("stop all"))
            #expect(speakerPlays(0.75))
            // The end of the one that takes it gives the sound back.
            #expect(meeting.tell("record all"), "\(meeting.said)")
            #expect(speakerPlays(0.25))
            meeting.kill()
            #expect(speakerPlays(0.75))
            withExtendedLifetime(loud) {}
        }

        /// The answer is kept in a file, and counts for a service and a program that start later.
        @Test func theAnswerIsRemembered() throws {
            let quiet = try player(0.25)
            let meeting = try program()
            #expect(meeting.tell("processes"))
            try permission("allow")
            let listed = try system.audioctl("permissions").filter { $0.contains(" system-audio:") }
            #expect(listed.count == 1 && listed.first?.hasPrefix("allow") == true, "\(listed)")
            let later = try program()
            #expect(later.tell("processes"))
            #expect(later.tell("tap one unmuted include \(quiet.id)") && later.tell("record one"), "\(later.said)")
            #expect(receives(later, 0.25), "\(later.said)")
            try permission("reset")
            #expect(receives(later, 0), "\(later.said)")
            #expect(try system.audioctl("permissions").allSatisfy { !$0.hasPrefix("allow") })
        }
    }
}
