import ByteMutation
import PlayedBytes
import Testing

/// Damaged bytes from their file to the speaker: a slice of what the fuzzer does for hours.
@Suite struct PlayedBytesTests {
    /// Inputs of each kind in the short form.
    private static let inputCount = 12

    @Test(arguments: PlayedBytes.Kind.allCases, CallWalk.seeds)
    func bytesOfAnyKindArePlayedOrRefused(kind: PlayedBytes.Kind, seed: UInt64) throws {
        let played = try PlayedBytes(seed: seed)
        try played.play(kind, isWhole: true)
        for _ in 0..<CallWalk.steps(Self.inputCount) { try played.play(kind) }
        #expect(played.readCount > 0, "seed \(seed)")
    }
}
