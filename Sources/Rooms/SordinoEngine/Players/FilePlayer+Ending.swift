import SordinoMedia
import SordinoSession

/// The end of the sound, and changes of rate by the device.
extension FilePlayer {
    /// The last frame of a voice was taken.
    func ended(_ stream: FileStream) {
        let (isCurrent, voice, io) = state.withLock { state -> (Bool, PlayerVoice?, SessionIO?) in
            guard let voice = state.voice, voice.stream === stream else {
                let left = state.leaving.first { $0.stream === stream }
                state.leaving.removeAll { $0.stream === stream }
                return (false, left, nil)
            }
            // Returns to the beginning; a download that broke off keeps its position.
            let brokeOff = stream.failure != nil && !(state.reader is MediaReader)
            let frame = brokeOff ? currentFrame(&state) : 0
            halt(&state)
            stream.close()
            state.isInMix = false
            state.voice = nil
            state.restingFrame = frame
            state.isReady = false
            state.fade = nil
            return (true, voice, state.io)
        }
        if let voice { graph.remove(voice) }
        guard isCurrent else { return }
        io?.stop()
        if let failure = stream.failure {
            report { $0.failed(failure) }
        } else {
            report { $0.finished(true) }
        }
    }

    /// Makes a new voice at the same position when the device runs at another rate.
    func followRate() {
        state.withLock { state in
            guard let voice = state.voice, voice.sampleRate != graph.sampleRate else { return }
            state.restingFrame = currentFrame(&state)
            state.roundsBefore += voice.stream.passedRounds(at: voice.playedFrames)
            voice.stream.close()
            state.voice = nil
            dropLeaving(&state)
            if state.isInMix { replaceVoice(&state, old: voice) }
        }
    }

    /// Makes a call to the present event handlers.
    func report(_ call: @escaping @Sendable (Events) -> Void) {
        guard let events = state.withLock({ $0.events }) else { return }
        context.system.callbacks.deliver(events.lane, to: context) { [weak self] in
            if self != nil { call(events) }
        }
    }
}
