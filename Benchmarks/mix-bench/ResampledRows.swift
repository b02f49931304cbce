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
            theirs.map { $0 / perFrame }, budget: budget)
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

/// High-quality conversion of a stereo stream, beside soxr HQ.
func rateRows() {
    print("Stereo rate conversion, high quality, blocks of 512 input frames; x real time, larger is better.")
    print(Table.line("row", "ours", "peer", "peer's", "ratio", "budget"))
    for (from, to) in [(44_100.0, 48_000.0), (48_000, 44_100)] {
        let ours = 512 / from * 1e9 / highQualityNanoseconds(from, to)
        let theirs = soxrNanoseconds(from, to).map { 512 / from * 1e9 / $0 }
        print(
            Table.line(
                "\(Int(from)) -> \(Int(to))", Table.decimal(ours, 0), "soxr HQ",
                theirs.map { Table.decimal($0, 0) } ?? "-",
                theirs.map { Table.decimal(ours / $0, 1) + " x" } ?? "-",
                ">= 2750" + (ours >= 2750 ? "" : "  MISSED")))
    }
}

private func highQualityNanoseconds(_ from: Double, _ to: Double) -> Double {
    let resampler = Resampler(channelCount: 2, inputRate: from, outputRate: to, quality: .high)
    let input = planes(frameCount: 512)
    let output = planes(frameCount: 700)
    return nanoseconds(calls: 2000) {
        _ = resampler.renderer.process(input, inputFrames: 512, into: output, outputFrames: 700)
    }
}

private func soxrNanoseconds(_ from: Double, _ to: Double) -> Double? {
    guard let soxr = mixpeers_soxr_make(from, to) else { return nil }
    defer { mixpeers_soxr_free(soxr) }
    let input = planes(frameCount: 1024)[0]
    let output = planes(frameCount: 8192)[0]
    return nanoseconds(calls: 2000) { _ = mixpeers_soxr_process(soxr, input, 512, output, 4096) }
}

/// Two planes that live as long as the program.
private func planes(frameCount: Int) -> UnsafeMutablePointer<UnsafeMutablePointer<Float>> {
    let planes = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
    for channel in 0..<2 {
        planes[channel] = .allocate(capacity: frameCount)
        for frame in 0..<frameCount { planes[channel][frame] = Float(frame % 37) / 50 - 0.3 }
    }
    return planes
}
