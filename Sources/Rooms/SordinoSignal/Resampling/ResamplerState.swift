import CKernels

/// Everything a running resampler needs, laid out before it starts.
struct ResamplerState {
    /// A filter as the audio thread sees it.
    struct Bank {
        var coefficients: UnsafePointer<Float>
        var doubles: UnsafePointer<Double>
        var tapCount: Int
        /// Taps before the one of the frame in which an output lies.
        var past: Int
        var rowCount: Int
        var largestStep: UInt64
    }

    /// Outputs between rows computed at once: the scratch lists have this many entries.
    static var outputsAtOnce: Int {
        @_noAllocation @_noLocks get { 128 }
    }
    /// The number of outputs computed at once from listed places: the lists reach so far beyond the round.
    static var listedOutputsAtOnce: Int {
        @_noAllocation @_noLocks get { 512 }
    }
    /// Input frames kept beyond two windows.
    private static let framesBeyondWindows = 64
    /// The same for whole-number downsampling, which makes many outputs at once with less effort.
    private static let framesBeyondWindowsDownwards = 576
    /// Frames made double at once beyond a window: those of some hundred outputs.
    private static let wideFramesBeyondWindow = 1024

    let channelCount: Int
    /// Input frames an output depends on: taps of the longest filter.
    let window: Int
    /// Of these, frames behind the one in which the output lies, and frames before it.
    let ahead: Int
    let past: Int
    let priming: Resampler.Priming
    /// The last input frames, as far as outputs to come depend on them.
    let history: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let historyCapacity: Int
    let banks: UnsafeMutablePointer<Bank>
    let bankCount: Int
    let largestStep: UInt64

    /// A ratio of small numbers: `units` counts rows, from which the outputs' places follow.
    let isFraction: Bool
    /// Upsampling by a whole number, which has kernels of its own.
    let isWholeUpsampling: Bool
    /// Downsampling by this whole number, which has kernels of its own; else 0.
    let wholeDownsampling: Int
    let roundStarts: UnsafePointer<Int32>?
    let roundRows: UnsafePointer<Int32>?
    /// The next output's number within the round.
    var output = 0

    /// Any other ratio: scratch for the places of some outputs.
    let starts: UnsafeMutablePointer<Int32>
    let rows: UnsafeMutablePointer<Int32>
    let fractions: UnsafeMutablePointer<Float>

    /// Double precision, else nil: room for `wideCapacity` samples of either of two channels.
    let wide: UnsafeMutablePointer<Double>?
    let wideCapacity: Int
    /// A row between rows.
    let wideRow: UnsafeMutablePointer<Double>

    /// Valid frames in `history`.
    var filled = 0
    /// The next output lies at this frame, counted from the beginning of `history`, or behind it by less than a frame.
    var index = 0
    /// The distance behind it, in units of which `unitsPerFrame` make a frame.
    var units: UInt64 = 0
    /// Units from one output to the next.
    var step: UInt64
    /// Rows of the fraction, or 2^48.
    let unitsPerFrame: UInt64

    /// - Thread: control, as it allocates.
    init(
        channelCount: Int, window: Int, ahead: Int, plan: ResamplerPlan, banks shared: [SincBank], places: PlaceList?,
        priming: Resampler.Priming
    ) {
        self.channelCount = channelCount
        self.window = window
        self.ahead = ahead
        past = window - 1 - ahead
        self.priming = priming
        if case .fraction(1, let factor) = plan.counting, let design = shared.first?.design,
            design.precision == .single,
            ckernels_has_downsampling(factor, design.tapCount) != 0
        {
            wholeDownsampling = factor
        } else {
            wholeDownsampling = 0
        }
        let beyond = wholeDownsampling > 0 ? Self.framesBeyondWindowsDownwards : Self.framesBeyondWindows
        historyCapacity = 2 * window + beyond
        history = .allocate(capacity: channelCount)
        for channel in 0..<channelCount {
            history[channel] = .allocate(capacity: historyCapacity)
            history[channel].initialize(repeating: 0, count: historyCapacity)
        }
        bankCount = shared.count
        banks = .allocate(capacity: max(shared.count, 1))
        for (index, bank) in shared.enumerated() {
            let largest = plan.banks[index].largestStep
            (banks + index).initialize(
                to: Bank(
                    coefficients: bank.coefficients, doubles: bank.doubles, tapCount: bank.design.tapCount,
                    past: bank.design.tapCount - 1 - bank.design.lookahead,
                    rowCount: bank.design.rowCount,
                    largestStep: largest.isFinite ? ResamplerPlan.fixedPoint(largest) : .max))
        }
        switch plan.counting {
        case .fraction(let rows, let step):
            isFraction = true
            unitsPerFrame = UInt64(rows)
            self.step = UInt64(step)
        case .fixedPoint(let step):
            isFraction = false
            unitsPerFrame = 1 << 48
            self.step = step
        }
        largestStep = ResamplerPlan.fixedPoint(plan.largestStep)
        isWholeUpsampling = shared.first?.design.arrangement == .taps
        roundStarts = places?.starts
        roundRows = places?.rows
        let scratchCount = isFraction || shared.isEmpty ? 1 : Self.outputsAtOnce
        starts = .allocate(capacity: scratchCount)
        rows = .allocate(capacity: scratchCount)
        fractions = .allocate(capacity: scratchCount)
        let isWide = !isWholeUpsampling && shared.contains { $0.design.precision != .single }
        wideCapacity = window + Self.wideFramesBeyondWindow
        wide = isWide ? .allocate(capacity: 2 * wideCapacity) : nil
        wideRow = .allocate(capacity: isWide ? window : 1)
    }

    /// - Thread: control, while no block is being rendered.
    func deallocate() {
        for channel in 0..<channelCount { history[channel].deallocate() }
        history.deallocate()
        banks.deallocate()
        starts.deallocate()
        rows.deallocate()
        fractions.deallocate()
        wide?.deallocate()
        wideRow.deallocate()
    }
}
