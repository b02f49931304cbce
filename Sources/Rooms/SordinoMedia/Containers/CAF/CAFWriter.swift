/// Writes CAF.
///
/// Until it is finished the data chunk reaches "to the end", so a file of samples can be read at any moment; one of
/// packets that differ has a packet table behind its audio from the first 64 KiB on. Source: Apple, "Core Audio Format
/// Specification 1.0".
package struct CAFWriter: ContainerWriter {
    package let dataByteLimit: Int64 = 1 << 62
    private let format: MediaFormat
    /// The file's header, `desc` and `chan`.
    private let firstChunks: [UInt8]
    private var cookie: MovableChunk
    private var info: MovableChunk
    private var markers: MovableChunk
    private var summary: PacketSummary?
    private var sizes = PacketSizes()
    private var times = PacketTimes()
    /// Packets that the index lists; nil while there is none.
    private var indexedPacketCount: Int64?
    /// Bytes of its list.
    private var indexedByteCount: Int64 = 0

    /// Prepares to write.
    ///
    /// - Throws: `unsupported` if CAF has no such data format.
    package init(_ description: MediaDescription) throws(MediaError) {
        format = description.format
        var builder = ByteBuilder()
        builder.put("caff" as FourCC)
        builder.big(UInt16(1))
        builder.big(UInt16(0))
        try Self.put(format, &builder)
        if let layout = description.layout, layout.channelCount == format.channelCount {
            CAFMarkers.chunk("chan", layout.bigEndianBytes, &builder)
        }
        firstChunks = builder.bytes
        cookie = MovableChunk(format.encoding == nil ? Self.cookieChunk(format.codec, description.cookie) : [])
        info = MovableChunk(Self.infoChunk(description.info))
        markers = MovableChunk(CAFMarkers.chunks(description))
    }

    private static func put(_ format: MediaFormat, _ builder: inout ByteBuilder) throws(MediaError) {
        var flags = format.codecFlags
        var bits = 0
        if let encoding = format.encoding {
            guard encoding != .uint8 else {
                throw .unsupported(.dataFormat("a CAF file does not hold \(format.name)"))
            }
            flags = encoding.isFloat ? CAFFormat.isFloat : 0
            if encoding.isLinear, encoding.byteCount > 1, !encoding.isBigEndian { flags |= CAFFormat.isLittleEndian }
            bits = encoding.byteCount * 8
        }
        let mapping = Codecs.named(format.codec)?.caf ?? CAFMapping()
        guard mapping.isHeld else { throw .unsupported(.dataFormat("a CAF file does not hold \(format.name)")) }
        if format.encoding == nil, flags == 0 { flags = mapping.usualFlags }
        builder.put("desc" as FourCC)
        builder.big(Int64(32))
        builder.big(format.sampleRate.bitPattern)
        builder.put(format.codec)
        builder.big(flags)
        builder.big(UInt32(format.bytesPerPacket))
        builder.big(UInt32(format.framesPerPacket))
        builder.big(UInt32(format.channelCount))
        builder.big(UInt32(bits))
    }

    private static func cookieChunk(_ codec: FourCC, _ cookie: [UInt8]?) -> [UInt8] {
        guard let cookie, !cookie.isEmpty else { return [] }
        var builder = ByteBuilder()
        CAFMarkers.chunk("kuki", Codecs.named(codec)?.caf.storedCookie(cookie) ?? cookie, &builder)
        return builder.bytes
    }

    /// The `info` chunk; no bytes if there are no tags.
    static func infoChunk(_ info: [MediaProperties.Info]) -> [UInt8] {
        guard !info.isEmpty else { return [] }
        var strings = ByteBuilder()
        strings.big(UInt32(info.count))
        for entry in info {
            strings.put(entry.key.utf8.filter { $0 != 0 }.prefix(4000) + [0])
            strings.put(entry.value.utf8.filter { $0 != 0 }.prefix(4000) + [0])
        }
        var builder = ByteBuilder()
        CAFMarkers.chunk("info", strings.bytes, &builder)
        return builder.bytes
    }

    /// All chunks up to the audio, with the sizes that follow from `dataByteCount`.
    package func header(dataByteCount: Int64, isFinished: Bool) -> [UInt8] {
        var builder = ByteBuilder()
        builder.put(firstChunks)
        for part in [cookie, info, markers] {
            builder.put(part.before(headByteCount: 12) { CAFMarkers.head("free", $0) })
        }
        let alignment = 64
        let start = builder.bytes.count + 16
        if start % alignment != 0 {
            // Aligned audio is copied faster, since whole cache lines are, by the writer and by every reader.
            let blank = (2 * alignment - start % alignment - 12) % alignment
            CAFMarkers.chunk("free", [UInt8](repeating: 0, count: blank), &builder)
        }
        builder.put("data" as FourCC)
        builder.big(isFinished || indexedPacketCount != nil ? dataByteCount + 4 : -1)
        builder.big(UInt32(0))  // edit count
        return builder.bytes
    }

    /// The packet table, and the chunks that had no room before the audio.
    package func trailer(dataByteCount: Int64) -> [UInt8] {
        var builder = ByteBuilder()
        for part in [cookie, info, markers] { builder.put(part.late ?? []) }
        if let summary {
            putTable(&builder, summary.packetCount, valid: summary.validFrameCount, Int64(summary.primingFrameCount))
        }
        return builder.bytes
    }

    /// Takes tags and markers that were not there before.
    package mutating func redescribe(_ description: MediaDescription) throws(MediaError) {
        info.replace(Self.infoChunk(description.info))
        markers.replace(CAFMarkers.chunks(description))
        if format.encoding == nil { cookie.replace(Self.cookieChunk(format.codec, description.cookie)) }
    }
}

