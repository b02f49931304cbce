import SordinoRealtime

/// Running levels of several channels, at a fixed place for the render thread.
///
/// - Thread: the render thread adds; `take` is for the control side, one at a time.
final class ChannelMeters: Sendable {
    /// One for each channel.
    var meters: UnsafeMutablePointer<ChannelMeter> { memory.value }
    private let memory: Lent<UnsafeMutablePointer<ChannelMeter>>
    /// Channels that are measured.
    let count: Int

    /// Makes meters that have measured nothing.
    init(count: Int) {
        self.count = count
        memory = Lent(.allocate(capacity: max(count, 1)))
        for channel in 0..<count { (meters + channel).initialize(to: ChannelMeter()) }
    }

    deinit {
        meters.deinitialize(count: count)
        meters.deallocate()
    }

    /// Takes the levels since the last call: linear mean square and peak, nil where nothing was rendered.
    func take() -> [(meanSquare: Float, peak: Float)?] { (0..<count).map { meters[$0].take() } }
}
