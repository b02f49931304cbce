import CKernels
import SordinoRealtime

extension NoteVoice {
    /// Frames in timecents: 1200 for each doubling of a second.
    @_noAllocation @_noLocks
    static func frames(_ timecents: Float, _ sampleRate: Float) -> Float {
        // The lowest value stands for no time at all (section 8.1.3).
        timecents <= -11_999 ? 0 : RealtimeMath.exp2(timecents / 1_200) * sampleRate
    }

    /// A generator within its range.
    @_noAllocation @_noLocks
    private static func value(_ generators: UnsafePointer<Float>, _ number: Int, _ low: Float, _ high: Float) -> Float {
        min(max(generators[number], low), high)
    }

    /// Begins envelopes and oscillators.
    @_noAllocation @_noLocks
    mutating func begin(_ g: UnsafePointer<Float>, sampleRate: Float) {
        volume.delayFrames = length(g, Generator.volumeEnvelopeDelay, 5_000, sampleRate)
        volume.attackFrames = max(length(g, Generator.volumeEnvelopeAttack, 8_000, sampleRate), 1)
        volume.holdFrames = length(
            g, Generator.volumeEnvelopeHold, 5_000, sampleRate, keyed: Generator.keyToVolumeEnvelopeHold)
        let fall = length(
            g, Generator.volumeEnvelopeDecay, 8_000, sampleRate, keyed: Generator.keyToVolumeEnvelopeDecay)
        volume.decayStep = 1 / max(fall, 1)
        // A fall of 1 is 100 dB; a note that is let go takes five milliseconds at least.
        volume.sustainFall = min(Self.value(g, Generator.volumeEnvelopeSustain, 0, 1_440) / 1_000, 1)
        volume.releaseStep =
            1 / max(length(g, Generator.volumeEnvelopeRelease, 8_000, sampleRate), 0.005 * sampleRate)
        modulation.delayFrames = length(g, Generator.modulationEnvelopeDelay, 5_000, sampleRate)
        modulation.attackFrames = max(length(g, Generator.modulationEnvelopeAttack, 8_000, sampleRate), 1)
        modulation.holdFrames = length(
            g, Generator.modulationEnvelopeHold, 5_000, sampleRate, keyed: Generator.keyToModulationEnvelopeHold)
        let modulationFall = length(
            g, Generator.modulationEnvelopeDecay, 8_000, sampleRate, keyed: Generator.keyToModulationEnvelopeDecay)
        modulation.decayStep = 1 / max(modulationFall, 1)
        modulation.sustainFall = Self.value(g, Generator.modulationEnvelopeSustain, 0, 1_000) / 1_000
        modulation.releaseStep = 1 / max(length(g, Generator.modulationEnvelopeRelease, 8_000, sampleRate), 1)
        vibrato.delay = length(g, Generator.vibratoLFODelay, 5_000, sampleRate)
        tremolo.delay = length(g, Generator.modulationLFODelay, 5_000, sampleRate)
    }

    /// The frames of a generator that is a time; another one may make it shorter for higher keys.
    @_noAllocation @_noLocks
    private func length(
        _ g: UnsafePointer<Float>, _ number: Int, _ high: Float, _ sampleRate: Float, keyed: Int = -1
    ) -> Float {
        var timecents = Self.value(g, number, -12_000, high)
        if keyed >= 0 { timecents += (60 - Float(key)) * Self.value(g, keyed, -1_200, 1_200) }
        return Self.frames(timecents, sampleRate)
    }

    /// Takes the present sums of generators and modulators.
    @_noAllocation @_noLocks
    mutating func take(_ g: UnsafePointer<Float>, tuningCents: Float, sampleRate: Float) {
        guard let zone else { return }
        let scale = Self.value(g, Generator.scaleTuning, 0, 1_200)
        let tune = Self.value(g, Generator.coarseTune, -120, 120) * 100 + Self.value(g, Generator.fineTune, -99, 99)
        let bend = Self.value(g, Generator.pitch, -24_000, 24_000)
        cents = (pitchKey - zone.pointee.rootKey) * scale + tune + bend + zone.pointee.correctionCents + tuningCents
        vibratoCents = Self.value(g, Generator.vibratoLFOToPitch, -12_000, 12_000)
        tremoloCents = Self.value(g, Generator.modulationLFOToPitch, -12_000, 12_000)
        envelopeCents = Self.value(g, Generator.modulationEnvelopeToPitch, -12_000, 12_000)
        cutoff = max(Self.value(g, Generator.filterCutoff, 1_500, 13_500) - softCents, 1_500)
        tremoloCutoff = Self.value(g, Generator.modulationLFOToCutoff, -12_000, 12_000)
        envelopeCutoff = Self.value(g, Generator.modulationEnvelopeToCutoff, -12_000, 12_000)
        resonance = Self.value(g, Generator.filterResonance, 0, 960)
        tremoloVolume = Self.value(g, Generator.modulationLFOToVolume, -960, 960)
        attenuation = Self.value(g, Generator.attenuation, 0, 1_440) + softCentibels
        let angle = (Self.value(g, Generator.pan, -500, 500) + 500) * (Float.pi / 2_000)
        (left, right) = (RealtimeMath.cos(angle), RealtimeMath.sin(angle))
        reverb = Self.value(g, Generator.reverbSend, 0, 1_000) / 1_000
        chorus = Self.value(g, Generator.chorusSend, 0, 1_000) / 1_000
        // 0 cents are 8.176 Hz, the pitch of key 0.
        let unit = 8.175_798_9 / sampleRate
        vibrato.step = unit * RealtimeMath.exp2(Self.value(g, Generator.vibratoLFOFrequency, -16_000, 4_500) / 1_200)
        tremolo.step =
            unit * RealtimeMath.exp2(Self.value(g, Generator.modulationLFOFrequency, -16_000, 4_500) / 1_200)
        steadiness = 0
        soundingCutoff = .nan
    }

