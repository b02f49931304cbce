import SordinoRealtime

// The MIDI Tuning Standard, with its extensions for banks and for scales of an octave (MMA CA-020 and CA-021).
extension InstrumentPort {
    /// Takes a tuning message, F0 included.
    ///
    /// Programs and banks of tunings are not distinguished: every tuning takes effect.
    /// - Returns: False if an event was lost.
    @_noAllocation @_noLocks
    func tuning(_ bytes: UnsafeBufferPointer<UInt8>, time: Int64) -> Bool {
        guard bytes.count > 5 else { return true }
        switch bytes[4] {
        // A dump of all keys: program, a name of 16 bytes, three bytes for each key. In the form of a bank, one byte
        // more.
        case 1: return keys(bytes, from: 22, count: 128, isNumbered: false, time: time)
        case 4: return keys(bytes, from: 23, count: 128, isNumbered: false, time: time)
        // Single notes: program and count; in the form of a bank, one byte more.
        case 2: return keys(bytes, from: 7, count: Int(bytes[6]), isNumbered: true, time: time)
        case 7 where bytes.count > 7:
            return keys(bytes, from: 8, count: Int(bytes[7]), isNumbered: true, time: time)
        // Scales: three bytes of channels, then a note from C to B each, in one byte or in two.
        case 8: return octave(bytes, width: 1, time: time)
        case 9: return octave(bytes, width: 2, time: time)
        default: return true
        }
    }

    /// Takes keys: a semitone and a fraction of it in 14 bits; three bytes of 127 leave a key as it is.
    @_noAllocation @_noLocks
    private func keys(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, count: Int, isNumbered: Bool, time: Int64
    ) -> Bool {
        var isTaken = true
        var place = start
        for index in 0..<count {
            let data = isNumbered ? place &+ 1 : place
            guard data &+ 2 < bytes.count, bytes[data] | bytes[data &+ 1] | bytes[data &+ 2] < 0x80 else { break }
            let key = isNumbered ? bytes[place] & 0x7F : UInt8(index)
            place = data &+ 3
            if bytes[data] & bytes[data &+ 1] & bytes[data &+ 2] == 0x7F { continue }
            let part = Float(Int(bytes[data &+ 1]) << 7 | Int(bytes[data &+ 2])) / 16_384
            let cents = (Float(bytes[data]) + part - Float(key)) * 100
            if !push(InstrumentEvent(.tuneKey, time: time, number: key, value: cents)) { isTaken = false }
        }
        return isTaken
    }

    /// Takes twelve notes: cents from -64 in one byte, or parts of 100 cents from -100 in 14 bits.
    @_noAllocation @_noLocks
    private func octave(_ bytes: UnsafeBufferPointer<UInt8>, width: Int, time: Int64) -> Bool {
        guard bytes.count >= 8 &+ 12 &* width else { return true }
        let mask = UInt32(bytes[5] & 3) << 14 | UInt32(bytes[6] & 0x7F) << 7 | UInt32(bytes[7] & 0x7F)
        var isTaken = true
        for note in 0..<12 {
            let place = 8 &+ note &* width
            var cents = Float(bytes[place] & 0x7F) - 64
            if width == 2 {
                cents = (Float(Int(bytes[place] & 0x7F) << 7 | Int(bytes[place &+ 1] & 0x7F)) - 8_192) / 81.92
            }
            let event = InstrumentEvent(.tuneNote, time: time, number: UInt8(note), value: cents, note: mask)
            if !push(event) { isTaken = false }
        }
        return isTaken
    }
}
