import AudioToolbox
import CoreAudioTypes
import Foundation
import SordinoGraph

/// A node whose unit makes sound from notes.
///
/// Notes and messages take effect at the first frame of the next block.
open class AVAudioUnitMIDIInstrument: AVAudioUnit, AVAudioMixing, @unchecked Sendable {
    /// Makes a node for a unit of the type 'aumu' or 'aurg'.
    ///
    /// A program that names a unit that does not exist is stopped; `instantiate` reports it.
    public init(audioComponentDescription description: AudioComponentDescription) {
        super.init(AVAudioUnit.required(description), mixing: MixingSource())
    }

    init(unit: AUAudioUnit) { super.init(unit, mixing: MixingSource()) }
    init(processor: UnitProcessor) { super.init(processor: processor, mixing: MixingSource()) }

    /// Sends bytes of a message; the status byte has the channel already.
    private func send(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            unit.scheduleMIDIEventBlock?(AUEventSampleTimeImmediate, 0, buffer.count, start)
        }
    }

    private func send(_ status: UInt8, _ channel: UInt8, _ data: UInt8...) {
        send([status | channel & 0x0F] + data.map { $0 & 0x7F })
    }

    /// Begins a note.
    ///
    /// - Parameters:
    ///   - note: 0 to 127; 60 is middle C.
    ///   - velocity: 0 to 127; 0 ends the note.
    ///   - channel: 0 to 15, as everywhere here.
    open func startNote(_ note: UInt8, withVelocity velocity: UInt8, onChannel channel: UInt8) {
        send(0x90, channel, note, velocity)
    }

    /// Ends a note, as if its key was released.
    open func stopNote(_ note: UInt8, onChannel channel: UInt8) { send(0x80, channel, note, 0) }

    /// Moves a controller, 0 to 127, to a value, 0 to 127.
    open func sendController(_ controller: UInt8, withValue value: UInt8, onChannel channel: UInt8) {
        send(0xB0, channel, controller, value)
    }

    /// Bends the pitch: 0 to 16383, and 8192 for none.
    open func sendPitchBend(_ pitchbend: UInt16, onChannel channel: UInt8) {
        send(0xE0, channel, UInt8(pitchbend & 0x7F), UInt8(pitchbend >> 7 & 0x7F))
    }

    /// Presses all keys of a channel further down.
    open func sendPressure(_ pressure: UInt8, onChannel channel: UInt8) { send(0xD0, channel, pressure) }

    /// Presses one key further down.
    open func sendPressure(forKey key: UInt8, withValue value: UInt8, onChannel channel: UInt8) {
        send(0xA0, channel, key, value)
    }

    /// Chooses a program, 0 to 127, of the present bank.
    open func sendProgramChange(_ program: UInt8, onChannel channel: UInt8) { send(0xC0, channel, program) }

    /// Chooses a program of a bank.
    open func sendProgramChange(_ program: UInt8, bankMSB: UInt8, bankLSB: UInt8, onChannel channel: UInt8) {
        send(0xB0, channel, 0, bankMSB)
        send(0xB0, channel, 32, bankLSB)
        send(0xC0, channel, program)
    }

    /// Sends any message of two bytes.
    open func sendMIDIEvent(_ midiStatus: UInt8, data1: UInt8) { send([midiStatus, data1]) }

    /// Sends any message of three bytes.
    open func sendMIDIEvent(_ midiStatus: UInt8, data1: UInt8, data2: UInt8) { send([midiStatus, data1, data2]) }

    /// Sends a system exclusive message, from 0xF0 to 0xF7; one of more than about 490 bytes is not sent.
    open func sendMIDISysExEvent(_ midiData: Data) { send([UInt8](midiData)) }

    /// Sends universal MIDI packets.
    open func send(_ eventList: UnsafePointer<MIDIEventList>) {
        _ = unit.scheduleMIDIEventListBlock?(AUEventSampleTimeImmediate, 0, eventList)
    }
}
