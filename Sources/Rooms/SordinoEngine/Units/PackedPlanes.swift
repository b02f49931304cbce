import CoreAudioTypes
import SordinoRealtime
import SordinoSignal

/// Planar floats on their way into a buffer list of any common PCM format.
///
/// Nothing is copied if the list is of planar floats itself.
/// - Thread: made and given back on the control side; `state` belongs to the render thread.
package final class PackedPlanes: Sendable {
    /// The render thread's part; valid as long as this object.
    package var state: PackedPlanesState { lent.value }
    private let lent: Lent<PackedPlanesState>

    /// Makes room for one block.
    package init(_ format: UnitFormat, maximumFrameCount: Int) {
        let channelCount = format.bus.channelCount
        let own = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: channelCount)
        let aims = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: channelCount)
        for channel in 0..<channelCount {
            let plane = UnsafeMutablePointer<Float>.allocate(capacity: maximumFrameCount)
            plane.initialize(repeating: 0, count: maximumFrameCount)
            (own + channel).initialize(to: plane)
            (aims + channel).initialize(to: plane)
        }
        let packedByteCount = maximumFrameCount * format.kind.byteCount * (format.isInterleaved ? channelCount : 1)
        lent = Lent(
            PackedPlanesState(
                channelCount: channelCount, kind: format.kind, isInterleaved: format.isInterleaved,
                maximumFrameCount: maximumFrameCount, own: own, aims: aims,
                packed: .allocate(
                    byteCount: packedByteCount * (format.isInterleaved ? 1 : channelCount), alignment: 16),
                packedByteCount: packedByteCount))
    }

    deinit {
        for channel in 0..<state.channelCount { state.own[channel].deallocate() }
        state.own.deallocate()
        state.aims.deallocate()
        state.packed.deallocate()
    }
}

/// The render thread's part of `PackedPlanes`.
package struct PackedPlanesState: BitwiseCopyable {
    let channelCount: Int
    let kind: PackedSample
    let isInterleaved: Bool
    let maximumFrameCount: Int
    let own: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let aims: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// Memory for lists that bring none.
    let packed: UnsafeMutableRawPointer
    let packedByteCount: Int
}
