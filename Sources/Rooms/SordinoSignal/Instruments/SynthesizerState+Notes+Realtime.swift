import SordinoRealtime

extension SynthesizerState {
    /// Ends all voices at once, without a release.
    @_noAllocation @_noLocks
    mutating func empty() {
        for slot in 0..<slotCount {
            voices[slot].isActive = false
            voices[slot].isOfKey = false
            free[slot / 64] |= 1 << UInt64(slot % 64)
            clearLane(slot)
        }
        for key in 0..<16 * 128 { heldByKey[key] = -1 }
        (slotEnd, soundingCount, liveCount) = (0, 0, 0)
    }

    // MARK: Beginning

    /// Begins a note: a voice for every zone that holds it.
    @_noAllocation @_noLocks
    mutating func start(key: Float, velocity: Float, channel: Int, frame: Int, note: UInt32) {
        guard let bank, let patch = bank.patch(bank: channels[channel].soundingBank, program: channels[channel].program)
        else { return }
        let whole = Int(key)
        if note >= SynthesizerRenderer.firstOwnNote {
            present = note
        } else {
            noteCount = (noteCount &+ 1) & 0x7FFF_FFFF
            present = noteCount
            if joins(key: key, channel, frame: frame) {
                channels[channel].lastKey = key
                return
            }
            // The same key again: its earlier note is released.
            if !channels[channel].isMono { letGo(key: whole, channel: channel, frame: frame) }
        }
        sound(key: key, velocity: velocity, channel: channel, frame: frame, patch)
        channels[channel].lastKey = key
        channels[channel].glideKey = -1
    }

    /// Begins a voice for every zone that holds a key.
    @_noAllocation @_noLocks
    private mutating func sound(key: Float, velocity: Float, channel: Int, frame: Int, _ patch: Patch) {
        let whole = Int(key)
        for index in 0..<patch.count where patch.zones[index].holds(key: whole, velocity: Int(velocity + 0.5)) {
            begin(patch.zones + index, key: key, velocity: velocity, channel: channel, frame: frame)
        }
    }

    @_noAllocation @_noLocks
    private mutating func begin(_ zone: UnsafePointer<PatchZone>, key: Float, velocity: Float, channel: Int, frame: Int)
    {
        guard zone.pointee.frameCount > 1 else { return }
        let exclusiveClass = Int(zone.pointee.generators[Generator.exclusiveClass])
        if exclusiveClass != 0 { silence(class: exclusiveClass, channel: channel, frame: frame) }
        let slot = takeSlot(frame: frame)
        var voice = NoteVoice()
        voice.isActive = true
        voice.hold = .key
        voice.channel = channel
        voice.key = Int(key)
        let (fixedKey, fixedVelocity) =
            (zone.pointee.generators[Generator.fixedKey], zone.pointee.generators[Generator.fixedVelocity])
        voice.pitchKey = fixedKey >= 0 ? fixedKey : key
        voice.velocity = fixedVelocity >= 0 ? max(fixedVelocity, 1) : velocity
        voice.note = present
        voice.exclusiveClass = exclusiveClass
        let mode = Int(zone.pointee.generators[Generator.sampleModes]) & 3
        voice.isLooping = (mode == 1 || mode == 3) && zone.pointee.loopEnd > zone.pointee.loopStart
        voice.loopsUntilRelease = mode == 3
        voice.zone = zone
        express(&voice, key, channel)
        leaveKey(slot)
        voices[slot] = voice
        if present < SynthesizerRenderer.firstOwnNote { joinKey(slot) }
        clearLane(slot)
        work(out: slot)
        voices[slot].begin(generators, sampleRate: sampleRate)
        aim(slot, frames: SynthesizerState.gridFrames &- frame)
        slotEnd = max(slotEnd, slot &+ 1)
        liveCount &+= 1
        soundingCount &+= 1
    }

