import CKernels

/// The audio thread's end of a resampler of mastering quality between fixed rates.
struct FourierRenderer: BitwiseCopyable {
    let state: UnsafeMutablePointer<FourierState>

    /// Forgets the past, as if newly made.
    @_noAllocation @_noLocks
    func reset() {
        let beginning = state.pointee.beginning
        state.pointee.skipped = beginning.skipped
        state.pointee.windowFrames = beginning.windowFrames
        (state.pointee.madeFrames, state.pointee.givenFrames) = (0, 0)
        state.pointee.shortFrames = beginning.shortFrames
        state.pointee.shortStart = beginning.shortStart
        state.pointee.shortOutput = beginning.shortOutput
        for channel in 0..<state.pointee.channelCount {
            clear(window(channel), beginning.windowFrames)
            clear(short(channel), beginning.shortFrames)
        }
    }

    // MARK: Counting

    /// Input frames that `process` needs for so many more outputs.
    @_noAllocation @_noLocks
    func inputFramesNeeded(forOutput outputFrames: Int) -> Int {
        guard outputFrames > 0 else { return 0 }
        if state.pointee.taps > 0, state.pointee.isRising {
            let missing = shortFramesNeeded(forOutput: outputFrames)
            guard missing > 0 else { return 0 }
            return state.pointee.skipped &+ windowFramesNeeded(forMade: missing)
        }
        let missing = outputFrames &- (state.pointee.madeFrames &- state.pointee.givenFrames)
        guard missing > 0 else { return 0 }
        let frames = windowFramesNeeded(forMade: missing)
        return state.pointee.skipped
            &+ (state.pointee.taps == 0 ? frames : max(0, shortFramesNeeded(forOutput: frames)))
    }

    /// Output frames that `process` would make from so many more input frames.
    @_noAllocation @_noLocks
    func outputFrames(fromInput inputFrames: Int) -> Int {
        let frames = max(0, inputFrames &- state.pointee.skipped)
        if state.pointee.taps > 0, state.pointee.isRising {
            return shortOutputs(with: state.pointee.shortFrames &+ framesMade(byWindowFrames: frames))
        }
        let taken = state.pointee.taps == 0 ? frames : shortOutputs(with: state.pointee.shortFrames &+ frames)
        return state.pointee.madeFrames &- state.pointee.givenFrames &+ framesMade(byWindowFrames: taken)
    }

    /// Frames that each block of the long filter makes.
    private var framesAtOnce: Int {
        @_noAllocation @_noLocks get {
            (state.pointee.isRising ? state.pointee.phases : 1) &* FourierPlan.blockFrames
        }
    }

    /// Frames of which outputs to come see those of a block: dropped when the next block begins.
    private var overlap: Int {
        @_noAllocation @_noLocks get { state.pointee.windowCapacity &- state.pointee.blockFrames }
    }

    @_noAllocation @_noLocks
    private func windowFramesNeeded(forMade frames: Int) -> Int {
        let blocks = (frames &+ framesAtOnce &- 1) / framesAtOnce
        return blocks &* state.pointee.blockFrames &+ overlap &- state.pointee.windowFrames
    }

    @_noAllocation @_noLocks
    private func framesMade(byWindowFrames frames: Int) -> Int {
        max(0, state.pointee.windowFrames &+ frames &- overlap) / state.pointee.blockFrames &* framesAtOnce
    }

    /// The distance from the first tap's frame to the next output of the short filter, in `rowCount`-ths of a frame.
    private var units: Int {
        @_noAllocation @_noLocks get {
            state.pointee.shortOutput &* state.pointee.step % state.pointee.rowCount
        }
    }

    @_noAllocation @_noLocks
    private func shortFramesNeeded(forOutput outputs: Int) -> Int {
        guard outputs > 0 else { return 0 }
        let passed = (units &+ (outputs &- 1) &* state.pointee.step) / state.pointee.rowCount
        return state.pointee.shortStart &+ passed &+ state.pointee.taps &- state.pointee.shortFrames
    }

