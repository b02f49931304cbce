import SordinoGraph
import SordinoSignal

/// The settings of an engine's voice processing; they start anew each time that voice processing is switched on.
package struct VoiceProcessing: Sendable {
    /// Indicates whether the microphone is heard unprocessed.
    package var isBypassed = false
    /// Indicates whether the gain is controlled automatically.
    package var isAGCEnabled = true
    /// Indicates whether the input is silent.
    package var isInputMuted = false
    /// The attenuation of other sound.
    package var ducking = VoiceDucking()
    /// Called with true when speech begins while the input is muted, with false when it ends.
    var speechListener: (@Sendable (Bool) -> Void)?
    /// The number of beginnings and ends of speech that the listener was called with.
    var reportedSpeechChanges = 0

    /// The voice processing of the input.
    let line = VoiceLine()

    /// The settings of voice processing that was just switched on.
    package init() {}
}

extension EngineCore {
    /// The settings of voice processing; nil while it is off.
    package var voiceProcessing: VoiceProcessing? { locked { voice } }

    private var input: Input? { inputNode?.input }

    /// Switches voice processing on or off.
    ///
    /// - Throws: `wrongMode` while the engine is rendered by hand, `running`.
    package func setVoiceProcessing(_ enabled: Bool) throws(EngineFailure) {
        try lockedThrowing { () throws(EngineFailure) in
            if case .manual = mode { throw .wrongMode }
            guard !isStarted else { throw .running }
            if enabled == (voice != nil) { return }
            voice = enabled ? VoiceProcessing() : nil
            io?.voice = voice?.line
            input?.isMuted = false
            input?.isListeningForSpeech = false
            note(.anything)
        }
    }

    /// Sets the function that is called when speech begins and ends while the input is muted; nil for none.
    ///
    /// - Returns: False while voice processing is off.
    package func setSpeechListener(_ listener: (@Sendable (Bool) -> Void)?) -> Bool {
        locked {
            guard voice != nil, let input else { return false }
            let changes = input.speechChangeCount
            voice?.speechListener = listener
            // A listener that is set during speech is called with its beginning.
            voice?.reportedSpeechChanges = changes - changes % 2
            input.isListeningForSpeech = listener != nil
            graphChanged(outputsOf: [])
            return true
        }
    }

    /// The calls that the listener is to get; called by the service.
    func takeSpeechEvents() -> [@Sendable () -> Void] {
        locked {
            guard let listener = voice?.speechListener, let told = voice?.reportedSpeechChanges,
                let now = input?.speechChangeCount, now > told
            else { return [] }
            voice?.reportedSpeechChanges = now
            return (told + 1...now).map { change in { listener(change % 2 == 1) } }
        }
    }

    /// Indicates whether a listener for speech in the input is set.
    var listensForSpeech: Bool { voice?.speechListener != nil }

    /// Changes settings; nothing happens while voice processing is off.
    package func changeVoiceProcessing(_ change: (inout VoiceProcessing) -> Void) {
        locked {
            guard var now = voice else { return }
            change(&now)
            voice = now
            input?.isMuted = now.isInputMuted
            now.line.isBypassed = now.isBypassed
            now.line.isLevelled = now.isAGCEnabled
            now.line.ducking = now.ducking
            now.line.isMuted = now.isInputMuted
        }
    }
}
