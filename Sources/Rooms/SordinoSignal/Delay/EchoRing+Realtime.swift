import CKernels

extension EchoRing {
    /// Forgets the past; the place that was wanted last is read from now on.
    @_noAllocation @_noLocks
    mutating func reset() {
        for channel in 0..<channelCount { Mixing.clear(rings[channel], frameCount: capacity) }
        (delay, next, fadeDone, write) = (wanted, wanted, 0, 0)
    }

    /// Asks for another delay, 1 to `longest` frames.
    @_noAllocation @_noLocks
    mutating func move(to frames: Int, atOnce: Bool) {
        wanted = min(max(frames, 1), longest)
        if atOnce { (delay, next, fadeDone) = (wanted, wanted, 0) }
    }

    var isFading: Bool {
        @_noAllocation @_noLocks get { next != delay }
    }

    /// Begins a move that waits.
    @_noAllocation @_noLocks
    mutating func beginMove() {
        if next == delay, wanted != delay { (next, fadeDone) = (wanted, 0) }
    }

    /// Returns the number of frames that can be handled at once: none of them is read before it is written, and none
    /// crosses the ring's end.
    @_noAllocation @_noLocks
    func run(atMost limit: Int) -> Int {
        let mask = capacity &- 1
        var count = min(limit, Self.blockFrames)
        count = min(min(count, capacity &- write), min(delay, capacity &- ((write &- delay) & mask)))
        if isFading {
            count = min(count, min(next, capacity &- ((write &- next) & mask)))
            count = min(count, fadeFrames &- fadeDone)
        }
        return count
    }

    /// Returns the delayed input for the next `count` frames; valid until the next call.
    @_noAllocation @_noLocks
    func past(_ channel: Int, frameCount count: Int) -> UnsafePointer<Float> {
        let mask = capacity &- 1
        let old = rings[channel] + ((write &- delay) & mask)
        guard isFading else { return UnsafePointer(old) }
        let new = rings[channel] + ((write &- next) & mask)
        let step = 1 / Float(fadeFrames)
        ckernels_scale_ramp(mixed, old, 1, 0 - step, Int32(truncatingIfNeeded: fadeDone &+ 1), count)
        ckernels_mix_ramp(mixed, new, 0, step, Int32(truncatingIfNeeded: fadeDone &+ 1), count)
        return UnsafePointer(mixed)
    }

    /// Goes on by frames that have been written.
    @_noAllocation @_noLocks
    mutating func advance(_ count: Int) {
        write = (write &+ count) & (capacity &- 1)
        guard isFading else { return }
        fadeDone &+= count
        if fadeDone >= fadeFrames { (delay, fadeDone) = (next, 0) }
    }
}
