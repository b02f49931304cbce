import CoreAudioTypes
import SordinoGraph
import SordinoSignal

/// The last block of one output bus of a unit that has several, kept until that bus is pulled.
///
/// - Thread: made and given back on the control side; `state` belongs to the render thread.
final class UnitCapture: Sendable {
    private let planes: PackedPlanes
    private let held: Held<UnitCaptureState>
    private let channelCount: Int

    init(_ format: UnitFormat, maximumFrameCount: Int) {
        planes = PackedPlanes(format, maximumFrameCount: maximumFrameCount)
        channelCount = format.bus.channelCount
        let samples = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: channelCount)
        for channel in 0..<channelCount {
            let plane = UnsafeMutablePointer<Float>.allocate(capacity: max(maximumFrameCount, 1))
            plane.initialize(repeating: 0, count: max(maximumFrameCount, 1))
            (samples + channel).initialize(to: plane)
        }
        held = Held(UnitCaptureState(planes: planes.state, samples: samples, maximumFrameCount: maximumFrameCount))
    }

    deinit {
        for channel in 0..<channelCount { held.pointer.pointee.samples[channel].deallocate() }
        held.pointer.pointee.samples.deallocate()
    }

    var state: UnsafeMutablePointer<UnitCaptureState> { held.pointer }

    /// Takes what reaches the end of the graph, piece by piece.
    var client: ClientBlock { ClientBlock(context: UnsafeMutableRawPointer(state), call: takeCapture) }
}

/// The render thread's part of a capture.
struct UnitCaptureState {
    let planes: PackedPlanesState
    let samples: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let maximumFrameCount: Int
    /// The sample time of the block that waits, if it has one.
    var hasStart = false
    var start = 0.0
    /// Frames of the block that waits; -1 for none.
    var frameCount = -1
    /// Frames that have arrived.
    var done = 0
}
