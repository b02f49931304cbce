import CCoreMIDI
import CoreAudioTypes

extension MIDIPacket {
    /// The bytes of a packet, as a collection that reads the packet where it lies.
    public struct ByteCollection: RandomAccessCollection {
        /// One of the bytes.
        public typealias Element = UInt8
        /// The position of a byte, from 0.
        public typealias Index = Int
        private let packet: UnsafePointer<MIDIPacket>

        /// Reads a packet, which has to stay as long as this.
        public init(_ p: UnsafePointer<MIDIPacket>) { packet = p }

        /// Reads a packet; nil without one.
        public init?(_ p: UnsafePointer<MIDIPacket>?) {
            guard let p else { return nil }
            packet = p
        }

        /// The number of bytes.
        public var count: Int { Int(packet.pointee.length) }
        /// The position of the first byte, always 0.
        public var startIndex: Int { 0 }
        /// The number of bytes.
        public var endIndex: Int { count }

        /// Returns one of the bytes.
        public subscript(index: Index) -> Element {
            precondition(index >= 0 && index < count, "a place outside of the packet")
            return (UnsafeRawPointer(packet) + PacketWalk.packetHead).load(fromByteOffset: index, as: UInt8.self)
        }
    }

    /// The bytes of a packet, one after the other.
    public struct ByteSequence: Sequence {
        private let packet: UnsafePointer<MIDIPacket>

        fileprivate init(packet: UnsafePointer<MIDIPacket>) { self.packet = packet }

        /// The number of bytes.
        public var count: Int { Int(packet.pointee.length) }

        /// Begins with the first.
        public func makeIterator() -> Iterator { Iterator(self) }

        /// Goes through the bytes.
        public struct Iterator: IteratorProtocol {
            /// One of the bytes.
            public typealias Element = UInt8
            private let bytes: ByteCollection
            private var place = 0

            /// Begins with the first.
            public init(_ s: ByteSequence) { bytes = ByteCollection(s.packet) }

            /// Returns the next one; nil behind the last.
            public mutating func next() -> UInt8? {
                guard place < bytes.count else { return nil }
                defer { place += 1 }
                return bytes[place]
            }
        }
    }
}

extension MIDIPacketList {
    /// The packets of a list, as pointers to where they lie.
    public struct UnsafeSequence: Sequence {
        /// A pointer to a packet inside the list.
        public typealias Element = UnsafePointer<MIDIPacket>
        fileprivate let list: UnsafePointer<MIDIPacketList>

        /// The number of packets.
        public var count: Int { Int(list.pointee.numPackets) }

        /// Begins with the first.
        public func makeIterator() -> Iterator { Iterator(self) }

        /// Goes through the packets.
        public struct Iterator: IteratorProtocol {
            /// A pointer to a packet inside the list.
            public typealias Element = UnsafePointer<MIDIPacket>
            private var place: UnsafePointer<MIDIPacket>
            private var left: Int

            /// Begins with the first.
            public init(_ s: UnsafeSequence) {
                left = s.count
                place = (UnsafeRawPointer(s.list) + PacketWalk.packetListHead)
                    .assumingMemoryBound(to: MIDIPacket.self)
            }

            /// Returns the next packet's place; nil behind the last.
            public mutating func next() -> UnsafePointer<MIDIPacket>? {
                guard left > 0 else { return nil }
                left -= 1
                defer { if left > 0 { place = UnsafePointer(MIDIPacketNext(place)) } }
                return place
            }
        }
    }

    /// Returns the bytes that a list takes, packets and all.
    public static func sizeInBytes(pktList: UnsafePointer<MIDIPacketList>) -> Int {
        var end = UnsafeRawPointer(pktList) + PacketWalk.packetListHead
        for packet in pktList.unsafeSequence() { end = UnsafeRawPointer(MIDIPacketNext(packet)) }
        return end - UnsafeRawPointer(pktList)
    }
}

extension UnsafePointer where Pointee == MIDIPacket {
    /// Returns the bytes of the packet, one after the other.
    public func sequence() -> MIDIPacket.ByteSequence { MIDIPacket.ByteSequence(packet: self) }
    /// Returns the bytes of the packet as a collection.
    public func bytes() -> MIDIPacket.ByteCollection { MIDIPacket.ByteCollection(self) }
}

extension UnsafePointer where Pointee == MIDIPacketList {
    /// Returns the packets of the list; it has to stay as long as the result.
    public func unsafeSequence() -> MIDIPacketList.UnsafeSequence { MIDIPacketList.UnsafeSequence(list: self) }
}
