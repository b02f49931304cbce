import CKernels

/// Echoes: repeats the input after a time, again and again, duller each time.
///
/// Each echo is the one before it, delayed, times the feedback and through a low-pass of first order, which takes 3 dB
/// at its cutoff; the first echo is the input, delayed and through the low-pass. Dry and wet are crossfaded at equal
/// power. A new time is faded to over 20 ms while the old one is still heard. Any division into blocks gives the same
/// samples; tails end in exact silence.
package final class Delay {
    /// The longest delay, in seconds.
    package static let longestSeconds = 2.0

    /// The audio thread's end.
    package let renderer: DelayRenderer
    /// Channels of the stream.
    package let channelCount: Int
    private let state: UnsafeMutablePointer<DelayState>

    /// Makes a delay of 1 s with a feedback of 0.5, a cutoff of 15 kHz and the wet side alone.
    ///
    /// - Parameters:
    ///   - channelCount: 1 or more.
    ///   - sampleRate: Hertz, above 0.
    /// - Thread: control.
    package init(channelCount: Int, sampleRate: Double) {
        precondition(channelCount > 0 && sampleRate > 0, "a stream has at least one channel and a rate")
        self.channelCount = channelCount
        state = .allocate(capacity: 1)
        state.initialize(to: DelayState(channelCount: channelCount, sampleRate: sampleRate))
        renderer = DelayRenderer(state: state)
        renderer.setTime(seconds: 1, atOnce: true)
        renderer.setCutoff(hertz: 15_000)
    }

    deinit {
        state.pointee.deallocate()
        state.deallocate()
    }
}

/// The state of a running delay.
struct DelayState {
    /// Frames before a block that the low-pass looks at.
    static var reach: Int {
        @_noAllocation @_noLocks get { 16 }
    }

    let sampleRate: Double
    var ring: EchoRing
    /// The low-pass's input, `reach` frames of the past before each block.
    let fed: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// The last `reach` frames of its output.
    let filtered: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    var pole = CKernelsPole()

    var feedback = GainRamp(0.5)
    var dry = GainRamp(0)
    var wet = GainRamp(1)
    /// Frames since anything went round.
    var quietFrames = Int.max / 2

    init(channelCount: Int, sampleRate: Double) {
        self.sampleRate = sampleRate
        ring = EchoRing(
            channelCount: channelCount, longest: Int((Delay.longestSeconds * sampleRate).rounded(.up)),
            fadeFrames: Int(sampleRate * 0.02))
        fed = .allocate(capacity: channelCount)
        filtered = .allocate(capacity: channelCount)
        let count = Self.reach + EchoRing.blockFrames
        for channel in 0..<channelCount {
            (fed + channel).initialize(to: .allocate(capacity: count))
            (filtered + channel).initialize(to: .allocate(capacity: Self.reach))
            fed[channel].initialize(repeating: 0, count: count)
            filtered[channel].initialize(repeating: 0, count: Self.reach)
        }
    }

    func deallocate() {
        for channel in 0..<ring.channelCount {
            fed[channel].deallocate()
            filtered[channel].deallocate()
        }
        fed.deallocate()
        filtered.deallocate()
        ring.deallocate()
    }
}
