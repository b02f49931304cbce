import SordinoHardware
import SordinoRealtime
import Synchronization

/// The time and length of one block.
struct ALSABlock {
    var frameCount: Int
    /// When its first frame leaves the device.
    var hostNanoseconds: Int64
    /// The rate in hertz.
    var sampleRate: Double
    /// Indicates whether the microphone has given a block.
    var hasInput: Bool
}

/// The state of the thread that renders; touched only under the pump's gate.
struct ALSARenderState {
    let stage: StageRenderer
    /// Reused for every callback.
    let cycle: UnsafeMutablePointer<StreamCycle>
    /// The output behind the device's volume.
    let air: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// The planes of the block that was rendered: `air`, or those of the port where the volume changes nothing.
    var ready: UnsafePointer<UnsafeMutablePointer<Float>>
    /// The block of the input.
    let input: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    var inputChannelCount = 0
    var outputChannelCount = 0
    /// The factor of the block before, and the one that is asked for.
    var volume: Float = 1
    var wantedVolume: Float = 1
    /// Fade-outs of stopped streams, to be added to the next frames.
    let tail: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    var tailFrames = 0
    var tailDone = 0
    /// Indicates whether no stream ran in the block before, and nothing fades.
    var isQuiet = false
}

/// The memory of the render state.
final class ALSARenderMemory: Sendable {
    /// Channels of the widest device.
    static let channels = 32
    /// Frames of the longest fade, at 768 kHz.
    static let tailCapacity = 4_096

    let state: Lent<UnsafeMutablePointer<ALSARenderState>>
    private let air = PlanarBuffer(channelCount: channels, frameCapacity: ALSASetting.blocks.upperBound)
    private let input = PlanarBuffer(channelCount: channels, frameCapacity: ALSASetting.blocks.upperBound)
    private let tail = PlanarBuffer(channelCount: channels, frameCapacity: tailCapacity)

    init(_ stage: StageRenderer) {
        let cycle = UnsafeMutablePointer<StreamCycle>.allocate(capacity: 1)
        cycle.initialize(
            to: StreamCycle(
                frameCount: 0, sampleTime: 0, hostNanoseconds: 0, sampleRate: 48_000, output: nil, outputChannelCount: 0
            ))
        let state = UnsafeMutablePointer<ALSARenderState>.allocate(capacity: 1)
        state.initialize(
            to: ALSARenderState(
                stage: stage, cycle: cycle, air: air.channels, ready: UnsafePointer(air.channels),
                input: input.channels, tail: tail.channels))
        self.state = Lent(state)
    }

    deinit {
        state.value.pointee.cycle.deallocate()
        state.value.deallocate()
    }

    /// Adds a fade-out to the next frames of the output.
    ///
    /// Under the gate.
    func add(tail added: [[Float]]) {
        let state = state.value
        let count = min(added.first?.count ?? 0, Self.tailCapacity)
        let (left, done) = (state.pointee.tailFrames - state.pointee.tailDone, state.pointee.tailDone)
        for channel in 0..<min(added.count, Self.channels) {
            let samples = state.pointee.tail[channel]
            for frame in 0..<max(count, left) {
                let old = frame < left ? samples[done + frame] : 0
                samples[frame] = old + (frame < count ? added[channel][frame] : 0)
            }
        }
        (state.pointee.tailFrames, state.pointee.tailDone) = (max(count, left), 0)
    }
}

/// The counts of the device so far, for any thread.
package final class ALSAFigures: Sendable {
    let frames = Atomic(0)
    let underruns = Atomic(0)
    let overruns = Atomic(0)
    let suspends = Atomic(0)
    let wakes = Atomic(0)
    let outputDelayNanoseconds = Atomic(0)
    let inputDelayNanoseconds = Atomic(0)
    /// When the last frame of a program leaves the device, by the clock of the host.
    let soundEnd = Atomic(0)

    /// Frames that were rendered.
    package var frameCount: Int { frames.load(ordering: .relaxed) }
    /// How often the output ran out of frames, or the input lost some.
    package var xrunCount: Int { underruns.load(ordering: .relaxed) + overruns.load(ordering: .relaxed) }
    /// How often the machine slept while the device ran.
    package var suspendCount: Int { suspends.load(ordering: .relaxed) }
    /// How often the device's thread woke.
    package var wakeCount: Int { wakes.load(ordering: .relaxed) }
}
