import SordinoRealtime
import Synchronization

/// Takes its input into a ring, for a thread that writes it to a file: a root of the plan beside the output.
///
/// Rendering never waits. When the ring is full, frames are lost and counted, and as many frames of silence follow as
/// soon as there is room: frames that are read keep their time.
package final class Capture: Processor, Sendable {
    package let name = "Capture"
    package let health = Health()
    /// Channels of the frames.
    package let channelCount: Int
    /// Frames in one second.
    package let sampleRate: Double
    private let ring: FloatRing
    private let meters: ChannelMeters
    private let held: Shared<CaptureNews, CaptureState>

    /// Makes a capture that takes nothing yet.
    ///
    /// - Parameters:
    ///   - channelCount: 1 or more.
    ///   - sampleRate: Of the bus that it is connected to, in hertz.
    ///   - seconds: The minimum time without a read after which frames are lost.
    package init(channelCount: Int, sampleRate: Double, seconds: Double) {
        self.channelCount = channelCount
        self.sampleRate = sampleRate
        let ring = FloatRing(
            channelCount: channelCount, frameCapacity: max(1, Int((sampleRate * seconds).rounded(.up))))
        let meters = ChannelMeters(count: channelCount)
        self.ring = ring
        self.meters = meters
        held = Shared(CaptureNews()) {
            CaptureState(news: $0, ring: ring.producer, meters: meters.meters, channelCount: channelCount)
        }
    }

    package var inputBusLimit: Int { 1 }
    package var outputBusCount: Int { 0 }

    package func prepare(_ wiring: Wiring) throws(GraphError) -> StepRecipe {
        StepRecipe(run: runCapture, state: UnsafeMutableRawPointer(held.own), owner: self)
    }

    /// Takes frames from the next block on.
    ///
    /// - Parameters:
    ///   - hostNanoseconds: Host time of the first frame; nil for the first that comes.
    ///   - frameCount: Frames to take; nil for all that come.
    /// - Thread: control, while nothing renders.
    package func begin(hostNanoseconds: Int64? = nil, frameCount: Int? = nil) {
        held.own.pointee.startHostNanoseconds = hostNanoseconds
        held.own.pointee.framesLeft = max(0, frameCount ?? .max)
        held.both.pointee.isComplete.store(frameCount.map { $0 <= 0 } ?? false, ordering: .releasing)
    }

    /// Frames taken since the capture was made, those that were lost included.
    package var takenFrameCount: Int { held.both.pointee.taken.load(ordering: .acquiring) }

    /// The number of frames that were replaced by silence because they were not read in time.
    package var lostFrameCount: Int { held.both.pointee.lost.load(ordering: .relaxed) }

    /// Indicates whether all the frames that `begin` asked for were taken.
    ///
    /// They can all be read then, except silence in place of lost ones.
    package var isComplete: Bool { held.both.pointee.isComplete.load(ordering: .acquiring) }

    /// Takes the oldest frames out of the ring.
    ///
    /// - Parameter channels: One pointer per channel to room for `frameCount` floats.
    /// - Returns: Frames given.
    /// - Thread: one at a time, not the render thread.
    package func read(into channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int) -> Int {
        ring.consumer.read(into: channels, frameCount: frameCount)
    }

    /// Indicates whether the frames are measured; costs nothing while off.
    package var isMetered: Bool {
        get { held.both.pointee.isMetered.load(ordering: .relaxed) }
        set { held.both.pointee.isMetered.store(newValue, ordering: .relaxed) }
    }

    /// Levels of each channel since the last call: linear mean square and peak, nil where nothing was taken.
    ///
    /// - Thread: control, one at a time.
    package func takeLevels() -> [(meanSquare: Float, peak: Float)?] { meters.take() }
}

/// The state of a capture shared by control and render threads.
struct CaptureNews: ~Copyable {
    let taken = Atomic<Int>(0)
    let lost = Atomic<Int>(0)
    let isComplete = Atomic<Bool>(false)
    let isMetered = Atomic<Bool>(false)
}

/// The render thread's state of a capture.
struct CaptureState {
    let news: UnsafeMutablePointer<CaptureNews>
    let ring: FloatRingProducer
    /// A meter for each channel.
    let meters: UnsafeMutablePointer<ChannelMeter>
    let channelCount: Int
    /// Host time of the first frame, until that has come.
    var startHostNanoseconds: Int64?
    /// Frames to be taken; `Int.max` for all.
    var framesLeft = 0
    /// Frames of silence that stand for lost ones and are not in the ring yet.
    var owedFrames = 0
}
