/// Spoils sound on purpose: echoes, ring modulation, coarse samples, a polynomial and soft clipping, one after the
/// other.
///
/// `DistortionSettings` describes each stage. A new delay is faded to over 20 ms. Any division into
/// blocks gives the same samples; tails end in exact silence.
package final class Distortion {
    /// The audio thread's end.
    package let renderer: DistortionRenderer
    /// Channels of the stream.
    package let channelCount: Int
    private let state: UnsafeMutablePointer<DistortionState>

    /// Makes a distortion.
    ///
    /// - Parameters:
    ///   - channelCount: 1 or more.
    ///   - sampleRate: Hertz, above 0.
    /// - Thread: control.
    package init(channelCount: Int, sampleRate: Double, settings: DistortionSettings = DistortionSettings()) {
        precondition(channelCount > 0 && sampleRate > 0, "a stream has at least one channel and a rate")
        self.channelCount = channelCount
        state = .allocate(capacity: 1)
        state.initialize(to: DistortionState(channelCount: channelCount, sampleRate: sampleRate))
        renderer = DistortionRenderer(state: state)
        renderer.set(settings, frames: 0)
    }

    deinit {
        state.pointee.deallocate()
        state.deallocate()
    }
}

/// The state of a running distortion.
struct DistortionState {
    /// Delays below this are too short for whole vectors.
    static var shortDelay: Int {
        @_noAllocation @_noLocks get { 16 }
    }

    let channelCount: Int
    let sampleRate: Double
    var settings = DistortionSettings()
    var ring: EchoRing
    /// The sound on its way through the stages, one channel at a time.
    let work: UnsafeMutablePointer<Float>
    let other: UnsafeMutablePointer<Float>
    let oscillator1: UnsafeMutablePointer<Float>
    let oscillator2: UnsafeMutablePointer<Float>
    /// The sample that each channel holds.
    let held: UnsafeMutablePointer<Float>

    var factors: GlidingFactors
    var phase1: UInt32 = 0
    var phase2: UInt32 = 0
    var increment1: UInt32 = 0
    var increment2: UInt32 = 0
    var holdPhase: UInt32 = 0
    /// 0 to take every sample.
    var holdIncrement: UInt32 = 0
    /// 0 to leave samples as they are.
    var roundingStep: Float = 0
    /// The ring holds something.
    var isEchoing = false
    /// Frames since anything but silence came in or went round.
    var quietFrames = Int.max / 2

    init(channelCount: Int, sampleRate: Double) {
        self.channelCount = channelCount
        self.sampleRate = sampleRate
        ring = EchoRing(
            channelCount: channelCount, longest: Int((sampleRate * 0.5).rounded(.up)),
            fadeFrames: Int(sampleRate * 0.02))
        factors = GlidingFactors()
        func plane(_ count: Int) -> UnsafeMutablePointer<Float> {
            let plane = UnsafeMutablePointer<Float>.allocate(capacity: count)
            plane.initialize(repeating: 0, count: count)
            return plane
        }
        let count = EchoRing.blockFrames
        (work, other, oscillator1, oscillator2) = (plane(count), plane(count), plane(count), plane(count))
        held = plane(channelCount)
    }

    func deallocate() {
        for plane in [work, other, oscillator1, oscillator2, held] { plane.deallocate() }
        ring.deallocate()
        factors.deallocate()
    }
}

/// Numbers that go to others together, on straight lines that land exactly.
///
/// On frame k of a glide a number is `start + step * k`; so any division into blocks gives the same.
struct GlidingFactors {
    /// The positions of the numbers.
    enum Place {
        static let gain = 0
        static let feedback = 1
        // 2 to 7: the dry and the wet share of the echo, of the coarse sound and of the whole.
        /// Three terms, first power first.
        static let polynomial = 8
        /// The mix, then the shares of both oscillators.
        static let ring = 11
        static let count = 14
    }

    /// Pairs of start and step; start is the number itself while nothing glides.
    let lines: UnsafeMutablePointer<Float>
    let targets: UnsafeMutablePointer<Float>
    /// Of the glide under way.
    var framesDone = 0
    var frameCount = 0

    init() {
        lines = .allocate(capacity: 2 * Place.count)
        lines.initialize(repeating: 0, count: 2 * Place.count)
        targets = .allocate(capacity: Place.count)
        targets.initialize(repeating: 0, count: Place.count)
    }

    func deallocate() {
        lines.deallocate()
        targets.deallocate()
    }
}
