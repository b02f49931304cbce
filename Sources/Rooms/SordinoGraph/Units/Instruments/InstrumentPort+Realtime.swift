import CoreAudioTypes
import SordinoRealtime
import SordinoSignal
import Synchronization

/// The trivial value that reaches an instrument's road from any thread, also from inside a render call.
package struct InstrumentPort: BitwiseCopyable, Sendable {
    let events: SharedRingPort<InstrumentEvent>
    let notes: Lent<UnsafeMutablePointer<NoteNumbers>>

    /// Puts an event on the road.
    ///
    /// - Returns: False, and the event is lost and counted, when too many wait already.
    @_noAllocation @_noLocks @discardableResult
    package func push(_ event: InstrumentEvent) -> Bool { events.push(event) }

    /// Takes the oldest event off the road.
    @_noAllocation @_noLocks
    func pop() -> InstrumentEvent? { events.pop() }

    /// Events that found too many waiting.
    package var lostCount: Int {
        @_noAllocation @_noLocks get { events.refusedCount }
    }

    /// A number for a note that is ended by it alone.
    @_noAllocation @_noLocks
    package func nextNote() -> UInt32 {
        SynthesizerRenderer.firstOwnNote
            | notes.value.pointee.last.wrappingAdd(1, ordering: .relaxed).newValue & 0x7FFF_FFFF
    }

    // MARK: MIDI

    /// Takes one message of MIDI 1.0, or several one after the other; a status byte stands for those that leave it out.
    ///
    /// Of system exclusive messages it takes the resets of General MIDI, GS and XG, the master volume and tunings.
    /// - Returns: False if an event was lost.
    @_noAllocation @_noLocks @discardableResult
    package func schedule(_ bytes: UnsafeBufferPointer<UInt8>, time: Int64) -> Bool {
        var (place, isTaken) = (0, true)
        var status: UInt8 = 0
        while place < bytes.count {
            let byte = bytes[place]
            if byte == 0xF0 { return exclusive(bytes, from: place, time: time) && isTaken }
            if byte >= 0xF0 {
                // Clock and other messages of the system have no meaning for an instrument.
                status = 0
                place &+= 1
                continue
            }
            if byte >= 0x80 {
                status = byte
                place &+= 1
            }
            let length = status & 0xE0 == 0xC0 ? 1 : 2
            guard status != 0, place &+ length <= bytes.count else { return isTaken }
            let second = length == 2 ? bytes[place &+ 1] & 0x7F : 0
            if !message(status, bytes[place] & 0x7F, second, time: time) { isTaken = false }
            place &+= length
        }
        return isTaken
    }

    /// Takes one channel message.
    @_noAllocation @_noLocks @discardableResult
    package func message(_ status: UInt8, _ first: UInt8, _ second: UInt8, time: Int64) -> Bool {
        let channel = status & 15
        switch status >> 4 {
        case 8: return push(InstrumentEvent(.noteOff, time: time, channel: channel, number: first))
        case 9:
            if second == 0 { return push(InstrumentEvent(.noteOff, time: time, channel: channel, number: first)) }
            return push(
                InstrumentEvent(.noteOn, time: time, channel: channel, value: Float(second), key: Float(first)))
        case 10:
            return push(
                InstrumentEvent(.keyPressure, time: time, channel: channel, number: first, value: Float(second)))
        case 11:
            return push(InstrumentEvent(.control, time: time, channel: channel, number: first, value: Float(second)))
        case 12: return push(InstrumentEvent(.program, time: time, channel: channel, number: first))
        case 13: return push(InstrumentEvent(.pressure, time: time, channel: channel, value: Float(first)))
        case 14:
            let wheel = Int(second) << 7 | Int(first)
            return push(InstrumentEvent(.bend, time: time, channel: channel, value: Float(wheel &- 8_192)))
        default: return true
        }
    }

    @_noAllocation @_noLocks
    private func exclusive(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, time: Int64) -> Bool {
        let count = bytes.count &- start
        guard count >= 6, let base = bytes.baseAddress else { return true }
        let b = base + start
        if b[1] == 0x7E && b[3] == 9 && (b[4] == 1 || b[4] == 3) { return push(InstrumentEvent(.reset, time: time)) }
        if b[1] == 0x7F && b[3] == 4 && b[4] == 1 && count >= 8 {
            let volume = Float(Int(b[6] & 0x7F) << 7 | Int(b[5] & 0x7F)) / 16_383
            return push(InstrumentEvent(.masterVolume, time: time, value: volume))
        }
        if (b[1] == 0x7E || b[1] == 0x7F) && b[3] == 8 {
            return tuning(UnsafeBufferPointer(start: b, count: count), time: time)
        }
        let isGS =
            count >= 10 && b[1] == 0x41 && b[3] == 0x42 && b[4] == 0x12 && b[5] == 0x40 && b[6] == 0 && b[7] == 0x7F
        let isXG = count >= 9 && b[1] == 0x43 && b[3] == 0x4C && b[4] == 0 && b[5] == 0 && b[6] == 0x7E
        return isGS || isXG ? push(InstrumentEvent(.reset, time: time)) : true
    }

    /// Takes a list of universal MIDI packets.
    @_noAllocation @_noLocks @discardableResult
    package func schedule(list: UnsafePointer<MIDIEventList>, time: Int64) -> Bool {
        // The list's header: protocol and number; the packet's: time stamp and number of words.
        var packet = UnsafeRawPointer(list) + 8
        var isTaken = true
        for _ in 0..<list.pointee.numPackets {
            let count = Int((packet + 8).loadUnaligned(as: UInt32.self))
            guard count <= 64 else { return false }
            let words = (packet + 12).assumingMemoryBound(to: UInt32.self)
            if !schedule(words: words, count: count, time: time) { isTaken = false }
            packet += 12 + count &* 4
        }
        return isTaken
    }

    /// Takes the words of universal MIDI packets: channel messages of both protocols.
    @_noAllocation @_noLocks @discardableResult
    package func schedule(words: UnsafePointer<UInt32>, count: Int, time: Int64) -> Bool {
        var (place, isTaken) = (0, true)
        while place < count {
            let word = words[place]
            let type = Int(word >> 28)
            let length = type < 3 || type == 6 || type == 7 ? 1 : type == 5 || type >= 13 ? 4 : type >= 11 ? 3 : 2
            guard place &+ length <= count else { return isTaken }
            let status = UInt8(truncatingIfNeeded: word >> 16)
            if type == 2 {
                let (first, second) = (UInt8(truncatingIfNeeded: word >> 8 & 0x7F), UInt8(word & 0x7F))
                if !message(status, first, second, time: time) { isTaken = false }
            } else if type == 4 {
                if !wide(status, word, words[place &+ 1], time: time) { isTaken = false }
            }
            place &+= length
        }
        return isTaken
    }

    /// Takes a channel message of MIDI 2.0: values of 16 and 32 bits come as fractions of MIDI 1.0's.
    @_noAllocation @_noLocks
    private func wide(_ status: UInt8, _ word: UInt32, _ data: UInt32, time: Int64) -> Bool {
        let channel = status & 15
        let number = UInt8(truncatingIfNeeded: word >> 8 & 0x7F)
        let value = Float(Double(data) / 4_294_967_295 * 127)
        switch status >> 4 {
        case 8: return push(InstrumentEvent(.noteOff, time: time, channel: channel, number: number))
        case 9:
            let velocity = max(Float(data >> 16) / 65_535 * 127, 0.01)
            // An attribute of type 3 is the pitch: seven bits of keys, nine of a fraction.
            let hasPitch = word & 0xFF == 3
            let key = hasPitch ? Float(data & 0xFFFF) / 512 : Float(number)
            return push(InstrumentEvent(.noteOn, time: time, channel: channel, value: velocity, key: key))
        case 10: return push(InstrumentEvent(.keyPressure, time: time, channel: channel, number: number, value: value))
        case 11: return push(InstrumentEvent(.control, time: time, channel: channel, number: number, value: value))
        case 2:
            // A registered parameter: bank and index, a value of 32 bits of which 14 are MIDI 1.0's.
            let low = UInt8(truncatingIfNeeded: word & 0x7F)
            let parts: (UInt8, UInt8) = (UInt8(data >> 25), UInt8(data >> 18 & 0x7F))
            return message(0xB0 | channel, 101, number, time: time) && message(0xB0 | channel, 100, low, time: time)
                && message(0xB0 | channel, 6, parts.0, time: time) && message(0xB0 | channel, 38, parts.1, time: time)
        case 12:
            if word & 1 != 0 {
                let (high, low) = (UInt8(data >> 8 & 0x7F), UInt8(data & 0x7F))
                guard message(0xB0 | channel, 0, high, time: time), message(0xB0 | channel, 32, low, time: time) else {
                    return false
                }
            }
            return push(
                InstrumentEvent(.program, time: time, channel: channel, number: UInt8(data >> 24 & 0x7F)))
        case 13: return push(InstrumentEvent(.pressure, time: time, channel: channel, value: value))
        case 14:
            let bend = Float((Double(data) - 2_147_483_648) / 262_144)
            return push(InstrumentEvent(.bend, time: time, channel: channel, value: bend))
        default: return true
        }
    }
}
