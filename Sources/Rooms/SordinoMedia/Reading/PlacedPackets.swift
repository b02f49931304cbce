/// Packets of one size, or those of a table: where each lies is known before it is read.
final class PlacedPackets: PacketSource {
    private enum Places {
        case uniform(start: Int64, bytesPerPacket: Int, framesPerPacket: Int)
        case table(any PacketTable)
    }

    private let places: Places
    private let end: Int64
    private let packetCount: Int64
    private let frameCount: Int64
    private var buffer: PacketBuffer
    private var nextPacket: Int64 = 0

    /// Places packets of one size.
    ///
    /// - Throws: `limit` if the frames cannot be counted.
    init(_ source: any ByteSource, _ data: Range<Int64>, bytesPerPacket: Int, framesPerPacket: Int) throws(MediaError) {
        places = .uniform(start: data.lowerBound, bytesPerPacket: bytesPerPacket, framesPerPacket: framesPerPacket)
        end = data.upperBound
        packetCount = Int64(data.count) / Int64(bytesPerPacket)
        let all = packetCount.multipliedReportingOverflow(by: Int64(framesPerPacket))
        guard !all.overflow else { throw .limit("more frames than can be counted") }
        frameCount = all.partialValue
        buffer = PacketBuffer(source)
    }

    /// Places the packets of a table, as many as lie in the file.
    init(_ source: any ByteSource, _ table: any PacketTable, end: Int64) {
        places = .table(table)
        self.end = end
        // A file that was cut keeps its first packets; where the audio lies in one piece those are all before the cut.
        var (low, high) = (Int64(0), max(0, table.packetCount))
        func isThere(_ packet: Int64) -> Bool {
            let (offset, byteCount) = table.place(ofPacket: packet)
            return offset >= 0 && byteCount >= 0 && offset <= end && Int64(byteCount) <= end - offset
        }
        if high > 0, !isThere(high - 1) {
            while low < high {
                let middle = low + (high - low) / 2
                if isThere(middle) { low = middle + 1 } else { high = middle }
            }
            high = low
        }
        packetCount = high
        if high == table.packetCount {
            frameCount = table.frameCount
        } else if high > 0 {
            let (first, count) = table.frames(ofPacket: high - 1)
            frameCount = first + Int64(count)
        } else {
            frameCount = 0
        }
        buffer = PacketBuffer(source)
    }

    deinit { buffer.free() }

    func rest() { buffer.free() }

    var knownFrameCount: Int64? { frameCount }

    func count() -> (packets: Int64, frames: Int64) { (packetCount, frameCount) }

    func estimate() -> (packets: Int64, frames: Int64) { (packetCount, frameCount) }

    func seek(toPacket packet: Int64) { nextPacket = min(max(0, packet), packetCount) }

    func packet(ofFrame frame: Int64) -> Int64? {
        guard frame >= 0, frame < frameCount else { return nil }
        return switch places {
        case .uniform(_, _, let framesPerPacket): frame / Int64(framesPerPacket)
        case .table(let table): table.packet(ofFrame: frame)
        }
    }

    func next() throws(MediaError) -> Packet? {
        guard nextPacket < packetCount else { return nil }
        let offset: Int64
        let byteCount: Int
        let firstFrame: Int64
        let count: Int
        switch places {
        case .uniform(let start, let bytesPerPacket, let framesPerPacket):
            (offset, byteCount) = (start + nextPacket * Int64(bytesPerPacket), bytesPerPacket)
            (firstFrame, count) = (nextPacket * Int64(framesPerPacket), framesPerPacket)
        case .table(let table):
            (offset, byteCount) = table.place(ofPacket: nextPacket)
            (firstFrame, count) = table.frames(ofPacket: nextPacket)
        }
        let bytes = try buffer.load(byteCount, from: offset, end: end)
        // The file has become shorter than it was.
        guard bytes.count >= byteCount else { return nil }
        let number = nextPacket
        nextPacket += 1
        return Packet(
            bytes: UnsafeRawBufferPointer(rebasing: bytes[..<byteCount]), number: number, offset: offset,
            firstFrame: firstFrame, frameCount: count)
    }
}
