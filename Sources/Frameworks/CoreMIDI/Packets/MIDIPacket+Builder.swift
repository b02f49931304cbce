import CCoreMIDI
import CoreAudioTypes

extension MIDIPacket {
    /// Builds a packet in memory of its own.
    public final class Builder {
        private let memory: UnsafeMutableRawPointer
        /// The most bytes that fit.
        public let capacity: Int

        /// Makes an empty packet for so many bytes, at most 65,535.
        public init(maximumNumberMIDIBytes: Int) {
            capacity = Swift.min(Swift.max(maximumNumberMIDIBytes, 0), 65_535)
            memory = .allocate(
                byteCount: Swift.max(PacketWalk.size(ofPacketWith: capacity), MemoryLayout<MIDIPacket>.stride),
                alignment: 16)
            memory.storeBytes(of: 0, as: UInt64.self)
            memory.storeBytes(of: 0, toByteOffset: 8, as: UInt16.self)
        }

        deinit { memory.deallocate() }

        private var pointer: UnsafeMutablePointer<MIDIPacket> { memory.assumingMemoryBound(to: MIDIPacket.self) }

        /// The packet's time, host time.
        public var timeStamp: Int {
            get { Int(truncatingIfNeeded: memory.load(as: UInt64.self)) }
            set { memory.storeBytes(of: UInt64(truncatingIfNeeded: newValue), as: UInt64.self) }
        }

        /// The number of bytes so far.
        public var count: Int { Int(memory.load(fromByteOffset: 8, as: UInt16.self)) }

        /// Adds bytes; those that do not fit are left out.
        public func append(_ midiBytes: UInt8...) {
            for value in midiBytes.prefix(capacity - count) {
                memory.storeBytes(of: value, toByteOffset: PacketWalk.packetHead + count * 1, as: UInt8.self)
                memory.storeBytes(of: UInt16(count + 1), toByteOffset: 8, as: UInt16.self)
            }
        }

        /// Hands the packet to a function, which may not keep it.
        public func withUnsafePointer<Result>(_ body: (UnsafePointer<MIDIPacket>) -> Result) -> Result { body(pointer) }

        /// Hands the packet to a function that may change it.
        public func withUnsafeMutableMIDIPacketPointer<Result>(
            _ body: (inout UnsafeMutableMIDIPacketPointer) -> Result
        ) -> Result {
            var mutable = UnsafeMutableMIDIPacketPointer(pointer, capacity: capacity)
            return body(&mutable)
        }
    }
}

/// A packet in memory of the program's, as a collection of bytes that can be changed.
public struct UnsafeMutableMIDIPacketPointer: MutableCollection, RandomAccessCollection {
    /// One of the bytes.
    public typealias Element = UInt8
    /// Counts from 0.
    public typealias Index = Int
    private let packet: UnsafeMutablePointer<MIDIPacket>
    private let capacity: Int

    /// Names a packet with room for as many bytes as the type has.
    public init(_ p: UnsafeMutablePointer<MIDIPacket>) { self.init(p, capacity: 256) }

    /// Names a packet; nil without one.
    public init?(_ p: UnsafeMutablePointer<MIDIPacket>?) {
        guard let p else { return nil }
        self.init(p)
    }

    fileprivate init(_ p: UnsafeMutablePointer<MIDIPacket>, capacity: Int) { (packet, self.capacity) = (p, capacity) }

    private var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(packet) }

    /// The number of bytes; a larger one than the packet has room for is cut.
    public var count: Int {
        get { Int(raw.loadUnaligned(fromByteOffset: 8, as: UInt16.self)) }
        nonmutating set {
            raw.storeBytes(of: UInt16(Swift.min(Swift.max(newValue, 0), capacity)), toByteOffset: 8, as: UInt16.self)
        }
    }

    /// The packet's time, host time.
    public var timeStamp: Int {
        get { Int(truncatingIfNeeded: raw.loadUnaligned(as: UInt64.self)) }
        nonmutating set { raw.storeBytes(of: UInt64(truncatingIfNeeded: newValue), as: UInt64.self) }
    }

    /// 0.
    public var startIndex: Int { 0 }
    /// The number of bytes.
    public var endIndex: Int { count }

    /// One of the bytes.
    public subscript(index: Index) -> Element {
        get { UnsafePointer(packet).bytes()[index] }
        nonmutating set {
            precondition(index >= 0 && index < count, "a place outside of the packet")
            raw.storeBytes(of: newValue, toByteOffset: PacketWalk.packetHead + index * 1, as: UInt8.self)
        }
    }

    /// Begins with the first.
    public func makeIterator() -> MIDIPacket.ByteSequence.Iterator { UnsafePointer(packet).sequence().makeIterator() }
}
