import SordinoRealtime
import Synchronization

/// Holds a part of an output's sound back: the streams that are linked to the port through it are heard some frames later.
///
/// Streams that are linked to the port itself are not held back: alerts of the device play at once beside music that waits for another room.
/// A delay that is not wanted any more fades out within `StageFade.seconds`; another one is another line.
final class DelayLine {
    let frameCount: Int
    /// The mix of the block that enters, then of the block that leaves.
    let mix: PlanarBuffer
    /// The frames that have entered and not left, between zeros.
    let ring: PlanarBuffer
    let written: UnsafeMutablePointer<Bool>
    let cell: UnsafeMutablePointer<DelayCell>
    /// Closes the line before it is dropped.
    let gate: GainControl
    /// Indicates whether it is being dropped.
    private(set) var isLeaving = false

    init(frameCount: Int, channelCount: Int, frameCapacity: Int, tailFrames: Int) {
        self.frameCount = frameCount
        mix = PlanarBuffer(channelCount: channelCount, frameCapacity: frameCapacity)
        ring = PlanarBuffer(channelCount: channelCount, frameCapacity: frameCount + frameCapacity + tailFrames)
        gate = GainControl(initial: 1, curve: .linear, frameCapacity: frameCapacity)
        written = .allocate(capacity: max(channelCount, 1))
        written.initialize(repeating: false, count: max(channelCount, 1))
        cell = .allocate(capacity: 1)
        cell.initialize(to: DelayCell(quietFrames: ring.frameCapacity))
    }

    deinit {
        written.deallocate()
        cell.deinitialize(count: 1)
        cell.deallocate()
    }

    /// Indicates whether it holds sound that has not left.
    var isSounding: Bool { cell.pointee.isSounding.load(ordering: .acquiring) }

    /// Lets what it holds fade out.
    func leave() {
        guard !isLeaving else { return }
        isLeaving = true
        gate.wish(0, rampSeconds: 0)
    }

    /// Indicates whether it can be dropped.
    var isOver: Bool { isLeaving && (gate.hasLanded || !isSounding) }

    /// Adds the end of a sound behind what has entered.
    ///
    /// - Precondition: No block is being rendered.
    func add(tail: [[Float]]) {
        let capacity = ring.frameCapacity
        for (channel, samples) in tail.enumerated() where channel < ring.channelCount {
            for (frame, sample) in samples.prefix(capacity - frameCount).enumerated() {
                ring.channels[channel][(cell.pointee.place + frame) % capacity] += sample
            }
        }
        cell.pointee.quietFrames = 0
        cell.pointee.isSounding.store(true, ordering: .releasing)
    }
}

/// The part of a delay line that belongs to the render thread.
struct DelayCell: ~Copyable {
    /// Frames since something entered, up to the capacity.
    var quietFrames: Int
    /// The frame of the ring at which the next block enters.
    var place = 0
    let isSounding = Atomic<Bool>(false)

    init(quietFrames: Int) { self.quietFrames = quietFrames }
}

/// A delay line in a plan.
struct PlannedLine {
    /// The index of its port among the plan's outputs.
    let port: Int
    let mix: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let ring: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let channelCount: Int
    let capacity: Int
    let delayFrames: Int
    let written: UnsafeMutablePointer<Bool>
    let cell: UnsafeMutablePointer<DelayCell>
    let gate: Int
}
