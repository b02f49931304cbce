/// The gain of an input, shared by all programs (R5.22).
struct InputGain: Hashable, Sendable {
    var portUID: String
    var gain: Float
    /// Indicates whether an active session was on the input since it was set.
    var wasUsed = false
}

extension Policy {
    /// A program turns its input up or down.
    mutating func setInputGain(_ gain: Float, _ slot: Int) -> SessionError? {
        guard gain.isFinite else { return refusal(.badParam, "R5.22", "no such gain") }
        guard let port = sessions[slot].view.route.inputs.first, port.isInputGainSettable else {
            return refusal(.unspecified, "R5.22", "the input's gain cannot be set")
        }
        let clamped = min(max(gain, 0), 1)
        if let index = inputGains.firstIndex(where: { $0.portUID == port.uid }) {
            guard inputGains[index].gain != clamped else { return nil }
            inputGains[index].gain = clamped
        } else {
            inputGains.append(InputGain(portUID: port.uid, gain: clamped))
        }
        turn.effects.append(.inputGain(portUID: port.uid, clamped))
        for other in slots.byApp { refreshInputGain(other) }
        return nil
    }

    /// Updates the input gain that the getters of a session return: that of its present input.
    mutating func refreshInputGain(_ slot: Int) {
        let port = sessions[slot].view.route.inputs.first
        let isSettable = port?.isInputGainSettable ?? false
        set(\.isInputGainSettable, isSettable, slot)
        set(\.inputGain, inputGains.first { isSettable && $0.portUID == port?.uid }?.gain ?? 1, slot)
    }

    /// Restores at the end of an event the gain of inputs that were unplugged, or that no active session uses any more.
    mutating func restoreInputGains() {
        guard !inputGains.isEmpty else { return }
        var restored = false
        for index in inputGains.indices.reversed() {
            let uid = inputGains[index].portUID
            let isThere = ports.entries.contains { $0.port.uid == uid }
            let isUsed = lists.active.contains { slot in sessions[slot].view.route.inputs.contains { $0.uid == uid } }
            if isUsed { inputGains[index].wasUsed = true }
            guard !isThere || (!isUsed && inputGains[index].wasUsed) else { continue }
            inputGains.remove(at: index)
            restored = true
            turn.effects.append(.inputGain(portUID: uid, nil))
        }
        if restored { for slot in slots.byApp { refreshInputGain(slot) } }
    }
}
