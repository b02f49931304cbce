import Synchronization

/// The writing end of a `FloatRing`.
package struct FloatRingProducer: Sendable {
    let state: Lent<UnsafeMutablePointer<RingState>>
    let samples: Lent<UnsafeMutablePointer<Float>>
    let channelCount: Int

    /// Frames there is room for as seen from this end; it can only grow until this end writes.
    package var writableFrameCount: Int {
        @_noAllocation @_noLocks get {
            state.value.pointee.capacity
                &- (state.value.pointee.pushed.load(ordering: .relaxed)
                    &- state.value.pointee.popped.load(ordering: .acquiring))
        }
    }

    /// Writes as many frames as there is room for.
    ///
    /// - Parameters:
    ///   - channels: One pointer for each channel of the ring.
    ///   - offset: The first frame to take from each of them.
    ///   - frameCount: Frames on offer.
    /// - Returns: Frames taken, from the first on.
    /// - Thread: the one writer. No heap, no lock.
    @_noAllocation @_noLocks
    package func write(
        from channels: UnsafePointer<UnsafeMutablePointer<Float>>, offset: Int = 0, frameCount: Int
    ) -> Int {
        let pushed = state.value.pointee.pushed.load(ordering: .relaxed)
        let popped = state.value.pointee.popped.load(ordering: .acquiring)
        let capacity = state.value.pointee.capacity
        let taken = min(frameCount, capacity &- (pushed &- popped))
        guard taken > 0 else { return 0 }
        let start = pushed & (capacity &- 1)
        let untilWrap = min(taken, capacity &- start)
        for channel in 0..<channelCount {
            let ring = samples.value + channel &* capacity
            let source = channels[channel] + offset
            copySamples(from: source, to: ring + start, count: untilWrap)
            copySamples(from: source + untilWrap, to: ring, count: taken &- untilWrap)
        }
        state.value.pointee.pushed.store(pushed &+ taken, ordering: .releasing)
        return taken
    }

    /// Returns free places behind the newest frames, up to the ring's end, for frames that are written there and then committed.
    ///
    /// - Parameter frameCount: Frames wanted.
    /// - Returns: The first place in each plane, and how many follow it without a gap; 0 if the ring is full.
    /// - Thread: the one writer. No heap, no lock.
    @_noAllocation @_noLocks
    package func writableSpan(frameCount: Int) -> (start: Int, frameCount: Int) {
        let capacity = state.value.pointee.capacity
        let start = state.value.pointee.pushed.load(ordering: .relaxed) & (capacity &- 1)
        return (start, min(frameCount, min(writableFrameCount, capacity &- start)))
    }

    /// The memory of a channel.
    @_noAllocation @_noLocks
    package func plane(_ channel: Int) -> UnsafeMutablePointer<Float> {
        samples.value + channel &* state.value.pointee.capacity
    }

    /// Hands the first frames of the writable span to the reader.
    ///
    /// - Parameter frameCount: No more than the span has.
    /// - Thread: the one writer. No heap, no lock.
    @_noAllocation @_noLocks
    package func commit(frameCount: Int) {
        state.value.pointee.pushed.store(
            state.value.pointee.pushed.load(ordering: .relaxed) &+ frameCount, ordering: .releasing)
    }

    /// Writes up to `frameCount` frames of silence.
    ///
    /// - Returns: Frames written.
    /// - Thread: the one writer. No heap, no lock.
    @_noAllocation @_noLocks
    package func writeSilence(frameCount: Int) -> Int {
        let pushed = state.value.pointee.pushed.load(ordering: .relaxed)
        let popped = state.value.pointee.popped.load(ordering: .acquiring)
        let capacity = state.value.pointee.capacity
        let taken = min(frameCount, capacity &- (pushed &- popped))
        guard taken > 0 else { return 0 }
        for channel in 0..<channelCount {
            let ring = samples.value + channel &* capacity
            for frame in 0..<taken { ring[(pushed &+ frame) & (capacity &- 1)] = 0 }
        }
        state.value.pointee.pushed.store(pushed &+ taken, ordering: .releasing)
        return taken
    }
}

