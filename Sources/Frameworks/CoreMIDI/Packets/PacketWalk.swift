import CCoreMIDI
import CoreAudioTypes
import SordinoMIDI
import SordinoMIDIPorts

/// Finds the packets of a list in memory: each begins behind the data of the one before.
enum PacketWalk {
    /// The offset of the bytes in a `MIDIPacket`: behind the time and the length.
    static let packetHead = MemoryLayout<MIDIPacket>.offset(of: \.data) ?? 10
    /// The offset of the words in a `MIDIEventPacket`: behind the time and the count.
    static let eventHead = MemoryLayout<MIDIEventPacket>.offset(of: \.words) ?? 12
    /// The offset of the first packet in a list.
    static let packetListHead = MemoryLayout<MIDIPacketList>.offset(of: \.packet) ?? 4
    static let eventListHead = MemoryLayout<MIDIEventList>.offset(of: \.packet) ?? 8

    /// The bytes of a packet with so many of data, up to the next one: a multiple of 4, as on iOS.
    static func size(ofPacketWith length: Int) -> Int { (packetHead + length + 3) & ~3 }
    static func size(ofEventWith words: Int) -> Int { eventHead + words * 4 }

    /// The most packets of a list, which has at most 65,536 bytes.
    private static let packetLimit: UInt32 = 65536 / 12
    /// The most words of an event packet.
    private static let wordLimit: UInt32 = 64

    /// Reads the packets of a list.
    ///
    /// - Throws: `parameter` for a list that claims more packets than it can have.
    static func packets(
        _ list: UnsafePointer<MIDIPacketList>
    ) throws(MIDIFailure) -> [(time: UInt64, bytes: UnsafeRawBufferPointer)] {
        var place = UnsafeRawPointer(list) + packetListHead
        let count = UnsafeRawPointer(list).loadUnaligned(as: UInt32.self)
        guard count <= packetLimit else { throw .parameter }
        return (0..<count).map { _ in
            let length = Int(place.loadUnaligned(fromByteOffset: 8, as: UInt16.self))
            defer { place += size(ofPacketWith: length) }
            return (
                place.loadUnaligned(as: UInt64.self),
                UnsafeRawBufferPointer(start: place + packetHead, count: length)
            )
        }
    }

    /// Reads the packets of an event list.
    ///
    /// - Throws: `parameter` for a list that claims more packets, or a packet that claims more words, than they can have.
    static func events(
        _ list: UnsafePointer<MIDIEventList>
    ) throws(MIDIFailure) -> [(time: UInt64, words: [UInt32])] {
        var place = UnsafeRawPointer(list) + eventListHead
        let packetCount = UnsafeRawPointer(list).loadUnaligned(fromByteOffset: 4, as: UInt32.self)
        guard packetCount <= packetLimit else { throw .parameter }
        var packets: [(time: UInt64, words: [UInt32])] = []
        for _ in 0..<packetCount {
            let wordCount = place.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
            guard wordCount <= wordLimit else { throw .parameter }
            let start = place + eventHead
            let words = (0..<Int(wordCount)).map { start.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
            packets.append((place.loadUnaligned(as: UInt64.self), words))
            place += size(ofEventWith: words.count)
        }
        return packets
    }

    /// Fills memory of its own with an event list and hands it to a function.
    static func withEventList(
        _ packets: [(time: UInt64, words: [UInt32])], protocol id: MIDIProtocolID,
        _ body: (UnsafePointer<MIDIEventList>) -> Void
    ) {
        // A packet has at most 64 words; more of one time are several packets.
        let pieces = packets.flatMap { packet in
            eventPieces(packet.words).map { (time: packet.time, words: $0) }
        }
        let size = pieces.reduce(eventListHead) { $0 + Self.size(ofEventWith: $1.words.count) }
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: max(size, MemoryLayout<MIDIEventList>.size), alignment: 16)
        defer { memory.deallocate() }
        let list = memory.bindMemory(to: MIDIEventList.self, capacity: 1)
        var current = MIDIEventListInit(list, id)
        for piece in pieces {
            current = MIDIEventListAdd(list, size, current, piece.time, piece.words.count, piece.words)
        }
        body(list)
    }

    /// Cuts words at the ends of messages, so that no piece has more than 64.
    private static func eventPieces(_ words: [UInt32]) -> [[UInt32]] {
        var pieces: [[UInt32]] = []
        var piece: [UInt32] = []
        var place = 0
        while place < words.count {
            let end = min(place + UniversalPacket.wordCount(ofFirst: words[place]), words.count)
            if piece.count + end - place > 64 {
                pieces.append(piece)
                piece = []
            }
            piece += words[place..<end]
            place = end
        }
        return piece.isEmpty ? pieces : pieces + [piece]
    }

    /// Fills memory of its own with a packet list and hands it to a function.
    static func withPacketList(
        _ packets: [(time: UInt64, bytes: [UInt8])], _ body: (UnsafePointer<MIDIPacketList>) -> Void
    ) {
        let size = packets.reduce(packetListHead) { $0 + Self.size(ofPacketWith: $1.bytes.count) }
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: max(size, MemoryLayout<MIDIPacketList>.size), alignment: 16)
        defer { memory.deallocate() }
        let list = memory.bindMemory(to: MIDIPacketList.self, capacity: 1)
        let first = UnsafeMutableRawPointer(MIDIPacketListInit(list))
        var place = first
        for packet in packets {
            place.storeBytes(of: packet.time, as: UInt64.self)
            place.storeBytes(of: UInt16(packet.bytes.count), toByteOffset: 8, as: UInt16.self)
            (place + packetHead).copyMemory(from: packet.bytes, byteCount: packet.bytes.count)
            place += Self.size(ofPacketWith: packet.bytes.count)
        }
        list.pointee.numPackets = UInt32(packets.count)
        body(list)
    }
}
