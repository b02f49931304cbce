// Mixing and resampled voices beside OpenAL Soft and a bare loop; `resampler-bench` has whole streams.
// Run with `make bench ONLY=mix-bench`.
// All on one processor, processor time of the thread, the best of fifteen passes after a warm-up.

import CMixPeers
import Foundation

let pinned = mixpeers_pin(0)
print(
    "Mixing into 48 kHz stereo. OpenAL Soft \(String(cString: mixpeers_openal_version())); loopback device, no sends.")
if pinned != 0 { print("(not pinned to one processor: error \(pinned))") }
print("mix: the mixing room alone, a list of sources for each block. graph: players, connections and a mixer.")
print("ns/vf: nanoseconds of processor time for each voice and frame; smaller is better.")
print("")

let pool = VoicePool()

// `mix-bench chart FILE.svg` draws how cost grows with voices and nodes; `mix-bench graph` leaves the kernels out.
let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "chart", let path = arguments.dropFirst().first {
    try scalingChart(pool).write(toFile: path, atomically: true, encoding: .utf8)
    exit(0)
}

// Before anything else has left free memory behind.
let memory = bytesPerVoice(pool, voices: 4000)
Table.printHead()
if arguments.first != "graph" {
    for (voices, block) in [(256, 512), (256, 128), (1024, 512), (4096, 512)] {
        mixRows(pool, voices: voices, block: block)
    }
    for block in [512, 128] { resampledRows(pool, voices: 256, block: block) }
    print("")
}
for (voices, block) in [(256, 512), (256, 128), (4096, 512)] { graphRows(pool, voices: voices, block: block) }
graphRows(pool, voices: 256, block: 512, rate: 44_100)
print("")
Table.figure(
    "1,000 players compiled to a plan", compileMilliseconds(pool, nodes: 1000), "ms", places: 2, budget: 2)
for rate in [48_000.0, 44_100] {
    Table.figure(
        "a stopped voice at \(Int(rate)) Hz, block 512", idleNanoseconds(pool, voices: 256, block: 512, rate: rate),
        "ns a block", places: 1)
}
let swap = swapRow(pool, voices: 1000, block: 512, blocks: 1000)
Table.figure("1,000 players, a new plan before each of 1,000 blocks: longest", swap.longest, "us", places: 0)
Table.figure("  blocks that took longer than they last (10,667 us)", Double(swap.late), "", places: 0, budget: 0)
Table.figure("a voice beyond its audio, heap", memory.heap, "bytes", places: 0, budget: 2048)
Table.figure("  all that becomes resident", memory.resident, "bytes", places: 0)
Table.finish()
