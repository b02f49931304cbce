/// What a bus carries: deinterleaved 32-bit floats at a rate, with a number of channels.
package struct BusFormat: Hashable, Sendable, CustomStringConvertible {
    /// Frames in one second; above 0.
    package var sampleRate: Double
    /// 1 or more.
    package var channelCount: Int

    /// Makes a format.
    package init(sampleRate: Double, channelCount: Int) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
    }

    /// Such as "48000 Hz, 2 ch".
    package var description: String { "\(sampleRate) Hz, \(channelCount) ch" }
}
