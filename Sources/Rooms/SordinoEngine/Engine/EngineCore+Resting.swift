import SordinoGraph

/// Auto shutdown: the hardware stops while nothing plays and starts again when something does.
extension EngineCore {
    /// The time without sound after which the hardware rests.
    static let restingSeconds = 3.0

    /// Looks whether the hardware can rest; called by the service.
    ///
    /// - Returns: Whether it begins to rest.
    func restIfIdle() -> Bool {
        let resting = locked { () -> EngineIO? in
            guard isAutoShutdownEnabled, !isResting, isRunning, case .live = mode, let format = io?.format else {
                return nil
            }
            guard isIdle else {
                idleSince = nil
                return nil
            }
            let now = renderer.sampleTime
            let since = idleSince ?? now
            idleSince = since
            guard Double(now - since) >= Self.restingSeconds * format.sampleRate else { return nil }
            isResting = true
            idleSince = nil
            return io
        }
        resting?.stop(closes: false)
        return resting != nil
    }

    /// Starts the hardware again if something listens or sounds that did not when it went to rest; called by the service.
    ///
    /// - Returns: Whether the hardware runs again.
    func endRestIfNeeded() -> Bool {
        guard locked({ isResting && !isIdle }) else { return false }
        // A session that refuses now will be asked again with the next change or `play`, which reports it.
        return (try? endRest()) != nil
    }

    /// Returns whether no player or sequencer plays, the input and taps are unused, and no client block makes or takes
    /// sound.
    private var isIdle: Bool {
        if usesInput || !taps.isEmpty { return false }
        return nodes.values.allSatisfy { node in
            switch node.role {
            case .player(let player): !player.isPlaying
            case .source, .sink: false
            case .sequencer(let sequencer): !sequencer.isPlaying
            case .mixer, .input, .output, .unit: true
            }
        }
    }

    /// Starts the hardware again if it rests.
    ///
    /// - Throws: The errors of `start`.
    package func endRest() throws {
        guard locked({ isResting }) else { return }
        try startLive()
    }
}
