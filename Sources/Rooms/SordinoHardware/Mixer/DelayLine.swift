import SordinoRealtime
import Synchronization

/// Holds a part of an output's sound back: the streams that are linked to the port through it are heard some frames later.
///
/// Streams that are linked to the port itself are not held back: alerts of the device play at once beside music that waits for another
/// room. The line keeps the sound of the past, so that another delay fades in within `StageFade.seconds` without a gap: a longer one
/// repeats some sound, a shorter one leaves some out. A line that is not wanted any more fades out in the same time.
final class DelayLine {
    /// The delay that it has or fades to; its owner's.
    private(set) var frameCount: Int
    /// The longest delay that it can have.
    let reachFrames: Int
    /// The rate of the frames in it, in hertz.
    let sampleRate: Double
    /// The mix of the block that enters, then of the block that leaves.
    let mix: PlanarBuffer
    /// The past, the block that enters, and the ends of sounds behind it.
    let ring: PlanarBuffer
    let written: UnsafeMutablePointer<Bool>
    let cell: UnsafeMutablePointer<DelayCell>
    /// Closes the line before it is dropped.
    let gate: GainControl
    /// The frames of a fade.
    let fadeFrames: Int
    /// Indicates whether it is being dropped.
    private(set) var isLeaving = false
    /// Counts the delays that were asked for.
    private(set) var serial: UInt64 = 0

    /// - Parameter pastFrames: The longest delay that it may be given later.
    init(frameCount: Int, pastFrames: Int, channelCount: Int, frameCapacity: Int, sampleRate: Double) {
        self.frameCount = frameCount
        self.sampleRate = sampleRate
        fadeFrames = max(StageFade.frames(sampleRate), 1)
        // Half seconds: latencies that are stated anew differ by a little.
        let half = max(Int(exactly: (sampleRate / 2).rounded()) ?? 1, 1)
        reachFrames = max(frameCount, (pastFrames + half - 1) / half * half)
        mix = PlanarBuffer(channelCount: channelCount, frameCapacity: frameCapacity)
        ring = PlanarBuffer(
            channelCount: channelCount, frameCapacity: reachFrames + 2 * frameCapacity + fadeFrames)
        gate = GainControl(initial: 1, curve: .linear, frameCapacity: frameCapacity)
        written = .allocate(capacity: max(channelCount, 1))
        written.initialize(repeating: false, count: max(channelCount, 1))
        cell = .allocate(capacity: 1)
        cell.initialize(to: DelayCell(delay: frameCount))
    }

    deinit {
        written.deallocate()
        cell.deinitialize(count: 1)
        cell.deallocate()
    }

    /// Indicates whether it holds sound that has not left.
    var isSounding: Bool { cell.pointee.isSounding.load(ordering: .acquiring) }

    /// Indicates whether what enters leaves in the same block.
    var isThrough: Bool { frameCount == 0 && cell.pointee.landed.load(ordering: .acquiring) == serial }

    /// Returns whether it can be given another delay.
    func reaches(_ frames: Int, _ sampleRate: Double) -> Bool {
        !isLeaving && frames <= reachFrames && sampleRate == self.sampleRate
    }

    /// Fades to another delay.
    ///
    /// - Precondition: It reaches so far.
    func change(to frames: Int) {
        guard frames != frameCount else { return }
        frameCount = frames
        serial += 1
    }

    /// Lets what it holds fade out.
    func leave() {
        guard !isLeaving else { return }
        isLeaving = true
        gate.wish(0, rampSeconds: 0)
    }

    /// Is wanted again before it has faded out.
    func stay() {
        isLeaving = false
        gate.wish(1, rampSeconds: 0)
    }

    /// Indicates whether it can be dropped.
    var isOver: Bool { isLeaving && (gate.hasLanded || !isSounding) }

    /// Adds the end of a sound behind what has entered.
    ///
    /// - Precondition: No block is being rendered.
    func add(tail: [[Float]]) {
        let capacity = ring.frameCapacity
        for (channel, samples) in tail.enumerated() where channel < ring.channelCount {
            for (frame, sample) in samples.prefix(fadeFrames).enumerated() {
                ring.channels[channel][(cell.pointee.place + frame) % capacity] += sample
            }
        }
        cell.pointee.framesLeft = max(cell.pointee.framesLeft, cell.pointee.longest + fadeFrames)
        cell.pointee.isSounding.store(true, ordering: .releasing)
    }
}

/// The part of a delay line that belongs to the render thread.
struct DelayCell: ~Copyable {
    /// The frame of the ring at which the next block enters.
    var place = 0
    /// Frames before it that hold the sound that plays now; those before them are of another.
    var pastFrames = 0
    /// Frames that may still leave.
    var framesLeft = 0
    var delay: Int
    /// The delay that fades in.
    var next: Int
    /// Frames of that fade that are done; -1 while there is none.
    var fadedFrames = -1
    /// The serial number of the delay that it fades to or has.
    var serial: UInt64 = 0
    /// The serial number of the delay that it has.
    let landed = Atomic<UInt64>(0)
    let isSounding = Atomic<Bool>(false)

    init(delay: Int) { (self.delay, next) = (delay, delay) }

    /// The longer delay of a fade.
    var longest: Int { @_noAllocation @_noLocks get { max(delay, next) } }
}

/// A delay line in a plan.
struct PlannedLine {
    /// The index of its port among the plan's outputs.
    let port: Int
    let mix: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let ring: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let channelCount: Int
    let capacity: Int
    let reachFrames: Int
    let fadeFrames: Int
    let delayFrames: Int
    let serial: UInt64
    let written: UnsafeMutablePointer<Bool>
    let cell: UnsafeMutablePointer<DelayCell>
    let gate: Int
}
