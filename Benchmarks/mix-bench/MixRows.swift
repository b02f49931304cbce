import CMixPeers
import SordinoSignal

/// Mixes `voices` stereo voices of the pool at their own rate, each with a gain for either side.
func mixRows(_ pool: VoicePool, voices: Int, block: Int) {
    let size = "\(voices) voices, block \(block)"
    let calls = max(2, 40_000_000 / (voices * block * 4))
    var positions = (0..<voices).map { pool.offset(of: $0) }
    let left = UnsafeMutablePointer<Float>.allocate(capacity: block)
    let right = UnsafeMutablePointer<Float>.allocate(capacity: block)
    let both = UnsafeMutablePointer<Float>.allocate(capacity: 2 * block)
    defer {
        left.deallocate()
        right.deallocate()
        both.deallocate()
    }
    let perFrame = Double(voices * block)

    /// The place a voice reads its next block from; loops are cut at the end, as all rows do alike.
    func next(_ voice: Int) -> Int {
        var position = positions[voice]
        if position + block > pool.frameCount { position = 0 }
        positions[voice] = position + block
        return position
    }

    let leftList = UnsafeMutablePointer<MixSource>.allocate(capacity: voices)
    let rightList = UnsafeMutablePointer<MixSource>.allocate(capacity: voices)
    let stereoList = UnsafeMutablePointer<MixStereoSource>.allocate(capacity: voices)
    let int16List = UnsafeMutablePointer<MixInt16StereoSource>.allocate(capacity: voices)
    defer {
        leftList.deallocate()
        rightList.deallocate()
        stereoList.deallocate()
        int16List.deallocate()
    }

    let planar = nanoseconds(calls: calls) {
        for voice in 0..<voices {
            let loop = voice % VoicePool.loopCount
            let position = next(voice)
            leftList[voice] = MixSource(samples: pool.left[loop] + position, gain: 0.3)
            rightList[voice] = MixSource(samples: pool.right[loop] + position, gain: 0.2)
        }
        Mixing.clear(left, frameCount: block)
        Mixing.clear(right, frameCount: block)
        Mixing.add(leftList, sourceCount: voices, to: left, frameCount: block)
        Mixing.add(rightList, sourceCount: voices, to: right, frameCount: block)
    }
    let interleaved = nanoseconds(calls: calls) {
        for voice in 0..<voices {
            stereoList[voice] = MixStereoSource(
                frames: pool.interleaved[voice % VoicePool.loopCount] + 2 * next(voice), left_gain: 0.3,
                right_gain: 0.2)
        }
        Mixing.clear(left, frameCount: block)
        Mixing.clear(right, frameCount: block)
        Mixing.add(stereoList, sourceCount: voices, toLeft: left, right: right, frameCount: block)
    }
    let int16 = nanoseconds(calls: calls) {
        for voice in 0..<voices {
            int16List[voice] = MixInt16StereoSource(
                frames: pool.int16[voice % VoicePool.loopCount] + 2 * next(voice), left_gain: 0.3, right_gain: 0.2)
        }
        Mixing.clear(left, frameCount: block)
        Mixing.clear(right, frameCount: block)
        Mixing.add(int16List, sourceCount: voices, toLeft: left, right: right, frameCount: block)
    }
    let bare = nanoseconds(calls: calls) {
        for frame in 0..<(2 * block) { both[frame] = 0 }
        for voice in 0..<voices {
            mixpeers_bare_loop(both, pool.interleaved[voice % VoicePool.loopCount] + 2 * next(voice), 0.3, 0.2, block)
        }
    }
    let openAL = openALNanoseconds(pool, voices: voices, block: block, isFloat: true, rate: 48_000, resampler: nil)
    let openALInt16 = openALNanoseconds(
        pool, voices: voices, block: block, isFloat: false, rate: 48_000, resampler: nil)

    let budget = voices == 256 && block == 512 ? 0.17 : 0.22
    Table.row(
        "mix f32 planar, \(size)", ours: planar / perFrame, peer: "OpenAL Soft f32", openAL.map { $0 / perFrame },
        budget: budget)
    Table.row("mix f32 planar, \(size)", ours: planar / perFrame, peer: "bare loop", bare / perFrame)
    Table.row(
        "mix f32 interleaved, \(size)", ours: interleaved / perFrame, peer: "OpenAL Soft f32",
        openAL.map { $0 / perFrame }, budget: budget)
    Table.row(
        "mix int16 interleaved, \(size)", ours: int16 / perFrame, peer: "OpenAL Soft int16",
        openALInt16.map { $0 / perFrame }, budget: budget)
}

/// The cost of one block of OpenAL Soft with the same voices; nil when it cannot be had.
func openALNanoseconds(
    _ pool: VoicePool, voices: Int, block: Int, isFloat: Bool, rate: Int, resampler: String?
) -> Double? {
    let buffers: [UnsafeRawPointer] =
        isFloat ? pool.interleaved.map { UnsafeRawPointer($0) } : pool.int16.map { UnsafeRawPointer($0) }
    let offsets = (0..<voices).map { Int32(pool.offset(of: $0)) }
    guard
        let device = mixpeers_openal_make(
            Int32(voices), buffers, Int32(buffers.count), isFloat ? 1 : 0, Int32(pool.frameCount), Int32(rate), offsets,
            0.3, resampler)
    else { return nil }
    defer { mixpeers_openal_free(device) }
    let out = UnsafeMutablePointer<Float>.allocate(capacity: 2 * block)
    defer { out.deallocate() }
    let time = nanoseconds(calls: max(2, 4_000_000 / (voices * block))) {
        mixpeers_openal_render(device, out, Int32(block))
    }
    guard Mixing.peak(out, frameCount: 2 * block) > 0 else { return nil }
    return time
}
