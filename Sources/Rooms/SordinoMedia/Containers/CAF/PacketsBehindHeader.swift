/// A packet table without its first packet, which contains a header instead of sound.
struct PacketsBehindHeader: PacketTable {
    private let all: any PacketTable
    private let headerFrameCount: Int64

    init(_ all: any PacketTable) {
        self.all = all
        headerFrameCount = Int64(all.frames(ofPacket: 0).count)
    }

    var packetCount: Int64 { max(0, all.packetCount - 1) }
    var frameCount: Int64 { max(0, all.frameCount - headerFrameCount) }

    func place(ofPacket packet: Int64) -> (offset: Int64, byteCount: Int) { all.place(ofPacket: packet + 1) }

    func frames(ofPacket packet: Int64) -> (first: Int64, count: Int) {
        let frames = all.frames(ofPacket: packet + 1)
        return (frames.first - headerFrameCount, frames.count)
    }

    func packet(ofFrame frame: Int64) -> Int64 { max(0, all.packet(ofFrame: frame + headerFrameCount) - 1) }
}

extension MediaProperties {
    /// The place of the first packet if it may contain the header of a FLAC stream: some writers of CAF store it there
    /// instead of in a cookie.
    var possibleFLACHeader: (offset: Int64, byteCount: Int)? {
        guard fileType == "caff", format?.codec == Codec.flac.id, case .table(let table) = packets,
            table.packetCount > 0
        else { return nil }
        let place = table.place(ofPacket: 0)
        return place.offset >= 0 && place.byteCount >= FLACStreamInfo.byteCount + 8 ? place : nil
    }

    /// Reads the header of a FLAC stream from the first packet, and removes that packet from the table.
    ///
    /// - Parameter bytes: The first bytes of the packet.
    mutating func takeFLACHeader(_ bytes: [UInt8]) {
        guard bytes.starts(with: Array("fLaC".utf8)), bytes.count >= FLACStreamInfo.byteCount + 8, bytes[4] & 0x7F == 0,
            case .table(let table) = packets
        else { return }
        let block = Array(bytes[8..<8 + FLACStreamInfo.byteCount])
        guard let info = FLACStreamInfo(block), let format = try? info.format.checked(at: formatOffset) else { return }
        self.format = format
        cookie = FLACStreamInfo.cookie(block)
        let behind = PacketsBehindHeader(table)
        packets = .table(behind)
        packetCount = behind.packetCount
        // The packet table's own frame count includes the header.
        validFrameCount = info.frameCount > 0 ? info.frameCount : nil
        (primingFrameCount, remainderFrameCount) = (0, 0)
    }
}
