/// Programs mute what they play or record themselves (own rules 19 and 20).
extension Policy {
    // MARK: Output

    /// Own 19: everywhere but in playAndRecord with a mode of its own, as Apple documents it.
    func mayMuteOutput(_ configuration: SessionConfiguration) -> Bool {
        configuration.category != .playAndRecord || configuration.mode == .standard
    }

    mutating func muteOutput(_ isMuted: Bool, _ slot: Int) -> SessionError? {
        guard !isMuted || mayMuteOutput(sessions[slot].configuration) else {
            return refusal(.badParam, "own 19", "playAndRecord can be muted in its default mode only")
        }
        guard sessions[slot].view.isOutputMuted != isMuted else { return nil }
        set(\.isOutputMuted, isMuted, slot)
        refreshGain(slot)
        notify(slot, .outputMuted(isMuted))
        return nil
    }

    /// The new mode does not go with a muted output.
    mutating func unmuteOutput(_ slot: Int) {
        set(\.isOutputMuted, false, slot)
        notify(slot, .outputMuted(false))
    }

    /// Notifies the active sessions with muted output that the person turned the volume up and probably expects sound.
    mutating func hintAtUnmuting() {
        for slot in lists.active.reversed() where sessions[slot].view.isOutputMuted && !sessions[slot].isSuspended {
            notify(slot, .unmuteIntended)
        }
    }

    // MARK: Input

    /// Mutes or unmutes the input at any time (own 20); the program is notified when it records.
    mutating func muteInput(_ isMuted: Bool, _ slot: Int) {
        guard sessions[slot].view.isInputMuted != isMuted else { return }
        set(\.isInputMuted, isMuted, slot)
        refreshInputSilence(slot)
        sessions[slot].owesInputMuteNotice = true
        sendInputMute(slot)
    }

    /// Sends the delayed notice of a change if the session is active and records.
    mutating func sendInputMute(_ slot: Int) {
        guard sessions[slot].owesInputMuteNotice, sessions[slot].state == .active, sessions[slot].category.hasInput
        else { return }
        sessions[slot].owesInputMuteNotice = false
        notify(slot, .inputMuted(sessions[slot].view.isInputMuted))
    }
}
