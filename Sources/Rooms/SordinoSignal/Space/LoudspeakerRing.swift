import SordinoRealtime

/// The loudspeakers of a layout, ready for amplitude panning: a ring at ear height and one above.
///
/// - Source: V. Pulkki, "Virtual Sound Source Positioning Using Vector Base Amplitude Panning" (1997), in pairs of
///   neighbours of a ring; the share of the upper ring grows with the elevation at equal power.
package final class LoudspeakerRing {
    /// The render thread's view.
    package let view: LoudspeakerRingView
    private let memory: UnsafeMutablePointer<RingLoudspeaker>

    /// Indicates whether the lower ring surrounds the listener: no two neighbours are 120 degrees apart.
    package var isAround: Bool {
        guard view.lowCount > 2 else { return false }
        return (0..<view.lowCount).allSatisfy { index in
            let next = index + 1 == view.lowCount ? view.low[0].azimuth + 360 : view.low[index + 1].azimuth
            return next - view.low[index].azimuth < 120
        }
    }

    /// Makes the rings of a layout.
    ///
    /// - Parameter places: One for each channel; those that are no loudspeakers get nothing.
    /// - Thread: control.
    package init(places: [ChannelPlace]) {
        let angles = ChannelPlace.angles(of: places)
        var low: [RingLoudspeaker] = []
        var high: [RingLoudspeaker] = []
        for (channel, angle) in angles.enumerated() {
            guard let angle else { continue }
            let radians = Double(angle.azimuth) * .pi / 180
            let loudspeaker = RingLoudspeaker(
                channel: Int32(channel), x: Float(RealtimeMath.sin(radians)), z: Float(-RealtimeMath.cos(radians)),
                azimuth: angle.azimuth)
            if angle.elevation > 20 { high.append(loudspeaker) } else { low.append(loudspeaker) }
        }
        low.sort { $0.azimuth < $1.azimuth }
        high.sort { $0.azimuth < $1.azimuth }
        memory = .allocate(capacity: max(low.count + high.count, 1))
        for (index, loudspeaker) in (low + high).enumerated() { (memory + index).initialize(to: loudspeaker) }
        view = LoudspeakerRingView(
            low: UnsafePointer(memory), lowCount: low.count, high: UnsafePointer(memory + low.count),
            highCount: high.count, channelCount: places.count)
    }

    deinit { memory.deallocate() }
}

/// One loudspeaker of a ring: its channel and its direction.
struct RingLoudspeaker: BitwiseCopyable {
    let channel: Int32
    /// The sine of the azimuth.
    let x: Float
    /// The negative cosine of the azimuth.
    let z: Float
    let azimuth: Float
}

/// The render thread's view of a layout's loudspeakers.
package struct LoudspeakerRingView: BitwiseCopyable {
    let low: UnsafePointer<RingLoudspeaker>
    let lowCount: Int
    let high: UnsafePointer<RingLoudspeaker>
    let highCount: Int
    /// Channels of the layout.
    package let channelCount: Int
}