    /// Outputs of the short filter when it has so many frames.
    @_noAllocation @_noLocks
    private func shortOutputs(with frames: Int) -> Int {
        let passed = frames &- state.pointee.taps &- state.pointee.shortStart
        guard passed >= 0 else { return 0 }
        let step = state.pointee.step
        return ((passed &+ 1) &* state.pointee.rowCount &- units &+ step &- 1) / step
    }

    // MARK: Processing

    /// As `ResamplerRenderer.process`; without input its frames are silence.
    @_noAllocation @_noLocks
    func process(
        _ input: UnsafePointer<UnsafeMutablePointer<Float>>?, inputOffset: Int, inputFrames: Int,
        into output: UnsafePointer<UnsafeMutablePointer<Float>>, outputOffset: Int, outputFrames: Int
    ) -> (consumed: Int, produced: Int) {
        var consumed = min(state.pointee.skipped, inputFrames)
        state.pointee.skipped &-= consumed
        var produced = 0
        while true {
            produced &+= give(to: output, at: outputOffset &+ produced, room: outputFrames &- produced)
            if produced == outputFrames { break }
            if state.pointee.windowFrames == state.pointee.windowCapacity {
                transform()
                continue
            }
            let goesOnAlone = !state.pointee.isRising && state.pointee.taps > 0 && fillWindowFromShort()
            let taken = take(
                input, at: inputOffset &+ consumed, frames: inputFrames &- consumed,
                leaving: state.pointee.windowCapacity)
            consumed &+= taken
            if taken == 0, !goesOnAlone { return (consumed, produced) }
        }
        // Input beyond that is kept, as far as there is room for it without another transform.
        consumed &+= take(
            input, at: inputOffset &+ consumed, frames: inputFrames &- consumed,
            leaving: state.pointee.windowCapacity &- 1)
        return (consumed, produced)
    }

    /// Takes input into the first filter's memory.
    ///
    /// - Parameter limit: Frames that may be in the window then, if it is the long one.
    @_noAllocation @_noLocks
    private func take(
        _ input: UnsafePointer<UnsafeMutablePointer<Float>>?, at offset: Int, frames: Int, leaving limit: Int
    ) -> Int {
        let isShort = !state.pointee.isRising && state.pointee.taps > 0
        if isShort { dropBehindShort() }
        let room =
            isShort ? state.pointee.shortCapacity &- state.pointee.shortFrames : limit &- state.pointee.windowFrames
        let taken = min(frames, room)
        guard taken > 0 else { return 0 }
        for channel in 0..<state.pointee.channelCount {
            let target =
                isShort
                ? short(channel) + state.pointee.shortFrames : window(channel) + state.pointee.windowFrames
            if let input { ckernels_widen(target, input[channel] + offset, taken) } else { clear(target, taken) }
        }
        if isShort { state.pointee.shortFrames &+= taken } else { state.pointee.windowFrames &+= taken }
        return taken
    }

    /// Gives outputs that are there or, when the short filter comes last, can be computed.
    @_noAllocation @_noLocks
    private func give(to output: UnsafePointer<UnsafeMutablePointer<Float>>, at offset: Int, room: Int) -> Int {
        var given = 0
        if state.pointee.isRising, state.pointee.taps > 0 {
            while given < room {
                let count = min(
                    shortOutputs(with: state.pointee.shortFrames), min(room &- given, FourierState.outputsAtOnce))
                guard count > 0 else { break }
                var channel = 0
                while channel < state.pointee.channelCount {
                    let isPair = channel &+ 1 < state.pointee.channelCount
                    let scratch = state.pointee.scratch
                    let other = scratch + FourierState.outputsAtOnce
                    renderShort(channel, isPair, into: scratch, other, count)
                    ckernels_narrow(output[channel] + (offset &+ given), scratch, count)
                    if isPair { ckernels_narrow(output[channel &+ 1] + (offset &+ given), other, count) }
                    channel &+= 2
                }
                advanceShort(count)
                given &+= count
            }
            return given
        }
        given = min(room, state.pointee.madeFrames &- state.pointee.givenFrames)
        guard given > 0 else { return 0 }
        for channel in 0..<state.pointee.channelCount {
            ckernels_narrow(output[channel] + offset, made(channel) + state.pointee.givenFrames, given)
        }
        state.pointee.givenFrames &+= given
        return given
    }

