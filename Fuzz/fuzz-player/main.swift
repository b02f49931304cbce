// Plays damaged bytes of every kind to the speaker of a simulated device: containers, streams, banks, presets, MIDI files; through
// players, engine, seeks and stops. No trap, bounded memory.
//
//   fuzz-player [--seconds N] [--seed N] [--only sounds|banks|presets|scores]
//
// A finding stops the program and is repeated by its seed.

import ByteMutation
import Foundation
import PlayedBytes

let options = FuzzOptions(choosesByName: true)
let kinds = PlayedBytes.Kind.allCases.filter { options.only.isEmpty || $0.rawValue == options.only }
guard !kinds.isEmpty else {
    print("fuzz-player: no such kind")
    exit(2)
}
print("fuzz-player: seed \(options.seed)")
let end = ContinuousClock.now + .seconds(options.seconds)
var slowest = Duration.zero
/// Inputs before a device is made anew, so that what it keeps does not hide what bytes cost.
let inputsPerDevice = 200
var (count, readCount, device) = (0, 0, UInt64(0))
while ContinuousClock.now < end {
    // The seed of a device is printed: its inputs are repeated without those before.
    let played = try PlayedBytes(seed: options.seed &+ device)
    device += 1
    for round in 0..<inputsPerDevice where ContinuousClock.now < end {
        let start = ContinuousClock.now
        try played.play(kinds[round % kinds.count], isWhole: round < kinds.count)
        slowest = max(slowest, ContinuousClock.now - start)
    }
    count += played.count
    readCount += played.readCount
    if device % 10 == 0 { print("  \(count) inputs, seed \(options.seed &+ device - 1)") }
}
var usage = rusage()
getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
print(
    "fuzz-player: \(count) inputs, \(readCount) of them read and played; the slowest took \(slowest); peak memory \(usage.ru_maxrss / 1024) MiB"
)
precondition(usage.ru_maxrss < 1024 * 1024, "more than 1 GiB of memory")