    /// A free slot, lowest first; when as many sound as may, one of them makes room.
    @_noAllocation @_noLocks
    private mutating func takeSlot(frame: Int) -> Int {
        if liveCount >= voiceCount, let victim = quietest(isDying: false) { fade(victim, frame: frame) }
        for word in 0..<(slotCount &+ 63) / 64 where free[word] != 0 {
            let slot = word &* 64 &+ free[word].trailingZeroBitCount
            if slot >= slotCount { break }
            free[word] &= free[word] &- 1
            return slot
        }
        // More notes at once than there are places for those that fade.
        if let dying = quietest(isDying: true) { return dying }
        liveCount &-= 1
        return 0
    }

    /// The voice that is missed least: a released one before those whose key is down, and the softer of two.
    @_noAllocation @_noLocks
    private func quietest(isDying: Bool) -> Int? {
        var found: Int?
        var least = Float.infinity
        for slot in 0..<slotCount where voices[slot].isActive && voices[slot].isDying == isDying {
            var worth = voices[slot].level
            if case .none = voices[slot].hold {} else { worth += 1_000 }
            // A note that begins has no level yet.
            if voices[slot].note == present { worth += 10_000 }
            if worth < least { (found, least) = (slot, worth) }
        }
        return found
    }

    /// Lets a voice fade within five milliseconds.
    @_noAllocation @_noLocks
    private mutating func fade(_ slot: Int, frame: Int) {
        if !voices[slot].isDying { liveCount &-= 1 }
        leaveKey(slot)
        voices[slot].fade(0.005 * sampleRate)
        aimRelease(slot, frame: frame)
    }

    /// Ends the other notes of an exclusive class.
    @_noAllocation @_noLocks
    private mutating func silence(class exclusiveClass: Int, channel: Int, frame: Int) {
        for slot in 0..<slotEnd
        where voices[slot].isActive && voices[slot].exclusiveClass == exclusiveClass
            && voices[slot].channel == channel && voices[slot].note != present
        {
            fade(slot, frame: frame)
        }
    }

    // MARK: Ending

    /// Lets a key's notes go, or leaves them to a pedal; in mono mode the key before it sounds again if it is still
    /// down.
    @_noAllocation @_noLocks
    mutating func stop(key: Int, channel: Int, frame: Int) {
        var velocity: Float = 0
        let former = returns(from: key, velocity: &velocity, channel, frame: frame)
        guard former >= 0 else { return letGo(key: key, channel: channel, frame: frame) }
        if channels[channel].values.controllers[68] >= 64 {
            _ = move(to: former, channel)
        } else {
            letGo(key: key, channel: channel, frame: frame)
            guard let bank,
                let patch = bank.patch(bank: channels[channel].soundingBank, program: channels[channel].program)
            else { return }
            noteCount = (noteCount &+ 1) & 0x7FFF_FFFF
            present = noteCount
            sound(key: former, velocity: velocity, channel: channel, frame: frame, patch)
        }
        channels[channel].lastKey = former
    }

    @_noAllocation @_noLocks
    private mutating func letGo(key: Int, channel: Int, frame: Int) {
        guard key >= 0, key < 128 else { return }
        let head = heldByKey + (channel &* 128 &+ key)
        while head.pointee >= 0 { letGo(Int(head.pointee), frame: frame) }
    }

    /// Puts a voice among those that its key holds, which are found without a look at all others.
    @_noAllocation @_noLocks
    func joinKey(_ slot: Int) {
        let head = heldByKey + (voices[slot].channel &* 128 &+ voices[slot].key)
        if head.pointee >= 0 { voices[Int(head.pointee)].beforeOfKey = Int32(truncatingIfNeeded: slot) }
        voices[slot].beforeOfKey = -1
        voices[slot].behindOfKey = head.pointee
        voices[slot].isOfKey = true
        head.pointee = Int32(truncatingIfNeeded: slot)
    }

