import SordinoRealtime

/// Listens to an output bus: the render thread copies each block into a ring, another thread makes buffers of it.
///
/// If its thread does not collect in time, blocks are lost and counted; rendering never waits.
package final class Tap: @unchecked Sendable {
    /// Frames of each delivered buffer.
    package let bufferFrameCount: Int
    /// The format of the delivered buffers.
    package let format: BusFormat

    /// The cost and the faults of the tap itself.
    let health = Health()
    /// Rung when a buffer is full.
    package let bell = ServiceBell()
    private let ring: FloatRing
    private let stamps: Ring<TapStamp>
    private let held: Held<TapState>
    private let lost: RealtimeCounter
    fileprivate let buffer: PlanarBuffer
    private var collected = 0
    private var next: TapStamp?
    private var start: TapStamp?

    var state: UnsafeMutableRawPointer { UnsafeMutableRawPointer(held.pointer) }

    /// Makes a tap.
    ///
    /// - Parameters:
    ///   - bufferFrameCount: Frames of each delivered buffer, 1 or more.
    ///   - maximumFrameCount: The longest block that is rendered at once.
    package init(format: BusFormat, bufferFrameCount: Int, maximumFrameCount: Int) {
        precondition(bufferFrameCount > 0, "a tap's buffer holds at least one frame")
        self.format = format
        self.bufferFrameCount = bufferFrameCount
        // Four buffers: three blocks of patience for a thread that is late.
        ring = FloatRing(channelCount: format.channelCount, frameCapacity: 4 * max(bufferFrameCount, maximumFrameCount))
        stamps = Ring(capacity: 1024)
        lost = RealtimeCounter()
        held = Held(
            TapState(
                ring: ring.producer, channelCount: format.channelCount, stamps: stamps.producer, lost: lost.raiser,
                bell: bell.state, bufferFrameCount: bufferFrameCount))
        buffer = PlanarBuffer(channelCount: format.channelCount, frameCapacity: bufferFrameCount)
    }

    /// Blocks that were lost because the ring was full.
    package var lostBlockCount: Int { lost.count }

    /// Takes the frames that have been collected since the last full buffer; nil if there are none.
    fileprivate func takeRest() -> (frameCount: Int, start: TapStamp)? {
        guard collected > 0, let start else { return nil }
        defer { collected = 0 }
        return (collected, start)
    }

    /// Hands out every buffer that has become full.
    ///
    /// - Parameter deliver: Gets one pointer per channel to `bufferFrameCount` frames, valid during the call, and when
    ///   the first of them was rendered.
    /// - Thread: one at a time, not the render thread.
    package func collect(
        _ deliver: (UnsafePointer<UnsafeMutablePointer<Float>>, _ sampleTime: Int64, _ hostNanoseconds: Int64) -> Void
    ) {
        while let stamp = next ?? stamps.consumer.pop() {
            next = stamp
            if stamp.isDiscontinuous { (collected, start) = (0, nil) }
            if collected == 0 { start = stamp }
            let taken = ring.consumer.read(
                into: buffer.channels, offset: collected,
                frameCount: min(stamp.frameCount, bufferFrameCount - collected))
            collected += taken
            next = stamp.after(frames: taken, sampleRate: format.sampleRate)
            if collected == bufferFrameCount, let start {
                collected = 0
                deliver(buffer.channels, start.sampleTime, start.hostNanoseconds)
            } else if taken == 0 && stamp.frameCount > 0 {
                return
            }
        }
    }
}

extension Tap {
    /// Hands out the frames behind the last full buffer; for the end, after `collect`.
    ///
    /// - Parameter deliver: As that of `collect`, with the frames.
    /// - Thread: one at a time, not the render thread.
    package func collectRest(
        _ deliver: (
            UnsafePointer<UnsafeMutablePointer<Float>>, _ frameCount: Int, _ sampleTime: Int64, _ hostNanoseconds: Int64
        ) -> Void
    ) {
        guard let (frameCount, start) = takeRest() else { return }
        deliver(buffer.channels, frameCount, start.sampleTime, start.hostNanoseconds)
    }
}

/// The time of a rendered block.
struct TapStamp: BitwiseCopyable {
    var sampleTime: Int64
    var hostNanoseconds: Int64
    var frameCount: Int
    /// Indicates whether frames before it were lost.
    var isDiscontinuous: Bool

    @_noAllocation @_noLocks
    init(sampleTime: Int64, hostNanoseconds: Int64, frameCount: Int, isDiscontinuous: Bool) {
        self.sampleTime = sampleTime
        self.hostNanoseconds = hostNanoseconds
        self.frameCount = frameCount
        self.isDiscontinuous = isDiscontinuous
    }

    /// Returns the rest of the block after its first frames; nil if nothing is left.
    func after(frames: Int, sampleRate: Double) -> TapStamp? {
        guard frames < frameCount else { return nil }
        let nanoseconds = hostNanoseconds < 0 ? 0 : Int64(Double(frames) / sampleRate * 1e9)
        return TapStamp(
            sampleTime: sampleTime + Int64(frames), hostNanoseconds: hostNanoseconds + nanoseconds,
            frameCount: frameCount - frames, isDiscontinuous: false)
    }
}

/// The state of a tap on the render thread.
struct TapState {
    let ring: FloatRingProducer
    let channelCount: Int
    let stamps: RingProducer<TapStamp>
    let lost: RealtimeCounterRaiser
    let bell: UnsafeMutablePointer<ServiceBellState>
    let bufferFrameCount: Int
    /// Frames that were copied since the bell rang last.
    var framesSinceRing = 0
    var expectedSampleTime = Int64.min
}