/// The reading end of a `FloatRing`.
package struct FloatRingConsumer: Sendable {
    let state: Lent<UnsafeMutablePointer<RingState>>
    let samples: Lent<UnsafeMutablePointer<Float>>
    let channelCount: Int

    /// Frames waiting as seen from this end; it can only grow until this end reads.
    package var readableFrameCount: Int {
        @_noAllocation @_noLocks get {
            state.value.pointee.pushed.load(ordering: .acquiring) &- state.value.pointee.popped.load(ordering: .relaxed)
        }
    }

    /// Takes as many frames as are there.
    ///
    /// - Parameters:
    ///   - channels: One pointer for each channel of the ring.
    ///   - offset: Where in each of them the first frame goes.
    ///   - frameCount: Frames wanted.
    /// - Returns: Frames given; the rest of the output is untouched.
    /// - Thread: the one reader. No heap, no lock.
    @_noAllocation @_noLocks
    package func read(
        into channels: UnsafePointer<UnsafeMutablePointer<Float>>, offset: Int = 0, frameCount: Int
    ) -> Int {
        let given = peek(into: channels, offset: offset, frameCount: frameCount)
        state.value.pointee.popped.store(
            state.value.pointee.popped.load(ordering: .relaxed) &+ given, ordering: .releasing)
        return given
    }

    /// Copies the oldest frames without taking them.
    ///
    /// - Returns: Frames copied.
    /// - Thread: the one reader. No heap, no lock.
    @_noAllocation @_noLocks
    package func peek(
        into channels: UnsafePointer<UnsafeMutablePointer<Float>>, offset: Int = 0, frameCount: Int
    ) -> Int {
        let popped = state.value.pointee.popped.load(ordering: .relaxed)
        let capacity = state.value.pointee.capacity
        let given = min(frameCount, state.value.pointee.pushed.load(ordering: .acquiring) &- popped)
        guard given > 0 else { return 0 }
        let start = popped & (capacity &- 1)
        let untilWrap = min(given, capacity &- start)
        for channel in 0..<channelCount {
            let ring = samples.value + channel &* capacity
            let target = channels[channel] + offset
            copySamples(from: ring + start, to: target, count: untilWrap)
            copySamples(from: ring, to: target + untilWrap, count: given &- untilWrap)
        }
        return given
    }

    /// Frames that the ring holds at most.
    package var capacity: Int { @_noAllocation @_noLocks get { state.value.pointee.capacity } }

    /// The place of the oldest frames in each plane, for reading them where they are until they are dropped by `skip`.
    ///
    /// - Returns: Nil if fewer are there, or the ring's end lies between them.
    /// - Thread: the one reader. No heap, no lock.
    @_noAllocation @_noLocks
    package func contiguousStart(frameCount: Int) -> Int? {
        let popped = state.value.pointee.popped.load(ordering: .relaxed)
        let start = popped & (state.value.pointee.capacity &- 1)
        guard frameCount <= state.value.pointee.pushed.load(ordering: .acquiring) &- popped,
            start &+ frameCount <= state.value.pointee.capacity
        else { return nil }
        return start
    }

    /// The memory of a channel.
    @_noAllocation @_noLocks
    package func plane(_ channel: Int) -> UnsafeMutablePointer<Float> {
        samples.value + channel &* state.value.pointee.capacity
    }

    /// Drops up to `frameCount` of the oldest frames.
    ///
    /// - Returns: Frames dropped.
    /// - Thread: the one reader. No heap, no lock.
    @_noAllocation @_noLocks @discardableResult
    package func skip(frameCount: Int) -> Int {
        let popped = state.value.pointee.popped.load(ordering: .relaxed)
        let dropped = max(0, min(frameCount, state.value.pointee.pushed.load(ordering: .acquiring) &- popped))
        state.value.pointee.popped.store(popped &+ dropped, ordering: .releasing)
        return dropped
    }
}

/// Copies samples between places that do not overlap.
@_noAllocation @_noLocks
private func copySamples(from source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, count: Int) {
    guard count > 0 else { return }
    UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: count &* MemoryLayout<Float>.stride)
}
