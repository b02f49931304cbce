import SordinoMedia
import SordinoSignal

/// The levels of the input, and the queue's time.
extension InputQueue {
    func measure(_ frames: PlanarFrames) {
        for channel in 0..<frames.channelCount {
            let squares = Mixing.sumOfSquares(frames.floats[channel], frameCount: frames.count)
            let peak = Mixing.peak(frames.floats[channel], frameCount: frames.count)
            let frameCount = frames.count
            state.withLock { state in
                guard channel < state.levels.count else { return }
                state.levels[channel].squares += Double(squares)
                state.levels[channel].frames += frameCount
                state.levels[channel].peak = max(state.levels[channel].peak, peak)
            }
        }
    }

    // MARK: Levels and time

    /// Indicates whether levels are measured.
    package var isMetered: Bool {
        get { state.withLock { $0.isMetered } }
        set { state.withLock { $0.isMetered = newValue } }
    }

    /// Mean square and peak of each channel since the last call; nil where nothing came.
    package func takeLevels() -> [(meanSquare: Float, peak: Float)?] {
        state.withLock { state in
            state.levels.indices.map { channel in
                let level = state.levels[channel]
                state.levels[channel] = (0, 0, 0)
                return level.frames > 0 ? (Float(level.squares / Double(level.frames)), level.peak) : nil
            }
        }
    }

    /// The queue's time: frames of its format that have come; nil while it is stopped.
    package var currentTime: Double? {
        state.withLock { state in
            guard state.phase != .stopped, let device = state.deviceFormat else { return nil }
            return Double(state.recordedFrames) * format.media.sampleRate / device.sampleRate
        }
    }

    /// Rises with everything that tears the time line apart.
    package var discontinuityCount: Int { state.withLock { $0.tearCount + $0.lostBlocks } }
}
