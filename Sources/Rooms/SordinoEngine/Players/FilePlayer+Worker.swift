import SordinoMedia
import SordinoSession

/// What the worker does for a player: fills the ring, notices the end, follows the device's rate.
extension FilePlayer {
    func openPumpIfNeeded(_ state: inout State) {
        guard state.pump == nil else { return }
        state.pump = context.system.workers.addPump { [weak self] in self?.work() ?? .asleep }
    }

    private enum Outcome {
        case result(Workers.PumpResult)
        case finished(PlayerVoice, SessionIO?)
        case failed(MediaError, PlayerVoice, SessionIO?)
    }

    private func work() -> Workers.PumpResult {
        let outcome = state.withLock { state -> Outcome in
            guard let voice = state.voice else { return .result(.asleep) }
            if voice.hasFinished {
                end(&state)
                return .finished(voice, state.io)
            }
            do throws(MediaError) {
                let didFill = try state.filler.fill()
                guard state.isPlaying else { return .result(didFill ? .worked : .asleep) }
                if voice.sampleRate != mixer.sampleRate { followRate(&state, voice) }
                if state.isGainPending { tellGain(&state, voice, atOnce: false) }
                return .result(didFill ? .worked : .idle)
            } catch {
                end(&state)
                return .failed(error, voice, state.io)
            }
        }
        switch outcome {
        case .result(let result):
            leaveMixIfHalted()
            return result
        case .finished(let voice, let io):
            mixer.remove(voice)
            io?.stop()
            report { $0.finished(true) }
        case .failed(let error, let voice, let io):
            mixer.remove(voice)
            io?.stop()
            report { $0.failed(error) }
        }
        return .asleep
    }

    /// Back to the beginning, silent.
    private func end(_ state: inout State) {
        halt(&state)
        state.isInMix = false
        state.voice = nil
        state.restingFrame = 0
        state.isReady = false
        state.fade = nil
    }

    /// The device runs at another rate now: a new voice goes on at the same place.
    private func followRate(_ state: inout State, _ voice: PlayerVoice) {
        state.restingFrame = currentFrame(&state)
        state.voice = nil
        replaceVoice(&state, old: voice)
    }

    private func report(_ call: @escaping @Sendable (Events) -> Void) {
        context.system.callbacks.deliver(.main, to: context) { [weak self] in
            if let events = self?.state.withLock({ $0.events }) { call(events) }
        }
    }
}
