import SordinoSignal

/// The speed of a player; the pitch stays, or follows it.
extension FilePlayer {
    /// The usual limits of the speed; 1 is as recorded.
    package static let rates = 0.5...2.0

    /// Indicates whether `rate` counts: taken up when the player is made ready, by `prepare` or `play`.
    package var isRateEnabled: Bool {
        get { state.withLock { $0.isRateEnabled } }
        set { state.withLock { $0.isRateEnabled = newValue } }
    }

    /// The speeds that `rate` is clamped to.
    package var rateLimits: ClosedRange<Double> {
        get { state.withLock { $0.rateLimits } }
        set { state.withLock { $0.rateLimits = newValue } }
    }

    /// Indicates whether the pitch follows the speed; otherwise it stays.
    package var isTape: Bool {
        get { state.withLock { $0.isTape } }
        set {
            state.withLock { state in
                guard state.isTape != newValue else { return }
                state.isTape = newValue
                if state.isRateUsed, state.voice != nil { seek(&state, to: currentFrame(&state)) }
            }
        }
    }

    /// Speed, clamped to `rateLimits`; NaN changes nothing.
    ///
    /// While it sounds, heard within a tenth of a second; before that, from its first frame on.
    package var rate: Double {
        get { state.withLock { $0.rate } }
        set {
            guard !newValue.isNaN else { return }
            state.withLock { state in
                state.rate = min(max(newValue, state.rateLimits.lowerBound), state.rateLimits.upperBound)
                guard state.isRateUsed, let voice = state.voice else { return }
                if state.isPlaying, voice.player.latestReport.isStarted {
                    voice.stream.setSpeed(state.rate)
                    voice.player.bell?.ring()
                } else {
                    // The frames in the ring have another speed, and none of them was played.
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

    /// Applies `isRateEnabled` to a player that gets ready.
    func makeReady(_ state: inout State) {
        guard !state.isReady else { return }
        state.isReady = true
        guard state.isRateEnabled != state.isRateUsed else { return }
        // The frames in the ring were made the other way.
        if state.voice != nil, !state.isInMix {
            state.restingFrame = currentFrame(&state)
            if let voice = state.voice { state.roundsBefore += voice.stream.passedRounds(at: voice.playedFrames) }
            state.voice?.stream.close()
            state.voice = nil
        }
        if state.voice == nil { state.isRateUsed = state.isRateEnabled }
    }
}
