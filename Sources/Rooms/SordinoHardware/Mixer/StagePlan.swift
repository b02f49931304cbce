import SordinoSignal
import Synchronization

/// The flat work list of the render thread for each block: made by the control side, never changed afterwards.
///
/// All that outlives a plan (factors on their way, sample times, meters) lies in cells that the plan points to and its
/// owner keeps alive.
package struct StagePlan: ~Copyable {
    package let sampleRate: Double
    let gains: UnsafeMutableBufferPointer<PlannedGain>
    /// In the order in which they are summed: ascending program, then as they were opened.
    package let streams: UnsafeMutableBufferPointer<PlannedStream>
    /// Indices of the streams in the order of calls: a stream that is injected into another's input comes before it.
    package let turns: UnsafeMutableBufferPointer<Int>
    package let outputs: UnsafeMutableBufferPointer<PlannedPort>
    package let inputs: UnsafeMutableBufferPointer<PlannedPort>
    let outputLinks: UnsafeMutableBufferPointer<PlannedLink>
    let inputLinks: UnsafeMutableBufferPointer<PlannedLink>
    let injections: UnsafeMutableBufferPointer<PlannedInjection>
    let taps: UnsafeMutableBufferPointer<PlannedTap>
    let lines: UnsafeMutableBufferPointer<PlannedLine>
    let toneSections: UnsafeMutableBufferPointer<Biquad>
    /// Kept alive from making to freeing.
    let kept: Unmanaged<StagePlanKept>

    /// Frees the memory of a plan that the render thread no longer uses.
    ///
    /// - Thread: control.
    static func free(_ plan: UnsafeMutablePointer<StagePlan>) {
        plan.pointee.gains.deallocate()
        plan.pointee.streams.deallocate()
        plan.pointee.turns.deallocate()
        plan.pointee.outputs.deallocate()
        plan.pointee.inputs.deallocate()
        plan.pointee.outputLinks.deallocate()
        plan.pointee.inputLinks.deallocate()
        plan.pointee.injections.deallocate()
        plan.pointee.taps.deallocate()
        plan.pointee.lines.deallocate()
        plan.pointee.toneSections.deallocate()
        plan.pointee.kept.release()
        plan.deinitialize(count: 1)
        plan.deallocate()
    }
}

/// The objects whose memory a plan points to.
final class StagePlanKept {
    let objects: [AnyObject]
    init(_ objects: [AnyObject]) { self.objects = objects }
}

/// A running stream in a plan.
package struct PlannedStream {
    /// The peer's own; for the virtual device its `VirtualStreamCell`.
    package let peer: UnsafeMutableRawPointer?
    package let state: UnsafeMutablePointer<StreamState>
    /// Different for every `start`.
    let startSerial: UInt64
    package let output: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    package let outputChannelCount: Int
    package let input: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    package let inputChannelCount: Int
    /// The port whose mix the stream gets as its reference, or -1.
    package let referencePort: Int
    let gain: Int
    let inputGate: Int
    let outputLinks: Range<Int>
    let inputLinks: Range<Int>
    /// The streams that are injected into this one's input.
    let injections: Range<Int>
    let meters: UnsafeMutablePointer<MeterCell>
    let meterCount: Int
}

/// The part of a stream that outlives plans; belongs to the render thread.
package struct StreamState: ~Copyable {
    /// Blocks thrown away because a sample was not a number or above the limit of the mixer.
    let faults = Atomic<Int>(0)
    /// The first frame of the next block on the stream's own time line.
    package var sampleTime: Int64 = 0
    var startSerial: UInt64 = 0
    /// The number of the last block in which the stream rendered; 0 for never.
    var lastBlock: UInt64 = 0
    /// Frames that it rendered then.
    var lastFrameCount = 0
    /// Indicates whether its samples of this block are mixed: none is NaN, infinite or beyond 120 dB over full scale.
    var isSound = false
}

/// A port in a plan.
package struct PlannedPort {
    /// The peer's own; for the virtual device its `VirtualPortCell`.
    package let peer: UnsafeMutableRawPointer?
    /// An output's mix, an input's samples.
    package let samples: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    package let channelCount: Int
    /// An output's mix in the block before, zeros while no stream uses it; an input's samples behind its sections.
    package let reference: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// Indicates whether a stream of the plan receives `reference`.
    package let isReferenceWanted: Bool
    package let state: UnsafeMutablePointer<PortState>
    let meters: UnsafeMutablePointer<MeterCell>
    /// For each channel whether an output got something, or an input has something to give, in this block.
    let written: UnsafeMutablePointer<Bool>
    /// The sections that an output's mix, or an input, passes through; a `toneSerial` of 0 means that none were ever requested.
    let tone: UnsafeMutablePointer<ToneCell>
    let toneSections: Range<Int>
    let toneSerial: UInt64
}

/// The part of a port that outlives plans; belongs to the render thread.
package struct PortState {
    /// Set by the peer before it mixes or delivers: the port is silent in this block.
    package var isMissing = false
    /// Set when sound for the port was lost because it was missing; the peer clears it.
    package var hasLost = false
    /// Indicates whether the reference holds a block.
    var hasReference = false
}

/// A stream on a port.
struct PlannedLink {
    let port: Int
    let gain: Int
    let taps: Range<Int>
    /// The index of the delay line that it leads to instead of the port itself, or -1.
    let line: Int
}

/// Another stream's sound in a stream's input.
struct PlannedInjection {
    /// The index of the injected stream among the plan's streams.
    let source: Int
    let gain: Int
    /// The other factor: the input's gate, or once more the gain where there is none.
    let gate: Int
    let taps: Range<Int>
}

/// One channel of a link.
///
/// For an output from the stream's channel to the port's, for an input the other way.
struct PlannedTap: Hashable {
    let source: Int
    let destination: Int
    let weight: Float
}
