import SordinoPolicy

/// A volume on its way to another.
struct VolumeFade {
    var from: Float
    var to: Float
    var begins: Moment
    var seconds: Double

    /// Returns the completed part of a fade at a moment, 0 to 1.
    func share(at moment: Moment) -> Float {
        guard seconds > 0 else { return 1 }
        return Float(max(0, min(1, (moment.seconds - begins.seconds) / seconds)))
    }

    func volume(at moment: Moment) -> Float { from + (to - from) * share(at: moment) }
}

/// The gain of a player.
extension FilePlayer {
    /// Linear, 1 is untouched; while fading, where the fade leads.
    package var volume: Float { state.withLock { $0.volume } }

    /// Goes to another volume in a straight line.
    ///
    /// - Parameters:
    ///   - volume: Linear, clamped to 0 and above.
    ///   - seconds: 0 or more; what is not finite counts as 0.
    package func setVolume(_ volume: Float, fadeSeconds seconds: Double) {
        let now = context.system.hardware.now
        state.withLock { state in
            let from = state.fade?.volume(at: now) ?? state.volume
            state.volume = volume.isFinite ? max(0, volume) : 0
            let isFading = seconds.isFinite && seconds > 0
            state.fade = isFading ? VolumeFade(from: from, to: state.volume, begins: now, seconds: seconds) : nil
            state.voice?.set(gainNow(&state))
        }
    }

    /// -1 left, 0 both at full level, 1 right.
    package var pan: Float {
        get { state.withLock { $0.pan } }
        set {
            state.withLock { state in
                state.pan = newValue.isFinite ? max(-1, min(1, newValue)) : 0
                state.voice?.set(gainNow(&state))
            }
        }
    }

    /// The port's channel that each channel of the sound goes to; nil for the usual ones.
    ///
    /// Channels beyond the list are silent, as are those of ports that are not in use.
    package var channelAssignments: [AssignedChannel]? {
        get { state.withLock { $0.assignments } }
        set {
            state.withLock { state in
                state.assignments = newValue
                guard let voice = state.voice else { return }
                voice.assignments = newValue
                graph.reassign(voice)
            }
        }
    }

    /// Returns the present gain and the rest of a fade.
    func gainNow(_ state: inout State) -> PlayerVoice.Gain {
        let steady = PlayerVoice.Gain(origin: state.volume, volume: state.volume, seconds: 0, pan: state.pan)
        guard let fade = state.fade else { return steady }
        let now = context.system.hardware.now
        let left = Double(1 - fade.share(at: now)) * fade.seconds
        guard left > 0 else {
            state.fade = nil
            return steady
        }
        return PlayerVoice.Gain(origin: fade.volume(at: now), volume: fade.to, seconds: left, pan: state.pan)
    }
}
