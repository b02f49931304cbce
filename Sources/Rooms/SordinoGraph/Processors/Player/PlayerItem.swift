import SordinoRealtime
import SordinoSignal
import Synchronization

/// One entry of a player's road from the control side to the render thread: sound to play, or a command.
///
/// Entries form a list that only grows at its end, so a program may schedule as much as it likes, in order, without a
/// lock and without a bound. The control side frees an entry when the render thread has gone past it.
struct PlayerItem: ~Copyable {
    enum Kind {
        /// The first entry of the list; stands for nothing.
        case head
        /// A buffer of samples in memory.
        case buffer
        /// Samples that a worker reads ahead into a ring.
        case stream
        case play
        case pause
        case stop
        /// Blocks have ceased to come: a fall that was under way is over.
        case settle
        /// The engine has stopped: everything starts over when it starts again.
        case rewind
    }

    /// Address of the next entry, 0 at the end of the list.
    let next = Atomic<UInt>(0)
    let kind: Kind
    /// Rises by one from entry to entry.
    let sequence: Int
    /// When to begin: for sound on the player's time line, for a start on the node's; nil for next, or now.
    var startFrame: Int64?
    /// For `play`: the same as host time in nanoseconds.
    var startHostNanoseconds: Int64?
    /// For `play` and `pause`: how long the sound rises or falls where it is in the middle of a wave; 0 for not at all.
    var fadeSeconds = 0.0
    /// For `play`: indicates whether another sound falls meanwhile, so that this one rises wherever it begins.
    var isCrossfade = false
    /// Frames to play; 1 or more for sound.
    var frameCount = 0
    /// Frames after which an open-ended stream is over; the largest number until that is known.
    let end = Atomic<Int>(.max)
    var samples = PlayerSamples()
    /// Indicates whether the samples are in memory as buses have them: deinterleaved floats.
    var isLendable = false
    var options = PlayerOptions()
    /// Address of the `PlayerRing` of a stream, 0 until a worker has made it ready.
    let ring = Atomic<UInt>(0)
    /// The player rings when a stream has fewer frames ready than this.
    let lowWater = Atomic<Int>(0)
    /// How far it got; written by the render thread after `endedAt`.
    let progress = Atomic<Int>(PlayerProgress.waiting)
    /// The node's sample time behind the last frame that was played.
    var endedAt: Int64 = 0

    init(kind: Kind, sequence: Int) {
        self.kind = kind
        self.sequence = sequence
    }
}

/// How far an entry got.
enum PlayerProgress {
    static var waiting: Int { @_noAllocation @_noLocks get { 0 } }
    /// Its last frame was taken.
    static var consumed: Int { @_noAllocation @_noLocks get { 1 } }
    /// It was interrupted or flushed before.
    static var flushed: Int { @_noAllocation @_noLocks get { 2 } }
}

/// How a scheduled sound behaves.
package struct PlayerOptions: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Begins again at its end until something interrupts it.
    package static let loops = PlayerOptions(rawValue: PlayerOption.loops.rawValue)
    /// Begins at its time, also while another sound plays, and drops the sounds that were scheduled before it.
    package static let interrupts = PlayerOptions(rawValue: PlayerOption.interrupts.rawValue)
    /// The same when the present sound comes to its end.
    package static let interruptsAtLoop = PlayerOptions(rawValue: PlayerOption.interruptsAtLoop.rawValue)
    /// While a stream is late the player's time runs on, in silence; without it, time waits for the stream.
    package static let keepsTime = PlayerOptions(rawValue: PlayerOption.keepsTime.rawValue)
}

/// The bits of `PlayerOptions`.
struct PlayerOption: BitwiseCopyable {
    let rawValue: Int

    static var loops: PlayerOption { @_noAllocation @_noLocks get { PlayerOption(rawValue: 1) } }
    static var interrupts: PlayerOption { @_noAllocation @_noLocks get { PlayerOption(rawValue: 2) } }
    static var interruptsAtLoop: PlayerOption { @_noAllocation @_noLocks get { PlayerOption(rawValue: 4) } }
    static var keepsTime: PlayerOption { @_noAllocation @_noLocks get { PlayerOption(rawValue: 8) } }

    @_noAllocation @_noLocks
    init(rawValue: Int) { self.rawValue = rawValue }
}

/// A change of how loud a player is, at a frame of the stream that it plays.
package struct PlayerCue: BitwiseCopyable, Sendable {
    /// The frame of the stream; the change is heard from the block on that plays it.
    package var frame: Int
    /// The volume, as a linear factor.
    package var volume: Float
    /// -1 left to 1 right.
    package var pan: Float
    /// Seconds on the way to `volume`; 0 for the usual short glide.
    package var seconds: Float

    /// Describes a change at a frame.
    package init(frame: Int, volume: Float, pan: Float, seconds: Float) {
        (self.frame, self.volume, self.pan, self.seconds) = (frame, volume, pan, seconds)
    }
}

/// Samples in memory, in one of the layouts that PCM buffers have.
package struct PlayerSamples: Sendable {
    /// One pointer per channel to the channel's first sample.
    package var channels: UnsafePointer<UnsafeMutableRawPointer>? { @_noAllocation @_noLocks get { lent.value } }
    private let lent: Lent<UnsafePointer<UnsafeMutableRawPointer>?>
    package var channelCount = 0
    /// The type of each sample, in the machine's byte order.
    package var kind = PackedSample.float32
    /// Samples from one frame of a channel to the next: 1 when deinterleaved.
    package var stride = 1

    /// Makes a description of no samples.
    package init() { lent = Lent(nil) }

    /// Names samples in memory.
    package init(
        channels: UnsafePointer<UnsafeMutableRawPointer>, channelCount: Int, kind: PackedSample, stride: Int
    ) {
        lent = Lent(channels)
        self.channelCount = channelCount
        self.kind = kind
        self.stride = stride
    }
}
