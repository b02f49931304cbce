/// The packets of one track, from an MPEG-4 file's tables.
///
/// Nothing is expanded: a packet's place follows from its chunk and the sizes of those before it there.
package struct MPEG4PacketTable: PacketTable {
    /// Packets that lie side by side.
    private struct Place: Sendable {
        var firstPacket: Int64
        var offset: Int64
    }

    /// Chunks with equally many packets.
    private struct ChunkRun: Sendable {
        var firstChunk: Int
        var firstPacket: Int64
        var packetsPerChunk: Int64
    }

    /// Offsets beyond this are in no file; sums with them must not overflow.
    private static let offsetLimit: Int64 = 1 << 61

    /// Bytes of the packets.
    package private(set) var sizes = PacketSizes()
    /// Their durations, in units of `timescale`.
    package private(set) var times = PacketTimes()
    /// The time scale of the track: ticks in a second.
    package var timescale: Double = 1
    /// Frames in a second.
    package var sampleRate: Double = 1
    /// Frames of every packet but the last; nil if the durations determine them.
    package var framesPerPacket: Int?

    private var chunkOffsets: [UInt32] = []
    private var wideChunkOffsets: [UInt64] = []
    private var chunkRuns: [ChunkRun] = []
    /// The runs of `stsc`: the first chunk, counted from 1, and the samples of each chunk.
    private var statedRuns: [(firstChunk: UInt32, count: UInt32)] = []
    /// Packets that the chunks hold; those of fragments come behind.
    private var chunkPacketCount: Int64 = 0
    private var fragmentPlaces: [Place] = []
    private var nextFragmentByte: Int64 = 0

    /// Makes a table without packets.
    package init() {}

    private var chunkCount: Int { chunkOffsets.count + wideChunkOffsets.count }

    private func chunkOffset(_ chunk: Int) -> Int64 {
        chunk < chunkOffsets.count
            ? Int64(chunkOffsets[chunk])
            : min(Int64(clamping: wideChunkOffsets[chunk - chunkOffsets.count]), Self.offsetLimit)
    }

    package var packetCount: Int64 { sizes.packetCount }

    package var frameCount: Int64 {
        guard packetCount > 0 else { return 0 }
        let (first, count) = frames(ofPacket: packetCount - 1)
        return first + Int64(count)
    }

    package func place(ofPacket packet: Int64) -> (offset: Int64, byteCount: Int) {
        let byteCount = Int(sizes.size(ofPacket: packet))
        let firstPacket: Int64
        let start: Int64
        if packet < chunkPacketCount, let index = chunkRuns.lastIndex(upTo: packet, by: \.firstPacket) {
            let run = chunkRuns[index]
            let chunk = (packet - run.firstPacket) / run.packetsPerChunk
            firstPacket = run.firstPacket + chunk * run.packetsPerChunk
            start = chunkOffset(run.firstChunk + Int(chunk))
        } else if let index = fragmentPlaces.lastIndex(upTo: packet, by: \.firstPacket) {
            (firstPacket, start) = (fragmentPlaces[index].firstPacket, fragmentPlaces[index].offset)
        } else {
            return (-1, byteCount)
        }
        return (start + sizes.byteCount(before: packet) - sizes.byteCount(before: firstPacket), byteCount)
    }

    package func frames(ofPacket packet: Int64) -> (first: Int64, count: Int) {
        if let framesPerPacket {
            let first = packet * Int64(framesPerPacket)
            guard packet == packetCount - 1 else { return (first, framesPerPacket) }
            // Some writers state the end of the sound in the last packet's duration.
            let last = frames(ofTime: times.duration(ofPacket: packet))
            return (first, last > 0 ? min(Int(last), framesPerPacket) : framesPerPacket)
        }
        let first = frames(ofTime: times.time(ofPacket: packet))
        let next = frames(ofTime: times.time(ofPacket: packet + 1))
        return (first, Int(min(next - first, Int64(PacketLimits.frameCount))))
    }

    package func packet(ofFrame frame: Int64) -> Int64 {
        if let framesPerPacket { return frame / Int64(framesPerPacket) }
        var (low, high) = (Int64(0), packetCount)
        while low < high {
            let middle = low + (high - low) / 2
            if frames(ofTime: times.time(ofPacket: middle)) > frame { high = middle } else { low = middle + 1 }
        }
        return max(0, low - 1)
    }

    /// Converts ticks of the track to frames.
    package func frames(ofTime time: Int64) -> Int64 {
        if timescale == sampleRate { return time }
        return Int64(min(Double(time) * sampleRate / timescale, 0x1p60).rounded())
    }
}

extension MPEG4PacketTable {
    /// Takes entries of a table of one number each.
    package mutating func takeSizes(_ bytes: RawSpan) {
        sizes.reserve(bytes.byteCount / 4)
        for at in stride(from: 0, to: bytes.byteCount - 3, by: 4) { sizes.append(bytes.big(at, UInt32.self)) }
    }

    /// Takes sizes of fewer bits: 4, 8 or 16.
    package mutating func takeSizes(_ bytes: RawSpan, bits: Int, count: Int64) {
        let left = Int(clamping: count - sizes.packetCount)
        for index in 0..<min(bytes.byteCount * 8 / bits, max(0, left)) {
            switch bits {
            case 4: sizes.append(UInt32(index % 2 == 0 ? bytes.byte(index / 2) >> 4 : bytes.byte(index / 2) & 15))
            case 8: sizes.append(UInt32(bytes.byte(index)))
            default: sizes.append(UInt32(bytes.big(2 * index, UInt16.self)))
            }
        }
    }

