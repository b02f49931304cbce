import SordinoSignal
import Synchronization

/// Something that an instrument is told, at a time.
package struct InstrumentEvent: BitwiseCopyable, Sendable {
    /// What it is.
    package enum Kind: UInt8, BitwiseCopyable, Sendable {
        /// `key` and `value`, the velocity.
        case noteOn
        /// `number`, the key.
        case noteOff
        /// `note`, which alone ends.
        case stopNote
        /// `number` and `value`.
        case control
        /// `number`.
        case program
        /// `value` from -8192.
        case bend
        /// `value`.
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

    /// Makes an event.
    @_noAllocation @_noLocks
    package init(
        _ kind: Kind, time: Int64, channel: UInt8 = 0, number: UInt8 = 0, value: Float = 0, key: Float = 0,
        note: UInt32 = 0
    ) {
        (self.kind, self.time, self.channel, self.number) = (kind, time, channel, number)
        (self.value, self.key, self.note) = (value, key, note)
    }
}

/// The road on which events come to an instrument: any thread puts them on it, the render thread takes them off.
///
/// A bounded queue after D. Vyukov, as that of scheduled parameters; when it is full, an event is refused and counted.
package final class InstrumentRoad: @unchecked Sendable {
    /// Both ends; valid as long as this object.
    package let port: InstrumentPort
    private let slots: UnsafeMutablePointer<InstrumentSlot>
    private let state: UnsafeMutablePointer<InstrumentRoadState>

    /// Events that may wait.
    static let capacity = 8_192

    /// Makes an empty road.
    package init() {
        slots = .allocate(capacity: Self.capacity)
        for index in 0..<Self.capacity { (slots + index).initialize(to: InstrumentSlot(sequence: index)) }
        state = .allocate(capacity: 1)
        state.initialize(to: InstrumentRoadState())
        port = InstrumentPort(slots: slots, state: state, capacity: Self.capacity)
    }

    deinit {
        slots.deinitialize(count: Self.capacity)
        slots.deallocate()
        state.deinitialize(count: 1)
        state.deallocate()
    }
}

/// One place of the road.
struct InstrumentSlot: ~Copyable {
    let sequence: Atomic<Int>
    var event = InstrumentEvent(.reset, time: 0)

    init(sequence: Int) { self.sequence = Atomic(sequence) }
}

/// What both ends of the road count.
struct InstrumentRoadState: ~Copyable {
    let pushed = Atomic<Int>(0)
    let lost = Atomic<Int>(0)
    let notes = Atomic<UInt32>(0)
    /// Belongs to the render thread.
    var popped = 0
}
