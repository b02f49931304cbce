/// Changes the rate of a stream of deinterleaved float32, block by block, without heap, lock or jump at block borders.
///
/// The control side makes it; the audio thread uses its `renderer`, which lives as long as the resampler does.
/// Two ways to use the renderer: *pull* (ask how many input frames a block of output needs, bring exactly these, get
/// exactly the block) and *push* (hand over any input, get the output that is ready). Both give the same samples,
/// however time is cut.
///
/// A ratio that is a fraction of small numbers (44100 : 48000 = 147 : 160) is kept exactly for ever, and each output
/// has a row of coefficients of its own; for other ratios, and those that change, rows are interpolated.
///
/// - Source: J. O. Smith, "Digital Audio Resampling"; Kaiser's window for the filter.
package final class Resampler {
    /// The assumption about the stream before its first frame.
    package enum Priming: Sendable {
        /// Silence, and output frame 0 lies on input frame 0: no delay, but the first block needs `lookaheadFrames`
        /// more input.
        case aligned
        /// Silence, and output begins with the first input frame: the signal comes `lookaheadFrames` input frames late.
        case delayed
        /// Nothing: the first `historyFrames` input frames are the past of output frame 0.
        case provided
    }

    /// The phase of the filter.
    package enum Phase: Sendable {
        /// Every frequency comes at the same time; a click rings before and after it.
        case linear
        /// Everything comes as early as it can: nothing rings before a click, and next to nothing has to be looked at
        /// in advance; high frequencies come later than low ones.
        case minimum
    }

    /// The audio thread's end.
    package let renderer: ResamplerRenderer
    /// Channels of the stream.
    package let channelCount: Int
    /// Input frames that must be there beyond an output's place: half the filter; at mastering quality also most of a
    /// block.
    package let lookaheadFrames: Int
    /// Input frames before the one in which an output lies that it depends on.
    package let historyFrames: Int

    private let banks: [SincBank]
    private let places: PlaceList?
    private let state: UnsafeMutablePointer<ResamplerState>
    private let spectra: FourierBank?
    private let fourier: UnsafeMutablePointer<FourierState>?

    /// Makes a resampler between two fixed rates.
    ///
    /// - Parameters:
    ///   - channelCount: 1 or more.
    ///   - inputRate: Frames a second, above 0.
    ///   - outputRate: Frames a second, above 0; the ratio of both between 1/256 and 256.
    ///   - phase: Whether the filter has linear or minimum phase; straight lines do not care, and mastering is always
    ///     linear.
    /// - Thread: control.
    package convenience init(
        channelCount: Int, inputRate: Double, outputRate: Double, quality: ResamplerQuality = .good,
        phase: Phase = .linear, priming: Priming = .aligned
    ) {
        let plan = ResamplerPlan(
            inputRate: inputRate, outputRate: outputRate, quality: quality, phase: phase)
        self.init(channelCount: channelCount, plan: plan, priming: priming)
    }

    /// Makes a resampler whose ratio can change while it runs.
    ///
    /// - Parameters:
    ///   - step: Input frames for each output frame at the beginning: 2 plays an octave higher.
    ///   - maximumStep: The largest step ever asked for, 1/256 to 32; memory and look-ahead grow with it.
    /// - Thread: control.
    package convenience init(
        channelCount: Int, step: Double, maximumStep: Double, quality: ResamplerQuality = .good,
        priming: Priming = .aligned
    ) {
        let plan = ResamplerPlan(step: step, maximumStep: maximumStep, quality: quality)
        self.init(channelCount: channelCount, plan: plan, priming: priming)
    }

    private init(channelCount: Int, plan: ResamplerPlan, priming: Priming) {
        precondition(channelCount > 0, "a stream has at least one channel")
        self.channelCount = channelCount
        if let fourierPlan = plan.fourier {
            let short = fourierPlan.short
            let spectra = FourierBank.shared(phases: fourierPlan.phases, isRising: fourierPlan.isRising)
            banks = short.map { [SincBank.shared($0.design)] } ?? []
            places = short.map { PlaceList.shared(rowCount: $0.rows, step: $0.step) }
            lookaheadFrames = fourierPlan.lookaheadFrames
            historyFrames = lookaheadFrames - 1
            self.spectra = spectra
            let fourier = UnsafeMutablePointer<FourierState>.allocate(capacity: 1)
            fourier.initialize(
                to: FourierState(
                    channelCount: channelCount, plan: fourierPlan, spectra: spectra, rows: banks.first, places: places,
                    priming: priming))
            self.fourier = fourier
        } else {
            banks = plan.banks.map { SincBank.shared($0.design) }
            if case .fraction(let rows, let step) = plan.counting {
                places = PlaceList.shared(rowCount: rows, step: step)
            } else {
                places = nil
            }
            lookaheadFrames = plan.banks.map(\.design.lookahead).max() ?? 1
            historyFrames = plan.banks.map { $0.design.tapCount - 1 - $0.design.lookahead }.max() ?? 0
            (spectra, fourier) = (nil, nil)
        }
        state = .allocate(capacity: 1)
        let isFourier = fourier != nil
        state.initialize(
            to: ResamplerState(
                channelCount: channelCount, window: isFourier ? 2 : historyFrames + 1 + lookaheadFrames,
                ahead: isFourier ? 1 : lookaheadFrames, plan: plan, banks: isFourier ? [] : banks, places: places,
                priming: priming))
        renderer = ResamplerRenderer(state: state, fourier: fourier.map { FourierRenderer(state: $0) })
        renderer.reset()
    }

    deinit {
        state.pointee.deallocate()
        state.deallocate()
        fourier?.pointee.deallocate()
        fourier?.deallocate()
    }
}
