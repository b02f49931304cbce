import SordinoRealtime

/// The way from one factor to another.
package enum RampCurve: Sendable {
    /// Straight in amplitude: two fades of the same sound, one in and one out, add up to it. For links.
    case linear
    /// The power moves along a raised cosine, so that a fade out (a quarter cosine) and a fade in (a quarter sine) of
    /// different sounds keep the power together constant. For gains (rules.md §4.10).
    case equalPower

    /// The factor at `progress`.
    ///
    /// Equal power: `sqrt(from² + (to² - from²) · sin²(progress · π/2))`.
    ///
    /// - Parameters:
    ///   - from: Factor at the beginning, 0 or more.
    ///   - to: Factor at the end, 0 or more.
    ///   - progress: 0 to 1; both ends are exact.
    /// - Thread: render. No heap, no lock. The same bits on every processor.
    @_noAllocation @_noLocks
    package func factor(from: Double, to: Double, progress: Double) -> Double {
        if progress <= 0 { return from }
        if progress >= 1 { return to }
        switch self {
        case .linear:
            return from + (to - from) * progress
        case .equalPower:
            let start = from * from
            return RealtimeMath.sqrt(start + (to * to - start) * ((1 - exactCosinePi(progress)) / 2))
        }
    }
}

/// The cosine of `x · π` for `x` from 0 to 1, to 10⁻¹¹, by sums and products alone: no processor differs.
@_noAllocation @_noLocks
package func exactCosinePi(_ x: Double) -> Double {
    // cos(πx) = sin(π(1/2 - x)): the argument stays within ±π/2, where nine terms of Taylor's series suffice.
    let angle = (0.5 - x) * Double.pi
    let square = angle * angle
    var sum = 1 - square * (1 / 272)
    sum = 1 - square * (1 / 210) * sum
    sum = 1 - square * (1 / 156) * sum
    sum = 1 - square * (1 / 110) * sum
    sum = 1 - square * (1 / 72) * sum
    sum = 1 - square * (1 / 42) * sum
    sum = 1 - square * (1 / 20) * sum
    sum = 1 - square * (1 / 6) * sum
    return angle * sum
}
