/// Changes speed and pitch of a stream of deinterleaved float32, each without the other.
///
/// Speed is changed by a `Stretcher`; pitch by stretching and then resampling. The control side makes it; one thread at
/// a time uses its `renderer`, which lives as long as this does. Two ways to use the renderer, as with `Resampler`:
/// *pull* (ask how much input a block of output needs, bring it, get the block) and *push*. Both give the same samples.
///
/// At rate 1 and pitch 0 samples pass unchanged, bit for bit. All channels are turned together, so that a stereo image
/// stays where it is. Over time, n input frames become exactly n / rate output frames.
package final class TimePitch {
    /// The meaning of the first output frame of a stream.
    package enum Priming: Sendable {
        /// Output frame 0 is input frame 0; the first block needs input ahead of it.
        case aligned
        /// Output begins `latencyFrames` late, so that at rate 1 each block needs as much input as it has frames.
        case delayed
    }

    /// Rates that can be asked for: input frames for each output frame.
    package static let rates = 1.0 / 32...32
    /// Pitches that can be asked for, in cents.
    package static let pitches = -2_400.0...2_400

    /// The most input that `inputFramesBound` ever asks for, for blocks of so many frames.
    package static func inputFrameLimit(outputFrames: Int, sampleRate: Double) -> Int {
        let longest = StretchBandPlan.bands(sampleRate: sampleRate).map(\.windowFrames).max() ?? 4_096
        // Half a window, a hop, an onset's shift and the resampler's reach ahead of the output; and the lookahead
        // beyond.
        return 32 * outputFrames + Stretcher.fastest * (longest + 512) + 8 * longest
    }

    /// The audio thread's end.
    package let renderer: TimePitchRenderer
    /// Channels of the stream.
    package let channelCount: Int
    /// Frames at rate 1 from a sound's coming in to its going out; 0 when aligned.
    package let latencyFrames: Int

    private let resampler: Resampler?
    private let transforms: [FFT]
    private let state: UnsafeMutablePointer<TimePitchState>

    /// Makes a unit at rate 1, pitch 0, overlap 8.
    ///
    /// - Parameters:
    ///   - channelCount: 1 or more.
    ///   - sampleRate: Hertz, 8000 or more; windows are chosen by it.
    ///   - changesPitch: Whether `setPitch` will be called; without it there is no resampler.
    /// - Thread: control.
    package convenience init(
        channelCount: Int, sampleRate: Double, changesPitch: Bool = true, priming: Priming = .aligned
    ) {
        self.init(
            channelCount: channelCount, sampleRate: sampleRate, changesPitch: changesPitch, priming: priming,
            plans: StretchBandPlan.bands(sampleRate: sampleRate))
    }

    init(channelCount: Int, sampleRate: Double, changesPitch: Bool, priming: Priming, plans: [StretchBandPlan]) {
        precondition(channelCount > 0, "a stream has at least one channel")
        self.channelCount = channelCount
        resampler =
            changesPitch
            ? Resampler(channelCount: channelCount, step: 1, maximumStep: 4, quality: .good, priming: .provided) : nil
        state = .allocate(capacity: 1)
        let longest = plans.map(\.windowFrames).max() ?? 4_096
        let judging = FFT(sampleCount: longest / 8)
        let transforms = plans.map { FFT(sampleCount: $0.windowFrames) }
        self.transforms = transforms + [judging]
        let stretcher = Stretcher(
            channelCount: channelCount, sampleRate: sampleRate, plans: plans, transforms: transforms,
            judging: judging)
        latencyFrames = priming == .delayed ? stretcher.windowFrames + stretcher.onsets.lookaheadFrames : 0
        state.initialize(
            to: TimePitchState(
                stretcher: stretcher, resampler: resampler?.renderer, lookahead: resampler?.lookaheadFrames ?? 0,
                isDelayed: priming == .delayed))
        renderer = TimePitchRenderer(state: state)
        renderer.reset()
    }

    deinit {
        state.pointee.deallocate()
        state.deallocate()
    }
}

/// The state of a running time-pitch unit.
struct TimePitchState {
    /// Frames between the stretcher and the resampler at a time.
    static let stagingFrames = 1_024

    var stretcher: Stretcher
    let resampler: ResamplerRenderer?
    /// Frames that the resampler needs before its first output.
    let leadFrames: Int
    let isDelayed: Bool
    let staging: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// The last `leadFrames` of output while the resampler is idle.
    let lead: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let channelCount: Int

    /// Frames of silence that came out of the stretcher last.
    var quietFrames = 0
    var stagingStart = 0
    var stagingEnd = 0
    var rate = 1.0
    /// Frames of the stretcher for each frame of output.
    var step = 1.0
    /// The resampler is in the way; from the first pitch other than 0 until a reset.
    var isResampling = false
    /// The position of the next output among the frames that the stretcher has made.
    var resamplerPlace = 0.0

    init(stretcher: Stretcher, resampler: ResamplerRenderer?, lookahead: Int, isDelayed: Bool) {
        self.stretcher = stretcher
        self.resampler = resampler
        self.isDelayed = isDelayed
        leadFrames = max(0, lookahead - 1)
        channelCount = stretcher.channelCount
        staging = .allocate(capacity: channelCount)
        lead = .allocate(capacity: channelCount)
        for channel in 0..<channelCount {
            (staging + channel).initialize(to: .allocate(capacity: Self.stagingFrames))
            staging[channel].initialize(repeating: 0, count: Self.stagingFrames)
            (lead + channel).initialize(to: .allocate(capacity: leadFrames + 1))
            lead[channel].initialize(repeating: 0, count: leadFrames + 1)
        }
    }

    func deallocate() {
        stretcher.deallocate()
        for channel in 0..<channelCount {
            staging[channel].deallocate()
            lead[channel].deallocate()
        }
        staging.deallocate()
        lead.deallocate()
    }
}
