import CCoreMIDI
import CoreAudioTypes

/// A packet in memory, to be read and changed: a time, a count and so many elements, the bytes of a `MIDIPacket` or the
/// words of a `MIDIEventPacket`.
struct PacketMemory<Element: FixedWidthInteger> {
    /// The first byte of the packet.
    let raw: UnsafeMutableRawPointer
    /// The number of elements that fit into the packet.
    let capacity: Int

    /// Indicates whether the packet is one of words: these are counted in four bytes, bytes in two.
    private var isOfWords: Bool { Element.bitWidth == 32 }
    private var head: Int { isOfWords ? PacketWalk.eventHead : PacketWalk.packetHead }
    private var stride: Int { MemoryLayout<Element>.size }

    /// Refers to an existing packet.
    init(_ packet: UnsafeMutableRawPointer, capacity: Int) { (raw, self.capacity) = (packet, capacity) }

    /// Makes an empty packet in memory of its own, which the caller gives back.
    ///
    /// - Parameters:
    ///   - capacity: Elements; cut to 0 and `limit`.
    ///   - least: Bytes at the least: those of the struct that C declares.
    init(capacity: Int, limit: Int, least: Int) {
        self.capacity = Swift.min(Swift.max(capacity, 0), limit)
        let byteCount =
            Element.bitWidth == 32
            ? PacketWalk.size(ofEventWith: self.capacity) : PacketWalk.size(ofPacketWith: self.capacity)
        raw = .allocate(byteCount: Swift.max(byteCount, least), alignment: 16)
        timeStamp = 0
        count = 0
    }

    /// The packet's time, host time.
    var timeStamp: Int {
        get { Int(truncatingIfNeeded: raw.loadUnaligned(as: UInt64.self)) }
        nonmutating set { raw.storeBytes(of: UInt64(truncatingIfNeeded: newValue), as: UInt64.self) }
    }

    /// The number of elements; a larger one than fits is cut.
    var count: Int {
        get {
            isOfWords
                ? Int(raw.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
                : Int(raw.loadUnaligned(fromByteOffset: 8, as: UInt16.self))
        }
        nonmutating set {
            let cut = Swift.min(Swift.max(newValue, 0), capacity)
            if isOfWords {
                raw.storeBytes(of: UInt32(cut), toByteOffset: 8, as: UInt32.self)
            } else {
                raw.storeBytes(of: UInt16(cut), toByteOffset: 8, as: UInt16.self)
            }
        }
    }

    /// One of the elements.
    subscript(index: Int) -> Element {
        get {
            precondition(index >= 0 && index < count, "a place outside of the packet")
            return raw.loadUnaligned(fromByteOffset: head + index * stride, as: Element.self)
        }
        nonmutating set {
            precondition(index >= 0 && index < count, "a place outside of the packet")
            raw.storeBytes(of: newValue, toByteOffset: head + index * stride, as: Element.self)
        }
    }

    /// Adds elements; those that do not fit are left out.
    func append(_ elements: [Element]) {
        let first = count
        count = first + elements.count
        for (index, element) in elements.prefix(Swift.max(count - first, 0)).enumerated() {
            self[first + index] = element
        }
    }
}