    // MARK: The short filter

    /// Puts outputs of the short filter into the window, as many as there are and fit; returns whether there were any.
    @_noAllocation @_noLocks
    private func fillWindowFromShort() -> Bool {
        let room = state.pointee.windowCapacity &- state.pointee.windowFrames
        let count = min(
            shortOutputs(with: state.pointee.shortFrames), min(room, FourierState.outputsAtOnce))
        guard count > 0 else { return false }
        var channel = 0
        while channel < state.pointee.channelCount {
            let isPair = channel &+ 1 < state.pointee.channelCount
            let target = window(channel) + state.pointee.windowFrames
            renderShort(channel, isPair, into: target, target + state.pointee.windowCapacity, count)
            channel &+= 2
        }
        state.pointee.windowFrames &+= count
        advanceShort(count)
        return true
    }

    @_noAllocation @_noLocks
    private func renderShort(
        _ channel: Int, _ isPair: Bool, into out: UnsafeMutablePointer<Double>, _ other: UnsafeMutablePointer<Double>,
        _ count: Int
    ) {
        guard let bank = state.pointee.bank, let roundStarts = state.pointee.roundStarts,
            let roundRows = state.pointee.roundRows
        else { return }
        let (starts, rows) = (roundStarts + state.pointee.shortOutput, roundRows + state.pointee.shortOutput)
        let first = state.pointee.shortStart &- Int(starts[0])
        if isPair {
            ckernels_fir_double2(
                out, other, short(channel) + first, short(channel &+ 1) + first, bank, state.pointee.taps, starts,
                rows, count)
        } else {
            ckernels_fir_double(out, short(channel) + first, bank, state.pointee.taps, starts, rows, count)
        }
    }

    @_noAllocation @_noLocks
    private func advanceShort(_ count: Int) {
        state.pointee.shortStart &+= (units &+ count &* state.pointee.step) / state.pointee.rowCount
        state.pointee.shortOutput = (state.pointee.shortOutput &+ count) % state.pointee.rowCount
    }

    /// Makes room before the short filter.
    @_noAllocation @_noLocks
    private func dropBehindShort() {
        let behind = min(state.pointee.shortStart, state.pointee.shortFrames)
        guard behind > 0 else { return }
        let kept = state.pointee.shortFrames &- behind
        for channel in 0..<state.pointee.channelCount { moveDown(short(channel), from: behind, kept) }
        state.pointee.shortFrames = kept
        state.pointee.shortStart &-= behind
    }

    // MARK: The long filter

    /// One block: two channels at a time, as real and imaginary parts.
    @_noAllocation @_noLocks
    private func transform() {
        let isBeforeShort = state.pointee.isRising && state.pointee.taps > 0
        if isBeforeShort { dropBehindShort() }
        var channel = 0
        while channel < state.pointee.channelCount {
            let isPair = channel &+ 1 < state.pointee.channelCount
            let target = isBeforeShort ? short(channel) + state.pointee.shortFrames : made(channel)
            let distance = isBeforeShort ? state.pointee.shortCapacity : state.pointee.madeCapacity
            if state.pointee.isRising {
                rise(channel, isPair, into: target, target + distance)
            } else {
                fall(channel, isPair, into: target, target + distance)
            }
            channel &+= 2
        }
        for channel in 0..<state.pointee.channelCount {
            moveDown(window(channel), from: state.pointee.blockFrames, overlap)
        }
        state.pointee.windowFrames = overlap
        if isBeforeShort {
            state.pointee.shortFrames &+= framesAtOnce
        } else {
            (state.pointee.madeFrames, state.pointee.givenFrames) = (framesAtOnce, 0)
        }
    }

