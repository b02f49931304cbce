/// Packets that carry themselves: a framer walks over the file, and every so many packets a place is remembered.
final class FramedPackets: PacketSource {
    /// A place between two packets, from which the walk can continue.
    private struct Place {
        var framer: any PacketFramer
        var offset: Int64
        var packet: Int64 = 0
        var frame: Int64 = 0
    }

    /// Packets from one remembered place to the next; a day of music has some 30,000 of them.
    private static let packetsPerPlace: Int64 = 128
    /// Packets that an estimate looks at.
    private static let sampledPacketCount = 64

    private let source: any ByteSource
    private let data: Range<Int64>
    private var buffer: PacketBuffer
    /// The beginning of the next packet.
    private var place: Place
    /// The places of every 128th packet as far as the walk has come.
    private var places: [Place]
    private var total: (packets: Int64, frames: Int64)?
    /// The parts of an incomplete packet.
    private var assembly = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var assembledByteCount = 0

    private(set) var knownFrameCount: Int64?

    init(_ source: any ByteSource, _ data: Range<Int64>, _ framer: any PacketFramer) throws(MediaError) {
        self.source = source
        self.data = data
        place = Place(framer: framer, offset: data.lowerBound)
        places = [place]
        buffer = PacketBuffer(source)
        knownFrameCount = framer.frameCount(dataByteCount: Int64(data.count))
        if knownFrameCount != nil {
            // The header may count a packet that is cut at the end of the file.
            let tail = try tail(PacketLimits.shortTailByteCount)
            if !framer.endsWhole(tail: tail.bytes) { knownFrameCount = nil }
        } else {
            knownFrameCount = try frameCountOfTail()
            if knownFrameCount != nil, !source.isFar {
                let isUnbroken = try framer.isUnbroken(source, data)
                if !isUnbroken { knownFrameCount = nil }
            }
        }
        if knownFrameCount != nil, !source.isFar { try countNothingWithoutPackets() }
        // Frees the memory for the end of the file: packets need less.
        buffer.free()
    }

    /// Sets the counts to zero if the header counts frames, and no packet can be found.
    private func countNothingWithoutPackets() throws(MediaError) {
        defer { place = places[0] }
        guard try walk() == nil else { return }
        total = (0, 0)
        knownFrameCount = 0
    }

    deinit {
        buffer.free()
        assembly.deallocate()
    }

    func rest() { buffer.free() }

    private func frameCountOfTail() throws(MediaError) -> Int64? {
        let tail = try tail(PacketLimits.tailByteCount)
        return place.framer.frameCount(tail: tail.bytes)
    }

    /// Returns the last bytes of the audio, at most `byteCount`.
    private func tail(_ byteCount: Int) throws(MediaError) -> UnsafeRawBufferPointer {
        let start = max(data.lowerBound, data.upperBound - Int64(byteCount))
        return try buffer.load(Int(data.upperBound - start), from: start, end: data.upperBound)
    }

    func count() throws(MediaError) -> (packets: Int64, frames: Int64) {
        if let total { return total }
        let before = place
        defer { place = before }
        place = places[places.count - 1]
        while try walk() != nil {}
        let found = (place.packet, place.frame)
        total = found
        knownFrameCount = place.frame
        return found
    }

    func estimate() throws(MediaError) -> (packets: Int64, frames: Int64) {
        if let total { return total }
        let before = place
        defer { place = before }
        place = places[0]
        for _ in 0..<Self.sampledPacketCount {
            guard try walk() != nil else {
                total = (place.packet, place.frame)
                return (place.packet, place.frame)
            }
        }
        if let frames = place.framer.estimatedFrameCount(dataByteCount: Int64(data.count)), place.frame > 0 {
            return (Int64(Double(frames) * Double(place.packet) / Double(place.frame)), frames)
        }
        let share = Double(data.count) / Double(max(1, place.offset - data.lowerBound))
        let packets = Double(place.packet) * share
        let frames = knownFrameCount.map { Double($0) } ?? Double(place.frame) * share
        return (Int64(packets.rounded()), Int64(frames.rounded()))
    }

    func seek(toPacket packet: Int64) throws(MediaError) {
        guard packet != place.packet else { return }
        let nearest = min(Int64(places.count - 1), max(0, packet) / Self.packetsPerPlace)
        // A place ahead of this one is only better if it is past it.
        if packet < place.packet || places[Int(nearest)].packet > place.packet { place = places[Int(nearest)] }
        try approach(packet)
        while place.packet < packet { guard try walk() != nil else { return } }
    }

