import SordinoRealtime

/// Changes how long sound takes without changing its pitch: the memory and the plan of time.
///
/// Frames of a few windows' lengths (`StretchBand`) are taken from the input around one middle and added to the output
/// around another. Each bin is turned by the angle that the input itself turns in the time that has passed in the
/// output (the phase vocoder); turns are shared by neighbours according to energy, so that the bins of one partial stay
/// together. At an onset, in the bands where energy rises, everything before it is brought to its end and the input
/// passes untouched for a moment: attacks stay as sharp as they were, and tones in other bands sound on.
///
/// Counts of input and output frames start at 0 at a reset.
///
/// - Source: J. L. Flanagan and R. M. Golden, "Phase Vocoder" (1966); J. Laroche and M. Dolson, "Improved Phase Vocoder
///   Time-Scale Modification of Audio" (1999), for keeping neighbouring bins together; A. Röbel, "A New Approach to
///   Transient Processing in the Phase Vocoder" (2003), for starting afresh at onsets.
struct Stretcher {
    /// Frames of the longest window.
    let windowFrames: Int
    let channelCount: Int
    /// Largest speed, in input frames for each output frame: 32, and two octaves of pitch down.
    static let fastest = 128

    let bands: UnsafeMutablePointer<StretchBand>
    let bandCount: Int
    let edgeFrames: Int
    /// The distance that an onset may be moved to fit the output before it: 5 ms; half of that either way.
    let alignFrames: Int
    let trial: UnsafeMutablePointer<Float>
    let fits: UnsafeMutablePointer<Float>
    /// For three windows over each other.
    let longestHop: Int
    /// Longest time that the sums reach beyond the first unfinished frame.
    let sumFrames: Int
    let sumCapacity: Int

    // Input
    let history: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let historyCapacity: Int
    /// The frame of the input that `history` begins with, and frames in it.
    var historyStart = 0
    var historyCount = 0
    var onsets: OnsetDetector
    /// Attacks go through as they are.
    var keepsTransients = true
    let judge: OnsetJudge

    // Time
    /// Output frames that have been handed out, and those that are ready.
    var outputFrame = 0
    var readyFrame = 0
    /// The position of the output frame in `sums`.
    var sumStart = 0
    /// Middles of the last frame; the next output's place in the input follows from the map.
    var lastOutput = 0
    var lastInput = 0
    var mapOutput = 0
    var mapInput = 0.0
    var rate = 1.0
    var hop: Int
    /// The rate before the last change: output before `mapOutput` went by it.
    var earlierRate = 1.0
    /// Hops to come in which the input goes through as it is.
    var plainHops = 0
    /// No frame has been made since the input ceased to be copied.
    var isFresh = false
    /// Bands whose frames are plain while `plainHops` last, a bit for each.
    var plainBands: UInt32 = 0
    /// The latest position at which all bands began anew, and the length of the edge before it.
    var restartOutput = 0
    var restartEdge = 0
    /// All frames since the restart are plain, and will be while the rate is 1.
    var isSettling = false
    /// Input is copied, sample by sample; `throughOffset` is added to an output's number.
    var isThrough = true
    var throughOffset = 0
    /// Input that is taken ahead while it is copied, so that leaving that takes none at once.
    var leadFrames = 0

    /// - Parameters:
    ///   - channelCount: 1 or more.
    ///   - sampleRate: Hertz.
    ///   - transforms: One for each band; the caller keeps them.
    ///   - judging: For looking at onsets: an eighth of the longest window; the caller keeps it.
    /// - Thread: control.
    init(
        channelCount: Int, sampleRate: Double, plans: [StretchBandPlan], transforms: [FFT], judging: FFT
    ) {
        self.channelCount = channelCount
        let longest = plans.map(\.windowFrames).max() ?? 4_096
        windowFrames = longest
        longestHop = longest / 6
        hop = longest / 16
        edgeFrames = longest / 64
        alignFrames = longest / 16
        trial = .allocate(capacity: alignFrames + 8 * edgeFrames)
        trial.initialize(repeating: 0, count: alignFrames + 8 * edgeFrames)
        fits = .allocate(capacity: 2 * (alignFrames / 4 + 1))
        fits.initialize(repeating: 0, count: 2 * (alignFrames / 4 + 1))
        sumFrames = longest + longestHop + alignFrames
        sumCapacity = 2 * sumFrames + longest
        bandCount = plans.count
        bands = .allocate(capacity: plans.count)
        for (index, plan) in plans.enumerated() {
            (bands + index).initialize(
                to: StretchBand(
                    plan: plan, transform: transforms[index], channelCount: channelCount, capacity: sumCapacity))
        }
        onsets = OnsetDetector(channelCount: channelCount, sampleRate: sampleRate)
        judge = OnsetJudge(plans: plans, transform: judging)
        historyCapacity = 4 * longest + Self.fastest * longestHop + onsets.lookaheadFrames
        history = .allocate(capacity: channelCount)
        for channel in 0..<channelCount {
            (history + channel).initialize(to: .allocate(capacity: historyCapacity))
            history[channel].initialize(repeating: 0, count: historyCapacity)
        }
    }

    /// - Thread: control, while no block is being rendered.
    func deallocate() {
        for index in 0..<bandCount { bands[index].deallocate() }
        bands.deallocate()
        for channel in 0..<channelCount { history[channel].deallocate() }
        history.deallocate()
        trial.deallocate()
        fits.deallocate()
        onsets.deallocate()
        judge.deallocate()
    }
}
