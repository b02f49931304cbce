import SordinoRealtime
import SordinoSignal
import Synchronization

/// A note, a controller or a setting for an instrument, at a time.
package struct InstrumentEvent: BitwiseCopyable, Sendable {
    /// The kind of an event, with the fields that it uses.
    package enum Kind: UInt8, BitwiseCopyable, Sendable {
        /// `key` and `value`, the velocity.
        case noteOn
        /// `number`, the key that is lifted.
        case noteOff
        /// `note`, which alone ends.
        case stopNote
        /// `number` of the controller and its `value`, 0 to 127.
        case control
        /// `number` of the program, 0 to 127.
        case program
        /// `value`, -8192 to 8191, of the pitch wheel.
        case bend
        /// `value`, 0 to 127, for the whole channel.
        case pressure
        /// `number`, the key, and `value`.
        case keyPressure
        /// Everything as it was at the beginning.
        case reset
        /// `value` from 0 to 1.
        case masterVolume
        /// `number`, the key, and `value` in cents.
        case tuneKey
        /// `number`, the note of an octave, `value` in cents, and `note`, a bit for each channel.
        case tuneNote
    }

    /// A sample time, or `ParameterPort.immediately` and an offset into the next block.
    package var time: Int64
    package var kind: Kind
    package var channel: UInt8
    package var number: UInt8
    package var value: Float
    package var key: Float
    package var note: UInt32

    /// Makes an event; fields that its kind does not use are 0.
    @_noAllocation @_noLocks
    package init(
        _ kind: Kind, time: Int64, channel: UInt8 = 0, number: UInt8 = 0, value: Float = 0, key: Float = 0,
        note: UInt32 = 0
    ) {
        (self.kind, self.time, self.channel, self.number) = (kind, time, channel, number)
        (self.value, self.key, self.note) = (value, key, note)
    }
}

/// The work of one block, which no file and no program may make longer than the block.
package enum NoteLimits {
    /// Returns the number of notes that may begin in a block; those that are more begin with the next one.
    ///
    /// One for each frame, hundreds of times as many as a cable of MIDI carries.
    @_noAllocation @_noLocks
    package static func notes(inBlockOf frameCount: Int) -> Int { min(max(frameCount, 64), 1_024) }
}

/// The road on which events come to an instrument: any thread puts them on it, the render thread takes them off.
///
/// When it is full, an event is refused and counted.
package final class InstrumentRoad: Sendable {
    /// Both ends; valid as long as this object.
    package let port: InstrumentPort
    private let events = SharedRing<InstrumentEvent>(capacity: InstrumentRoad.capacity)

    /// Events that may wait.
    static let capacity = 8_192

    /// Makes an empty road.
    package init() {
        let notes = UnsafeMutablePointer<NoteNumbers>.allocate(capacity: 1)
        notes.initialize(to: NoteNumbers())
        port = InstrumentPort(events: events.port, notes: Lent(notes))
    }

    deinit {
        port.notes.value.deinitialize(count: 1)
        port.notes.value.deallocate()
    }
}

/// Counts the notes that are ended by their number.
struct NoteNumbers: ~Copyable {
    let last = Atomic<UInt32>(0)
}
