import CoreAudioTypes
import SordinoRealtime

/// A buffer that a program has handed to an output queue: its bytes stay where they are until the queue is done with it.
package struct QueueBuffer: Sendable {
    /// The start of a buffer.
    package enum Start: Sendable {
        /// On the queue's time line, in frames of its format.
        case queueTime(Double)
        /// Host time in nanoseconds.
        case host(Int64)
    }

    /// A change that holds from the buffer's first frame on.
    package enum Change: Sendable {
        case volume(Float)
        case pan(Float)
        case rampSeconds(Float)
        case rate(Double)
        case pitch(Double)
    }

    /// The number by which the owner knows it.
    package var id: UInt
    package var bytes: UnsafeRawPointer { lent.value }
    private let lent: Lent<UnsafeRawPointer>
    package var byteCount: Int
    /// Packets: frames for linear PCM.
    package var packetCount: Int
    /// The position of each packet, for packets of different sizes.
    package var places: PacketPlaces?
    /// Frames of the decoded sound that are not to be heard.
    package var trimAtStart = 0
    package var trimAtEnd = 0
    package var start: Start?
    package var changes: [Change] = []

    /// Describes a buffer that plays after the one before, whole.
    package init(
        id: UInt, bytes: UnsafeRawPointer, byteCount: Int, packetCount: Int,
        places: PacketPlaces? = nil
    ) {
        self.id = id
        lent = Lent(bytes)
        self.byteCount = byteCount
        self.packetCount = packetCount
        self.places = places
    }
}

/// The positions of the packets in a buffer: copied from the program.
package final class PacketPlaces: Sendable {
    var first: UnsafeMutablePointer<AudioStreamPacketDescription> { lent.value }
    private let lent: Lent<UnsafeMutablePointer<AudioStreamPacketDescription>>
    let count: Int

    /// Copies the descriptions of packets.
    package init(_ descriptions: UnsafePointer<AudioStreamPacketDescription>, count: Int) {
        self.count = count
        lent = Lent(.allocate(capacity: max(count, 1)))
        first.initialize(from: descriptions, count: count)
    }

    deinit { first.deallocate() }
}

/// The parameters of a queue, which `AudioQueueSetParameter` sets.
package struct QueueParameters: Sendable {
    /// The linear gain of the sound; 1 leaves it as it is.
    package var volume: Float = 1
    /// -1 left to 1 right.
    package var pan: Float = 0
    /// Seconds that a change of volume takes.
    package var rampSeconds: Float = 0
    /// 1 is as recorded.
    package var rate = 1.0
    /// The shift of the pitch in cents.
    package var pitch = 0.0

    /// Makes the parameters that leave the sound as it is.
    package init() {}

    mutating func take(_ change: QueueBuffer.Change) {
        switch change {
        case .volume(let volume): self.volume = volume
        case .pan(let pan): self.pan = pan
        case .rampSeconds(let seconds): rampSeconds = seconds
        case .rate(let rate): self.rate = rate
        case .pitch(let cents): pitch = cents
        }
    }
}

/// The algorithm that changes the speed.
package enum QueueTimePitch: Sendable {
    /// Speed and pitch, each without the other.
    case timePitch
    /// As a tape: pitch follows the speed.
    case varispeed
}
