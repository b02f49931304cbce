import CCoreMIDI
import CoreAudioTypes

/// Empties a packet list.
///
/// - Returns: Where its first packet will lie.
@discardableResult
public func MIDIPacketListInit(_ pktlist: UnsafeMutablePointer<MIDIPacketList>) -> UnsafeMutablePointer<MIDIPacket> {
    UnsafeMutableRawPointer(pktlist).storeBytes(of: 0, as: UInt32.self)
    return (UnsafeMutableRawPointer(pktlist) + PacketWalk.packetListHead).assumingMemoryBound(to: MIDIPacket.self)
}

/// Adds bytes to a packet list: to the last packet if that has the same time, else as a new packet.
///
/// Bytes of a system exclusive message, and those behind an unfinished one, have a packet of their own.
///
/// - Parameters:
///   - listSize: The bytes of memory that the list may have.
///   - curPacket: What `MIDIPacketListInit` or the last call returned.
/// - Returns: The packet that holds the bytes; a null pointer when there is no room.
@discardableResult
public func MIDIPacketListAdd(
    _ pktlist: UnsafeMutablePointer<MIDIPacketList>, _ listSize: Int, _ curPacket: UnsafeMutablePointer<MIDIPacket>,
    _ time: MIDITimeStamp, _ nData: Int, _ data: UnsafePointer<UInt8>
) -> UnsafeMutablePointer<MIDIPacket> {
    addPacket(pktlist, listSize, curPacket, time, nData, data) ?? nullPacket()
}

/// Returns a null pointer in a non-optional type, by which the C functions report a list without room.
private func nullPacket<Pointee>() -> UnsafeMutablePointer<Pointee> {
    unsafeBitCast(UnsafeMutablePointer<Pointee>?.none, to: UnsafeMutablePointer<Pointee>.self)
}

func addPacket(
    _ list: UnsafeMutablePointer<MIDIPacketList>, _ listSize: Int, _ current: UnsafeMutablePointer<MIDIPacket>,
    _ time: MIDITimeStamp, _ count: Int, _ data: UnsafePointer<UInt8>
) -> UnsafeMutablePointer<MIDIPacket>? {
    guard count >= 0, count <= Int(UInt16.max), UInt(bitPattern: current) != 0 else { return nil }
    let base = UnsafeMutableRawPointer(list)
    var place = UnsafeMutableRawPointer(current)
    let packetCount = base.loadUnaligned(as: UInt32.self)
    if packetCount > 0 {
        let length = Int(place.loadUnaligned(fromByteOffset: 8, as: UInt16.self))
        let bytes = place + PacketWalk.packetHead
        let isExclusive = { (first: UInt8) in first == 0xF0 || first < 0x80 }
        let canJoin =
            length > 0 && count > 0 && place.loadUnaligned(as: UInt64.self) == time
            && !isExclusive(bytes.load(as: UInt8.self)) && !isExclusive(data[0])
            && length + count <= Int(UInt16.max)
        if canJoin {
            guard bytes + length + count - base <= listSize else { return nil }
            (bytes + length).copyMemory(from: data, byteCount: count)
            place.storeBytes(of: UInt16(length + count), toByteOffset: 8, as: UInt16.self)
            return current
        }
        place += PacketWalk.size(ofPacketWith: length)
    }
    guard place - base >= 0, place + PacketWalk.packetHead + count - base <= listSize else { return nil }
    place.storeBytes(of: time, as: UInt64.self)
    place.storeBytes(of: UInt16(count), toByteOffset: 8, as: UInt16.self)
    (place + PacketWalk.packetHead).copyMemory(from: data, byteCount: count)
    base.storeBytes(of: packetCount + 1, as: UInt32.self)
    return place.assumingMemoryBound(to: MIDIPacket.self)
}

