/// Packets that an encoder made and that have not been taken yet.
struct PacketQueue {
    private struct Entry {
        var start: Int
        var byteCount: Int
        var frameCount: Int
    }

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    private var first = 0

    /// The number of packets that wait.
    var count: Int { entries.count - first }

    /// Puts a packet behind the others.
    mutating func append(_ packet: EncodedPacket) {
        entries.append(Entry(start: bytes.count, byteCount: packet.bytes.count, frameCount: packet.frameCount))
        bytes.append(contentsOf: packet.bytes)
    }

    /// Bytes and frames of the next packet; nil if none waits.
    var next: (byteCount: Int, frameCount: Int)? {
        first < entries.count ? (entries[first].byteCount, entries[first].frameCount) : nil
    }

    /// Copies the next packet and forgets it.
    mutating func take(into memory: UnsafeMutableRawPointer) {
        guard first < entries.count else { return }
        let entry = entries[first]
        bytes.withUnsafeBytes { all in
            guard let base = all.baseAddress else { return }
            memory.copyMemory(from: base + entry.start, byteCount: entry.byteCount)
        }
        first += 1
        if first == entries.count { empty() }
    }

    mutating func empty() {
        bytes.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
        first = 0
    }
}
