import SordinoPolicy
import Testing

@testable import SordinoEngine

/// How long the players' service rests: until blocks have been rendered, since between two of them nothing changes.
@Suite struct PlayerRestTests {
    private let timing = HardwareTiming(sampleRate: 48_000, blockFrames: 1_024)

    /// With any time between two blocks, the time named is over when the blocks of that rest have begun.
    @Test(arguments: [256, 512, 1_024, 2_048, 4_096])
    func aRestLastsForAllBlocksThatItWaitsForAndLessThanOneMore(blockFrames: Int) {
        let timing = HardwareTiming(sampleRate: 48_000, blockFrames: blockFrames)
        let block = 1_000 * Double(blockFrames) / 48_000
        for frames in stride(from: 1, through: 4_096, by: 61) {
            let rest = Double(PlayerGraph.rest(forSeconds: Double(frames) / 48_000, timing))
            let blocks = Double((frames + blockFrames - 1) / blockFrames)
            #expect(rest >= min(blocks * block, 100))
            #expect(rest <= max(10, (blocks + 0.25) * block + 1))
        }
    }

    @Test func halfARingIsFourUsualBlocksAndALittle() {
        #expect(PlayerGraph.rest(forSeconds: 4_096 / 48_000, timing) == 91)
        // A sum of seconds may lie a hair above.
        #expect(PlayerGraph.rest(forSeconds: 12_288 / 48_000 - 8_192 / 48_000, timing) == 91)
    }

    /// One voice alone has read more ahead, and its next need is known.
    @Test func oneVoiceRestsUntilHalfOfItIsGone() {
        let frames = FileStream.lentAheadFrames / 2
        #expect(PlayerGraph.rest(forSeconds: Double(frames) / 48_000, timing, isAlone: true) == 347)
        #expect(PlayerGraph.rest(forSeconds: 5, timing, isAlone: true) == 1_000)
        #expect(PlayerGraph.rest(forSeconds: nil, timing, isAlone: true) == 100)
    }

    @Test func nobodyRestsForeverOrNotAtAll() {
        #expect(PlayerGraph.rest(forSeconds: nil, timing) == 100)
        #expect(PlayerGraph.rest(forSeconds: 5, timing) == 100)
        #expect(PlayerGraph.rest(forSeconds: 0, HardwareTiming(sampleRate: 48_000, blockFrames: 64)) == 10)
    }
}
