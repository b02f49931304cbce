import Foundation

/// Levels of a player as `updateMeters` found them, in decibels of full scale.
struct PlayerLevels {
    /// What Apple's meters show for silence.
    static let silence: Float = -160

    var isEnabled = false
    var average: [Float] = []
    var peak: [Float] = []

    static func decibels(_ linear: Float) -> Float { linear > 0 ? max(silence, 20 * log10(linear)) : silence }
}

extension AVAudioPlayer {
    /// Whether levels are measured; off at first.
    public var isMeteringEnabled: Bool {
        get { levels.withLock { $0.isEnabled } }
        set {
            levels.withLock { $0.isEnabled = newValue }
            player.isMetered = newValue
            // Begin now, not with what was played before.
            if newValue { _ = player.takeLevels() }
        }
    }

    /// Takes the levels since the last call; nothing changes while metering is off.
    public func updateMeters() {
        guard isMeteringEnabled else { return }
        let (taken, isPlaying) = (player.takeLevels(), player.isPlaying)
        // Between two blocks there is nothing new: what was measured last holds.
        if isPlaying, !taken.isEmpty, taken.allSatisfy({ $0 == nil }) { return }
        levels.withLock { levels in
            levels.average = taken.map {
                $0.map { PlayerLevels.decibels($0.meanSquare.squareRoot()) } ?? PlayerLevels.silence
            }
            levels.peak = taken.map { $0.map { PlayerLevels.decibels($0.peak) } ?? PlayerLevels.silence }
        }
    }

    /// The channel's level over the time between the last two calls of `updateMeters`.
    ///
    /// - Parameter channelNumber: From 0.
    /// - Returns: Root mean square in dB, 0 at full scale, -160 for silence and for channels that are not there.
    @discardableResult
    public func averagePower(forChannel channelNumber: Int) -> Float { level(\.average, channelNumber) }

    /// The channel's largest sample in the time between the last two calls of `updateMeters`.
    ///
    /// - Parameter channelNumber: From 0.
    /// - Returns: dB, 0 at full scale, -160 for silence and for channels that are not there.
    @discardableResult
    public func peakPower(forChannel channelNumber: Int) -> Float { level(\.peak, channelNumber) }

    private func level(_ list: KeyPath<PlayerLevels, [Float]>, _ channel: Int) -> Float {
        levels.withLock { levels in
            let all = levels[keyPath: list]
            return all.indices.contains(channel) ? all[channel] : PlayerLevels.silence
        }
    }
}
