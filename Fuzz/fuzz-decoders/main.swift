// Gives damaged packets to Sordino's decoders and to libavcodec's: where both decode a packet, the samples agree within one
// step of 16 bits, or the codec is one of those for which Documentation/codecs.md explains the difference.
//
//   fuzz-decoders [--seconds N] [--seed N] [--only CODEC]
//
// The packets are those of Fuzz/Seeds; --only takes one codec by its four characters.

import ByteMutation
import DamagedPackets
import Glibc
import SordinoMedia

let options = FuzzOptions(choosesByName: true)
var comparisons = SeedPackets.all(of: options.only).compactMap { DecoderComparison($0) }
guard !comparisons.isEmpty else {
    print("fuzz-decoders: no codec that both have, or no libavcodec")
    exit(options.only.isEmpty ? 0 : 2)
}
print("fuzz-decoders: seed \(options.seed), \(comparisons.count) streams, \(options.seconds) s")
for comparison in comparisons {
    let steps = comparison.difference()
    print("undamaged \(comparison.stream): \(steps.map { "\($0) steps" } ?? "refused")")
}
var mutation = ByteMutation(seed: options.seed)
let started = time(nil)
while time(nil) - started < options.seconds {
    for index in comparisons.indices { comparisons[index].compareOnce(&mutation) }
}
for comparison in comparisons {
    let counts = comparison.counts
    print(
        "\(comparison.stream): \(counts.alike) alike (worst \(comparison.worst)), \(counts.different) different; refused: "
            + "\(counts.refusedByBoth) by both, \(counts.refusedBySordino) by Sordino, \(counts.refusedByLibrary) by "
            + "libavcodec; behind it \(counts.agreesAgain) agree, \(counts.differsStill) differ")
    for example in comparison.examples {
        let hex = example.packet.prefix(24).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        print("  packet \(example.number), \(example.packet.count) bytes, \(example.steps) steps: \(hex)")
    }
}
