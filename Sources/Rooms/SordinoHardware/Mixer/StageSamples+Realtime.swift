import SordinoSignal

/// Peak and mean power of some samples.
struct SampleLevel {
    var peak: Float
    var power: Float
    /// False when a sample is not finite or beyond 120 dB over full scale; the level is 0 then.
    var isSound: Bool
}

/// Returns the peak and the mean power of some samples.
@_noAllocation @_noLocks
func levelOf(_ samples: UnsafeMutablePointer<Float>, frameCount: Int) -> SampleLevel {
    guard frameCount > 0 else { return SampleLevel(peak: 0, power: 0, isSound: true) }
    let peak = Mixing.peak(samples, frameCount: frameCount)
    // A NaN or an infinity anywhere makes the sum of squares one.
    let sum = Mixing.sumOfSquares(samples, frameCount: frameCount)
    // 2^20: 120 dB over full scale, a fault rather than a sound.
    guard sum.isFinite, peak <= 1_048_576 else { return SampleLevel(peak: 0, power: 0, isSound: false) }
    return SampleLevel(peak: peak, power: sum / Float(frameCount), isSound: true)
}

/// Puts or adds `source` times `factor` into `target`; a factor of 1 keeps every bit.
@_noAllocation @_noLocks
func pour(
    _ source: UnsafeMutablePointer<Float>, times factor: Float, into target: UnsafeMutablePointer<Float>,
    adding: Bool, frameCount: Int
) {
    if adding {
        Mixing.add(source, gain: factor, to: target, frameCount: frameCount)
    } else if factor == 1 {
        Mixing.copy(source, into: target, frameCount: frameCount)
    } else {
        Mixing.scale(source, gain: factor, into: target, frameCount: frameCount)
    }
}

/// Puts or adds `source` times a factor for each frame, times `weight`, into `target`.
@_noAllocation @_noLocks
func pour(
    _ source: UnsafeMutablePointer<Float>, times factors: UnsafeMutablePointer<Float>, weight: Float,
    into target: UnsafeMutablePointer<Float>, adding: Bool, frameCount: Int
) {
    if adding {
        for frame in 0..<frameCount { target[frame] += source[frame] * (factors[frame] * weight) }
    } else {
        for frame in 0..<frameCount { target[frame] = source[frame] * (factors[frame] * weight) }
    }
}
