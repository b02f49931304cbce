import CKernels
import SordinoRealtime

/// The plan of a resampler for given rates and quality: its filters, and its way of counting.
struct ResamplerPlan {
    /// The way in which each output's position among the inputs is counted.
    enum Counting {
        /// In whole `rows`-ths of a frame, `step` of them for each output; exact for ever.
        case fraction(rows: Int, step: Int)
        /// In units of 2^-48 frames.
        case fixedPoint(step: UInt64)
    }

    /// A filter and the steps it serves.
    struct Bank {
        var design: SincBank.Design
        /// The largest step at which the passband fits below the output's Nyquist frequency.
        var largestStep: Double
    }

    var counting: Counting
    /// Filters in ascending order of `largestStep`; none means straight lines.
    var banks: [Bank]
    var largestStep: Double
    /// Long and short filter instead of `banks`: mastering quality between fixed rates.
    var fourier: FourierPlan?

    /// The maximum number of rows of a small fraction.
    private static let rowLimit = 2048
    /// The maximum number of coefficients in a bank for a small fraction; for more, rows are interpolated.
    ///
    /// It is twice the number that interpolated rows of high quality have, and more than any ratio of usual rates up to
    /// 192 kHz needs.
    static let coefficientLimit = 1 << 19

    /// Plans a fixed pair of rates.
    ///
    /// Callers check rates from outside by `SoundLimits`; a ratio that is out of range nevertheless is limited to the
    /// range.
    init(inputRate: Double, outputRate: Double, quality: ResamplerQuality, phase: Resampler.Phase = .linear) {
        let step = Self.inRange(inputRate / outputRate, upTo: SoundLimits.rateRatio)
        largestStep = step
        guard quality != .linear else {
            counting = .fixedPoint(step: Self.fixedPoint(step))
            banks = []
            return
        }
        guard step != 1 else {
            // Equal rates: the filter is the identity, a sinc sampled at its zeros.
            counting = .fraction(rows: 1, step: 1)
            banks = [
                Bank(
                    design: SincBank.Design(tapCount: 16, rowCount: 1, response: .kaiser(cutoff: 0.5, shape: 0)),
                    largestStep: 1)
            ]
            return
        }
        let fraction = Self.smallFraction(inputRate, outputRate, quality)
        if let fraction, quality == .mastering {
            counting = .fraction(rows: fraction.rows, step: fraction.step)
            banks = []
            fourier = FourierPlan(rows: fraction.rows, step: fraction.step)
            return
        }
        // Above 20 kHz the aliases that the transition band lets through are inaudible; below, it has to end at
        // Nyquist.
        let isAudible = min(inputRate, outputRate) < 40_000 || quality == .mastering
        var rows = Self.interpolatedRows(quality, step: step)
        var rowStep = 1
        if let fraction {
            counting = .fraction(rows: fraction.rows, step: fraction.step)
            (rows, rowStep) = (fraction.rows, fraction.step)
        } else {
            counting = .fixedPoint(step: Self.fixedPoint(step))
        }
        var design = Self.design(quality, step: max(1, step), stopsAtNyquist: isAudible, rowCount: rows)
        if case .fraction(let phases, let frames) = counting, let filter = quality.filter(stopsAtNyquist: isAudible) {
            // The kernels for whole numbers do not need the taps rounded up to 16.
            let exact = Int(filter.span) * frames
            let isWhole =
                frames == 1
                ? ckernels_has_upsampling(phases) != 0
                : phases == 1 && ckernels_has_downsampling(frames, exact) != 0
            if isWhole { design.tapCount = exact }
        }
        design.precision = quality.precision
        design.rowStep = rowStep
        if phase == .minimum, quality != .mastering { design.minimumPhaseStretch = max(1, step) }
        if case .fraction(let phases, 1) = counting, ckernels_has_upsampling(phases) != 0,
            design.tapCount <= Int(CKERNELS_UPSAMPLE_TAPS)
        {
            design.arrangement = .taps
        }
        banks = [Bank(design: design, largestStep: .infinity)]
    }

    /// The factor by which the steps of a changing ratio may exceed those of two fixed rates.
    private static let changingSpeed = 4.0

    /// Steps below this are those of clocks that differ, and are not meant to be heard.
    private static let clockSpeed = 1.05