    /// Takes a voice from those that its key holds, if it is one of them.
    @_noAllocation @_noLocks
    func leaveKey(_ slot: Int) {
        guard voices[slot].isOfKey else { return }
        let (before, behind) = (voices[slot].beforeOfKey, voices[slot].behindOfKey)
        if behind >= 0 { voices[Int(behind)].beforeOfKey = before }
        if before >= 0 {
            voices[Int(before)].behindOfKey = behind
        } else {
            heldByKey[voices[slot].channel &* 128 &+ voices[slot].key] = behind
        }
        voices[slot].isOfKey = false
    }

    /// Lets one note go, or leaves it to a pedal.
    @_noAllocation @_noLocks
    mutating func stop(note: UInt32, frame: Int) {
        for slot in 0..<slotEnd where voices[slot].note == note && voices[slot].isActive && voices[slot].isHeld {
            letGo(slot, frame: frame)
        }
    }

    @_noAllocation @_noLocks
    private func letGo(_ slot: Int, frame: Int) {
        leaveKey(slot)
        let pedal = channels[voices[slot].channel].values.controllers[64]
        if pedal >= 64 || voices[slot].isSostenuto {
            voices[slot].hold = .pedal
        } else {
            release(slot, frame: frame)
        }
    }

    @_noAllocation @_noLocks
    func release(_ slot: Int, frame: Int) {
        leaveKey(slot)
        voices[slot].release()
        aimRelease(slot, frame: frame)
    }

    /// Releases the notes that a pedal has held.
    @_noAllocation @_noLocks
    private func releasePedalled(_ channel: Int, frame: Int) {
        for slot in 0..<slotEnd where voices[slot].isActive && voices[slot].channel == channel {
            if case .pedal = voices[slot].hold, !voices[slot].isSostenuto { release(slot, frame: frame) }
        }
    }

    /// Fades everything of a channel at once.
    @_noAllocation @_noLocks
    mutating func silence(_ channel: Int, frame: Int) {
        for slot in 0..<slotEnd where voices[slot].isActive && voices[slot].channel == channel {
            fade(slot, frame: frame)
        }
    }

    // MARK: Controllers

    /// Sets a controller and acts on it: banks, pedals, registered parameters, mono mode, all notes off.
    @_noAllocation @_noLocks
    mutating func control(_ controller: Int, _ value: Float, _ channel: Int, frame: Int) {
        let place = channels + channel
        place.pointee.values.controllers[controller] = value
        place.pointee.isStale = true
        switch controller {
        case 0: place.pointee.bankHigh = Int(value)
        case 32: place.pointee.bankLow = Int(value)
        case 6:
            place.pointee.dataHigh = Int(value)
            place.pointee.dataLow = 0
            setParameter(channel)
        case 38:
            place.pointee.dataLow = Int(value)
            setParameter(channel)
        case 64: if value < 64 { releasePedalled(channel, frame: frame) }
        case 66: setSostenuto(value >= 64, channel, frame: frame)
        case 84: place.pointee.glideKey = value
        case 98, 99: place.pointee.parameter = 0x3FFF
        case 100: place.pointee.parameter = place.pointee.parameter & 0x3F80 | Int(value)
        case 101: place.pointee.parameter = place.pointee.parameter & 0x7F | Int(value) << 7
        case 120: silence(channel, frame: frame)
        case 121: resetControllers(channel, all: false)
        case 123...127:
            for slot in 0..<slotEnd where voices[slot].isActive && voices[slot].channel == channel {
                if case .key = voices[slot].hold { letGo(slot, frame: frame) }
            }
            if controller >= 126 { setMono(controller == 126, channel) }
        default: break
        }
    }

