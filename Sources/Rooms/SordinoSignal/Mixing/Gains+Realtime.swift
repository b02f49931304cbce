import SordinoRealtime

/// Laws between settings (decibels, pan) and amplitudes.
///
/// All functions: any thread, no heap, no lock. Computed in Double and rounded once.
package enum Gains {
    /// Below this many dB a level is reported as silence.
    package static var silenceDecibels: Float {
        @_noAllocation @_noLocks get { -160 }
    }

    /// The amplitude of a level in dB: 10^(dB / 20); 0 for minus infinity.
    @_noAllocation @_noLocks
    package static func amplitude(decibels: Float) -> Float {
        decibels == 0 ? 1 : Float(RealtimeMath.pow(10, Double(decibels) / 20))
    }

    /// The level in dB of an amplitude: 20 log10 |a|, not below `silenceDecibels`.
    @_noAllocation @_noLocks
    package static func decibels(amplitude: Float) -> Float {
        guard amplitude != 0 else { return silenceDecibels }
        return max(silenceDecibels, Float(20 * RealtimeMath.log10(Double(abs(amplitude)))))
    }

    /// The two sides' gains of a balance control: the side turned away from falls in a straight line, the other
    /// stays 1.
    ///
    /// - Parameter pan: -1 (left only) to 1 (right only), clamped; 0 gives exactly (1, 1).
    @_noAllocation @_noLocks
    package static func balance(pan: Float) -> (left: Float, right: Float) {
        let pan = clampedPan(pan)
        return (min(1, 1 - pan), min(1, 1 + pan))
    }

    /// The two sides' gains of equal power: cosine and sine, -3 dB each in the middle.
    ///
    /// - Parameter pan: -1 (left only) to 1 (right only), clamped.
    @_noAllocation @_noLocks
    package static func equalPower(pan: Float) -> (left: Float, right: Float) {
        let pan = clampedPan(pan)
        guard pan != -1 else { return (1, 0) }
        guard pan != 1 else { return (0, 1) }
        let angle = (Double(pan) + 1) * (Double.pi / 4)
        return (Float(RealtimeMath.cos(angle)), Float(RealtimeMath.sin(angle)))
    }

    @_noAllocation @_noLocks
    private static func clampedPan(_ pan: Float) -> Float { pan.isNaN ? 0 : max(-1, min(1, pan)) }
}
