/// A straight line between silence and full level.
struct PlayerFade: BitwiseCopyable {
    /// 0 while there is none.
    private var seconds = 0.0
    /// Frames of the whole line, 0 before the first of them; and those of them that were rendered.
    private(set) var total = 0
    private(set) var done = 0

    /// Makes a fade that is still to begin; for 0 seconds, none.
    @_noAllocation @_noLocks
    init(seconds: Double = 0) { self.seconds = seconds }

    /// Indicates whether there is one that is not over.
    var isUnderWay: Bool { @_noAllocation @_noLocks get { seconds > 0 } }

    /// Begins the line.
    ///
    /// - Parameter limit: Frames at most.
    @_noAllocation @_noLocks
    mutating func begin(_ sampleRate: Double, atMost limit: Int = .max) {
        let frames = nearestInteger(min(seconds * sampleRate, 48_000))
        total = min(Int(max(frames, 1)), limit)
        if total == 0 { self = PlayerFade() }
    }

    /// Lets the next samples of a channel rise.
    @_noAllocation @_noLocks
    func raise(_ samples: UnsafeMutablePointer<Float>, frameCount: Int) {
        let step = 1 / Float(total)
        for frame in 0..<min(frameCount, total &- done) { samples[frame] *= Float(done &+ frame &+ 1) * step }
    }

    /// Lets the next samples of a channel fall.
    @_noAllocation @_noLocks
    func lower(_ samples: UnsafeMutablePointer<Float>, frameCount: Int) {
        let step = 1 / Float(total)
        for frame in 0..<min(frameCount, total &- done) { samples[frame] *= Float(total &- 1 &- done &- frame) * step }
    }

    /// Goes on by frames that were rendered.
    @_noAllocation @_noLocks
    mutating func pass(_ frameCount: Int) {
        done &+= frameCount
        if done >= total { self = PlayerFade() }
    }
}

/// How a player falls silent when it is paused in the middle of a sound, and rises when it continues there.
///
/// A paused sound falls with the frames that come next, none of which it takes: it stands where it was when it was
/// paused, and rises with the same frames.
extension PlayerState {
    /// Playing begins as a command asks for; a pause that no frame has followed is taken back by that.
    @_noAllocation @_noLocks
    mutating func play(_ item: UnsafeMutablePointer<PlayerItem>) {
        isPlaying = true
        startFrame = item.pointee.startFrame
        startHostNanoseconds = item.pointee.startHostNanoseconds
        riseSeconds = item.pointee.fadeSeconds
        isCrossfade = item.pointee.isCrossfade
        isStarted = fall.isUnderWay && fall.total == 0 && startFrame == nil && startHostNanoseconds == nil
        if isStarted { fall = PlayerFade() }
    }

    /// Ends playing, with the block or by a fall.
    @_noAllocation @_noLocks
    mutating func pause(fadeSeconds: Double) {
        if fadeSeconds > 0 && isStarted && position > 0 { fall = PlayerFade(seconds: fadeSeconds) }
        isPlaying = false
        isStarted = false
        if fadeSeconds == 0 { settleFades() }
    }

    /// Ends a fall at once, as nothing is rendered.
    @_noAllocation @_noLocks
    mutating func settleFades() {
        fall = PlayerFade()
        if !isStarted { rise = PlayerFade() }
    }

    /// Renders a block of a fall.
    ///
    /// A sound with fewer frames left, or at hand, falls within those.
    /// - Returns: False when there is nothing to be heard of it.
    @_noAllocation @_noLocks
    mutating func fallSilent(
        _ output: UnsafeMutablePointer<BusBuffer>, frameCount: Int, _ sampleRate: Double
    ) -> Bool {
        guard frameCount > 0 else { return false }
        if fall.total == 0 { fall.begin(sampleRate, atMost: framesAhead(as: output.pointee.channelCount)) }
        guard fall.isUnderWay, let item = current else {
            settleFades()
            return false
        }
        let count = min(frameCount, fall.total &- fall.done)
        output.pointee.needOwn(frameCount)
        if !item.pointee.isStream {
            decode(item, from: position &+ fall.done, to: output, at: 0, frameCount: count)
        } else if let ring = item.pointee.streamRing {
            _ = ring.pointee.look(fall.done, into: output.pointee.own, frameCount: count)
        }
        for channel in 0..<output.pointee.channelCount {
            fall.lower(output.pointee.own[channel], frameCount: count)
        }
        if rise.isUnderWay { lift(output, from: 0, frameCount: count) }
        output.pointee.clearOwn(from: count, frameCount: frameCount &- count)
        output.pointee.publishOwn()
        fall.pass(count)
        if !fall.isUnderWay { settleFades() }
        return true
    }

    /// Frames of the present sound that can be looked at.
    @_noAllocation @_noLocks
    private func framesAhead(as channelCount: Int) -> Int {
        guard let item = current else { return 0 }
        let left = item.pointee.lastFrame &- position
        guard item.pointee.isStream else { return left }
        guard let ring = item.pointee.streamRing, ring.pointee.channelCount == channelCount else { return 0 }
        let visible = ring.pointee.visibleFrameCount()
        // The stream of a sound that was taken away ends before what was played of it.
        return left < 0 ? visible : min(left, visible)
    }

    /// Lets frames in the bus's own memory rise; a sound that begins in silence, at most -60 dB, is left as it is unless
    /// another falls meanwhile.
    @_noAllocation @_noLocks
    mutating func lift(_ output: UnsafeMutablePointer<BusBuffer>, from frame: Int, frameCount: Int) {
        guard frameCount > 0 else { return }
        if rise.done == 0 && !isCrossfade {
            var level: Float = 0
            for channel in 0..<output.pointee.channelCount {
                level = max(level, abs(output.pointee.own[channel][frame]))
            }
            guard level > 0.001 else {
                rise = PlayerFade()
                return
            }
        }
        for channel in 0..<output.pointee.channelCount {
            rise.raise(output.pointee.own[channel] + frame, frameCount: frameCount)
        }
        rise.pass(frameCount)
    }
}
