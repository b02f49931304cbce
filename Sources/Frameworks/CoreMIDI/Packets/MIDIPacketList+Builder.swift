import CCoreMIDI
import CoreAudioTypes

extension MIDIPacketList {
    /// Builds a list in memory of its own.
    public final class Builder {
        private let memory: UnsafeMutableRawPointer
        private var list: UnsafeMutableMIDIPacketListPointer

        /// Makes an empty list.
        ///
        /// - Parameter byteSize: The bytes of memory, that of heads and times included; at most 256 MiB are used.
        public init(byteSize: Int) {
            let size = Swift.min(Swift.max(byteSize, 0), 1 << 28)
            memory = .allocate(byteCount: Swift.max(size, MemoryLayout<MIDIPacketList>.stride), alignment: 16)
            list = UnsafeMutableMIDIPacketListPointer(
                memory.bindMemory(to: MIDIPacketList.self, capacity: 1), byteSize: size)
        }

        deinit { memory.deallocate() }

        /// The number of packets.
        public var count: Int { list.count }

        /// Adds bytes at a time.
        ///
        /// - Returns: The packet that holds them; nil when there is no room.
        @discardableResult
        public func append(timestamp: MIDITimeStamp, data: [UInt8]) -> UnsafePointer<MIDIPacket>? {
            list.append(timestamp: timestamp, data: data)
        }

        /// Removes all packets from the list.
        public func clear() { list.clear() }

        /// Hands the list to a function, which may not keep it.
        public func withUnsafePointer<Result>(_ body: (UnsafePointer<MIDIPacketList>) -> Result) -> Result {
            body(UnsafePointer(memory.assumingMemoryBound(to: MIDIPacketList.self)))
        }

        /// Hands the list to a function that may add to it.
        public func withUnsafeMutableMIDIPacketListPointer<Result>(
            _ body: (inout UnsafeMutableMIDIPacketListPointer) -> Result
        ) -> Result { body(&list) }
    }
}

/// A list in memory that the caller provides, to which packets can be added.
public struct UnsafeMutableMIDIPacketListPointer: Sequence {
    private let list: UnsafeMutablePointer<MIDIPacketList>
    private let size: Int
    private var last: UnsafeMutablePointer<MIDIPacket>

    /// Names memory of so many bytes and makes it an empty list.
    public init(_ p: UnsafeMutablePointer<MIDIPacketList>, byteSize: Int) {
        (list, size) = (p, Swift.max(byteSize, 0))
        last = MIDIPacketListInit(p)
    }

    /// Refers to an existing list in memory of so many bytes; nil for a nil pointer.
    public init?(_ p: UnsafeMutablePointer<MIDIPacketList>?, byteSize: Int) {
        guard let p else { return nil }
        (list, size) = (p, Swift.max(byteSize, 0))
        last = Self.lastPacket(of: p)
    }

    private static func lastPacket(of list: UnsafeMutablePointer<MIDIPacketList>) -> UnsafeMutablePointer<MIDIPacket> {
        var last = (UnsafeMutableRawPointer(list) + PacketWalk.packetListHead)
            .assumingMemoryBound(to: MIDIPacket.self)
        for packet in UnsafePointer(list).unsafeSequence() { last = UnsafeMutablePointer(mutating: packet) }
        return last
    }

    /// The number of packets.
    public var count: Int { Int(list.pointee.numPackets) }
    /// The last packet; nil for none.
    public var lastPacket: UnsafeMutablePointer<MIDIPacket>? { count > 0 ? last : nil }
    /// The bytes that the list takes.
    public var listSizeInBytes: Int { MIDIPacketList.sizeInBytes(pktList: list) }

    /// Adds bytes at a time.
    ///
    /// - Returns: The packet that holds them; nil when there is no room.
    @discardableResult
    public mutating func append(timestamp: MIDITimeStamp, data: [UInt8]) -> UnsafePointer<MIDIPacket>? {
        guard let packet = addPacket(list, size, last, timestamp, data.count, data) else { return nil }
        last = packet
        return UnsafePointer(packet)
    }

    /// Removes all packets from the list.
    public mutating func clear() { last = MIDIPacketListInit(list) }

    /// Begins with the first packet.
    public func makeIterator() -> MIDIPacketList.UnsafeSequence.Iterator {
        UnsafePointer(list).unsafeSequence().makeIterator()
    }
}