    /// Plans a ratio that may change.
    init(step: Double, maximumStep: Double, quality: ResamplerQuality) {
        let maximumStep = Self.inRange(maximumStep, upTo: SoundLimits.rateRatio * Self.changingSpeed)
        let step = step >= 0 ? min(step, maximumStep) : 0
        counting = .fixedPoint(step: Self.fixedPoint(step))
        largestStep = maximumStep
        banks = []
        guard quality != .linear else { return }
        // One filter for each half octave above the rate of the source. Clocks that differ a little have one alone: the
        // filter of the next half octave would take the treble away from the faster of two.
        var largest = maximumStep < Self.clockSpeed ? max(1, maximumStep) : 1
        repeat {
            var design = Self.design(
                quality, step: largest, stopsAtNyquist: true,
                rowCount: Self.interpolatedRows(quality, step: largest))
            design.precision = quality.precision
            banks.append(Bank(design: design, largestStep: largest))
            largest *= 2.0.squareRoot()
        } while banks[banks.count - 1].largestStep < maximumStep - 1e-9
    }

    /// Limits a step to the range from the smallest ratio of two rates to `limit`; returns 1 for NaN, 0 and negative
    /// numbers.
    private static func inRange(_ step: Double, upTo limit: Double) -> Double {
        step > 0 ? min(max(step, 1 / SoundLimits.rateRatio), limit) : 1
    }

    /// A step in units of 2^-48 frames.
    static func fixedPoint(_ step: Double) -> UInt64 { UInt64((step * 0x1p48).rounded()) }

    /// - Parameters:
    ///   - step: Decimation, 1 or more: the filter is stretched by it.
    ///   - stopsAtNyquist: Nothing passes above the lower Nyquist frequency, with twice the taps; otherwise only
    ///     frequencies are stopped that would fold back over the band that is kept.
    private static func design(
        _ quality: ResamplerQuality, step: Double, stopsAtNyquist: Bool, rowCount: Int
    ) -> SincBank.Design {
        if let filter = quality.filter(stopsAtNyquist: stopsAtNyquist) {
            let tapCount = (Int((filter.span * step).rounded(.up)) + 15) / 16 * 16
            return SincBank.Design(
                tapCount: tapCount, rowCount: rowCount, response: .optimal(filter, stretch: step))
        }
        let wanted = Double(quality.tapCount * (stopsAtNyquist ? 2 : 1)) * step
        let tapCount = (Int(wanted.rounded(.up)) + 15) / 16 * 16
        let attenuation = quality.attenuationDecibels
        let transition = Window.kaiserTransition(attenuationDecibels: attenuation, tapCount: tapCount)
        let cutoff = 0.5 / step - (stopsAtNyquist ? transition / 2 : 0)
        let shape = Window.kaiserShape(attenuationDecibels: attenuation)
        return SincBank.Design(tapCount: tapCount, rowCount: rowCount, response: .kaiser(cutoff: cutoff, shape: shape))
    }

    /// A filter stretched by `step` changes as much more slowly from row to row: fewer do, and banks stay the same
    /// size.
    private static func interpolatedRows(_ quality: ResamplerQuality, step: Double) -> Int {
        // Long filters need fewer rows, so that all banks have about the same size.
        max(step > 32 ? 2 : 16, Int((Double(quality.interpolatedRowCount) / max(1, step)).rounded(.up)))
    }

    /// Returns the ratio of two whole rates as a fraction of small numbers; nil if there is none, or if a row for each
    /// phase would exceed `coefficientLimit`.
    private static func smallFraction(
        _ inputRate: Double, _ outputRate: Double, _ quality: ResamplerQuality
    ) -> (rows: Int, step: Int)? {
        guard inputRate.rounded() == inputRate, outputRate.rounded() == outputRate, inputRate < 1e9, outputRate < 1e9
        else { return nil }
        var (a, b) = (Int(inputRate), Int(outputRate))
        while b != 0 { (a, b) = (b, a % b) }
        let (rows, step) = (Int(outputRate) / a, Int(inputRate) / a)
        // The bank of mastering quality is short: a separate long filter provides the steepness.
        let longest = quality.filter(stopsAtNyquist: true)?.span ?? Double(2 * quality.tapCount)
        let span = quality == .mastering ? 24 : longest
        let tapCount = span * max(1, Double(step) / Double(rows))
        return rows <= rowLimit && (rows == 1 || Double(rows) * tapCount <= Double(coefficientLimit))
            ? (rows, step) : nil
    }
}
