import SordinoGraph
import SordinoRealtime
import SordinoSignal

/// Frames of the hardware input on their way to the program, at the program's rate.
///
/// At the hardware's own rate they are there for one block and may be read several times. At another rate the number of frames changes
/// from block to block: they wait in a queue, and a program that asks for more than there are gets silence before them once, so that
/// the queue has what later blocks need.
/// - Thread: made and given back on the control side; `state` belongs to the render thread.
final class RemoteArrivals: Sendable {
    private let planes: PackedPlanes
    private let held: Held<RemoteArrivalsState>
    private let resampler: Lent<Resampler?>
    private let channelCount: Int

    init(_ wanted: UnitFormat, from rate: Double, maximumFrameCount: Int) {
        channelCount = wanted.bus.channelCount
        let isConverted = wanted.bus.sampleRate != rate
        let resampler =
            isConverted
            ? Resampler(channelCount: channelCount, inputRate: rate, outputRate: wanted.bus.sampleRate) : nil
        self.resampler = Lent(resampler)
        let ratio = wanted.bus.sampleRate / rate
        // Two blocks and the filter's reach.
        let capacity =
            isConverted ? Int(Double(maximumFrameCount) * ratio) * 2 + 1024 : maximumFrameCount
        planes = PackedPlanes(wanted, maximumFrameCount: max(capacity, maximumFrameCount))
        let frames = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: channelCount)
        for channel in 0..<channelCount {
            let plane = UnsafeMutablePointer<Float>.allocate(capacity: capacity)
            plane.initialize(repeating: 0, count: capacity)
            (frames + channel).initialize(to: plane)
        }
        held = Held(
            RemoteArrivalsState(
                planes: planes.state, resampler: resampler?.renderer, frames: frames, capacity: capacity))
    }

    deinit {
        let frames = held.pointer.pointee.frames
        for channel in 0..<channelCount { frames[channel].deallocate() }
        frames.deallocate()
    }

    var state: UnsafeMutablePointer<RemoteArrivalsState> { held.pointer }
}

/// The render thread's part of the arrivals.
struct RemoteArrivalsState {
    let planes: PackedPlanesState
    /// Converts to the program's rate; nil where it is the hardware's.
    let resampler: ResamplerRenderer?
    let frames: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let capacity: Int
    /// Frames that are there.
    var count = 0
    /// Frames that have been made at the program's rate.
    var made: Int64 = 0
}
