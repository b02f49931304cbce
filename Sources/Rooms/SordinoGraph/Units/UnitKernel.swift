import SordinoSignal

/// The part of a unit that makes its sound: state of the render thread, made anew for each format.
///
/// Plain memory; all memory behind its pointers comes from the `UnitMemory` that it was made with. Besides `clear` a
/// kernel has the functions that its step passes to `runUnit`.
package protocol UnitKernel: BitwiseCopyable {
    /// Forgets the past: filters, delay lines, envelopes; not where the parameters stand.
    ///
    /// - Thread: render, or control while nothing renders.
    @_noAllocation @_noLocks mutating func clear()
}

/// Memory that a kernel points to, given back with the kernel.
package final class UnitMemory {
    private var pieces: [UnsafeMutableRawPointer] = []
    private var kept: [AnyObject] = []

    /// Makes an owner of nothing.
    package init() {}

    deinit {
        for piece in pieces { piece.deallocate() }
    }

    /// Keeps an object whose memory the kernel points to.
    package func keep(_ object: AnyObject) { kept.append(object) }

    /// Zeros at a cache line's beginning.
    package func floats(_ count: Int) -> UnsafeMutablePointer<Float> { copies(of: 0, count: count) }

    /// Copies of one value at a cache line's beginning.
    package func copies<Value: BitwiseCopyable>(of value: Value, count: Int) -> UnsafeMutablePointer<Value> {
        let piece = UnsafeMutableRawPointer.allocate(
            byteCount: max(count, 1) * MemoryLayout<Value>.stride, alignment: 64)
        pieces.append(piece)
        return piece.initializeMemory(as: Value.self, repeating: value, count: max(count, 1))
    }

    /// A cascade of sections that let everything pass.
    package func cascade(sectionCount: Int, channelCount: Int) -> BiquadCascade {
        let bytes = BiquadCascade.byteCount(sectionCount: sectionCount, channelCount: channelCount)
        return BiquadCascade(
            sectionCount: sectionCount, channelCount: channelCount,
            memory: UnsafeMutableRawPointer(copies(of: 0 as Double, count: (bytes + 7) / 8)))
    }

    /// Zeroed planes, one for each channel.
    package func planes(_ channelCount: Int, frameCount: Int) -> UnsafeMutablePointer<UnsafeMutablePointer<Float>> {
        let first = floats(channelCount * frameCount)
        let pointers = copies(of: first, count: channelCount)
        for channel in 0..<channelCount { pointers[channel] = first + channel * frameCount }
        return pointers
    }
}

/// A unit's core and kernel, together at one place.
package struct UnitState<Kernel: UnitKernel>: BitwiseCopyable {
    /// Parameters, time and bypass.
    package var core: UnitCore
    /// The kernel, which makes the sound.
    package var kernel: Kernel
}

/// A unit made ready for one format: the memory for its step, and its owner.
///
/// - Thread: control.
package class UnitRendering: @unchecked Sendable {
    /// The format that it was made for.
    package let format: BusFormat
    /// The unit's step, a marked global function.
    let run: RunStep
    /// The pointer that the step gets: a `UnitState`.
    let state: UnsafeMutableRawPointer
    /// For units that change time.
    let demand: RunDemand?
    /// Frames by which the output lags.
    package let latencyFrames: Int

    fileprivate init(
        format: BusFormat, run: @escaping RunStep, state: UnsafeMutableRawPointer, demand: RunDemand?,
        latencyFrames: Int
    ) {
        self.format = format
        self.latencyFrames = latencyFrames
        self.run = run
        self.state = state
        self.demand = demand
    }

    /// Makes a rendering whose step gets a `UnitState<Kernel>`.
    ///
    /// - Parameters:
    ///   - unit: Whose parameters it follows.
    ///   - latencyFrames: By how much the kernel's output lags; a bypassed unit does not lag.
    ///   - readsFirstInput: Whether pieces are of the first input, which has the output's channels and frames; else the
    ///     unit looks at its inputs itself, and sees to its own bypass.
    ///   - demand: A marked global function over the same state, for units that change time.
    ///   - run: A marked global function.
    package static func make<Kernel: UnitKernel>(
        for unit: UnitProcessor, format: BusFormat, memory: UnitMemory, kernel: Kernel, latencyFrames: Int = 0,
        readsFirstInput: Bool = true, demand: RunDemand? = nil, run: @escaping RunStep
    ) -> UnitRendering {
        Made(
            unit: unit, format: format, memory: memory, kernel: kernel, latencyFrames: latencyFrames,
            readsFirstInput: readsFirstInput, demand: demand, run: run)
    }

    /// Forgets the past, and lets the next block begin at the set values; called while nothing renders.
    func reset() {}

    /// The rendering of one kind of kernel.
    private final class Made<Kernel: UnitKernel>: UnitRendering, @unchecked Sendable {
        private let typed: UnsafeMutablePointer<UnitState<Kernel>>
        private let memory: UnitMemory
        /// Its memory is pointed to.
        private let bank: ParameterBank

        init(
            unit: UnitProcessor, format: BusFormat, memory: UnitMemory, kernel: Kernel, latencyFrames: Int,
            readsFirstInput: Bool, demand: RunDemand?, run: @escaping RunStep
        ) {
            self.memory = memory
            bank = unit.bank
            typed = .allocate(capacity: 1)
            typed.initialize(
                to: UnitState(
                    core: UnitCore(
                        bank: unit.bank, health: unit.health, format: format, latencyFrames: latencyFrames,
                        readsFirstInput: readsFirstInput, memory: memory),
                    kernel: kernel))
            super.init(
                format: format, run: run, state: UnsafeMutableRawPointer(typed), demand: demand,
                latencyFrames: latencyFrames)
        }

        deinit { typed.deallocate() }

        override func reset() {
            typed.pointee.kernel.clear()
            typed.pointee.core.reset()
        }
    }
}