/// The table of packets that differ in bytes or frames.
extension CAFWriter {
    /// Indicates whether packets cannot be separated without a table.
    package var needsIndex: Bool { format.bytesPerPacket == 0 || format.framesPerPacket == 0 }

    /// Takes the place of a packet in the table.
    package mutating func packet(byteCount: Int, frameCount: Int) throws(MediaError) -> [UInt8] {
        if format.bytesPerPacket == 0 {
            sizes.append(UInt32(clamping: byteCount))
        } else if byteCount != format.bytesPerPacket {
            throw .unsupported(.operation("a packet of \(byteCount) bytes where all have \(format.bytesPerPacket)"))
        }
        times.append(each: UInt32(clamping: frameCount), count: 1)
        return []
    }

    /// Takes the counts, and the cookie if the encoder has changed it.
    package mutating func update(_ summary: PacketSummary) {
        self.summary = summary
        if let bytes = summary.cookie { cookie.replace(Self.cookieChunk(format.codec, bytes)) }
    }

    /// The table of the packets so far.
    package mutating func index(packetCount: Int64, dataByteCount: Int64) -> [UInt8] {
        indexedPacketCount = packetCount
        var builder = ByteBuilder()
        putTable(&builder, packetCount, valid: nil, Int64(summary?.primingFrameCount ?? 0))
        indexedByteCount = Int64(builder.bytes.count - 36)
        return builder.bytes
    }

    /// More of the table; its head counts them.
    package mutating func indexGrowth(packetCount: Int64) -> IndexGrowth {
        var entries = ByteBuilder()
        for packet in (indexedPacketCount ?? 0)..<max(indexedPacketCount ?? 0, packetCount) {
            putEntry(packet, &entries)
        }
        indexedByteCount += Int64(entries.bytes.count)
        indexedPacketCount = packetCount
        var head = ByteBuilder()
        putHead(&head, packetCount, valid: nil, Int64(summary?.primingFrameCount ?? 0), indexedByteCount)
        return IndexGrowth(appended: entries.bytes, replaced: Array(head.bytes.dropFirst(4)), replacedAt: 4)
    }

    /// Returns the head of a `free` chunk, which readers skip.
    package func filler(byteCount: Int64) -> [UInt8]? {
        var builder = ByteBuilder()
        builder.put("free" as FourCC)
        builder.big(max(0, byteCount - 12))
        return builder.bytes
    }

    /// The packet table of the first packets.
    ///
    /// - Parameter valid: Frames to be heard; nil stands for all behind the priming.
    private func putTable(_ builder: inout ByteBuilder, _ packetCount: Int64, valid: Int64?, _ priming: Int64) {
        var entries = ByteBuilder()
        entries.reserve(Int(clamping: needsIndex ? 2 * packetCount : 0))
        for packet in 0..<(needsIndex ? packetCount : 0) { putEntry(packet, &entries) }
        putHead(&builder, packetCount, valid: valid, priming, Int64(entries.bytes.count))
        builder.put(entries.bytes)
    }

    private func putHead(
        _ builder: inout ByteBuilder, _ packetCount: Int64, valid: Int64?, _ priming: Int64, _ byteCount: Int64
    ) {
        let frames = Int64(format.framesPerPacket)
        let all = frames > 0 ? packetCount * frames : times.time(ofPacket: packetCount)
        let heard = min(valid ?? .max, max(0, all - priming))
        builder.put("pakt" as FourCC)
        builder.big(24 + byteCount)
        builder.big(packetCount)
        builder.big(heard)
        builder.big(Int32(clamping: priming))
        builder.big(Int32(clamping: max(0, all - priming - heard)))
    }

    private func putEntry(_ packet: Int64, _ builder: inout ByteBuilder) {
        if format.bytesPerPacket == 0 { put(number: sizes.size(ofPacket: packet), &builder) }
        if format.framesPerPacket == 0 { put(number: times.duration(ofPacket: packet), &builder) }
    }

    /// A number of seven bits a byte, the highest first.
    private func put(number: Int64, _ builder: inout ByteBuilder) {
        var bytes = [UInt8(number & 0x7F)]
        var left = number >> 7
        while left > 0 {
            bytes.insert(UInt8(left & 0x7F) | 0x80, at: 0)
            left >>= 7
        }
        builder.put(bytes)
    }
}
