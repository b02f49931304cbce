import CKernels
import SordinoRealtime

extension SynthesizerState {
    private static var lanes: Int { @_noAllocation @_noLocks get { Int(CKERNELS_NOTES) } }

    /// A row of a group's filters, at a voice's place.
    @_noAllocation @_noLocks
    private func filter(_ slot: Int, _ row: Int) -> UnsafeMutablePointer<Float> {
        filters + (slot / Self.lanes &* Self.filterRows &+ row) &* Self.lanes + slot % Self.lanes
    }

    /// A row of a group's gains, at a voice's place.
    @_noAllocation @_noLocks
    private func gain(_ slot: Int, _ row: Int) -> UnsafeMutablePointer<Float> {
        gains + (slot / Self.lanes &* Self.gainRows &+ row) &* Self.lanes + slot % Self.lanes
    }

    // MARK: Every 64 frames

    /// Sets all voices out for the end of the step that begins.
    @_noAllocation @_noLocks
    mutating func aimAll() {
        markStale()
        var end = 0
        soundingCount = 0
        for slot in 0..<slotEnd where voices[slot].isActive {
            if voices[slot].hasEnded || (voices[slot].volume.isOver && voices[slot].level == 0) {
                self.end(slot)
                continue
            }
            if voices[slot].isStale { work(out: slot) }
            aim(slot, frames: SynthesizerState.gridFrames)
            soundingCount &+= 1
            end = slot &+ 1
        }
        slotEnd = end
    }

    /// Ends a voice: its place gives silence, and its filter goes nowhere.
    @_noAllocation @_noLocks
    private mutating func end(_ slot: Int) {
        leaveKey(slot)
        voices[slot].isActive = false
        free[slot / 64] |= 1 << UInt64(slot % 64)
        if !voices[slot].isDying { liveCount &-= 1 }
        clearLane(slot)
    }

    /// Passes on that controllers have moved.
    @_noAllocation @_noLocks
    private func markStale() {
        var isAny = false
        for channel in 0..<16 where channels[channel].isStale { isAny = true }
        guard isAny else { return }
        for channel in 0..<16 where channels[channel].manager >= 0 && channels[channels[channel].manager].isStale {
            channels[channel].isStale = true
        }
        for slot in 0..<slotEnd where channels[voices[slot].channel].isStale { voices[slot].isStale = true }
        for channel in 0..<16 { channels[channel].isStale = false }
    }

    /// Computes the sums of generators, modulators and controllers for a voice.
    @_noAllocation @_noLocks
    mutating func work(out slot: Int) {
        guard let zone = voices[slot].zone else { return }
        let channel = channels[voices[slot].channel]
        for number in 0..<Generator.count { generators[number] = zone.pointee.generators[number] }
        Modulator.add(
            zone.pointee.modulators, count: zone.pointee.modulatorCount, to: generators, key: Float(voices[slot].key),
            velocity: voices[slot].velocity, keyPressure: channel.keyPressures[voices[slot].key],
            controllers: values(of: channel), links: links)
        voices[slot].isStale = false
        voices[slot].take(
            generators, tuningCents: tuningCents + self.tuning(channel, key: voices[slot].key), sampleRate: sampleRate)
        if masterVolume < 1 {
            voices[slot].attenuation += -200 * RealtimeMath.log10(max(masterVolume, 1e-5))
        }
    }

    /// Sets a voice out for where it has to be in some frames.
    @_noAllocation @_noLocks
    func aim(_ slot: Int, frames: Int) {
        let voice = voices + slot
        let count = Float(frames)
        let trembles =
            voice.pointee.tremoloCents != 0 || voice.pointee.tremoloVolume != 0 || voice.pointee.tremoloCutoff != 0
        let wave = trembles ? voice.pointee.tremolo.advance(count) : 0
        let vibrato = voice.pointee.vibratoCents != 0 ? voice.pointee.vibrato.advance(count) : 0
        let bends = voice.pointee.envelopeCents != 0 || voice.pointee.envelopeCutoff != 0
        if bends { voice.pointee.modulation.advance(count) }
        let bow = bends ? voice.pointee.modulation.value : 0
        if voice.pointee.glideStep != 0 { voice.pointee.glide(count) }
        aimPitch(voice, wave, vibrato, bow)
        aimFilter(slot, wave, bow, count)
        aimVolume(slot, wave, count)
    }

