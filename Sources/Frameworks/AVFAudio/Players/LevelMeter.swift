import Foundation
import SordinoEngine
import Synchronization

/// A sound whose levels can be measured: a player's, or a recorder's.
protocol MeteredSound: AnyObject {
    /// Indicates whether levels are measured.
    var isMetered: Bool { get set }
    /// Indicates whether sound is on its way.
    var isRunning: Bool { get }
    /// The linear mean square and peak of each channel since the last call, nil where nothing was rendered.
    func takeLevels() -> [(meanSquare: Float, peak: Float)?]
}

extension FilePlayer: MeteredSound {
    var isRunning: Bool { isPlaying }
}

extension FileRecorder: MeteredSound {
    var isRunning: Bool { isRecording }
}

/// Levels of a player or a recorder as `updateMeters` found them, in decibels of full scale.
final class LevelMeter: Sendable {
    private struct Levels {
        var isEnabled = false
        var average: [Float] = []
        var peak: [Float] = []
    }

    /// The level that Apple's meters show for silence.
    static let silence: Float = -160

    private let levels = Mutex(Levels())

    /// Indicates whether levels are measured; off at first.
    var isEnabled: Bool { levels.withLock { $0.isEnabled } }

    /// Begins or ends measuring a sound; frames rendered before do not count.
    func enable(_ isEnabled: Bool, of sound: some MeteredSound) {
        levels.withLock { $0.isEnabled = isEnabled }
        sound.isMetered = isEnabled
        if isEnabled { _ = sound.takeLevels() }
    }

    /// Takes the levels since the last time; nothing changes while measuring is off.
    func update(from sound: some MeteredSound) {
        guard isEnabled else { return }
        let (taken, isRunning) = (sound.takeLevels(), sound.isRunning)
        // Between two blocks the last levels stay; a sound that does not run is silent.
        if isRunning, !taken.isEmpty, taken.allSatisfy({ $0 == nil }) { return }
        let average = taken.map { $0.map { Self.decibels($0.meanSquare.squareRoot()) } ?? Self.silence }
        let peak = taken.map { $0.map { Self.decibels($0.peak) } ?? Self.silence }
        levels.withLock { ($0.average, $0.peak) = (average, peak) }
    }

    /// The root mean square of a channel, from 0; silence for one that is not there.
    func averagePower(_ channel: Int) -> Float { levels.withLock { Self.level(channel, of: $0.average) } }

    /// The largest sample of a channel, from 0; silence for one that is not there.
    func peakPower(_ channel: Int) -> Float { levels.withLock { Self.level(channel, of: $0.peak) } }

    private static func level(_ channel: Int, of levels: [Float]) -> Float {
        levels.indices.contains(channel) ? levels[channel] : silence
    }

    private static func decibels(_ linear: Float) -> Float { linear > 0 ? max(silence, 20 * log10(linear)) : silence }
}
