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

    /// Returns the number of frames that `look` sees: of a stream that lends, those of the next three spans.
    @_noAllocation @_noLocks
    mutating func visibleFrameCount() -> Int {
        if let frames { return frames.readableFrameCount }
        guard let present = presentSpan(), let spans else { return 0 }
        if followingSpan == nil { followingSpan = spans.pop() }
        let last = followingSpan == nil ? nil : spans.peek()
        return present.frameCount &- spanOffset &+ (followingSpan?.frameCount ?? 0) &+ (last?.frameCount ?? 0)
    }

    /// Copies frames that come later without taking any.
    ///
    /// - Parameter ahead: Frames before them; the block was shown none.
    /// - Returns: Frames copied.
    @_noAllocation @_noLocks
    mutating func look(
        _ ahead: Int, into channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int
    ) -> Int {
        if let frames {
            let count = min(frameCount, frames.readableFrameCount &- ahead)
            guard count > 0, let start = frames.contiguousStart(frameCount: 1) else { return 0 }
            for channel in 0..<channelCount {
                let plane = frames.plane(channel)
                for frame in 0..<count {
                    channels[channel][frame] = plane[(start &+ ahead &+ frame) & (frames.capacity &- 1)]
                }
            }
            return count
        }
        guard let present = presentSpan(), let spans else { return 0 }
        if followingSpan == nil { followingSpan = spans.pop() }
        var done = look(present, spanOffset &+ ahead, channels, 0, frameCount)
        var passed = present.frameCount &- spanOffset
        if done < frameCount, let following = followingSpan {
            done &+= look(following, ahead &+ done &- passed, channels, done, frameCount)
            passed &+= following.frameCount
            if done < frameCount, let last = spans.peek() {
                done &+= look(last, ahead &+ done &- passed, channels, done, frameCount)
            }
        }
        return done
    }

    /// Copies frames of a span from one of them on, behind those that are done.
    @_noAllocation @_noLocks
    private func look(
        _ span: PlayerSpan, _ first: Int, _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ done: Int,
        _ wanted: Int
    ) -> Int {
        let count = min(wanted &- done, span.frameCount &- first)
        guard count > 0 else { return 0 }
        for channel in 0..<channelCount {
            UnsafeMutableRawPointer(channels[channel] + done).copyMemory(
                from: span.channels[channel] + (span.start &+ first), byteCount: count &* MemoryLayout<Float>.stride)
        }
        return count
    }

    /// The span that the next frame is in; nil while none is there.
    @_noAllocation @_noLocks
    private mutating func presentSpan() -> PlayerSpan? {
        if let span, spanOffset < span.frameCount { return span }
        guard let spans, let next = followingSpan ?? spans.pop() else { return nil }
        (span, followingSpan, spanOffset) = (next, nil, 0)
        begunSpans &+= 1
        return next
    }

    @_noAllocation @_noLocks
    private mutating func pass(_ frameCount: Int) {
        spanOffset &+= frameCount
        taken.store(taken.load(ordering: .relaxed) &+ frameCount, ordering: .releasing)
    }
}
