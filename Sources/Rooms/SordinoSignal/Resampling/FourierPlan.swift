/// The conversion between two fixed rates at mastering quality: a long filter by Fourier transforms, and a short one.
///
/// The long filter works between the lower rate and a whole multiple of it, in blocks, in double precision. If that
/// multiple is not the other rate, a short filter with a row of coefficients for each place connects the two: the
/// multiple leaves it a wide band to fall in. Rates rise through the long filter first, and fall through it last.
struct FourierPlan {
    /// The short filter: `rows` outputs for `step` inputs.
    struct Short {
        var rows: Int
        var step: Int
        var design: SincBank.Design
    }

    /// The beginning of a stream, placed so that output 0 lies where it should.
    struct Beginning {
        /// Input frames passed over.
        var skipped = 0
        /// Silent frames in the window of the long filter.
        var windowFrames = 0
        /// Silent frames before the short filter, where its first output's first tap lies, and that output's number.
        var shortFrames = 0
        var shortStart = 0
        var shortOutput = 0
    }

    /// Complex numbers of a transform.
    static var size: Int { @_noAllocation @_noLocks get { 1024 } }
    /// Frames of the lower rate on either side of an output that the long filter sees.
    static var reach: Int { @_noAllocation @_noLocks get { 88 } }
    /// Frames of the lower rate made at once.
    static var blockFrames: Int { @_noAllocation @_noLocks get { size &- 2 &* reach } }

    /// Of the short filter, in decibels.
    private static let leastAttenuation = 165.0

    /// The factor of the lower rate.
    let phases: Int
    let isRising: Bool
    let short: Short?
    /// Input frames that must be there beyond an output's place.
    let lookaheadFrames: Int

    /// A plan for `rows` outputs for each `step` inputs, numbers without a common divisor, not both 1.
    init(rows: Int, step: Int) {
        isRising = rows > step
        let (more, less) = isRising ? (rows, step) : (step, rows)
        let isWhole = less == 1 && more <= 4
        phases = isWhole ? more : 2
        let block = Self.blockFrames + Self.reach
        guard !isWhole else {
            short = nil
            lookaheadFrames = (isRising ? block : phases * block) - 1
            return
        }
        // Frequencies in cycles a frame of the short filter's input. Behind the long filter nothing lies above the
        // lower Nyquist frequency; before it, frequencies that come to lie above are removed.
        let (shortRows, shortStep, pass, stop): (Int, Int, Double, Double)
        if isRising {
            (shortRows, shortStep) = rows % 2 == 0 ? (rows / 2, step) : (rows, 2 * step)
            (pass, stop) = (0.4535 / 2, 0.75)
        } else {
            (shortRows, shortStep) = step % 2 == 0 ? (rows, step / 2) : (2 * rows, step)
            let lower = Double(rows) / Double(step)
            (pass, stop) = (0.4535 * lower, 1.5 * lower)
        }
        let perTap = Window.kaiserTransition(attenuationDecibels: Self.leastAttenuation, tapCount: 2)
        let taps = (Int((perTap / (stop - pass)).rounded(.up)) + 1 + 7) / 8 * 8
        // As much as so many taps can do.
        let perDecibel = perTap / (Self.leastAttenuation - 7.95)
        let attenuation = min(7.95 + (stop - pass) * Double(taps - 1) / perDecibel, 190)
        short = Short(
            rows: shortRows, step: shortStep,
            design: SincBank.Design(
                tapCount: taps, rowCount: shortRows,
                response: .kaiser(
                    cutoff: (pass + stop) / 2, shape: Window.kaiserShape(attenuationDecibels: attenuation)),
                precision: .exactDouble, rowStep: shortStep))
        lookaheadFrames =
            isRising
            ? block - 1 + taps / 4
            : taps / 2 + ((2 * block - 1) * shortStep + shortRows - 1) / shortRows
    }

    /// The beginning of a stream.
    func beginning(_ priming: Resampler.Priming) -> Beginning {
        // Frames of the long filter's input for one of the lower rate.
        let each = isRising ? 1 : phases
        let reach = each * Self.reach
        var result = Beginning()
        guard let short else {
            switch priming {
            case .aligned: result.windowFrames = reach
            case .delayed: result.windowFrames = each * Self.size - 1
            case .provided: result.skipped = lookaheadFrames - 1 - reach
            }
            return result
        }
        let (taps, half) = (short.design.tapCount, short.design.tapCount / 2)
        if isRising {
            // The long filter begins a little earlier: the short one needs its output before output 0.
            let early = half / phases
            result.shortStart = phases * early - (half - 1)
            switch priming {
            case .aligned: result.windowFrames = reach + early
            case .delayed:
                result.windowFrames = Self.size - 1
                (result.shortFrames, result.shortStart) = (taps - 1, 0)
            case .provided: result.skipped = lookaheadFrames - 1 - reach - early
            }
            return result
        }
        // Input frame at which output 0 lies, and the first frame between the filters, counted from output 0's, that is
        // not known to be silent.
        let place: Int
        let first: Int
        switch priming {
        case .aligned: (place, first) = (0, Self.floor(-taps * short.rows, short.step))
        case .delayed:
            (place, first) = (-lookaheadFrames, Self.floor((lookaheadFrames - taps) * short.rows, short.step))
        case .provided: (place, first) = (lookaheadFrames - 1, -reach)
        }
        result.windowFrames = first + reach
        result.shortOutput = first - Self.floor(first, short.rows) * short.rows
        let firstTap = Self.floor(place * short.rows + first * short.step, short.rows) - (half - 1)
        if priming == .provided { result.skipped = firstTap } else { result.shortFrames = -firstTap }
        return result
    }

    /// The quotient, rounded down.
    private static func floor(_ value: Int, _ divisor: Int) -> Int {
        value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor)
    }
}