    /// The registered parameters: range of the pitch wheel, fine and coarse tuning.
    @_noAllocation @_noLocks
    private func setParameter(_ channel: Int) {
        let place = channels + channel
        let (high, low) = (Float(place.pointee.dataHigh), Float(place.pointee.dataLow))
        switch place.pointee.parameter {
        case 0: place.pointee.values.pitchBendRange = high + min(low, 99) / 100
        case 1: place.pointee.fineCents = (high * 128 + low - 8_192) / 81.92
        case 2: place.pointee.coarseCents = (high - 64) * 100
        case 6 where channel == 0 || channel == 15: setZone(channel, memberCount: place.pointee.dataHigh)
        default: break
        }
        place.pointee.tuningCents = place.pointee.fineCents + place.pointee.coarseCents
    }

    /// Holds the notes whose keys are down at this moment, or lets them go.
    @_noAllocation @_noLocks
    private func setSostenuto(_ isDown: Bool, _ channel: Int, frame: Int) {
        for slot in 0..<slotEnd where voices[slot].isActive && voices[slot].channel == channel {
            if isDown {
                if case .key = voices[slot].hold { voices[slot].isSostenuto = true }
            } else if voices[slot].isSostenuto {
                voices[slot].isSostenuto = false
                if case .pedal = voices[slot].hold { letGo(slot, frame: frame) }
            }
        }
    }

    /// Puts the controllers of a channel as they are at the beginning.
    ///
    /// - Parameter all: Also those that "reset all controllers" does not touch (RP-015): volume, pan, sends, bank,
    ///   program, tuning.
    @_noAllocation @_noLocks
    mutating func resetControllers(_ channel: Int, all: Bool) {
        let place = channels + channel
        let kept: (Float, Float, Float, Float) =
            (
                place.pointee.values.controllers[7], place.pointee.values.controllers[10],
                place.pointee.values.controllers[91], place.pointee.values.controllers[93]
            )
        for controller in 0..<128 { place.pointee.values.controllers[controller] = 0 }
        place.pointee.values.controllers[7] = all ? 100 : kept.0
        place.pointee.values.controllers[10] = all ? 64 : kept.1
        place.pointee.values.controllers[91] = all ? 40 : kept.2
        place.pointee.values.controllers[93] = all ? 0 : kept.3
        place.pointee.values.controllers[11] = 127
        for key in 0..<128 { place.pointee.keyPressures[key] = 0 }
        place.pointee.values.pitchBend = 0
        place.pointee.values.pressure = 0
        place.pointee.parameter = 0x3FFF
        (place.pointee.lastKey, place.pointee.glideKey) = (-1, -1)
        if all {
            setMono(false, channel)
            (place.pointee.manager, place.pointee.memberCount) = (-1, 0)
            place.pointee.isPercussion = channel == 9
            for key in 0..<12 { place.pointee.scale[key] = 0 }
            place.pointee.values.pitchBendRange = 2
            (place.pointee.fineCents, place.pointee.coarseCents, place.pointee.tuningCents) = (0, 0, 0)
            (place.pointee.bankHigh, place.pointee.bankLow, place.pointee.program) = (0, 0, 0)
        }
        place.pointee.isStale = true
        releasePedalled(channel, frame: 0)
    }
}

extension NoteVoice {
    /// Indicates whether neither key nor pedal holds it.
    var isLetGo: Bool {
        @_noAllocation @_noLocks get { if case .none = hold { true } else { false } }
    }

    /// Indicates whether its key is down and nothing has ended it.
    var isHeld: Bool {
        @_noAllocation @_noLocks get { if case .key = hold { !isDying } else { false } }
    }
}

extension InstrumentChannel {
    /// The bank that the channel plays from, as SoundFont numbers them: 128 for percussion.
    var soundingBank: Int {
        @_noAllocation @_noLocks get {
            // General MIDI 2: 0x79 for melodies, 0x78 for percussion, the variation in the lower half.
            if bankHigh == 0x78 || (isPercussion && bankHigh != 0x79) { return 128 }
            return bankHigh == 0x79 ? bankLow : bankHigh
        }
    }
}
