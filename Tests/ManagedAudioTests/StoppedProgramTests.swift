import Foundation
import Glibc
import PrivatePipeWire
import RunningProgram
import Testing

extension ManagedAudioTests {
    /// A program that is stopped by a signal while it plays is missed by the others for a moment, and heard again when it continues.
    @Suite(
        .serialized, .enabled(if: PrivatePipeWire.path(of: "pw-play") != nil, "skipped: pw-play is not installed"))
    struct StoppedProgramTests {
        /// A program that mixes with others.
        enum Kind: String, CaseIterable, Sendable {
            case session, player

            func play(_ level: Float, _ system: WholeSystem) throws -> RunningProgram {
                switch self {
                case .session:
                    let program = try system.witness()
                    // With the option to mix.
                    #expect(program.tell("category AVAudioSessionCategoryPlayback 1"))
                    #expect(program.tell("play \(level)"))
                    return program
                case .player:
                    let file = system.server.folder.appendingPathComponent("\(level).wav")
                    try WaveFile.write(level: level, seconds: 120, to: file)
                    // Without the option it would say that it plays music, and interrupt others.
                    return try RunningProgram(
                        try #require(PrivatePipeWire.path(of: "pw-play")), ["--media-role", "", file.path],
                        environment: system.environment)
                }
            }
        }

        private static func isHeard(_ level: Float, _ system: WholeSystem) -> Bool {
            system.hear(until: { $0.allSatisfy { abs($0 - level) < 1e-4 } }) != nil
        }

        private static func tryBoth(_ first: Kind, _ second: Kind, _ system: WholeSystem) throws {
            let stopped = try first.play(0.25, system)
            defer { stopped.kill() }
            #expect(isHeard(0.25, system))
            #expect(kill(stopped.id, SIGSTOP) == 0)
            // One that starts meanwhile.
            let other = try second.play(0.125, system)
            defer { other.kill() }
            #expect(isHeard(0.125, system))
            #expect(kill(stopped.id, SIGCONT) == 0)
            #expect(isHeard(0.375, system))
            // One that plays already.
            #expect(kill(other.id, SIGSTOP) == 0)
            #expect(isHeard(0.25, system))
            // The end of a stopped program changes nothing.
            other.kill()
            #expect(isHeard(0.25, system))
        }

        @Test(arguments: Kind.allCases, Kind.allCases)
        func aStoppedProgramSilencesNoOther(first: Kind, second: Kind) throws {
            let system = try WholeSystem(quantum: 2_048, hasClock: false, options: ["--manage", "all"])
            try Self.tryBoth(first, second, system)
        }

        /// With a session manager, which links programs itself, managed and not.
        @Test(
            .enabled(if: PrivatePipeWire.path(of: "wireplumber") != nil, "skipped: WirePlumber is not installed"),
            arguments: ["all", "off"])
        func aStoppedPlayerUnderASessionManagerSilencesNoOther(managed: String) throws {
            let system = try WholeSystem(
                quantum: 2_048, withDaemon: false, withSessionManager: true, hasClock: false,
                options: ["--manage", managed])
            try system.waitForDefault()
            try system.startDaemon()
            try Self.tryBoth(.player, .session, system)
        }
    }
}