    /// Frames of every packet, if packets carry their number and none is known to be missing.
    private var framesPerNumberedPacket: Int? {
        guard let each = places[0].framer.framesPerNumberedPacket, let knownFrameCount else { return nil }
        guard let total, total.packets != (knownFrameCount + Int64(each) - 1) / Int64(each) else { return each }
        return nil
    }

    /// Jumps to shortly before a packet, where packets carry their number: a walk would read all that lies between.
    private func approach(_ packet: Int64) throws(MediaError) {
        guard let each = framesPerNumberedPacket else { return }
        var (low, high) = (place.offset, data.upperBound)
        while packet - place.packet > 8, high - low > 1 << 16 {
            let middle = low + (high - low) / 2
            let bytes = try buffer.load(1 << 16, from: middle, end: data.upperBound)
            guard let (offset, number) = place.framer.landing(bytes.bytes), number <= packet else {
                high = middle
                continue
            }
            // Numbers that go back are those of another stream.
            guard number > place.packet else { return }
            place = Place(
                framer: places[0].framer, offset: middle + Int64(offset), packet: number, frame: number * Int64(each))
            low = place.offset
        }
    }

    func packet(ofFrame frame: Int64) throws(MediaError) -> Int64? {
        guard frame >= 0 else { return nil }
        if let each = framesPerNumberedPacket, let knownFrameCount {
            return frame < knownFrameCount ? frame / Int64(each) : nil
        }
        let before = place
        defer { place = before }
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].frame > frame { high = middle } else { low = middle + 1 }
        }
        place = places[max(0, low - 1)]
        while let packet = try walk() {
            if packet.firstFrame + Int64(packet.frameCount) > frame { return packet.number }
        }
        return nil
    }

    func next() throws(MediaError) -> Packet? { try walk() }

    /// The number of consecutive steps without bytes: a page of Ogg may contain 255 empty packets.
    private var emptySteps = 0

    /// Counts a step of the framer.
    ///
    /// - Throws: `malformed` after 256 steps without bytes, which might never end.
    private func noteStep(_ byteCount: Int) throws(MediaError) {
        emptySteps = byteCount > 0 ? 0 : emptySteps + 1
        guard emptySteps <= 256 else { throw .malformed(at: place.offset, because: "packets of no bytes") }
    }

    /// Takes the next packet and remembers its place if it is one of those that are.
    private func walk() throws(MediaError) -> Packet? {
        if place.packet == Int64(places.count) * Self.packetsPerPlace { places.append(place) }
        assembledByteCount = 0
        var wanted = 1
        var start: Int64?
        while place.offset < data.upperBound {
            let bytes = try buffer.load(wanted, from: place.offset, end: data.upperBound)
            if bytes.isEmpty { return nil }
            let isEnd = place.offset + Int64(bytes.count) >= data.upperBound || bytes.count < wanted
            switch try place.framer.step(bytes.bytes, at: place.offset, isEnd: isEnd) {
            case .more(let count), .perhaps(let count):
                if isEnd { return nil }
                wanted = max(count, bytes.count + 1)
            case .skip(let count):
                try noteStep(count)
                place.offset += Int64(count)
                wanted = 1
            case .part(let range, let byteCount):
                try noteStep(byteCount)
                try assemble(bytes, range)
                start = start ?? place.offset
                place.offset += Int64(byteCount)
                wanted = 1
            case .packet(let range, let byteCount, let frameCount):
                try noteStep(byteCount)
                defer {
                    place.offset += Int64(byteCount)
                    place.packet += 1
                    place.frame += Int64(frameCount)
                }
                return Packet(
                    bytes: try whole(bytes, range), number: place.packet, offset: start ?? place.offset,
                    firstFrame: place.frame, frameCount: frameCount)
            case .end:
                place.offset = data.upperBound
            }
        }
        return nil
    }

    /// The bytes of a packet whose last part has come.
    private func whole(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) throws(MediaError)
        -> UnsafeRawBufferPointer
    {
        if assembledByteCount == 0 { return UnsafeRawBufferPointer(rebasing: bytes[range]) }
        try assemble(bytes, range)
        return UnsafeRawBufferPointer(rebasing: assembly[..<assembledByteCount])
    }

    private func assemble(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) throws(MediaError) {
        let byteCount = assembledByteCount + range.count
        guard byteCount <= PacketLimits.byteCount else {
            throw .limit("a packet of more than \(PacketLimits.byteCount) bytes")
        }
        if byteCount > assembly.count {
            let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: max(4096, 2 * byteCount), alignment: 16)
            larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: assembly[..<assembledByteCount]))
            assembly.deallocate()
            assembly = larger
        }
        UnsafeMutableRawBufferPointer(rebasing: assembly[assembledByteCount..<byteCount])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[range]))
        assembledByteCount = byteCount
    }
}
