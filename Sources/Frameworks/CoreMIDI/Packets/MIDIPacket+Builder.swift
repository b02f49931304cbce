import CCoreMIDI
import CoreAudioTypes

extension MIDIPacket {
    /// Builds a packet in memory of its own.
    public final class Builder {
        private let memory: PacketMemory<UInt8>
        /// The most bytes that fit.
        public var capacity: Int { memory.capacity }

        /// Makes an empty packet for so many bytes, at most 65,535.
        public init(maximumNumberMIDIBytes: Int) {
            memory = PacketMemory(
                capacity: maximumNumberMIDIBytes, limit: 65_535, least: MemoryLayout<MIDIPacket>.stride)
        }

        deinit { memory.raw.deallocate() }

        private var pointer: UnsafeMutablePointer<MIDIPacket> { memory.raw.assumingMemoryBound(to: MIDIPacket.self) }

        /// The packet's time, host time.
        public var timeStamp: Int {
            get { memory.timeStamp }
            set { memory.timeStamp = newValue }
        }

        /// The number of bytes so far.
        public var count: Int { memory.count }

        /// Adds bytes; those that do not fit are left out.
        public func append(_ midiBytes: UInt8...) { memory.append(midiBytes) }

        /// Hands the packet to a function, which may not keep it.
        public func withUnsafePointer<Result>(_ body: (UnsafePointer<MIDIPacket>) -> Result) -> Result { body(pointer) }

        /// Hands the packet to a function that may change it.
        public func withUnsafeMutableMIDIPacketPointer<Result>(_ body: (inout UnsafeMutableMIDIPacketPointer) -> Result)
            -> Result
        {
            var mutable = UnsafeMutableMIDIPacketPointer(pointer, capacity: capacity)
            return body(&mutable)
        }
    }
}

/// A packet in memory that the caller provides, as a mutable collection of bytes.
public struct UnsafeMutableMIDIPacketPointer: MutableCollection, RandomAccessCollection {
    /// One of the bytes.
    public typealias Element = UInt8
    /// The position of a byte, from 0.
    public typealias Index = Int
    private let packet: PacketMemory<UInt8>

    /// Names a packet with room for as many bytes as the type has.
    public init(_ p: UnsafeMutablePointer<MIDIPacket>) { self.init(p, capacity: 256) }

    /// Names a packet; nil without one.
    public init?(_ p: UnsafeMutablePointer<MIDIPacket>?) {
        guard let p else { return nil }
        self.init(p)
    }

    fileprivate init(_ p: UnsafeMutablePointer<MIDIPacket>, capacity: Int) {
        packet = PacketMemory(p, capacity: capacity)
    }

    /// The number of bytes; a larger one than the packet has room for is cut.
    public var count: Int {
        get { packet.count }
        nonmutating set { packet.count = newValue }
    }

    /// The packet's time, host time.
    public var timeStamp: Int {
        get { packet.timeStamp }
        nonmutating set { packet.timeStamp = newValue }
    }

    /// The position of the first byte, always 0.
    public var startIndex: Int { 0 }
    /// The number of bytes.
    public var endIndex: Int { packet.count }

    /// One of the bytes.
    public subscript(index: Index) -> Element {
        get { packet[index] }
        nonmutating set { packet[index] = newValue }
    }

    /// Begins with the first.
    public func makeIterator() -> MIDIPacket.ByteSequence.Iterator {
        UnsafePointer(packet.raw.assumingMemoryBound(to: MIDIPacket.self)).sequence().makeIterator()
    }
}
