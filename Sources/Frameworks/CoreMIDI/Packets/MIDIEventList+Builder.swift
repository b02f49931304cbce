import CCoreMIDI
import CoreAudioTypes

extension MIDIEventList {
    /// Builds a list in memory of its own.
    public final class Builder {
        private let memory: UnsafeMutableRawPointer
        private var list: UnsafeMutableMIDIEventListPointer

        /// Makes an empty list.
        ///
        /// - Parameter wordSize: The words of memory, that of heads and times included; at most 256 MiB are used.
        public init(inProtocol: MIDIProtocolID, wordSize: Int) {
            let size = Swift.min(Swift.max(wordSize, 0), 1 << 26) * 4
            memory = .allocate(byteCount: Swift.max(size, MemoryLayout<MIDIEventList>.stride), alignment: 16)
            list = UnsafeMutableMIDIEventListPointer(
                memory.bindMemory(to: MIDIEventList.self, capacity: 1), wordSize: size / 4, inProtocol: inProtocol)
        }

        deinit { memory.deallocate() }

        /// The number of packets.
        public var count: Int { list.count }

        /// Adds words at a time.
        ///
        /// - Returns: The packet that holds them; nil when there is no room.
        @discardableResult
        public func append(timestamp: MIDITimeStamp, words: [UInt32]) -> UnsafePointer<MIDIEventPacket>? {
            list.append(timestamp: timestamp, words: words)
        }

        /// Removes all packets from the list.
        public func clear() { list.clear() }

        /// Hands the list to a function, which may not keep it.
        public func withUnsafePointer<Result>(_ body: (UnsafePointer<MIDIEventList>) -> Result) -> Result {
            body(UnsafePointer(memory.assumingMemoryBound(to: MIDIEventList.self)))
        }

        /// Hands the list to a function that may add to it.
        public func withUnsafeMutableMIDIEventListPointer<Result>(
            _ body: (inout UnsafeMutableMIDIEventListPointer) -> Result
        ) -> Result { body(&list) }
    }
}

/// A list in memory that the caller provides, to which packets can be added.
public struct UnsafeMutableMIDIEventListPointer: Sequence {
    private let list: UnsafeMutablePointer<MIDIEventList>
    private let size: Int
    private var last: UnsafeMutablePointer<MIDIEventPacket>

    /// Names memory of so many words and makes it an empty list of a protocol.
    public init(_ p: UnsafeMutablePointer<MIDIEventList>, wordSize: Int, inProtocol: MIDIProtocolID) {
        (list, size) = (p, Swift.max(wordSize, 0) * 4)
        last = MIDIEventListInit(p, inProtocol)
    }

    /// Refers to an existing list in memory of so many words; nil for a nil pointer.
    public init?(_ p: UnsafeMutablePointer<MIDIEventList>?, wordSize: Int) {
        guard let p else { return nil }
        (list, size) = (p, Swift.max(wordSize, 0) * 4)
        last = Self.lastPacket(of: p)
    }

    /// The protocol of the packets in the list.
    public var midiProtocol: MIDIProtocolID { list.pointee.protocol }

    private static func lastPacket(of list: UnsafeMutablePointer<MIDIEventList>) -> UnsafeMutablePointer<
        MIDIEventPacket
    > {
        var last = (UnsafeMutableRawPointer(list) + PacketWalk.eventListHead)
            .assumingMemoryBound(to: MIDIEventPacket.self)
        for packet in UnsafePointer(list).unsafeSequence() { last = UnsafeMutablePointer(mutating: packet) }
        return last
    }

    /// The number of packets.
    public var count: Int { Int(list.pointee.numPackets) }
    /// The last packet; nil for none.
    public var lastPacket: UnsafeMutablePointer<MIDIEventPacket>? { count > 0 ? last : nil }
    /// The bytes that the list takes.
    public var listSizeInBytes: Int { MIDIEventList.sizeInBytes(pktList: list) }

    /// Adds words at a time.
    ///
    /// - Returns: The packet that holds them; nil when there is no room.
    @discardableResult
    public mutating func append(timestamp: MIDITimeStamp, words: [UInt32]) -> UnsafePointer<MIDIEventPacket>? {
        guard let packet = addEvents(list, size, last, timestamp, words.count, words) else { return nil }
        last = packet
        return UnsafePointer(packet)
    }

    /// Removes all packets from the list.
    public mutating func clear() { last = MIDIEventListInit(list, midiProtocol) }

    /// Begins with the first packet.
    public func makeIterator() -> MIDIEventList.UnsafeSequence.Iterator {
        UnsafePointer(list).unsafeSequence().makeIterator()
    }
}
