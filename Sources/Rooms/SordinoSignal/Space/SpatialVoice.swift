/// One channel of sound on its way to the loudspeakers or ears of a scene.
///
/// The control side makes it and frees it; in between it belongs to the render thread. Everything that changes glides:
/// places, volumes and filters over 10 ms or a block, whichever is longer, and one way of rendering is cross-faded to
/// another.
package struct SpatialVoice: BitwiseCopyable {
    /// Output channels that a voice can be panned to.
    package static var channelLimit: Int {
        @_noAllocation @_noLocks get { 16 }
    }
    /// Frames of the past that the ears' delays may need.
    static var pastFrames: Int {
        @_noAllocation @_noLocks get { 512 }
    }
    /// Frames rendered at a time while nothing moves.
    static var pieceFrames: Int {
        @_noAllocation @_noLocks get { 512 }
    }
    /// Frames of `room`: the past, and the frames rendered between two moves of the past.
    static var roomFrames: Int {
        @_noAllocation @_noLocks get { 4 * 512 }
    }

    /// The past, then the frames that are rendered now.
    let room: UnsafeMutablePointer<Float>
    /// Two paths to the ears: the heard one, and the next one.
    let memory: UnsafeMutablePointer<Float>
    /// The gains that are heard, by output channel.
    let gains: UnsafeMutablePointer<Float>
    /// The gains that come next.
    let nextGains: UnsafeMutablePointer<Float>

    /// Where the next frame goes in `room`.
    var write = 512
    var delays = EarDelays(left: 0, right: 0)
    var nextDelays = EarDelays(left: 0, right: 0)
    /// Indicates whether not a frame was rendered since the last reset.
    var isFresh = true
    /// Which path is heard, 0 or 1.
    var pair = 0
    /// The head for whose ears the heard path is.
    var heardHead = VoiceHead.plain
    /// Indicates whether that path is heard at all.
    var isInEars = false
    /// Indicates whether `room` holds the latest frames.
    var hasPast = false
    /// Indicates whether anything was rendered since the last reset.
    var isPlaced = false
    /// Indicates whether gains and filters have reached the target.
    var isSettled = false
    /// Indicates whether the next piece leads to another way of rendering.
    var isTurning = false
    var way = VoiceWay.fixed
    var hasDelays = true
    var head = 0
    var now = VoiceValues()
    var goal = VoiceValues()
    var framesLeft = 0
    /// Memories of the two low-passes.
    var occluded: Float = 0
    var obstructed: Float = 0
    /// Frames since anything but silence came in.
    var quietFrames = Int.max / 2
    /// The scene that gains and filters belong to.
    var seenScene: UInt32 = 0

    /// Makes a voice.
    ///
    /// - Thread: control.
    package init() {
        func zeros(_ count: Int) -> UnsafeMutablePointer<Float> {
            let memory = UnsafeMutablePointer<Float>.allocate(capacity: count)
            memory.initialize(repeating: 0, count: count)
            return memory
        }
        room = zeros(Self.roomFrames)
        memory = zeros(2 * EarPath.floatCount)
        gains = zeros(Self.channelLimit)
        nextGains = zeros(Self.channelLimit)
    }

    /// - Thread: control, while no block is being rendered.
    package func deallocate() {
        for part in [room, memory, gains, nextGains] { part.deallocate() }
    }
}

/// How a voice gets to the outputs.
package enum VoiceWay: BitwiseCopyable {
    /// With a gain for each output channel that does not depend on its place.
    case fixed
    /// Between the left and right channel at equal power.
    case equalPower
    /// By the ears of a head.
    case ears
    /// Between the loudspeakers of a layout.
    case ring
}

/// The values that glide from block to block.
package struct VoiceValues: BitwiseCopyable {
    /// As the listener sees it.
    package var place = SpacePoint(0, 0, 0)
    package var volume: Float = 1
    /// 0 dry to 1 wet.
    package var blend: Float = 0
    /// The poles of the low-passes before the reverberation's share is taken, and after.
    package var occlusion: Float = 0
    package var obstruction: Float = 0

    @_noAllocation @_noLocks
    package init() {}
}

/// The target of a voice for the coming block.
package struct VoiceWish: BitwiseCopyable {
    package var way = VoiceWay.fixed
    package var values = VoiceValues()
    /// The gains of the output channels for `fixed`; for `ring` the rows of a field's decoder, instead of panning.
    package var gains: UnsafePointer<Float>?
    /// Gains of `gains` from one output channel to the next.
    package var stride = 1
    /// Indicates whether the distance is heard.
    package var hasDistance = true
    /// Indicates whether sound reaches the farther ear later.
    package var hasDelays = true
    /// The head of the scene that is heard through.
    package var head = VoiceHead.plain

    @_noAllocation @_noLocks
    package init() {}
}

/// A head among those of a scene.
package enum VoiceHead: BitwiseCopyable {
    /// A rigid sphere, without outer ears.
    case sphere
    /// The measured head with short filters; the sphere where there is none.
    case plain
    /// The measured head with long filters.
    case fine
    /// The listener's own measured head, with long filters; `fine` where it is not known.
    case own
}

/// The outputs, heads and loudspeakers that all voices of one block share.
package struct VoiceScene: BitwiseCopyable {
    /// Planes of the output, zeroed or already summed to.
    package var outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    package var channelCount: Int
    /// The channels of the two sides.
    package var left = 0
    package var right = 1
    /// The plane that feeds the reverberation; nil when it is off.
    package var send: UnsafeMutablePointer<Float>?
    package var curve = DistanceCurve()
    /// The mixes of the voices for each head; `finish` adds the sound at the ears to the outputs.
    package var heads: HeadMixes
    package var ring: LoudspeakerRingView
    package var sampleRate: Double
    /// Room for `SpatialVoice.scratchFloatCount` floats.
    package var scratch: UnsafeMutablePointer<Float>
    /// Changes whenever curve, head, ring or channels do.
    package var number: UInt32 = 1

    @_noAllocation @_noLocks
    package init(
        outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, channelCount: Int, heads: HeadMixes,
        ring: LoudspeakerRingView, sampleRate: Double, scratch: UnsafeMutablePointer<Float>
    ) {
        (self.outputs, self.channelCount, self.heads, self.ring) = (outputs, channelCount, heads, ring)
        (self.sampleRate, self.scratch) = (sampleRate, scratch)
    }
}

extension SpatialVoice {
    /// Floats of scratch memory that rendering needs.
    package static var scratchFloatCount: Int { 2 * pieceFrames }
}
