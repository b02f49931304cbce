import SordinoRealtime
import Synchronization

extension PlayerRing {
    /// Frames that are ready.
    var readableFrameCount: Int {
        @_noAllocation @_noLocks get {
            if let frames { return frames.readableFrameCount &- shown.load(ordering: .relaxed) }
            return offered.load(ordering: .acquiring) &- taken.load(ordering: .relaxed)
        }
    }

    /// Gives back the frames that the block before was shown.
    @_noAllocation @_noLocks
    mutating func release() {
        if let frames {
            let count = shown.load(ordering: .relaxed)
            guard count > 0 else { return }
            shown.store(0, ordering: .relaxed)
            frames.skip(frameCount: count)
            return
        }
        var finished = begunSpans
        if let span, spanOffset < span.frameCount { finished &-= 1 }
        if finished != finishedSpans.load(ordering: .relaxed) { finishedSpans.store(finished, ordering: .releasing) }
    }

    /// Takes a block of frames without a copy, if so many lie in a row.
    ///
    /// - Parameter output: Is pointed at them.
    /// - Returns: False if there are not; then nothing happened.
    @_noAllocation @_noLocks
    mutating func show(_ frameCount: Int, at output: UnsafeMutablePointer<BusBuffer>) -> Bool {
        if let frames {
            // Frames that are lent to the output are no room for the worker: long blocks are copied instead.
            guard shown.load(ordering: .relaxed) == 0, frameCount <= frames.capacity / 4,
                let start = frames.contiguousStart(frameCount: frameCount)
            else { return false }
            for channel in 0..<channelCount {
                output.pointee.borrow(frames.plane(channel) + start, asChannel: channel)
            }
            shown.store(frameCount, ordering: .releasing)
            return true
        }
        guard let span = presentSpan(), span.frameCount &- spanOffset >= frameCount else { return false }
        for channel in 0..<channelCount {
            output.pointee.borrow(span.channels[channel] + (span.start &+ spanOffset), asChannel: channel)
        }
        pass(frameCount)
        return true
    }

    /// Copies as many frames as are there.
    ///
    /// - Returns: Frames given.
    @_noAllocation @_noLocks
    mutating func read(
        into channels: UnsafePointer<UnsafeMutablePointer<Float>>, offset: Int, frameCount: Int
    ) -> Int {
        if let frames { return frames.read(into: channels, offset: offset, frameCount: frameCount) }
        var done = 0
        while done < frameCount, let span = presentSpan() {
            let count = min(frameCount &- done, span.frameCount &- spanOffset)
            for channel in 0..<channelCount {
                UnsafeMutableRawPointer(channels[channel] + (offset &+ done)).copyMemory(
                    from: span.channels[channel] + (span.start &+ spanOffset),
                    byteCount: count &* MemoryLayout<Float>.stride)
            }
            pass(count)
            done &+= count
        }
        return done
    }

    /// The span that the next frame is in; nil while none is there.
    @_noAllocation @_noLocks
    private mutating func presentSpan() -> PlayerSpan? {
        if let span, spanOffset < span.frameCount { return span }
        guard let spans, let next = spans.pop() else { return nil }
        span = next
        spanOffset = 0
        begunSpans &+= 1
        return next
    }

    @_noAllocation @_noLocks
    private mutating func pass(_ frameCount: Int) {
        spanOffset &+= frameCount
        taken.store(taken.load(ordering: .relaxed) &+ frameCount, ordering: .releasing)
    }
}
