import CCoreMIDI
import CoreAudioTypes

extension MIDIEventPacket {
    /// Builds a packet in memory of its own.
    public final class Builder {
        private let memory: PacketMemory<UInt32>
        /// The most words that fit.
        public var capacity: Int { memory.capacity }

        /// Makes an empty packet for so many words, at most 64.
        public init(maximumNumberMIDIWords: Int) {
            memory = PacketMemory(
                capacity: maximumNumberMIDIWords, limit: 64, least: MemoryLayout<MIDIEventPacket>.stride)
        }

        deinit { memory.raw.deallocate() }

        private var pointer: UnsafeMutablePointer<MIDIEventPacket> {
            memory.raw.assumingMemoryBound(to: MIDIEventPacket.self)
        }

        /// The packet's time, host time.
        public var timeStamp: Int {
            get { memory.timeStamp }
            set { memory.timeStamp = newValue }
        }

        /// The number of words so far.
        public var count: Int { memory.count }

        /// Adds words; those that do not fit are left out.
        public func append(_ midiWords: UInt32...) { memory.append(midiWords) }

        /// Hands the packet to a function, which may not keep it.
        public func withUnsafePointer<Result>(_ body: (UnsafePointer<MIDIEventPacket>) -> Result) -> Result {
            body(pointer)
        }

        /// Hands the packet to a function that may change it.
        public func withUnsafeMutableMIDIEventPacketPointer<Result>(
            _ body: (inout UnsafeMutableMIDIEventPacketPointer) -> Result
        ) -> Result {
            var mutable = UnsafeMutableMIDIEventPacketPointer(pointer, capacity: capacity)
            return body(&mutable)
        }
    }
}

/// A packet in memory that the caller provides, as a mutable collection of words.
public struct UnsafeMutableMIDIEventPacketPointer: MutableCollection, RandomAccessCollection {
    /// One of the words.
    public typealias Element = UInt32
    /// The position of a word, from 0.
    public typealias Index = Int
    private let packet: PacketMemory<UInt32>

    /// Names a packet with room for as many words as the type has.
    public init(_ p: UnsafeMutablePointer<MIDIEventPacket>) { self.init(p, capacity: 64) }

    /// Names a packet; nil without one.
    public init?(_ p: UnsafeMutablePointer<MIDIEventPacket>?) {
        guard let p else { return nil }
        self.init(p)
    }

    fileprivate init(_ p: UnsafeMutablePointer<MIDIEventPacket>, capacity: Int) {
        packet = PacketMemory(p, capacity: capacity)
    }

    /// The number of words; a larger one than the packet has room for is cut.
    public var count: Int {
        get { packet.count }
        nonmutating set { packet.count = newValue }
    }

    /// The packet's time, host time.
    public var timeStamp: Int {
        get { packet.timeStamp }
        nonmutating set { packet.timeStamp = newValue }
    }

    /// The position of the first word, always 0.
    public var startIndex: Int { 0 }
    /// The number of words.
    public var endIndex: Int { packet.count }

    /// One of the words.
    public subscript(index: Index) -> Element {
        get { packet[index] }
        nonmutating set { packet[index] = newValue }
    }

    /// Begins with the first.
    public func makeIterator() -> MIDIEventPacket.WordSequence.Iterator {
        UnsafePointer(packet.raw.assumingMemoryBound(to: MIDIEventPacket.self)).sequence().makeIterator()
    }
}
