import SordinoRealtime
import Synchronization

/// The render thread's state of a player: its position in its list and on its timeline.
///
/// Commands are obeyed at the beginning of a block, sounds begin and end on their frame.
struct PlayerState {
    /// The last entry that was looked at.
    var tail: UnsafeMutablePointer<PlayerItem>
    /// The sound that plays or is next to play.
    var current: UnsafeMutablePointer<PlayerItem>?
    /// Frames of `current` that were played.
    var position = 0
    /// The entry that will interrupt the present one.
    var interrupting: UnsafeMutablePointer<PlayerItem>?
    var isPlaying = false
    /// When playing begins, if it has not yet: on the node's time line, or in host time.
    var startFrame: Int64?
    var startHostNanoseconds: Int64?
    var isStarted = false
    /// The way to silence after a pause, and the way from it.
    var fall = PlayerFade()
    var rise = PlayerFade()
    /// How long the sound rises when playing begins, and whether it does so wherever it begins.
    var riseSeconds = 0.0
    var isCrossfade = false
    /// The player's time of the next frame.
    var playerTime: Int64 = 0
    /// Indicates whether something has ended, or a stream runs short, so that the player is to be served.
    var needsService = false
    let news: UnsafeMutablePointer<PlayerNews>
    let bell: UnsafeMutablePointer<ServiceBellState>
    /// A meter for each of the first channels.
    let meters: UnsafeMutablePointer<ChannelMeter>
    let meterCount: Int
    /// Changes of level that wait for their frames, and the first of them.
    let cues: RingConsumer<PlayerCue>
    var nextCue: PlayerCue?

    init(
        head: UnsafeMutablePointer<PlayerItem>, news: UnsafeMutablePointer<PlayerNews>,
        bell: UnsafeMutablePointer<ServiceBellState>, meters: UnsafeMutablePointer<ChannelMeter>, meterCount: Int,
        cues: RingConsumer<PlayerCue>
    ) {
        self.cues = cues
        self.meters = meters
        self.meterCount = meterCount
        self.news = news
        self.bell = bell
        tail = head
    }
}

/// The reports and counters of the render thread for a player.
struct PlayerNews: ~Copyable {
    /// How things stood after the last block.
    let report = PlayerReportCell()
    /// The first entry whose samples may still be read.
    let neededFrom = Atomic<Int>(0)
    /// Blocks in which a stream had fewer frames than were due.
    let starvations = Atomic<Int>(0)
    /// Indicates whether the output is measured.
    let isMetered = Atomic<Bool>(false)
    /// Address of the `MixInputSetting` that cues change, 0 for none.
    let mix = Atomic<UInt>(0)
}

/// The report of a player after each block.
package struct PlayerReport: BitwiseCopyable, Sendable {
    /// Indicates whether it plays, and its first frame was rendered.
    package var isStarted = false
    /// The node's sample time at which the player's time was 0; pauses move it.
    package var origin: Int64 = 0
    /// The first frame of the last block on the node's time line, and when it was or will be heard.
    package var sampleTime: Int64 = 0
    package var hostNanoseconds: Int64 = -1
    package var frameCount = 0
    package var sampleRate: Double = 0
    /// Indicates whether there was a block at all.
    package var wasRendered = false
    /// Indicates whether it is paused and on its way to silence.
    package var isFalling = false
    /// The last command that had arrived.
    var obeyed = 0
    /// Frames of the sound at hand that were played.
    package var position = 0

    /// Makes a report of no block.
    @_noAllocation @_noLocks
    package init() {}
}

extension PlayerItem {
    /// Indicates whether it is sound, not a command.
    var isSound: Bool {
        @_noAllocation @_noLocks get {
            switch kind {
            case .buffer, .stream: true
            case .head, .play, .pause, .stop, .settle, .rewind: false
            }
        }
    }

    /// Frames after which it is over.
    var lastFrame: Int {
        @_noAllocation @_noLocks get { isStream ? min(frameCount, end.load(ordering: .acquiring)) : frameCount }
    }

    /// The stream's frames; nil until a worker has made them ready.
    var streamRing: UnsafeMutablePointer<PlayerRing>? {
        @_noAllocation @_noLocks get { UnsafeMutablePointer(bitPattern: ring.load(ordering: .acquiring)) }
    }

    /// Indicates whether its samples come from a ring.
    var isStream: Bool {
        @_noAllocation @_noLocks get {
            if case .stream = kind { true } else { false }
        }
    }
}

extension PlayerOptions {
    /// Indicates whether an option is set.
    @_noAllocation @_noLocks
    func has(_ option: PlayerOption) -> Bool { rawValue & option.rawValue != 0 }
}

extension PlayerSamples {
    /// Indicates whether each sample is a float as the graph has them.
    var isFloat32: Bool {
        @_noAllocation @_noLocks get {
            if case .float32 = kind { true } else { false }
        }
    }
}
