import CoreAudioTypes
import SordinoMedia
import SordinoRealtime

/// The memory that an input queue fills, and its calls to the owner.
extension InputQueue {
    /// A buffer that has been filled.
    package struct Filled: Sendable {
        package var id: UInt
        package var byteCount: Int
        package var packetCount: Int
        package var descriptions: [AudioStreamPacketDescription]
        /// The first frame on the queue's time line, at its rate.
        package var sampleTime: Double
        /// The time at which that frame was in the air; negative if it is unknown.
        package var hostNanoseconds: Int64
        /// Indicates whether it is given back because of a stop or a reset.
        package var isReset: Bool
    }

    /// The calls to the owner, on the thread of the event; the owner passes them on by its own calls.
    package struct Events: Sendable {
        package var filled: @Sendable (Filled) -> Void
        package var isRunningChanged: @Sendable () -> Void
        package var failed: @Sendable (ConversionError) -> Void

        package init(
            filled: @escaping @Sendable (Filled) -> Void, isRunningChanged: @escaping @Sendable () -> Void,
            failed: @escaping @Sendable (ConversionError) -> Void
        ) {
            self.filled = filled
            self.isRunningChanged = isRunningChanged
            self.failed = failed
        }
    }

    /// Memory to be filled.
    package struct Target: Sendable {
        package var id: UInt
        package var bytes: UnsafeMutableRawPointer { lent.value }
        private let lent: Lent<UnsafeMutableRawPointer>
        package var capacity: Int
        /// Packets that can be described.
        package var packetLimit: Int

        package init(id: UInt, bytes: UnsafeMutableRawPointer, capacity: Int, packetLimit: Int) {
            (self.id, lent, self.capacity, self.packetLimit) = (id, Lent(bytes), capacity, packetLimit)
        }
    }
}
