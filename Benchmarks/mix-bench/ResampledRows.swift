import CMixPeers
import SordinoSignal

/// Mixes voices whose loops are at 44.1 kHz, each through a resampler of its own.
func resampledRows(_ pool: VoicePool, voices: Int, block: Int) {
    let rows: [(ResamplerQuality, String, String, Double)] = [
        (.linear, "linear", "Linear", 1.2), (.voice, "sinc 16 taps", "11th order Sinc", 3.1),
        (.good, "sinc 32 taps", "23rd order Sinc", 3.1),
    ]
    for (quality, name, peer, budget) in rows {
        let ours = resampledNanoseconds(pool, voices: voices, block: block, quality: quality)
        let theirs = openALNanoseconds(
            pool, voices: voices, block: block, isFloat: true, rate: 44_100, resampler: peer)
        let perFrame = Double(voices * block)
        Table.row(
            "44.1 kHz \(name), \(voices), block \(block)", ours: ours / perFrame, peer: "OpenAL \(peer)",
            theirs.map { $0 / perFrame }, budget: block == 512 ? budget : nil)
    }
}

private func resampledNanoseconds(_ pool: VoicePool, voices: Int, block: Int, quality: ResamplerQuality) -> Double {
    // Sixteen voices at a time: their planes stay in the first-level cache until they are mixed.
    let together = 16
    let resamplers = (0..<voices).map { _ in
        Resampler(channelCount: 2, inputRate: 44_100, outputRate: 48_000, quality: quality)
    }
    var positions = (0..<voices).map { pool.offset(of: $0) }
    let left = UnsafeMutablePointer<Float>.allocate(capacity: block)
    let right = UnsafeMutablePointer<Float>.allocate(capacity: block)
    let scratch = UnsafeMutablePointer<Float>.allocate(capacity: 2 * together * block)
    let input = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
    let output = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
    let leftList = UnsafeMutablePointer<MixSource>.allocate(capacity: together)
    let rightList = UnsafeMutablePointer<MixSource>.allocate(capacity: together)
    defer {
        left.deallocate()
        right.deallocate()
        scratch.deallocate()
        input.deallocate()
        output.deallocate()
        leftList.deallocate()
        rightList.deallocate()
    }
    return nanoseconds(calls: max(2, 4_000_000 / (voices * block))) {
        Mixing.clear(left, frameCount: block)
        Mixing.clear(right, frameCount: block)
        var voice = 0
        while voice < voices {
            let count = min(together, voices - voice)
            for slot in 0..<count {
                let renderer = resamplers[voice + slot].renderer
                let needed = renderer.inputFramesNeeded(forOutput: block)
                var position = positions[voice + slot]
                if position + needed > pool.frameCount { position = 0 }
                positions[voice + slot] = position + needed
                let loop = (voice + slot) % VoicePool.loopCount
                input[0] = pool.left[loop] + position
                input[1] = pool.right[loop] + position
                output[0] = scratch + 2 * slot * block
                output[1] = scratch + (2 * slot + 1) * block
                _ = renderer.process(input, inputFrames: needed, into: output, outputFrames: block)
                leftList[slot] = MixSource(samples: output[0], gain: 0.3)
                rightList[slot] = MixSource(samples: output[1], gain: 0.2)
            }
            Mixing.add(leftList, sourceCount: count, to: left, frameCount: block)
            Mixing.add(rightList, sourceCount: count, to: right, frameCount: block)
            voice += count
        }
    }
}