/// Returns where the packet behind one lies.
public func MIDIPacketNext(_ pkt: UnsafePointer<MIDIPacket>) -> UnsafeMutablePointer<MIDIPacket> {
    let place = UnsafeRawPointer(pkt)
    let length = Int(place.loadUnaligned(fromByteOffset: 8, as: UInt16.self))
    return UnsafeMutableRawPointer(mutating: place + PacketWalk.size(ofPacketWith: length))
        .assumingMemoryBound(to: MIDIPacket.self)
}

/// Empties an event list and gives it a protocol.
///
/// - Returns: Where its first packet will lie.
@discardableResult
public func MIDIEventListInit(
    _ evtlist: UnsafeMutablePointer<MIDIEventList>, _ protocol: MIDIProtocolID
) -> UnsafeMutablePointer<MIDIEventPacket> {
    let base = UnsafeMutableRawPointer(evtlist)
    base.storeBytes(of: `protocol`.rawValue, as: Int32.self)
    base.storeBytes(of: 0, toByteOffset: 4, as: UInt32.self)
    return (base + PacketWalk.eventListHead).assumingMemoryBound(to: MIDIEventPacket.self)
}

/// Adds words to an event list: to the last packet if that has the same time and room among its 64 words, else as a new
/// packet.
///
/// - Parameters:
///   - listSize: The bytes of memory that the list may have.
///   - curPacket: What `MIDIEventListInit` or the last call returned.
/// - Returns: The packet that holds the words; a null pointer when there is no room.
@discardableResult
public func MIDIEventListAdd(
    _ evtlist: UnsafeMutablePointer<MIDIEventList>, _ listSize: Int,
    _ curPacket: UnsafeMutablePointer<MIDIEventPacket>, _ time: MIDITimeStamp, _ wordCount: Int,
    _ words: UnsafePointer<UInt32>
) -> UnsafeMutablePointer<MIDIEventPacket> {
    addEvents(evtlist, listSize, curPacket, time, wordCount, words) ?? nullPacket()
}

func addEvents(
    _ list: UnsafeMutablePointer<MIDIEventList>, _ listSize: Int, _ current: UnsafeMutablePointer<MIDIEventPacket>,
    _ time: MIDITimeStamp, _ count: Int, _ words: UnsafePointer<UInt32>
) -> UnsafeMutablePointer<MIDIEventPacket>? {
    guard (0...64).contains(count), UInt(bitPattern: current) != 0 else { return nil }
    let base = UnsafeMutableRawPointer(list)
    var place = UnsafeMutableRawPointer(current)
    let packetCount = base.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
    if packetCount > 0 {
        let length = Int(place.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
        guard length <= 64 else { return nil }
        let end = place + PacketWalk.size(ofEventWith: length)
        if place.loadUnaligned(as: UInt64.self) == time, length + count <= 64 {
            guard end + count * 4 - base <= listSize else { return nil }
            end.copyMemory(from: words, byteCount: count * 4)
            place.storeBytes(of: UInt32(length + count), toByteOffset: 8, as: UInt32.self)
            return current
        }
        place = end
    }
    guard place - base >= 0, place + PacketWalk.size(ofEventWith: count) - base <= listSize else { return nil }
    place.storeBytes(of: time, as: UInt64.self)
    place.storeBytes(of: UInt32(count), toByteOffset: 8, as: UInt32.self)
    (place + PacketWalk.eventHead).copyMemory(from: words, byteCount: count * 4)
    base.storeBytes(of: packetCount + 1, toByteOffset: 4, as: UInt32.self)
    return place.assumingMemoryBound(to: MIDIEventPacket.self)
}

/// Returns where the event packet behind one lies.
public func MIDIEventPacketNext(_ pkt: UnsafePointer<MIDIEventPacket>) -> UnsafeMutablePointer<MIDIEventPacket> {
    let place = UnsafeRawPointer(pkt)
    let count = Int(place.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
    return UnsafeMutableRawPointer(mutating: place + PacketWalk.size(ofEventWith: count))
        .assumingMemoryBound(to: MIDIEventPacket.self)
}
