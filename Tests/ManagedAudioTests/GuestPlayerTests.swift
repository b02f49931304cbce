import PrivatePipeWire
import RunningProgram
import Testing

extension ManagedAudioTests {
    /// Media players that show MPRIS, under the policy: `audiosessiond --manage all`.
    @Suite(.serialized) struct GuestPlayerTests {
        /// mpv's samples tell its place in the file: what it plays after the call is what it would have played then, not later.
        @Test(
            .enabled(if: GuestProgram.script != nil, "skipped: mpv-mpris is not installed"),
            .enabled(if: Soak.isLong, "only in a soak"),
            arguments: [GuestProgram.mpvScript, .mpv])
        func aPlayerWithRemoteControlIsPausedAndResumed(program: GuestProgram) throws {
            if let obstacle = program.obstacle { return print("skipped: \(obstacle)") }
            guard PrivatePipeWire.path(of: "wireplumber") != nil else {
                return print("skipped: WirePlumber is not installed")
            }
            // The level says the second: 1/128 in the first, 2/128 in the next.
            let scene = try GuestScene(program, withSessionManager: true) { Float($0 / 48_000 + 1) / 128 }
            let system = scene.system
            func second(_ samples: [Float]) -> Int? {
                guard let first = samples.first, first > 0, samples.allSatisfy({ abs($0 - first) < 1e-5 }) else {
                    return nil
                }
                return Int((first * 128).rounded())
            }
            func heard() -> Int? { system.hear { second($0) != nil }.flatMap { second($0[0]) } }
            let before = try #require(heard())
            try system.audioctl("call", "ring")
            #expect(system.hear(until: isRingtoneAlone) != nil)
            // Six seconds of sound pass.
            _ = system.hear(6 * 48_000)
            try system.audioctl("call", "decline")
            let after = try #require(heard())
            if program == .mpvScript { #expect(after - before < 5) } else { #expect(after - before >= 6) }
        }
    }
}
