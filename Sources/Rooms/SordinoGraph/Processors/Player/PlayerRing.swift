import SordinoRealtime
import Synchronization

/// Frames that a stream holds in memory anyway, where they are.
package struct LentFrames {
    /// The object that keeps the memory.
    package let keeper: AnyObject
    /// A pointer for each channel; `keeper` keeps the table too.
    package let channels: UnsafePointer<UnsafeMutablePointer<Float>>
    /// The first of them in each channel.
    package let start: Int
    /// The number of frames, 1 or more.
    package let frameCount: Int

    /// Describes frames in the memory of `keeper`.
    package init(
        keeper: AnyObject, channels: UnsafePointer<UnsafeMutablePointer<Float>>, start: Int, frameCount: Int
    ) {
        self.keeper = keeper
        self.channels = channels
        self.start = start
        self.frameCount = frameCount
    }
}

/// The same on the road to the render thread, which keeps nothing.
struct PlayerSpan: BitwiseCopyable {
    let channels: UnsafePointer<UnsafeMutablePointer<Float>>
    let start: Int
    let frameCount: Int
}

/// A stream's frames on their way to the render thread: copied into a ring, or shown where they are.
///
/// Frames that were shown to a block stay where they are until the next block begins.
struct PlayerRing: ~Copyable {
    let channelCount: Int
    /// Frames that were copied; nil for a stream that lends.
    let frames: FloatRingConsumer?
    /// Frames that are lent; nil for a stream that is read.
    let spans: RingConsumer<PlayerSpan>?
    /// Frames of all spans so far, and those of them that were taken.
    let offered = Atomic<Int>(0)
    let taken = Atomic<Int>(0)
    /// Spans that the render thread has finished reading.
    let finishedSpans = Atomic<Int>(0)
    /// Frames of the ring that the block was shown: they are there no more, and not yet room.
    let shown = Atomic<Int>(0)

    // The render thread's own.
    var span: PlayerSpan?
    /// The one behind it, if it had to be looked at.
    var followingSpan: PlayerSpan?
    /// Frames of `span` that were taken.
    var spanOffset = 0
    var begunSpans = 0

    /// Leads to copied frames.
    init(frames: FloatRingConsumer, channelCount: Int) {
        self.frames = frames
        self.channelCount = channelCount
        spans = nil
    }

    /// Leads to lent frames.
    init(spans: RingConsumer<PlayerSpan>, channelCount: Int) {
        self.spans = spans
        self.channelCount = channelCount
        frames = nil
    }

    /// Forgets everything that is on the way; nothing may be reading.
    mutating func empty() {
        if let frames { _ = frames.skip(frameCount: frames.readableFrameCount) }
        if followingSpan != nil { begunSpans += 1 }
        if let spans { while spans.pop() != nil { begunSpans += 1 } }
        (span, followingSpan, spanOffset) = (nil, nil, 0)
        shown.store(0, ordering: .releasing)
        finishedSpans.store(begunSpans, ordering: .releasing)
        taken.store(offered.load(ordering: .relaxed), ordering: .releasing)
    }
}
