import Synchronization

/// A bounded queue of audio frames between exactly two threads: deinterleaved float32, all channels in step.
///
/// The usual road between a decoding worker or another program's stream and the thread that renders.
/// The ring owns the memory; the two threads hold its ends, which are trivial values and must not outlive the ring.
package final class FloatRing: Sendable {
    /// Channels of every frame.
    package let channelCount: Int
    /// Frames the ring holds at most.
    package let frameCapacity: Int
    /// The end that writes; for one thread at a time.
    package let producer: FloatRingProducer
    /// The end that reads; for one thread at a time.
    package let consumer: FloatRingConsumer

    /// Makes an empty ring.
    ///
    /// - Parameters:
    ///   - channelCount: 1 or more.
    ///   - frameCapacity: Frames it holds at least, 1 or more; rounded up to a power of two.
    /// - Thread: control.
    package init(channelCount: Int, frameCapacity: Int) {
        precondition(channelCount > 0, "a ring of frames has at least one channel")
        precondition(frameCapacity > 0, "a ring of frames holds at least one frame")
        let rounded = frameCapacity.roundedUpToPowerOfTwo
        self.channelCount = channelCount
        self.frameCapacity = rounded
        let state = UnsafeMutablePointer<RingState>.allocate(capacity: 1)
        state.initialize(to: RingState(capacity: rounded))
        let samples = UnsafeMutablePointer<Float>.allocate(capacity: rounded * channelCount)
        samples.initialize(repeating: 0, count: rounded * channelCount)
        producer = FloatRingProducer(state: Lent(state), samples: Lent(samples), channelCount: channelCount)
        consumer = FloatRingConsumer(state: Lent(state), samples: Lent(samples), channelCount: channelCount)
    }

    deinit {
        let (state, samples) = (producer.state.value, producer.samples.value)
        state.deinitialize(count: 1)
        state.deallocate()
        samples.deallocate()
    }
}
