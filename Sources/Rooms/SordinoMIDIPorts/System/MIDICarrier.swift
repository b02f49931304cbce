import SordinoMIDI

/// Whole universal packets of one moment, or parts of a system exclusive message.
package struct TimedWords: Sendable, Hashable {
    /// Host time in nanoseconds.
    package var time: UInt64
    package var words: [UInt32]

    /// Puts a time to words.
    package init(time: UInt64, words: [UInt32]) { (self.time, self.words) = (time, words) }
}

/// Bytes of MIDI 1.0 of one moment: whole messages, or a part of a system exclusive message.
package struct TimedBytes: Sendable, Hashable {
    /// Host time in nanoseconds.
    package var time: UInt64
    package var bytes: [UInt8]

    /// Puts a time to bytes.
    package init(time: UInt64, bytes: [UInt8]) { (self.time, self.bytes) = (time, bytes) }
}

/// News from a carrier.
package enum MIDICarrierEvent: Sendable {
    /// A device is there, or is there with other ports than before.
    case appeared(RemoteDevice)
    /// A device, by its number, is gone.
    case vanished(UInt64)
    /// Packets came from a source that is listened to.
    case arrived(source: UInt64, TimedWords)
    /// Another program sent packets to a virtual destination of this one.
    case received(destination: MIDIObjectID, TimedWords)
    /// Packets for a device, by its number, were lost on the way; nil if no device is known, as for listeners of a
    /// source.
    case failed(device: UInt64?, code: Int32)
}

/// Connects a MIDI system with the outside of the program: other programs, and devices.
///
/// A carrier numbers its endpoints as it likes. No other function is called before `begin`; the listener is called on
/// any thread.
package protocol MIDICarrier: AnyObject, Sendable {
    /// The name shown to users.
    var name: String { get }

    /// Starts: reports the present devices, and from then on every event.
    func begin(_ hear: @escaping @Sendable (MIDICarrierEvent) -> Void)

    /// Shows a virtual endpoint of this program to others.
    func publish(_ id: MIDIObjectID, name: String, isSource: Bool)

    /// Takes a virtual endpoint back.
    func withdraw(_ id: MIDIObjectID)

    /// Starts or stops listening to a source.
    func listen(_ isListening: Bool, to source: UInt64)

    /// Sends packets now.
    ///
    /// - Parameter packet: Its time is the one that receivers get.
    func send(_ packet: TimedWords, to destination: UInt64)

    /// Sends packets of a virtual source of this program to the listeners of that source.
    func emit(_ packet: TimedWords, from source: MIDIObjectID)
}
