/// Everything a running resampler of mastering quality needs, laid out before it starts.
struct FourierState {
    /// Outputs of the short filter at once.
    static var outputsAtOnce: Int { @_noAllocation @_noLocks get { ResamplerState.listedOutputsAtOnce } }
    /// Frames kept before the short filter beyond two of its lengths.
    private static let framesBeyondTaps = 512

    let channelCount: Int
    let phases: Int
    let isRising: Bool
    let beginning: FourierPlan.Beginning
    let table: UnsafePointer<Double>
    let spectra: UnsafePointer<Double>

    /// Real and imaginary parts of the block that is being transformed, then the same for the output of each phase.
    let work: UnsafeMutablePointer<Double>
    /// The long filter's input: a plane of `windowCapacity` for each channel.
    let window: UnsafeMutablePointer<Double>
    let windowCapacity: Int
    /// Frames that are dropped after each block.
    let blockFrames: Int
    /// The long filter's output: a plane of `madeCapacity` for each channel; not used when the short filter comes
    /// behind it.
    let made: UnsafeMutablePointer<Double>
    let madeCapacity: Int

    /// The short filter; 0 taps if there is none.
    let taps: Int
    let rowCount: Int
    let step: Int
    let bank: UnsafePointer<Double>?
    let roundStarts: UnsafePointer<Int32>?
    let roundRows: UnsafePointer<Int32>?
    /// Its input: a plane of `shortCapacity` for each channel.
    let short: UnsafeMutablePointer<Double>
    let shortCapacity: Int
    /// Room for its outputs of two channels before they are rounded.
    let scratch: UnsafeMutablePointer<Double>

    /// Input frames still to be passed over.
    var skipped = 0
    /// Frames in the window; never all of them between calls.
    var windowFrames = 0
    /// Frames made, and how many of them were given away.
    var madeFrames = 0
    var givenFrames = 0
    /// Frames before the short filter, the first tap of its next output among them, and that output's number within the
    /// round.
    var shortFrames = 0
    var shortStart = 0
    var shortOutput = 0

    /// - Thread: control, as it allocates.
    init(
        channelCount: Int, plan: FourierPlan, spectra bank: FourierBank, rows: SincBank?, places: PlaceList?,
        priming: Resampler.Priming
    ) {
        self.channelCount = channelCount
        phases = plan.phases
        isRising = plan.isRising
        beginning = plan.beginning(priming)
        table = bank.table
        spectra = bank.spectra
        let size = FourierPlan.size
        let each = plan.isRising ? 1 : plan.phases
        work = Self.zeros((plan.phases + 1) * 2 * size)
        windowCapacity = each * size
        blockFrames = each * FourierPlan.blockFrames
        window = Self.zeros(channelCount * windowCapacity)
        let madeAtOnce = (plan.isRising ? plan.phases : 1) * FourierPlan.blockFrames
        let isLast = !plan.isRising || plan.short == nil
        madeCapacity = isLast ? madeAtOnce : 0
        made = Self.zeros(channelCount * madeCapacity)
        taps = plan.short?.design.tapCount ?? 0
        rowCount = plan.short?.rows ?? 1
        step = plan.short?.step ?? 1
        self.bank = rows?.doubles
        roundStarts = places?.starts
        roundRows = places?.rows
        // Behind a block of the long filter, or before it.
        let framesAtOnce = plan.isRising ? madeAtOnce : Self.framesBeyondTaps
        shortCapacity = plan.short == nil ? 0 : 2 * taps + step / rowCount + 2 + framesAtOnce
        short = Self.zeros(channelCount * shortCapacity)
        scratch = Self.zeros(plan.short == nil || !plan.isRising ? 1 : 2 * Self.outputsAtOnce)
    }

    private static func zeros(_ count: Int) -> UnsafeMutablePointer<Double> {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(count, 1) * 8, alignment: 64)
            .bindMemory(to: Double.self, capacity: max(count, 1))
        memory.initialize(repeating: 0, count: max(count, 1))
        return memory
    }

    /// - Thread: control, while no block is being rendered.
    func deallocate() {
        for memory in [work, window, made, short, scratch] { UnsafeMutableRawPointer(memory).deallocate() }
    }
}