    /// Lets the key go.
    @_noAllocation @_noLocks
    mutating func release() {
        guard isActive else { return }
        hold = .none
        if loopsUntilRelease { isLooping = false }
        // An attack that has come to a height falls on from there: 100 dB are a fall of 1.
        volume.release(reached: -0.2 * RealtimeMath.log10(max(volume.rise, 1e-5)))
        modulation.release(reached: 1 - modulation.value)
        steadiness = 0
    }

    /// Fades out within `frames` frames, however long the release of its envelope is.
    @_noAllocation @_noLocks
    mutating func fade(_ frames: Float) {
        release()
        volume.releaseStep = max(volume.releaseStep, 1 / max(frames, 1))
        isDying = true
    }

    // MARK: Reading

    /// Reads frames of the sample at the present pitch.
    ///
    /// - Parameter out: Receives all of them; zeros from the sample's end on.
    @_noAllocation @_noLocks
    mutating func read(_ out: UnsafeMutablePointer<Float>, count: Int) {
        guard let zone else { return }
        if isLooping { return readLoop(zone, out, count: count) }
        let end = zone.pointee.frameCount
        var done = 0
        while done < count {
            let place = Int(truncatingIfNeeded: phase >> 32)
            if place >= end {
                for frame in done..<count { out[frame] = 0 }
                hasEnded = true
                return
            }
            if place >= 1 && place < end &- 2 {
                let way = UInt64(truncatingIfNeeded: end &- 2) << 32 &- phase
                var frames = count &- done
                // A division takes longer than some frames do.
                if step &* UInt64(truncatingIfNeeded: frames &- 1) >= way {
                    frames = Int(truncatingIfNeeded: (way &- 1) / step) &+ 1
                }
                if zone.pointee.isFloat {
                    ckernels_note_float(
                        out + done, zone.pointee.samples.assumingMemoryBound(to: Float.self), phase, step, frames)
                } else {
                    ckernels_note_int16(
                        out + done, zone.pointee.samples.assumingMemoryBound(to: Int16.self), phase, step, frames)
                }
                phase &+= step &* UInt64(truncatingIfNeeded: frames)
                done &+= frames
            } else {
                out[done] = frame(zone, place)
                phase &+= step
                done &+= 1
            }
        }
    }

    @_noAllocation @_noLocks
    private mutating func readLoop(
        _ zone: UnsafePointer<PatchZone>, _ out: UnsafeMutablePointer<Float>, count: Int
    ) {
        var loop = CKernelsNoteLoop(
            phase: phase, start: Int64(zone.pointee.loopStart), end: Int64(zone.pointee.loopEnd),
            has_wrapped: hasWrapped ? 1 : 0)
        if zone.pointee.isFloat {
            ckernels_note_loop_float(
                out, zone.pointee.samples.assumingMemoryBound(to: Float.self), &loop, step, count)
        } else {
            ckernels_note_loop_int16(
                out, zone.pointee.samples.assumingMemoryBound(to: Int16.self), &loop, step, count)
        }
        phase = loop.phase
        hasWrapped = loop.has_wrapped != 0
    }

    /// One frame where some of the samples around it are not there.
    @_noAllocation @_noLocks
    private func frame(_ zone: UnsafePointer<PatchZone>, _ place: Int) -> Float {
        let f = Float(UInt32(truncatingIfNeeded: phase) >> 8) * 0x1p-24
        let a = sample(zone, place &- 1)
        let b = sample(zone, place)
        let c = sample(zone, place &+ 1)
        let d = sample(zone, place &+ 2)
        let straight = c - a / 3 - b / 2 - d / 6
        return b + f * (straight + f * ((a + c) / 2 - b + f * ((d - a) / 6 + (b - c) / 2)))
    }

    /// The sample at a place; 0 outside.
    @_noAllocation @_noLocks
    private func sample(_ zone: UnsafePointer<PatchZone>, _ index: Int) -> Float {
        guard index >= 0 && index < zone.pointee.frameCount else { return 0 }
        if zone.pointee.isFloat { return zone.pointee.samples.assumingMemoryBound(to: Float.self)[index] }
        return Float(zone.pointee.samples.assumingMemoryBound(to: Int16.self)[index]) * 0x1p-15
    }
}
