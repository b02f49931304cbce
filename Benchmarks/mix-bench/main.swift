// Mixing and resampled voices beside OpenAL Soft and a bare loop; `resampler-bench` has whole streams.
// Run with `make bench ONLY=mix-bench`.
// All on one processor, processor time of the thread, median of nine passes after a warm-up.

import CMixPeers

let pinned = mixpeers_pin(0)
print(
    "Mixing into 48 kHz stereo. OpenAL Soft \(String(cString: mixpeers_openal_version())); loopback device, no sends.")
if pinned != 0 { print("(not pinned to one processor: error \(pinned))") }
print("mix: the mixing room alone, a list of sources for each block. graph: players, connections and a mixer.")
print("ns/vf: nanoseconds of processor time for each voice and frame; smaller is better.")
print("")

let pool = VoicePool()
Table.printHead()
for (voices, block) in [(256, 512), (256, 128), (1024, 512), (4096, 512)] {
    mixRows(pool, voices: voices, block: block)
}
for (voices, block) in [(256, 512), (256, 128)] { resampledRows(pool, voices: voices, block: block) }
print("")
for (voices, block) in [(256, 512), (256, 128), (4096, 512)] { graphRows(pool, voices: voices, block: block) }
graphRows(pool, voices: 256, block: 512, rate: 44_100)
print("a graph of 1000 players compiled: \(Table.decimal(compileMilliseconds(pool, nodes: 1000), 2)) ms (budget 2)")
Table.finish()
