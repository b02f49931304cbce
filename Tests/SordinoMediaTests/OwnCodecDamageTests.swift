import ByteMutation
import DamagedPackets
import SordinoMedia
import Testing

/// Damaged packets of every codec of Sordino's own, the same ones at every run.
///
/// The long versions are `fuzz-packets` and `fuzz-decoders`.
@Suite(.enabled(if: !SeedPackets.all().isEmpty, "Fuzz/Seeds is not beside these sources"))
struct OwnCodecDamageTests {
    /// Seeds whose packets Sordino decodes first.
    static let streams = SeedPackets.all().filter {
        Codecs.named($0.format.codec)?.decoderImplementations.first == .sordino
    }

    @Test func everyCodecWithADecoderOfOurOwnHasASeed() {
        let codecs = Codecs.own.filter {
            if case .samples = $0.decoding { return false }
            return $0.decoderImplementations.first == .sordino
        }
        // No encoder makes layer I, whose frames the decoder shares with layer II.
        #expect(Set(Self.streams.map(\.format.codec)) == Set(codecs.map(\.id)).subtracting([".mp1"]))
    }

    @Test(arguments: streams) func damagedPacketsAreDecodedOrConcealedAndTheNextGoodOnePlays(stream: SeedPackets) {
        var fuzz = PacketFuzz(seed: 33)
        for _ in 0..<40 { fuzz.decode(stream) }
        #expect(fuzz.finding == nil)
        #expect(fuzz.counts.decoded > 20 && fuzz.counts.recovered > 20, "\(fuzz.counts)")
    }

    @Test(.enabled(if: OutsideTool.hasLibrary, "libavcodec is not there"), arguments: streams)
    func undamagedPacketsGiveTheSamplesOfTheLibrary(stream: SeedPackets) throws {
        guard let comparison = DecoderComparison(stream) else {
            // The library has no decoder of these.
            #expect(["ilbc", "ima4", "aacf"].contains(SeedPackets.word(for: stream.format.codec)), "\(stream)")
            return
        }
        let steps = try #require(comparison.difference(), "\(stream)")
        #expect(steps < DecoderComparison.tolerance, "\(stream): \(steps) steps")
    }
}
