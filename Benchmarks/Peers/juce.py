# What effects-bench measures, with JUCE's effects as PyPI's pedalboard brings them: 48 kHz stereo noise, blocks of 512.
# Run by Scripts/bench where pedalboard can be had. The best of eleven passes; the gain shows what a call costs.
import time

import numpy
import pedalboard as p

rate, seconds = 48_000, 20
noise = numpy.random.RandomState(1).rand(2, rate * seconds).astype(numpy.float32) - 0.5


def measure(name, effect):
    best = float("inf")
    for turn in range(12):
        start = time.thread_time()
        effect.process(noise, rate, buffer_size=512, reset=False)
        spent = time.thread_time() - start
        if turn > 0:
            best = min(best, spent)
    print(f"{name:34} {seconds / best:8.0f}")


print(f"JUCE by pedalboard {p.__version__}; x real time")
measure("gain", p.Gain(0))
measure("ten peak filters", p.Pedalboard([p.PeakFilter(31.25 * 2**band, gain_db=4, q=1.4) for band in range(10)]))
measure("compressor", p.Compressor(threshold_db=-20, ratio=4, attack_ms=1, release_ms=50))
measure("limiter", p.Limiter(threshold_db=-10, release_ms=50))
measure("delay", p.Delay(delay_seconds=0.3, feedback=0.5, mix=0.5))
measure("reverb (Freeverb)", p.Reverb())
measure("distortion (tanh)", p.Distortion(drive_db=12))
