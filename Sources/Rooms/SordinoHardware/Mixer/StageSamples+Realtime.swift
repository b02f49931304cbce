/// Peak and mean power of some samples.
struct SampleLevel {
    var peak: Float
    var power: Float
    /// False when a sample is not finite or beyond 120 dB over full scale; the level is 0 then.
    var isSound: Bool
}

/// Measures samples.
@_noAllocation @_noLocks
func levelOf(_ samples: UnsafeMutablePointer<Float>, frameCount: Int) -> SampleLevel {
    guard frameCount > 0 else { return SampleLevel(peak: 0, power: 0, isSound: true) }
    var peaks = SIMD8<Float>(repeating: 0)
    var sums = SIMD8<Float>(repeating: 0)
    // Stays 0 for all numbers; infinity and NaN times 0 are NaN and poison it.
    var poison = SIMD8<Float>(repeating: 0)
    let whole = frameCount & ~7
    var frame = 0
    while frame < whole {
        let eight = UnsafeRawPointer(samples + frame).loadUnaligned(as: SIMD8<Float>.self)
        let magnitude = eight.replacing(with: 0 - eight, where: eight .< 0)
        peaks.replace(with: magnitude, where: magnitude .> peaks)
        sums += eight * eight
        poison += eight * 0
        frame += 8
    }
    var peak: Float = 0
    var sum: Float = 0
    var poisoned: Float = 0
    for lane in 0..<8 {
        peak = max(peak, peaks[lane])
        sum += sums[lane]
        poisoned += poison[lane]
    }
    while frame < frameCount {
        peak = max(peak, abs(samples[frame]))
        sum += samples[frame] * samples[frame]
        poisoned += samples[frame] * 0
        frame += 1
    }
    // 2^20: 120 dB over full scale, a fault rather than a sound.
    guard poisoned == 0, peak <= 1_048_576 else { return SampleLevel(peak: 0, power: 0, isSound: false) }
    return SampleLevel(peak: peak, power: sum / Float(frameCount), isSound: true)
}

/// Writes zeros.
@_noAllocation @_noLocks
func silence(_ samples: UnsafeMutablePointer<Float>, frameCount: Int) {
    for frame in 0..<frameCount { samples[frame] = 0 }
}

/// Copies samples that do not overlap.
@_noAllocation @_noLocks
func copy(_ source: UnsafeMutablePointer<Float>, to target: UnsafeMutablePointer<Float>, frameCount: Int) {
    guard frameCount > 0 else { return }
    UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: frameCount &* MemoryLayout<Float>.stride)
}

/// Puts or adds `source` times `factor` into `target`; a factor of 1 keeps every bit.
@_noAllocation @_noLocks
func mix(
    _ source: UnsafeMutablePointer<Float>, times factor: Float, into target: UnsafeMutablePointer<Float>,
    adding: Bool, frameCount: Int
) {
    switch (adding, factor == 1) {
    case (false, true): copy(source, to: target, frameCount: frameCount)
    case (false, false): for frame in 0..<frameCount { target[frame] = source[frame] * factor }
    case (true, true): for frame in 0..<frameCount { target[frame] += source[frame] }
    case (true, false): for frame in 0..<frameCount { target[frame] += source[frame] * factor }
    }
}

/// Puts or adds `source` times a factor for each frame, times `weight`, into `target`.
@_noAllocation @_noLocks
func mix(
    _ source: UnsafeMutablePointer<Float>, times factors: UnsafeMutablePointer<Float>, weight: Float,
    into target: UnsafeMutablePointer<Float>, adding: Bool, frameCount: Int
) {
    if adding {
        for frame in 0..<frameCount { target[frame] += source[frame] * (factors[frame] * weight) }
    } else {
        for frame in 0..<frameCount { target[frame] = source[frame] * (factors[frame] * weight) }
    }
}
