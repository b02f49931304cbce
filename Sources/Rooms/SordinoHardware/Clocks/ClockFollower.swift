import SordinoRealtime
import SordinoSignal

/// Brings the stage's frames to a port whose clock is not the stage's: as many as the port asks for, however much
/// faster or slower it runs, and none lost.
///
/// The frames wait in a queue; a loop holds its mean length where it is by asking a resampler for a little more or less
/// than one frame for each. The part of that which does not pass is the difference of the clocks.
/// - Thread: `put` and `take` one at a time, no heap and no lock in either; `partsPerMillion` and `lostFrames` on
///   theirs.
/// - Source: F. Adriaensen, "Controlling adaptive resampling" (the loop of second order).
package final class ClockFollower: @unchecked Sendable {
    /// The loop settles within some 20 seconds: slower than any jitter of blocks, faster than clocks change.
    private static let loopHertz = 0.05

    let channelCount: Int
    let renderer: ResamplerRenderer
    /// The planes of `queue`.
    let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let queueCapacity: Int
    private let queue: PlanarBuffer
    private let resampler: Resampler
    let state: UnsafeMutablePointer<ClockFollowerState>

    /// - Parameters:
    ///   - sampleRate: The nominal rate of both clocks, in hertz.
    ///   - blockFrames: Frames of the longest piece that is put or taken.
    package init(channelCount: Int, sampleRate: Double, blockFrames: Int) {
        self.channelCount = channelCount
        resampler = Resampler(
            channelCount: channelCount, step: 1, maximumStep: 1.01, quality: .high, priming: .delayed)
        renderer = resampler.renderer
        queueCapacity = 4 * blockFrames + 256
        queue = PlanarBuffer(channelCount: channelCount, frameCapacity: queueCapacity)
        planes = queue.channels
        let omega = 2 * Double.pi * Self.loopHertz
        state = .allocate(capacity: 1)
        state.initialize(
            to: ClockFollowerState(
                targetFrames: Double(2 * blockFrames), sampleRate: sampleRate,
                proportional: 1.414 * omega / sampleRate, integral: omega * omega / sampleRate))
    }

    deinit { state.deallocate() }

    /// The measured excess of the port clock over the stage clock, in parts per million.
    package var partsPerMillion: Double { (1 / (1 + state.pointee.drift) - 1) * 1e6 }

    /// Frames that found no room, or were not there when they were asked for.
    package var lostFrames: Int { state.pointee.lostFrames }

    /// Frames from the stage to the port, beside the filter's own delay.
    package var delayFrames: Double { state.pointee.targetFrames }
}

/// The loop of a follower.
struct ClockFollowerState {
    /// The length at which the queue is held.
    let targetFrames: Double
    let sampleRate: Double
    let proportional: Double
    let integral: Double
    /// Frames in the queue.
    var count = 0
    /// The length of the queue after the first piece was taken; the follower holds this length at the same point of
    /// each cycle.
    var restingLength: Double = 0
    /// The mean difference between the length of the queue and `restingLength`, in frames.
    var meanError: Double = 0
    /// Input frames for each output frame, beyond one, that do not pass.
    var drift: Double = 0
    var hasBegun = false
    var lostFrames = 0
}
