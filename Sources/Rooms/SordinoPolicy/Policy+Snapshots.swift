/// Getters' copies are sent when they changed, and before the words that announce it.
extension Policy {
    /// Says that the getters of this session have something new.
    mutating func touch(_ slot: Int) {
        guard !sessions[slot].isViewDirty else { return }
        sessions[slot].isViewDirty = true
        turn.dirtyViews.append(slot)
    }

    mutating func flushDevice() {
        guard turn.isDeviceDirty else { return }
        turn.isDeviceDirty = false
        guard device != sent.device else { return }
        sent.device = device
        turn.effects.append(.device(device))
    }

    mutating func flushView(_ slot: Int) {
        guard sessions[slot].isViewDirty else { return }
        sessions[slot].isViewDirty = false
        if settings.zones.isEmpty {
            sessions[slot].sentView = nil
        } else {
            guard sessions[slot].sentView != sessions[slot].view else { return }
            sessions[slot].sentView = sessions[slot].view
        }
        turn.effects.append(.snapshot(sessions[slot].app, sessions[slot].view))
    }

    /// Sends what is left to send at the end of an event.
    mutating func flush() {
        flushDevice()
        guard !turn.dirtyViews.isEmpty else { return }
        for slot in turn.dirtyViews { flushView(slot) }
        turn.dirtyViews.removeAll(keepingCapacity: true)
    }

    mutating func notify(_ slot: Int, _ notification: SessionNotification) {
        flushDevice()
        flushView(slot)
        turn.effects.append(.notify(sessions[slot].app, notification))
    }

    mutating func reply(_ slot: Int, _ id: RequestID, _ refusal: SessionError?) {
        flushDevice()
        flushView(slot)
        turn.effects.append(.reply(sessions[slot].app, id, refusal))
    }

    mutating func setState(_ slot: Int, _ state: SessionState) {
        guard sessions[slot].view.state != state else { return }
        sessions[slot].view.state = state
        touch(slot)
        refreshInputSilence(slot)
        refreshCapabilities(slot)
    }

    func cause(_ rule: String, by program: ProgramID? = nil, _ sentence: String) -> Cause {
        Cause(rule: rule, by: program, sentence: sentence, since: turn.now)
    }

    func refusal(_ code: SessionErrorCode, _ rule: String, by program: ProgramID? = nil, _ sentence: String)
        -> SessionError
    {
        SessionError(code, cause(rule, by: program, sentence))
    }
}

extension [Int] {
    /// Takes a slot out of a list that holds it at most once.
    ///
    /// - Returns: Whether it was there.
    @discardableResult
    mutating func drop(_ slot: Int) -> Bool {
        // Most recent first: what was activated last is what changes most.
        guard let index = lastIndex(of: slot) else { return false }
        remove(at: index)
        return true
    }

    /// Has a slot in the list or not.
    ///
    /// - Returns: Whether that is a change.
    @discardableResult
    mutating func keep(_ slot: Int, _ belongs: Bool) -> Bool {
        guard belongs else { return drop(slot) }
        guard !contains(slot) else { return false }
        append(slot)
        return true
    }
}
