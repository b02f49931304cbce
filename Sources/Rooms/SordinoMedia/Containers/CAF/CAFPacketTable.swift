/// The packet table of a CAF file whose packets differ: sizes, frames or both, packed seven bits a byte.
///
/// Source: Apple, "Core Audio Format Specification 1.0", Packet Table Chunk.
struct CAFPacketTable: PacketTable {
    /// First byte of the audio.
    var dataStart: Int64 = 0
    private var sizes = PacketSizes()
    private var times = PacketTimes()
    private let bytesPerPacket: Int
    private let framesPerPacket: Int
    /// Packets that the table's head counts.
    private let limit: Int64
    /// The number that a piece of the table ended in.
    private var number: UInt32 = 0
    private var size: UInt32?

    /// Expects the table of a format.
    init(_ format: MediaFormat, packetCount: Int64) {
        bytesPerPacket = format.bytesPerPacket
        framesPerPacket = format.framesPerPacket
        limit = min(max(0, packetCount), 1 << 32)
    }

    var packetCount: Int64 { bytesPerPacket > 0 ? times.packetCount : sizes.packetCount }

    var frameCount: Int64 { framesPerPacket > 0 ? packetCount * Int64(framesPerPacket) : times.time(ofPacket: .max) }

    func place(ofPacket packet: Int64) -> (offset: Int64, byteCount: Int) {
        if bytesPerPacket > 0 { return (dataStart + packet * Int64(bytesPerPacket), bytesPerPacket) }
        return (dataStart + sizes.byteCount(before: packet), Int(sizes.size(ofPacket: packet)))
    }

    func frames(ofPacket packet: Int64) -> (first: Int64, count: Int) {
        if framesPerPacket > 0 { return (packet * Int64(framesPerPacket), framesPerPacket) }
        let count = min(times.duration(ofPacket: packet), Int64(PacketLimits.frameCount))
        return (times.time(ofPacket: packet), Int(count))
    }

    func packet(ofFrame frame: Int64) -> Int64 {
        if framesPerPacket > 0 { return frame / Int64(framesPerPacket) }
        return times.packet(ofTime: frame)
    }

    /// Takes the next bytes of the table.
    mutating func take(_ bytes: RawSpan) {
        sizes.reserve(Int(min(limit - min(limit, packetCount), Int64(bytes.byteCount))))
        for at in 0..<bytes.byteCount where packetCount < limit {
            let byte = bytes.byte(at)
            // Numbers of more than 32 bits lose their highest: no packet is so long.
            number = number << 7 | UInt32(byte & 0x7F)
            guard byte & 0x80 == 0 else { continue }
            take(number)
            number = 0
        }
    }

    private mutating func take(_ number: UInt32) {
        if bytesPerPacket > 0 {
            times.append(each: number, count: 1)
        } else if framesPerPacket > 0 {
            sizes.append(number)
        } else if let size {
            sizes.append(size)
            times.append(each: number, count: 1)
            self.size = nil
        } else {
            size = number
        }
    }
}
