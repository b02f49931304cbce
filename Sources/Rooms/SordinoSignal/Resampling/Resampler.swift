/// Changes the rate of a stream of deinterleaved float32, block by block, without heap, lock or jump at block borders.
///
/// The control side makes it; the audio thread uses its `renderer`, which lives as long as the resampler does.
/// Two ways to use the renderer: *pull* (ask how many input frames a block of output needs, bring exactly these, get exactly
/// the block) and *push* (hand over what there is, get what comes out). Both give the same samples, however time is cut.
///
/// A ratio that is a fraction of small numbers (44100 : 48000 = 147 : 160) is kept exactly for ever, and each output has a
/// row of coefficients of its own; for other ratios, and those that change, rows are interpolated.
///
/// - Source: J. O. Smith, "Digital Audio Resampling"; Kaiser's window for the filter.
package final class Resampler: @unchecked Sendable {
    /// What the stream is taken to contain before its first frame.
    package enum Priming: Sendable {
        /// Silence, and output frame 0 lies on input frame 0: no delay, but the first block needs `lookaheadFrames` more input.
        case aligned
        /// Silence, and output begins with the first input frame: the signal comes `lookaheadFrames` input frames late.
        case delayed
        /// Nothing: the first `lookaheadFrames - 1` input frames are what goes before output frame 0.
        case provided
    }

    /// The audio thread's end.
    package let renderer: ResamplerRenderer
    /// Channels of the stream.
    package let channelCount: Int
    /// Input frames that must be there beyond an output's place: half the filter.
    package let lookaheadFrames: Int

    private let banks: [SincBank]
    private let places: PlaceList?
    private let state: UnsafeMutablePointer<ResamplerState>

    /// Makes a resampler between two fixed rates.
    ///
    /// - Parameters:
    ///   - channelCount: 1 or more.
    ///   - inputRate: Frames a second, above 0.
    ///   - outputRate: Frames a second, above 0; the ratio of both between 1/256 and 256.
    /// - Thread: control.
    package convenience init(
        channelCount: Int, inputRate: Double, outputRate: Double, quality: ResamplerQuality = .good,
        priming: Priming = .aligned
    ) {
        let plan = ResamplerPlan(inputRate: inputRate, outputRate: outputRate, quality: quality)
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
        banks = plan.banks.map { SincBank.shared($0.design) }
        if case .fraction(let rows, let step) = plan.counting {
            places = PlaceList.shared(rowCount: rows, step: step)
        } else {
            places = nil
        }
        let window = plan.banks.map(\.design.tapCount).max() ?? 2
        lookaheadFrames = window / 2
        state = .allocate(capacity: 1)
        state.initialize(
            to: ResamplerState(
                channelCount: channelCount, window: window, plan: plan, banks: banks, places: places,
                priming: priming))
        renderer = ResamplerRenderer(state: state)
        renderer.reset()
    }

    deinit {
        state.pointee.deallocate()
        state.deallocate()
    }
}
