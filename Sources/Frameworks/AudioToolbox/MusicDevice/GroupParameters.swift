import CoreAudioTypes

// Parameters of a group of notes: the controllers of a channel. `AudioUnitSetParameter` sets them in the scope
// `kAudioUnitScope_Group`, with the channel, 0 to 15, as element. They are sent as MIDI messages and cannot be read
// back: `AudioUnitGetParameter` returns `kAudioUnitErr_InvalidParameter`. Values are 0 to 127 unless stated otherwise.

/// Translates group parameters into MIDI messages.
enum GroupParameter {
    /// Returns the message that sets a parameter; nil for an unknown parameter.
    ///
    /// - Source: MIDI 1.0 Detailed Specification, tables I to III; the range of the pitch bend as programs observe it
    ///   in Apple's synthesizer.
    static func message(_ id: AudioUnitParameterID, channel: AudioUnitElement, _ value: Float) -> [UInt8]? {
        guard channel < 16, value.isFinite else { return nil }
        let channel = UInt8(channel)
        let byte = UInt8(min(max(value, 0), 127).rounded())
        switch id {
        case 0..<120: return [0xB0 | channel, UInt8(id), byte]
        // Channel mode messages have no value.
        case kAUGroupParameterID_AllSoundOff, kAUGroupParameterID_ResetAllControllers, kAUGroupParameterID_AllNotesOff:
            return [0xB0 | channel, UInt8(id), 0]
        case kAUGroupParameterID_ChannelPressure: return [0xD0 | channel, byte]
        case kAUGroupParameterID_PitchBend:
            let bend = UInt16(min(max(value, 0), 16_383).rounded())
            return [0xE0 | channel, UInt8(bend & 0x7F), UInt8(bend >> 7)]
        case kAUGroupParameterID_KeyPressure_FirstKey...kAUGroupParameterID_KeyPressure_LastKey:
            return [0xA0 | channel, UInt8(id - kAUGroupParameterID_KeyPressure_FirstKey), byte]
        default: return nil
        }
    }

    /// Sets a parameter at a frame of the next block.
    ///
    /// - Returns: `kAudioUnitErr_InvalidParameter` for an unknown parameter or a unit without MIDI input.
    static func set(
        _ id: AudioUnitParameterID, of unit: AUAudioUnit, channel: AudioUnitElement, to value: Float, frame: UInt32
    ) -> OSStatus {
        guard let schedule = unit.scheduleMIDIEventBlock, let bytes = message(id, channel: channel, value) else {
            return kAudioUnitErr_InvalidParameter
        }
        bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            schedule(AUEventSampleTimeImmediate + AUEventSampleTime(frame), 0, buffer.count, start)
        }
        return noErr
    }
}
