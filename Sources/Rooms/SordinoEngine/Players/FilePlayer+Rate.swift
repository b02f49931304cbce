import SordinoSignal

/// The speed of a player; the pitch stays.
extension FilePlayer {
    /// Speeds that can be asked for; 1 is as recorded.
    package static let rates = 0.5...2.0

    /// Whether `rate` counts: taken up when the player is made ready, by `prepare` or `play`.
    package var isRateEnabled: Bool {
        get { state.withLock { $0.isRateEnabled } }
        set { state.withLock { $0.isRateEnabled = newValue } }
    }

    /// Speed, clamped to `rates`; NaN changes nothing.
    ///
    /// While it sounds, heard within a tenth of a second; before that, from its first frame on.
    package var rate: Double {
        get { state.withLock { $0.rate } }
        set {
            guard !newValue.isNaN else { return }
            state.withLock { state in
                state.rate = min(max(newValue, Self.rates.lowerBound), Self.rates.upperBound)
                guard state.isRateUsed, let voice = state.voice else { return }
                if state.isPlaying, voice.player.latestReport.isStarted {
                    voice.stream.setSpeed(state.rate)
                    voice.player.bell?.ring()
                } else {
                    // What is in the ring has another speed, and nothing of it was heard.
                    seek(&state, to: currentFrame(&state))
                }
            }
        }
    }

    /// Stops where it is; `prepare` or `play` makes it ready anew.
    package func stop() {
        pause()
        state.withLock { $0.isReady = false }
    }

    /// Takes up what the owner wants to be able to change.
    func makeReady(_ state: inout State) {
        guard !state.isReady else { return }
        state.isReady = true
        guard state.isRateEnabled != state.isRateUsed else { return }
        // What is in the ring was made the other way.
        if state.voice != nil, !state.isInMix {
            state.restingFrame = currentFrame(&state)
            state.voice?.stream.close()
            state.voice = nil
        }
        if state.voice == nil { state.isRateUsed = state.isRateEnabled }
    }
}
