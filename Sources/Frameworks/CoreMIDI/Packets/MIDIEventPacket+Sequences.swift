import CCoreMIDI
import CoreAudioTypes

extension MIDIEventPacket {
    /// The words of a packet, as a collection that reads the packet where it lies.
    public struct WordCollection: RandomAccessCollection {
        /// One of the words.
        public typealias Element = UInt32
        /// The position of a word, from 0.
        public typealias Index = Int
        private let packet: UnsafePointer<MIDIEventPacket>

        /// Reads a packet, which has to stay as long as this.
        public init(_ p: UnsafePointer<MIDIEventPacket>) { packet = p }

        /// Reads a packet; nil without one.
        public init?(_ p: UnsafePointer<MIDIEventPacket>?) {
            guard let p else { return nil }
            packet = p
        }

        /// The number of words.
        public var count: Int { Int(packet.pointee.wordCount) }
        /// The position of the first word, always 0.
        public var startIndex: Int { 0 }
        /// The number of words.
        public var endIndex: Int { count }

        /// Returns one of the words.
        public subscript(index: Index) -> Element {
            precondition(index >= 0 && index < count, "a place outside of the packet")
            return (UnsafeRawPointer(packet) + PacketWalk.eventHead).loadUnaligned(
                fromByteOffset: index * 4, as: UInt32.self)
        }
    }

    /// The words of a packet, one after the other.
    public struct WordSequence: Sequence {
        private let packet: UnsafePointer<MIDIEventPacket>

        fileprivate init(packet: UnsafePointer<MIDIEventPacket>) { self.packet = packet }

        /// The number of words.
        public var count: Int { Int(packet.pointee.wordCount) }

        /// Begins with the first.
        public func makeIterator() -> Iterator { Iterator(self) }

        /// Goes through the words.
        public struct Iterator: IteratorProtocol {
            /// One of the words.
            public typealias Element = UInt32
            private let words: WordCollection
            private var place = 0

            /// Begins with the first.
            public init(_ s: WordSequence) { words = WordCollection(s.packet) }

            /// Returns the next one; nil behind the last.
            public mutating func next() -> UInt32? {
                guard place < words.count else { return nil }
                defer { place += 1 }
                return words[place]
            }
        }
    }
}

extension MIDIEventList {
    /// The packets of a list, as pointers to where they lie.
    public struct UnsafeSequence: Sequence {
        /// A pointer to a packet inside the list.
        public typealias Element = UnsafePointer<MIDIEventPacket>
        fileprivate let list: UnsafePointer<MIDIEventList>

        /// The number of packets.
        public var count: Int { Int(list.pointee.numPackets) }

        /// Begins with the first.
        public func makeIterator() -> Iterator { Iterator(self) }

        /// Goes through the packets.
        public struct Iterator: IteratorProtocol {
            /// A pointer to a packet inside the list.
            public typealias Element = UnsafePointer<MIDIEventPacket>
            private var place: UnsafePointer<MIDIEventPacket>
            private var left: Int

            /// Begins with the first.
            public init(_ s: UnsafeSequence) {
                left = s.count
                place = (UnsafeRawPointer(s.list) + PacketWalk.eventListHead)
                    .assumingMemoryBound(to: MIDIEventPacket.self)
            }

            /// Returns the next packet's place; nil behind the last.
            public mutating func next() -> UnsafePointer<MIDIEventPacket>? {
                guard left > 0 else { return nil }
                left -= 1
                defer { if left > 0 { place = UnsafePointer(MIDIEventPacketNext(place)) } }
                return place
            }
        }
    }

    /// Returns the bytes that a list takes, packets and all.
    public static func sizeInBytes(pktList: UnsafePointer<MIDIEventList>) -> Int {
        var end = UnsafeRawPointer(pktList) + PacketWalk.eventListHead
        for packet in pktList.unsafeSequence() { end = UnsafeRawPointer(MIDIEventPacketNext(packet)) }
        return end - UnsafeRawPointer(pktList)
    }
}

extension UnsafePointer where Pointee == MIDIEventPacket {
    /// Returns the words of the packet, one after the other.
    public func sequence() -> MIDIEventPacket.WordSequence { MIDIEventPacket.WordSequence(packet: self) }
    /// Returns the words of the packet as a collection.
    public func words() -> MIDIEventPacket.WordCollection { MIDIEventPacket.WordCollection(self) }
}

extension UnsafePointer where Pointee == MIDIEventList {
    /// Returns the packets of the list; it has to stay as long as the result.
    public func unsafeSequence() -> MIDIEventList.UnsafeSequence { MIDIEventList.UnsafeSequence(list: self) }
}
