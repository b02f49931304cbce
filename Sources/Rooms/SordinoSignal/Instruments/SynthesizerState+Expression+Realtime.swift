import SordinoRealtime

// Tuning tables, the soft pedal, portamento, and channels that belong together (MIDI polyphonic expression).
extension SynthesizerState {
    // MARK: Tuning

    /// The cents of a channel and of a key of it, besides those of all channels and of the wheel.
    @_noAllocation @_noLocks
    func tuning(_ channel: InstrumentChannel, key: Int) -> Float {
        var cents = channel.tuningCents + keyTunings[key] + channel.scale[key % 12]
        if channel.manager >= 0 {
            let manager = channels[channel.manager]
            cents += manager.values.pitchBend / 8_192 * manager.values.pitchBendRange * 100 + manager.tuningCents
        }
        return cents
    }

    /// Tunes one key of all channels.
    @_noAllocation @_noLocks
    func tune(key: Int, cents: Float) {
        keyTunings[key & 0x7F] = cents
        for channel in 0..<16 { channels[channel].isStale = true }
    }

    /// Tunes a note of every octave, 0 for C to 11 for B.
    ///
    /// - Parameter mask: A bit for each channel that is meant.
    @_noAllocation @_noLocks
    func tune(note: Int, cents: Float, mask: UInt32) {
        for channel in 0..<16 where mask >> UInt32(channel) & 1 != 0 {
            channels[channel].scale[min(max(note, 0), 11)] = cents
            channels[channel].isStale = true
        }
    }

    // MARK: A note that begins

    /// Applies the soft pedal and portamento to a note that begins.
    ///
    /// The soft pedal takes 6 dB and half an octave of the filter. A glide lasts 5 ms at the lowest portamento time and
    /// doubles every 12.7 steps, however wide it is.
    @_noAllocation @_noLocks
    func express(_ voice: inout NoteVoice, _ key: Float, _ channel: Int) {
        let place = channels + channel
        if place.pointee.values.controllers[67] >= 64 { (voice.softCentibels, voice.softCents) = (60, 600) }
        let isOn = place.pointee.values.controllers[65] >= 64
        let from = place.pointee.glideKey >= 0 ? place.pointee.glideKey : isOn ? place.pointee.lastKey : -1
        guard from >= 0, from != key, let zone = voice.zone else { return }
        let seconds = 0.005 * RealtimeMath.exp2(place.pointee.values.controllers[5] / 12.7)
        voice.glideCents = (from - key) * zone.pointee.generators[Generator.scaleTuning]
        voice.glideStep = -voice.glideCents / (seconds * sampleRate)
    }

    // MARK: Channels that belong together

    /// Makes a channel the manager of those beside it, or frees them (MPE 1.0, section 2.1): 0 of those above it, 15 of
    /// those below.
    @_noAllocation @_noLocks
    func setZone(_ manager: Int, memberCount: Int) {
        let other = manager == 0 ? 15 : 0
        let count = min(memberCount, 15)
        channels[manager].memberCount = count
        // The zone that was set last takes channels from the other one.
        if count + channels[other].memberCount > 14 { channels[other].memberCount = max(14 - count, 0) }
        if channels[manager].memberCount == 15 { channels[other].memberCount = 0 }
        for channel in 0..<16 {
            let lower = channel > 0 && channel <= channels[0].memberCount
            let upper = channel < 15 && channel >= 15 - channels[15].memberCount
            let found = lower ? 0 : upper ? 15 : -1
            if found != channels[channel].manager {
                channels[channel].manager = found
                channels[channel].values.pitchBendRange = found >= 0 ? 48 : 2
                channels[channel].values.pitchBend = 0
                channels[channel].isPercussion = found < 0 && channel == 9
                channels[channel].isStale = true
            }
        }
        channels[manager].values.pitchBendRange = 2
    }

    /// Indicates whether a message to a channel is meant for another one too.
    @_noAllocation @_noLocks
    func isManaged(_ channel: Int, by manager: Int) -> Bool { channels[channel].manager == manager }

    /// The controllers of a channel, with the pressure of its manager where that is higher.
    @_noAllocation @_noLocks
    func values(of channel: InstrumentChannel) -> ControllerValues {
        var values = channel.values
        if channel.manager >= 0 {
            values.pressure = max(values.pressure, channels[channel.manager].values.pressure)
        }
        return values
    }
}

extension NoteVoice {
    /// Lets frames of a glide pass.
    @_noAllocation @_noLocks
    mutating func glide(_ frameCount: Float) {
        let way = glideStep * frameCount
        if abs(way) >= abs(glideCents) {
            (glideCents, glideStep) = (0, 0)
        } else {
            glideCents += way
        }
    }
}
