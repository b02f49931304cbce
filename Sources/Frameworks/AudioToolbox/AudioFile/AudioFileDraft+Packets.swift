import CoreAudioTypes
import SordinoMedia

extension AudioFileDraft {
    /// Reads back a packet, whose bytes stay valid until the next call; returns nil beyond the last.
    func packet(_ number: Int64) throws -> Packet? {
        guard number >= 0, number < Int64(packets.count) else { return nil }
        let stored = packets[Int(number)]
        if readBack.count < stored.byteCount {
            readBack.deallocate()
            readBack = .allocate(byteCount: max(4096, 2 * stored.byteCount), alignment: 16)
        }
        let room = UnsafeMutableRawBufferPointer(rebasing: readBack[..<stored.byteCount])
        guard try read(into: room, at: stored.offset) == stored.byteCount else { return nil }
        return Packet(
            bytes: UnsafeRawBufferPointer(room), number: number, offset: dataStart + stored.offset,
            firstFrame: stored.firstFrame, frameCount: stored.frameCount)
    }

    /// The packet that holds a frame; nil beyond the last.
    func packet(ofFrame frame: Int64) -> Int64? {
        guard frame >= 0, frame < frameCount else { return nil }
        if description.format.encoding != nil { return frame }
        var (low, high) = (0, packets.count)
        while low < high {
            let middle = (low + high) / 2
            if packets[middle].firstFrame > frame { high = middle } else { low = middle + 1 }
        }
        return Int64(low - 1)
    }
}
