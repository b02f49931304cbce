// Effects beside those of others. Run with `make bench ONLY=effects-bench`.
// Stereo noise at 48 kHz, blocks of 512, one processor, processor time of the thread; figures in times real time.

import CEffectsPeers

if effectspeers_pin(0) != 0 { print("(not pinned to one processor)") }
effectspeers_flush_denormals()
print("Effects at 48 kHz stereo in blocks of 512; x real time, larger is better.")
print(
    "Ours runs in a graph: input, unit, output. LADSPA plugins run alone. Commands: their processor time less that of")
print("the same command without the effect, good to 10-20 %.")
print("")
Row.printHead()
for row in [
    equaliserRow, dynamicsRow, limiterRow, limiterAtWorkRow, multibandRow, delayRow, reverbRow, distortionRow,
    brokenRow, shortEchoRow, varispeedRow,
] { row.run() }
Row.finish()
