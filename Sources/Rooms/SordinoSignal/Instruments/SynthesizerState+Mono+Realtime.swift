import SordinoRealtime

// Mono mode (controllers 126 and 127), in which one note sounds at a time, and the legato pedal (controller 68).
extension SynthesizerState {
    /// Indicates whether a note that begins while others are held takes over their voices without a new attack.
    @_noAllocation @_noLocks
    private func isLegato(_ channel: Int) -> Bool { channels[channel].values.controllers[68] >= 64 }

    /// Remembers a key that is down in mono mode.
    @_noAllocation @_noLocks
    private func hold(_ key: Float, _ channel: Int) {
        drop(Int(key), channel)
        let place = channels + channel
        if place.pointee.heldCount == InstrumentChannel.heldLimit {
            // The oldest is forgotten.
            for index in 1..<InstrumentChannel.heldLimit {
                place.pointee.heldKeys[index &- 1] = place.pointee.heldKeys[index]
            }
            place.pointee.heldCount &-= 1
        }
        place.pointee.heldKeys[place.pointee.heldCount] = key
        place.pointee.heldCount &+= 1
    }

    /// Forgets a key that was lifted.
    @_noAllocation @_noLocks
    private func drop(_ key: Int, _ channel: Int) {
        let place = channels + channel
        var kept = 0
        for index in 0..<place.pointee.heldCount where Int(place.pointee.heldKeys[index]) != key {
            place.pointee.heldKeys[kept] = place.pointee.heldKeys[index]
            kept &+= 1
        }
        place.pointee.heldCount = kept
    }

    /// Applies mono mode and the legato pedal to a key that goes down.
    ///
    /// - Returns: Whether sounding voices take over the new key; then no new voices begin.
    @_noAllocation @_noLocks
    mutating func joins(key: Float, _ channel: Int, frame: Int) -> Bool {
        let isMono = channels[channel].isMono
        guard isMono || isLegato(channel) else { return false }
        if isMono { hold(key, channel) }
        if isLegato(channel), move(to: key, channel) { return true }
        guard isMono else { return false }
        for slot in 0..<slotEnd where isOfKeyboard(slot, channel) && !voices[slot].isLetGo {
            // Under the pedal too: one note sounds at a time.
            release(slot, frame: frame)
        }
        return false
    }

    /// Applies mono mode to a key that is lifted.
    ///
    /// - Returns: Whether that is all.
    @_noAllocation @_noLocks
    mutating func returns(from key: Int, velocity: inout Float, _ channel: Int, frame: Int) -> Float {
        guard channels[channel].isMono else { return -1 }
        drop(key, channel)
        let count = channels[channel].heldCount
        guard count > 0 else { return -1 }
        let former = channels[channel].heldKeys[count &- 1]
        for slot in 0..<slotEnd where isOfKeyboard(slot, channel) && voices[slot].isHeld && voices[slot].key == key {
            velocity = voices[slot].velocity
            return former
        }
        // A key that did not sound.
        return -2
    }

    /// Moves the voices of the channel that are held to another key.
    ///
    /// - Returns: Whether there are any.
    @_noAllocation @_noLocks
    mutating func move(to key: Float, _ channel: Int) -> Bool {
        var isAny = false
        for slot in 0..<slotEnd where isOfKeyboard(slot, channel) && voices[slot].isHeld {
            isAny = true
            let way = key - voices[slot].pitchKey
            leaveKey(slot)
            voices[slot].key = Int(key)
            joinKey(slot)
            voices[slot].pitchKey = key
            voices[slot].isStale = true
            if channels[channel].values.controllers[65] >= 64, let zone = voices[slot].zone {
                let seconds = 0.005 * RealtimeMath.exp2(channels[channel].values.controllers[5] / 12.7)
                voices[slot].glideCents -= way * zone.pointee.generators[Generator.scaleTuning]
                voices[slot].glideStep = -voices[slot].glideCents / (seconds * sampleRate)
            }
        }
        return isAny
    }

    /// Indicates whether a voice plays a note that a key of the channel ends, not one with a caller's number.
    @_noAllocation @_noLocks
    private func isOfKeyboard(_ slot: Int, _ channel: Int) -> Bool {
        voices[slot].isActive && voices[slot].channel == channel && !voices[slot].isDying
            && voices[slot].note < SynthesizerRenderer.firstOwnNote
    }

    /// Plays one note at a time on a channel, or as many as there are keys.
    @_noAllocation @_noLocks
    func setMono(_ isMono: Bool, _ channel: Int) {
        channels[channel].isMono = isMono
        channels[channel].heldCount = 0
    }
}