    /// Sets the gains of a voice out; those of a note that stays as it is rest from the second time on.
    @_noAllocation @_noLocks
    private func aimVolume(_ slot: Int, _ wave: Float, _ count: Float) {
        let voice = voices + slot
        if voice.pointee.volume.isSteady && voice.pointee.tremoloVolume == 0 {
            switch voice.pointee.steadiness {
            case 0: voice.pointee.steadiness = 1
            case 1:
                for row in 4..<Self.gainRows { gain(slot, row).pointee = 0 }
                voice.pointee.steadiness = 2
                return
            default: return
            }
        }
        let isSudden =
            voice.pointee.isFresh && voice.pointee.volume.attackFrames <= 1 && voice.pointee.volume.delayFrames == 0
        voice.pointee.isFresh = false
        voice.pointee.volume.advance(count)
        aimGains(slot, wave, count, isSudden)
    }

    /// Sets a voice out anew in the middle of a step, because its key was let go.
    @_noAllocation @_noLocks
    func aimRelease(_ slot: Int, frame: Int) { aimVolume(slot, 0, Float(SynthesizerState.gridFrames &- frame)) }

    @_noAllocation @_noLocks
    private func aimPitch(
        _ voice: UnsafeMutablePointer<NoteVoice>, _ wave: Float, _ vibrato: Float, _ bow: Float
    ) {
        let cents =
            voice.pointee.cents + wave * voice.pointee.tremoloCents + vibrato * voice.pointee.vibratoCents
            + bow * voice.pointee.envelopeCents + voice.pointee.glideCents
        guard cents != voice.pointee.soundingCents, let zone = voice.pointee.zone else { return }
        voice.pointee.soundingCents = cents
        let ratio = zone.pointee.sampleRate / Double(sampleRate) * Double(RealtimeMath.exp2(cents / 1_200))
        // 256 times as fast is eight octaves up.
        voice.pointee.step = UInt64(min(max(ratio, 1e-6), 65_536) * 0x1p32)
    }

    @_noAllocation @_noLocks
    private func aimFilter(_ slot: Int, _ wave: Float, _ bow: Float, _ count: Float) {
        let voice = voices + slot
        let wanted =
            voice.pointee.cutoff + wave * voice.pointee.tremoloCutoff + bow * voice.pointee.envelopeCutoff
        let cents = min(max(wanted, 1_500), 13_500)
        if cents == voice.pointee.soundingCutoff {
            if filter(slot, 9).pointee != 0 || filter(slot, 5).pointee != 0 || filter(slot, 7).pointee != 0 {
                for row in 5..<8 { filter(slot, row).pointee = 0 }
                filter(slot, 9).pointee = 0
            }
            return
        }
        let isFirst = voice.pointee.isFresh
        voice.pointee.soundingCutoff = cents
        let hertz = 8.175_798_9 * RealtimeMath.exp2(cents / 1_200)
        // An open filter without a peak is none (section 8.1.3).
        let isOpen = cents >= 13_500 && voice.pointee.resonance == 0
        let part = min(hertz / sampleRate, 0.45)
        let g = RealtimeMath.tan(Float.pi * part)
        // The peak is so much above the level at 0 Hz; without one it is that of Butterworth.
        let k = RealtimeMath.exp2((30.103 - voice.pointee.resonance) * 0.016_609_640_5)
        let a1 = 1 / (1 + g * (g + k))
        setWay(filter(slot, 2), filter(slot, 5), to: a1, count, isFirst)
        setWay(filter(slot, 3), filter(slot, 6), to: g * a1, count, isFirst)
        setWay(filter(slot, 4), filter(slot, 7), to: g * g * a1, count, isFirst)
        setWay(filter(slot, 8), filter(slot, 9), to: isOpen ? 1 : 0, count, isFirst)
    }