    /// Takes the offsets of chunks.
    package mutating func takeChunkOffsets(_ bytes: RawSpan, isWide: Bool) {
        if isWide {
            for at in stride(from: 0, to: bytes.byteCount - 7, by: 8) { wideChunkOffsets.append(bytes.big(at)) }
        } else {
            for at in stride(from: 0, to: bytes.byteCount - 3, by: 4) { chunkOffsets.append(bytes.big(at)) }
        }
    }

    /// Appends the entries of an `stsc` box, the numbers of samples in chunks.
    package mutating func takeChunkRuns(_ bytes: RawSpan) {
        for at in stride(from: 0, to: bytes.byteCount - 11, by: 12) {
            statedRuns.append((bytes.big(at), bytes.big(at + 4)))
        }
    }

    /// Appends the entries of an `stts` box, pairs of a count and a duration.
    package mutating func takeTimes(_ bytes: RawSpan) {
        for at in stride(from: 0, to: bytes.byteCount - 7, by: 8) {
            times.append(each: bytes.big(at + 4), count: Int64(bytes.big(at, UInt32.self)))
        }
    }

    /// Appends samples that all have one size.
    package mutating func takeSize(each: UInt32, count: Int64) { sizes.append(each: each, count: count) }

    /// Makes packets of the samples in the tables of `moov`.
    ///
    /// - Parameter unit: Where the tables count frames of packets with a fixed size, frames and bytes of each packet.
    /// - Throws: `malformed` if the chunks contradict themselves.
    package mutating func settle(
        unit: (frameCount: Int, byteCount: Int)?, at offset: Int64
    ) throws(MediaError) {
        // Tables whose samples last longer than a frame count packets after all.
        let unit = times.duration(ofPacket: 0) > 1 ? nil : unit
        var packet: Int64 = 0
        for (index, run) in statedRuns.enumerated() {
            let first = Int(run.firstChunk) - 1
            let next = index + 1 < statedRuns.count ? Int(statedRuns[index + 1].firstChunk) - 1 : chunkCount
            guard first >= 0, next >= first || index + 1 == statedRuns.count else {
                throw .malformed(at: offset, because: "the offsets of chunks are not in ascending order")
            }
            let count = Int64(run.count) / Int64(unit?.frameCount ?? 1)
            guard count > 0, min(next, chunkCount) > first else { continue }
            chunkRuns.append(.init(firstChunk: first, firstPacket: packet, packetsPerChunk: count))
            packet += Int64(min(next, chunkCount) - first) * count
        }
        statedRuns = []
        if let unit {
            // The sizes that the tables state are those of frames or none at all.
            sizes = PacketSizes()
            times = PacketTimes()
            sizes.append(each: UInt32(clamping: unit.byteCount), count: min(packet, 1 << 32))
        }
        sizes.truncate(to: packet)
        chunkPacketCount = sizes.packetCount
        times.settle(packetCount: chunkPacketCount)
    }

    /// The pieces of the audio in playing order; adjoining ones are joined.
    package var pieces: [Range<Int64>] {
        var pieces: [Range<Int64>] = []
        func append(_ start: Int64, _ byteCount: Int64) {
            guard byteCount > 0, start >= 0 else { return }
            if let last = pieces.last, last.upperBound == start {
                pieces[pieces.count - 1] = last.lowerBound..<start + byteCount
            } else {
                pieces.append(start..<start + byteCount)
            }
        }
        for (index, run) in chunkRuns.enumerated() {
            let last = index + 1 < chunkRuns.count ? chunkRuns[index + 1].firstPacket : chunkPacketCount
            var (packet, chunk) = (run.firstPacket, run.firstChunk)
            while packet < last {
                let next = min(last, packet + run.packetsPerChunk)
                append(chunkOffset(chunk), sizes.byteCount(before: next) - sizes.byteCount(before: packet))
                (packet, chunk) = (next, chunk + 1)
            }
        }
        for (index, place) in fragmentPlaces.enumerated() {
            let last = index + 1 < fragmentPlaces.count ? fragmentPlaces[index + 1].firstPacket : packetCount
            append(place.offset, sizes.byteCount(before: last) - sizes.byteCount(before: place.firstPacket))
        }
        return pieces
    }

    /// Begins packets of a fragment.
    ///
    /// - Parameter offset: Of the first; nil if they follow those before.
    package mutating func beginRun(at offset: Int64?) {
        let start = min(max(0, offset ?? nextFragmentByte), Self.offsetLimit)
        fragmentPlaces.append(.init(firstPacket: packetCount, offset: start))
        nextFragmentByte = start
    }

    /// Appends packets of a fragment.
    package mutating func appendToRun(size: UInt32, duration: UInt32, count: Int64 = 1) {
        // Times are only as many as the packets they are of.
        guard packetCount < 1 << 32 else { return }
        if count == 1 { sizes.append(size) } else { sizes.append(each: size, count: count) }
        times.append(each: duration, count: count)
        nextFragmentByte = min(nextFragmentByte + Int64(size) * count, Self.offsetLimit)
    }
}
