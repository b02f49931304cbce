import SordinoPolicy

/// A volume on its way to another.
struct VolumeFade {
    var from: Float
    var to: Float
    var begins: Moment
    var seconds: Double

    /// How much of the way is done at a moment, 0 to 1.
    func share(at moment: Moment) -> Float {
        guard seconds > 0 else { return 1 }
        return Float(max(0, min(1, (moment.seconds - begins.seconds) / seconds)))
    }

    func volume(at moment: Moment) -> Float { from + (to - from) * share(at: moment) }
}

/// How loud a player is.
extension FilePlayer {
    /// Linear, 1 is untouched; while fading, where the fade leads.
    package var volume: Float { state.withLock { $0.volume } }

    /// Goes to another volume in a straight line.
    ///
    /// - Parameters:
    ///   - volume: Linear, clamped to 0 and above.
    ///   - seconds: 0 or more.
    package func setVolume(_ volume: Float, fadeSeconds seconds: Double) {
        let now = context.system.hardware.now
        state.withLock { state in
            let from = state.fade?.volume(at: now) ?? state.volume
            state.volume = volume.isFinite ? max(0, volume) : 0
            let isFading = seconds.isFinite && seconds > 0
            state.fade = isFading ? VolumeFade(from: from, to: state.volume, begins: now, seconds: seconds) : nil
            gainChanged(&state, seconds: isFading ? seconds : Self.gainRampSeconds)
        }
    }

    /// -1 left, 0 both at full level, 1 right.
    package var pan: Float {
        get { state.withLock { $0.pan } }
        set {
            state.withLock { state in
                state.pan = newValue.isFinite ? max(-1, min(1, newValue)) : 0
                gainChanged(&state, seconds: Self.gainRampSeconds)
            }
        }
    }

    func gainNow(_ state: borrowing State) -> StereoGain {
        let volume = state.fade?.volume(at: context.system.hardware.now) ?? state.volume
        return StereoGain(volume: volume, pan: state.pan)
    }

    private func gainChanged(_ state: inout State, seconds: Double) {
        guard let voice = state.voice else { return }
        // A voice that does not sound hears of it when it does: no ramp at its start.
        state.isGainPending =
            !state.isPlaying
            || !voice.glide(to: StereoGain(volume: state.volume, pan: state.pan), seconds: seconds)
    }

    /// Tells a voice where the gain is now, and the rest of a fade.
    func tellGain(_ state: inout State, _ voice: PlayerVoice, atOnce: Bool) {
        state.isGainPending = !voice.glide(to: gainNow(state), seconds: atOnce ? 0 : Self.gainRampSeconds)
        continueFade(&state, voice)
    }

    /// Gives a voice what is left of a fade.
    func continueFade(_ state: inout State, _ voice: PlayerVoice) {
        guard let fade = state.fade else { return }
        let left = Double(1 - fade.share(at: context.system.hardware.now)) * fade.seconds
        guard left > 0 else {
            state.fade = nil
            return
        }
        let target = StereoGain(volume: fade.to, pan: state.pan)
        if !voice.glide(to: target, seconds: left) { state.isGainPending = true }
    }
}