    @_noAllocation @_noLocks
    private func aimGains(_ slot: Int, _ wave: Float, _ count: Float, _ isSudden: Bool) {
        let voice = voices + slot
        var factor: Float
        switch voice.pointee.volume.stage {
        case .delay: factor = 0
        case .attack: factor = voice.pointee.volume.rise
        case .hold: factor = 1
        case .end: factor = 0
        case .decay, .sustain, .release: factor = RealtimeMath.exp2(-16.609_640_5 * voice.pointee.volume.fall)
        }
        // The tremolo's positive half makes it louder by so many centibels; half the resonance goes off the level.
        let centibels =
            voice.pointee.attenuation - wave * voice.pointee.tremoloVolume + 0.5 * voice.pointee.resonance
        factor *= RealtimeMath.exp2(-0.016_609_640_5 * centibels)
        voice.pointee.level = factor
        setWay(gain(slot, 0), gain(slot, 4), to: factor * voice.pointee.left, count, isSudden)
        setWay(gain(slot, 1), gain(slot, 5), to: factor * voice.pointee.right, count, isSudden)
        setWay(gain(slot, 2), gain(slot, 6), to: factor * voice.pointee.reverb, count, isSudden)
        setWay(gain(slot, 3), gain(slot, 7), to: factor * voice.pointee.chorus, count, isSudden)
    }

    /// A straight way to a value.
    @_noAllocation @_noLocks
    private func setWay(
        _ present: UnsafeMutablePointer<Float>, _ step: UnsafeMutablePointer<Float>, to value: Float, _ count: Float,
        _ isAtOnce: Bool
    ) {
        if isAtOnce { present.pointee = value }
        step.pointee = (value - present.pointee) / count
    }

    /// Empties the place of a voice that begins.
    @_noAllocation @_noLocks
    func clearLane(_ slot: Int) {
        for row in 0..<Self.filterRows { filter(slot, row).pointee = 0 }
        for row in 0..<Self.gainRows { gain(slot, row).pointee = 0 }
    }

    // MARK: Rendering

    /// Adds frames of all voices to four sums.
    @_noAllocation @_noLocks
    mutating func render(
        _ count: Int, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>,
        _ reverb: UnsafeMutablePointer<Float>, _ chorus: UnsafeMutablePointer<Float>
    ) {
        guard count > 0, slotEnd > 0 else { return }
        let table = Int(CKERNELS_NOTE_SUMS) &* SynthesizerState.gridFrames
        var first = 0
        while first < slotEnd {
            let group = first / Self.lanes
            var (isAny, isFiltered) = (false, false)
            for lane in 0..<Self.lanes {
                let voice = voices + (first &+ lane)
                guard voice.pointee.isActive else { continue }
                isAny = true
                voice.pointee.read(
                    notes + lane &* SynthesizerState.gridFrames, count: count, by: interpolation, sincTable)
                if filter(first &+ lane, 8).pointee != 1 || filter(first &+ lane, 9).pointee != 0 { isFiltered = true }
            }
            if isAny {
                ckernels_note_rows(rows, notes, SynthesizerState.gridFrames, count)
                if isFiltered {
                    (filters + group &* Self.filterRows &* Self.lanes).withMemoryRebound(
                        to: CKernelsNoteFilters.self, capacity: 1
                    ) { ckernels_note_filters(rows, $0, count) }
                }
                (gains + group &* Self.gainRows &* Self.lanes).withMemoryRebound(
                    to: CKernelsNoteGains.self, capacity: 1
                ) { ckernels_note_gains(sums, sums + table, sums + 2 &* table, sums + 3 &* table, rows, $0, count) }
            }
            first &+= Self.lanes
        }
        ckernels_note_sums(left, sums, count)
        ckernels_note_sums(right, sums + table, count)
        ckernels_note_sums(reverb, sums + 2 &* table, count)
        ckernels_note_sums(chorus, sums + 3 &* table, count)
    }
}
