import CCoreMIDI
import CoreAudioTypes

extension MIDIEventPacket {
    /// Builds a packet in memory of its own.
    public final class Builder {
        private let memory: UnsafeMutableRawPointer
        /// The most words that fit.
        public let capacity: Int

        /// Makes an empty packet for so many words, at most 64.
        public init(maximumNumberMIDIWords: Int) {
            capacity = Swift.min(Swift.max(maximumNumberMIDIWords, 0), 64)
            memory = .allocate(
                byteCount: Swift.max(PacketWalk.size(ofEventWith: capacity), MemoryLayout<MIDIEventPacket>.stride),
                alignment: 16)
            memory.storeBytes(of: 0, as: UInt64.self)
            memory.storeBytes(of: 0, toByteOffset: 8, as: UInt32.self)
        }

        deinit { memory.deallocate() }

        private var pointer: UnsafeMutablePointer<MIDIEventPacket> {
            memory.assumingMemoryBound(to: MIDIEventPacket.self)
        }

        /// The packet's time, host time.
        public var timeStamp: Int {
            get { Int(truncatingIfNeeded: memory.load(as: UInt64.self)) }
            set { memory.storeBytes(of: UInt64(truncatingIfNeeded: newValue), as: UInt64.self) }
        }

        /// The number of words so far.
        public var count: Int { Int(memory.load(fromByteOffset: 8, as: UInt32.self)) }

        /// Adds words; those that do not fit are left out.
        public func append(_ midiWords: UInt32...) {
            for value in midiWords.prefix(capacity - count) {
                memory.storeBytes(of: value, toByteOffset: PacketWalk.eventHead + count * 4, as: UInt32.self)
                memory.storeBytes(of: UInt32(count + 1), toByteOffset: 8, as: UInt32.self)
            }
        }

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

/// A packet in memory of the program's, as a collection of words that can be changed.
public struct UnsafeMutableMIDIEventPacketPointer: MutableCollection, RandomAccessCollection {
    /// One of the words.
    public typealias Element = UInt32
    /// Counts from 0.
    public typealias Index = Int
    private let packet: UnsafeMutablePointer<MIDIEventPacket>
    private let capacity: Int

    /// Names a packet with room for as many words as the type has.
    public init(_ p: UnsafeMutablePointer<MIDIEventPacket>) { self.init(p, capacity: 64) }

    /// Names a packet; nil without one.
    public init?(_ p: UnsafeMutablePointer<MIDIEventPacket>?) {
        guard let p else { return nil }
        self.init(p)
    }

    fileprivate init(_ p: UnsafeMutablePointer<MIDIEventPacket>, capacity: Int) {
        (packet, self.capacity) = (p, capacity)
    }

    private var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(packet) }

    /// The number of words; a larger one than the packet has room for is cut.
    public var count: Int {
        get { Int(raw.loadUnaligned(fromByteOffset: 8, as: UInt32.self)) }
        nonmutating set {
            raw.storeBytes(of: UInt32(Swift.min(Swift.max(newValue, 0), capacity)), toByteOffset: 8, as: UInt32.self)
        }
    }

    /// The packet's time, host time.
    public var timeStamp: Int {
        get { Int(truncatingIfNeeded: raw.loadUnaligned(as: UInt64.self)) }
        nonmutating set { raw.storeBytes(of: UInt64(truncatingIfNeeded: newValue), as: UInt64.self) }
    }

    /// 0.
    public var startIndex: Int { 0 }
    /// The number of words.
    public var endIndex: Int { count }

    /// One of the words.
    public subscript(index: Index) -> Element {
        get { UnsafePointer(packet).words()[index] }
        nonmutating set {
            precondition(index >= 0 && index < count, "a place outside of the packet")
            raw.storeBytes(of: newValue, toByteOffset: PacketWalk.eventHead + index * 4, as: UInt32.self)
        }
    }

    /// Begins with the first.
    public func makeIterator() -> MIDIEventPacket.WordSequence.Iterator {
        UnsafePointer(packet).sequence().makeIterator()
    }
}
