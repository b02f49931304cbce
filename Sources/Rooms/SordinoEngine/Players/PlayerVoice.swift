import SordinoRealtime
import Synchronization

/// One sound of the process's player mixer: a ring of decoded frames, and how loud they are to be.
///
/// A voice plays what a worker puts into its ring, from first frame to last, once. Going elsewhere in a file means a new
/// voice; so nothing that is already on its way ever has to be thrown away between the two threads.
package final class PlayerVoice: @unchecked Sendable {
    /// Channels of the frames in the ring.
    package let channelCount: Int
    /// Rate of the frames in the ring: the stream's, in hertz.
    package let sampleRate: Double
    /// Frames that the worker may be ahead.
    package let frameCapacity: Int

    private let ring: FloatRing
    private let commands = Ring<VoiceCommand>(capacity: 64)
    private let scratch: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let meters: UnsafeMutablePointer<ChannelMeter>
    let state: UnsafeMutablePointer<VoiceState>

    /// - Parameters:
    ///   - channelCount: 1 or more.
    ///   - sampleRate: Hertz, of the stream that will play it.
    ///   - frameCapacity: Frames that the worker may be ahead.
    ///   - gain: Where it starts, without a ramp.
    /// - Thread: control.
    package init(channelCount: Int, sampleRate: Double, frameCapacity: Int, gain: StereoGain) {
        self.channelCount = channelCount
        self.sampleRate = sampleRate
        self.frameCapacity = frameCapacity
        ring = FloatRing(channelCount: channelCount, frameCapacity: frameCapacity)
        scratch = .allocate(capacity: channelCount)
        meters = .allocate(capacity: channelCount)
        for channel in 0..<channelCount {
            let buffer = UnsafeMutablePointer<Float>.allocate(capacity: VoiceState.blockFrameLimit)
            buffer.initialize(repeating: 0, count: VoiceState.blockFrameLimit)
            (scratch + channel).initialize(to: buffer)
            (meters + channel).initialize(to: ChannelMeter())
        }
        state = .allocate(capacity: 1)
        state.initialize(
            to: VoiceState(
                ring: ring.consumer, channelCount: channelCount, sampleRate: sampleRate, scratch: scratch,
                commands: commands.consumer, meters: meters, gain: gain))
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
        for channel in 0..<channelCount { scratch[channel].deallocate() }
        scratch.deallocate()
        meters.deinitialize(count: channelCount)
        meters.deallocate()
    }

    // MARK: The worker's side

    /// The end of the ring that a worker fills; one thread at a time.
    package var producer: FloatRingProducer { ring.producer }

    /// Says after how many frames, counted from the first, the sound is over.
    package func setEnd(frame: Int) { state.pointee.end.store(frame, ordering: .releasing) }

    // MARK: The control side

    /// Lets it sound from the next block on, or from a moment of the device's time line on, exact to the frame.
    package func play(atNanoseconds start: Int64? = nil) {
        state.pointee.startNanoseconds.store(start ?? .min, ordering: .relaxed)
        state.pointee.isPlaying.store(true, ordering: .releasing)
    }

    /// Silence from the next block on; the position stays.
    package func pause() { state.pointee.isPlaying.store(false, ordering: .releasing) }

    /// Goes to another gain in a straight line that ends exactly there.
    ///
    /// - Returns: False if 64 earlier changes have not been taken up yet; the caller keeps the last one for later.
    package func glide(to gain: StereoGain, seconds: Double) -> Bool {
        commands.producer.push(.glide(gain, frames: max(0, Int((seconds * sampleRate).rounded()))))
    }

    /// Frames that were taken from the ring to be heard.
    package var playedFrames: Int { state.pointee.played.load(ordering: .acquiring) }

    /// Whether the last frame has been taken.
    package var hasFinished: Bool { state.pointee.hasFinished.load(ordering: .acquiring) }

    /// Blocks in which the worker had not delivered in time.
    package var underrunCount: Int { state.pointee.underruns.load(ordering: .relaxed) }

    /// Levels since the last call, before the voice's gain: linear mean square and peak for each channel.
    ///
    /// The mean is over the frames rendered since then; nil where none were.
    package func takeLevels() -> [(meanSquare: Float, peak: Float)?] {
        (0..<channelCount).map { meters[$0].take() }
    }
}

/// What the control side tells a voice.
enum VoiceCommand: BitwiseCopyable {
    case glide(StereoGain, frames: Int)
}

/// How loud a voice is on the left and on the right; 1 is untouched.
package struct StereoGain: BitwiseCopyable, Equatable, Sendable {
    package var left: Float
    package var right: Float

    package init(left: Float, right: Float) {
        self.left = left
        self.right = right
    }

    /// Volume with a balance: the side that is turned away from gets fainter, the other stays.
    ///
    /// - Parameters:
    ///   - volume: Linear, 0 or more.
    ///   - pan: -1 left, 0 both at full level, 1 right.
    package init(volume: Float, pan: Float) {
        let pan = max(-1, min(1, pan))
        left = volume * (pan > 0 ? 1 - pan : 1)
        right = volume * (pan < 0 ? 1 + pan : 1)
    }
}
