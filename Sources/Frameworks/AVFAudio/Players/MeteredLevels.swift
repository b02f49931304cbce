import Foundation

/// Levels of a player or a recorder as `updateMeters` found them, in decibels of full scale.
struct MeteredLevels {
    /// The level that Apple's meters show for silence.
    static let silence: Float = -160

    var isEnabled = false
    private var average: [Float] = []
    private var peak: [Float] = []

    static func decibels(_ linear: Float) -> Float { linear > 0 ? max(silence, 20 * log10(linear)) : silence }

    /// Takes the levels since the last time.
    ///
    /// - Parameters:
    ///   - taken: Linear mean square and peak of each channel, nil where nothing was rendered.
    ///   - isRunning: Whether sound is on its way; else what was not rendered is silence.
    mutating func update(_ taken: [(meanSquare: Float, peak: Float)?], isRunning: Bool) {
        // Between two blocks there is nothing new: what was measured last holds.
        if isRunning, !taken.isEmpty, taken.allSatisfy({ $0 == nil }) { return }
        average = taken.map { $0.map { Self.decibels($0.meanSquare.squareRoot()) } ?? Self.silence }
        peak = taken.map { $0.map { Self.decibels($0.peak) } ?? Self.silence }
    }

    /// The root mean square of a channel, from 0; silence for one that is not there.
    func averagePower(_ channel: Int) -> Float { average.indices.contains(channel) ? average[channel] : Self.silence }

    /// The largest sample of a channel, from 0; silence for one that is not there.
    func peakPower(_ channel: Int) -> Float { peak.indices.contains(channel) ? peak[channel] : Self.silence }
}