    /// Every phase is the same spectrum times another.
    @_noAllocation @_noLocks
    private func rise(
        _ channel: Int, _ isPair: Bool, into target: UnsafeMutablePointer<Double>,
        _ other: UnsafeMutablePointer<Double>
    ) {
        let size = FourierPlan.size
        let work = state.pointee.work
        load(channel, isPair, phase: 0)
        ckernels_fourier_forward(work, work + size, state.pointee.table, size)
        for phase in 0..<state.pointee.phases {
            let result = work + 2 &* size &* (phase &+ 1)
            let spectrum = state.pointee.spectra + 2 &* size &* phase
            ckernels_spectrum_product(
                result, result + size, work, work + size, spectrum, spectrum + size, size)
            ckernels_fourier_backward(result, result + size, state.pointee.table, size)
        }
        let first = work + (2 &* size &+ FourierPlan.reach)
        ckernels_interleave_double(target, first, 2 &* size, state.pointee.phases, FourierPlan.blockFrames)
        guard isPair else { return }
        ckernels_interleave_double(other, first + size, 2 &* size, state.pointee.phases, FourierPlan.blockFrames)
    }

    /// Every phase adds its spectrum times another.
    @_noAllocation @_noLocks
    private func fall(
        _ channel: Int, _ isPair: Bool, into target: UnsafeMutablePointer<Double>,
        _ other: UnsafeMutablePointer<Double>
    ) {
        let size = FourierPlan.size
        let work = state.pointee.work
        let sum = work + 2 &* size
        for phase in 0..<state.pointee.phases {
            load(channel, isPair, phase: phase)
            ckernels_fourier_forward(work, work + size, state.pointee.table, size)
            let spectrum = state.pointee.spectra + 2 &* size &* phase
            if phase == 0 {
                ckernels_spectrum_product(sum, sum + size, work, work + size, spectrum, spectrum + size, size)
            } else {
                ckernels_spectrum_add_product(sum, sum + size, work, work + size, spectrum, spectrum + size, size)
            }
        }
        ckernels_fourier_backward(sum, sum + size, state.pointee.table, size)
        ckernels_gather_double(target, sum + FourierPlan.reach, 1, FourierPlan.blockFrames)
        guard isPair else { return }
        ckernels_gather_double(other, sum + (size &+ FourierPlan.reach), 1, FourierPlan.blockFrames)
    }

    /// A phase of the window as complex numbers.
    @_noAllocation @_noLocks
    private func load(_ channel: Int, _ isPair: Bool, phase: Int) {
        let size = FourierPlan.size
        let work = state.pointee.work
        let stride = state.pointee.isRising ? 1 : state.pointee.phases
        ckernels_gather_double(work, window(channel) + phase, stride, size)
        if isPair {
            ckernels_gather_double(work + size, window(channel &+ 1) + phase, stride, size)
        } else {
            clear(work + size, size)
        }
    }

    // MARK: Memory

    @_noAllocation @_noLocks
    private func window(_ channel: Int) -> UnsafeMutablePointer<Double> {
        state.pointee.window + channel &* state.pointee.windowCapacity
    }

    @_noAllocation @_noLocks
    private func made(_ channel: Int) -> UnsafeMutablePointer<Double> {
        state.pointee.made + channel &* state.pointee.madeCapacity
    }

    @_noAllocation @_noLocks
    private func short(_ channel: Int) -> UnsafeMutablePointer<Double> {
        state.pointee.short + channel &* state.pointee.shortCapacity
    }

    @_noAllocation @_noLocks
    private func clear(_ target: UnsafeMutablePointer<Double>, _ count: Int) {
        for index in 0..<count { target[index] = 0 }
    }

    /// Forward, element by element: both places may overlap.
    @_noAllocation @_noLocks
    private func moveDown(_ memory: UnsafeMutablePointer<Double>, from: Int, _ count: Int) {
        for index in 0..<count { memory[index] = memory[index &+ from] }
    }
}
