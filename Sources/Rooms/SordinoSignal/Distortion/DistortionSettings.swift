/// The settings of a distortion, in the units of Apple's parameters.
///
/// The stages, in the order in which sound goes through them; each is left out while its mix or its effect is zero:
///
/// 1. gain: `gainDecibels`;
/// 2. echo: the input of `delayMilliseconds` ago, each repetition e^-`decay` times the one before it; `delayMix`
///    crossfades from the sound itself to its echoes;
/// 3. ring modulation: times `(1 - balance) sin(2 pi f1 t) + balance sin(2 pi f2 t)`, crossfaded by `ringMix`;
/// 4. decimation and rounding, crossfaded by `decimationMix`: each sample is held until the next tick of
///    48000 / 96^(decimation / 100) Hz (0: every sample, 100: 500 Hz), and rounded to steps of 2^-(15 (1 - rounding /
///    100)) (0: not at all);
/// 5. polynomial: `linear x + squared x^2 + cubic x^3`, crossfaded by `polynomialMix`;
/// 6. soft clipping: t (27 + t^2) / (27 + 9 t^2), flat from 3 on;
/// 7. `finalMix`: crossfades from the input to the result of all stages.
package struct DistortionSettings: Equatable, Sendable {
    /// 0.1 to 500 ms.
    package var delayMilliseconds: Float = 0.1
    /// 0.1 to 50 nepers lost in each repetition.
    package var decay: Float = 1
    /// 0 to 100 %.
    package var delayMix: Float = 50
    /// 0 to 100 %.
    package var decimation: Float = 50
    /// 0 to 100 %.
    package var rounding: Float = 0
    /// 0 to 100 %.
    package var decimationMix: Float = 50
    /// 0 to 1: factor of x in the polynomial.
    package var linear: Float = 1
    /// 0 to 20: factor of x^2 in the polynomial.
    package var squared: Float = 0
    /// 0 to 20: factor of x^3 in the polynomial.
    package var cubic: Float = 0
    /// 0 to 100 %.
    package var polynomialMix: Float = 50
    /// 0.5 to 8000 Hz.
    package var ringFrequency1: Float = 100
    /// 0.5 to 8000 Hz.
    package var ringFrequency2: Float = 100
    /// 0 to 100 %: from the first frequency to the second.
    package var ringBalance: Float = 50
    /// 0 to 100 %.
    package var ringMix: Float = 0
    /// -80 to 20 dB, before everything else.
    package var gainDecibels: Float = -6
    /// 0 to 100 %: from dry to wet.
    package var finalMix: Float = 50

    /// Apple's defaults; decimation, for which none is documented, at 50 %.
    package init() {}

    /// All of them in the order of Apple's parameter numbers, 0 to 15.
    package var values: [Float] {
        get {
            [
                delayMilliseconds, decay, delayMix, decimation, rounding, decimationMix, linear, squared, cubic,
                polynomialMix, ringFrequency1, ringFrequency2, ringBalance, ringMix, gainDecibels, finalMix,
            ]
        }
        set { for (number, value) in newValue.enumerated() { set(number, value) } }
    }

    /// Sets one by Apple's parameter number; other numbers and NaN change nothing.
    @_noAllocation @_noLocks
    package mutating func set(_ number: Int, _ value: Float) {
        if value.isNaN { return }
        switch number {
        case 0: delayMilliseconds = min(max(value, 0.1), 500)
        case 1: decay = min(max(value, 0.1), 50)
        case 2: delayMix = min(max(value, 0), 100)
        case 3: decimation = min(max(value, 0), 100)
        case 4: rounding = min(max(value, 0), 100)
        case 5: decimationMix = min(max(value, 0), 100)
        case 6: linear = min(max(value, 0), 1)
        case 7: squared = min(max(value, 0), 20)
        case 8: cubic = min(max(value, 0), 20)
        case 9: polynomialMix = min(max(value, 0), 100)
        case 10: ringFrequency1 = min(max(value, 0.5), 8_000)
        case 11: ringFrequency2 = min(max(value, 0.5), 8_000)
        case 12: ringBalance = min(max(value, 0), 100)
        case 13: ringMix = min(max(value, 0), 100)
        case 14: gainDecibels = min(max(value, -80), 20)
        case 15: finalMix = min(max(value, 0), 100)
        default: break
        }
    }
}
