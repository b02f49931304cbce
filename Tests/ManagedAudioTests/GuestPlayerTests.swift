import Foundation
import PrivatePipeWire
import RunningProgram
import Testing

extension ManagedAudioTests {
    /// Players that know nothing of sessions, under the policy: `audiosessiond --manage all`.
    @Suite(
        .serialized,
        .enabled(if: PrivatePipeWire.path(of: "wireplumber") != nil, "skipped: WirePlumber is not installed"))
    struct GuestPlayerTests {
        private static func isLevel(_ level: Float) -> ([Float]) -> Bool {
            { $0.allSatisfy { abs($0 - level) < 1e-4 } }
        }

        private func witness() throws {
            let path = try #require(PrivatePipeWire.path(of: "pw-play"))
            let system = try WholeSystem(
                quantum: 2_048, withDaemon: false, withSessionManager: true, options: ["--manage", "all"])
            // The session manager is there first, and has chosen the loudspeaker.
            let isChosen = system.hand.wait { graph in
                graph.metadata["default"]?[0]?["default.audio.sink"].map { $0.contains(WholeSystem.speakerUID) }
            }
            #expect(isChosen == true)
            try system.startDaemon()
            let file = system.server.folder.appendingPathComponent("outside.wav")
            try WaveFile.write([Float](repeating: 0.25, count: 48_000 * 60), to: file)
            let player = try RunningProgram(path, [file.path], environment: system.environment)
            #expect(system.hear(until: Self.isLevel(0.25)) != nil, "\(player.said)")
            try system.audioctl("call", "ring")
            #expect(system.hear(until: isRingtoneAlone) != nil)
            try system.audioctl("call", "decline")
            #expect(system.hear(until: Self.isLevel(0.25)) != nil)
            // Without the service the session manager leads it to the loudspeaker.
            system.daemon?.kill()
            #expect(system.hear(until: Self.isLevel(0.25)) != nil)
            player.kill()
        }

        @Test(.enabled(if: PrivatePipeWire.path(of: "pw-play") != nil, "skipped: pw-play is not installed"))
        func aCallSilencesAPlayerAndTheServicesDeathDoesNot() throws { try witness() }
    }
}
