/// Writes the MPEG-4 family: one audio track, tags and chapters.
///
/// The tables come behind the audio. While audio still comes, a `moov` box and fragments that point back into the audio
/// lie some way behind it, so that a file whose writer died ends at its last fragment. Sources: ISO/IEC 14496-12, 8;
/// 14496-14; Apple, "QuickTime File Format Specification".
package struct MPEG4Writer: ContainerWriter {
    /// Times and tables are given 64 bits beyond this.
    static let narrowLimit = Int64(UInt32.max)

    package let dataByteLimit: Int64 = 1 << 60
    private let kind: MPEG4Kind
    /// The time scale of the movie: ticks in a second.
    let movieClock: Double
    /// Ticks of the movie for each of the track, whose clock counts frames of the core codec: 2 with band replication.
    let movieTicksPerTick: Int64
    /// The time scale of the track.
    var clock: Double { movieClock / Double(movieTicksPerTick) }
    /// Ticks of the movie of one frame.
    private let movieTicksPerFrame: Double
    /// The description of the codec.
    let mapping: MPEG4Mapping
    var description: MediaDescription
    var format: MediaFormat { description.format }
    var sizes = PacketSizes()
    var times = PacketTimes()
    var summary: PacketSummary?
    /// Packets that the index lists; nil while there is none.
    private var indexedPacketCount: Int64?
    private var fragmentCount: UInt32 = 0
    /// Packets that share an entry of the table of chunks.
    let packetsPerChunk: Int64

    /// Bytes before the audio.
    static let headerByteCount: Int64 = 28 + 4 + 16

    /// Prepares to write.
    ///
    /// - Throws: `unsupported` if such files do not hold the data format.
    init(_ description: MediaDescription, _ kind: MPEG4Kind) throws(MediaError) {
        let format = description.format
        mapping = try MPEG4Entry.mapping(description, in: kind.fileType)
        guard format.sampleRate == format.sampleRate.rounded(), format.sampleRate <= Double(UInt32.max) else {
            throw .unsupported(.dataFormat("a sample rate of \(format.sampleRate) Hz in an MPEG-4 file"))
        }
        movieClock = format.clock
        movieTicksPerTick = description.framesPerCoreFrame
        movieTicksPerFrame = movieClock / format.sampleRate
        self.description = description
        self.kind = kind
        // About half a second.
        packetsPerChunk = max(1, Int64(format.sampleRate) / 2 / Int64(max(120, format.framesPerPacket)))
    }

    /// `ftyp` and the head of `mdat`, with room for 64 bits.
    package func header(dataByteCount: Int64, isFinished: Bool) -> [UInt8] {
        var builder = ByteBuilder()
        builder.box("ftyp") { box in
            box.put(kind.brands[0])
            box.big(UInt32(0))
            for brand in kind.brands[1...] { box.put(brand) }
        }
        let isCounted = isFinished || indexedPacketCount != nil
        if isCounted, dataByteCount + 8 > Self.narrowLimit {
            builder.big(UInt32(1))
            builder.put("mdat" as FourCC)
            builder.big(dataByteCount + 16)
        } else {
            builder.box("free") { _ in }
            builder.big(isCounted ? UInt32(dataByteCount + 8) : 0)
            builder.put("mdat" as FourCC)
        }
        builder.pad(to: Int(Self.headerByteCount))
        return builder.bytes
    }

    /// Texts of chapters and the whole `moov`.
    package func trailer(dataByteCount: Int64) -> [UInt8] {
        var builder = ByteBuilder()
        let texts = chapterTexts
        let textStart = Self.headerByteCount + dataByteCount + 8
        if !texts.isEmpty { builder.box("mdat") { box in for text in texts { box.put(text) } } }
        let valid = movieTicks(summary?.validFrameCount ?? 0)
        put(movie: &builder, packetCount: sizes.packetCount, valid: valid, isGrowing: false, texts, textStart)
        return builder.bytes
    }

    /// Takes the place of a packet in the tables.
    package mutating func packet(byteCount: Int, frameCount: Int) throws(MediaError) -> [UInt8] {
        guard byteCount > 0 else { throw .unsupported(.operation("a packet without bytes")) }
        guard sizes.packetCount < Self.narrowLimit else {
            throw .limit("an MPEG-4 file holds no more than \(Self.narrowLimit) packets")
        }
        sizes.append(UInt32(clamping: byteCount))
        let ticks = (movieTicks(Int64(frameCount)) + movieTicksPerTick - 1) / movieTicksPerTick
        times.append(each: UInt32(clamping: ticks), count: 1)
        return []
    }

    /// Converts frames to ticks of the movie.
    func movieTicks(_ frames: Int64) -> Int64 {
        movieTicksPerFrame == 1 ? frames : Int64((Double(frames) * movieTicksPerFrame).rounded())
    }

    /// Takes the counts, and the cookie if the encoder has changed it.
    package mutating func update(_ summary: PacketSummary) {
        self.summary = summary
        if let cookie = summary.cookie { description.cookie = cookie }
    }

    /// Everything that is described comes behind the audio.
    package mutating func redescribe(_ description: MediaDescription) throws(MediaError) {
        self.description = description
    }

    // The index of a file that grows.

    package var needsIndex: Bool { true }

    /// A `moov` of the packets so far, which announces fragments.
    package mutating func index(packetCount: Int64, dataByteCount: Int64) -> [UInt8] {
        indexedPacketCount = packetCount
        var builder = ByteBuilder()
        put(movie: &builder, packetCount: packetCount, valid: nil, isGrowing: true, [], 0)
        return builder.bytes
    }

    /// A fragment that points back into the audio.
    package mutating func indexGrowth(packetCount: Int64) -> IndexGrowth {
        let first = indexedPacketCount ?? 0
        guard packetCount > first else { return IndexGrowth() }
        indexedPacketCount = packetCount
        fragmentCount += 1
        var builder = ByteBuilder()
        builder.box("moof") { moof in
            moof.box("mfhd") { box in
                box.big(UInt32(0))
                box.big(fragmentCount)
            }
            moof.box("traf") { traf in
                traf.box("tfhd") { box in
                    box.big(UInt32(1))  // the base offset is there
                    box.big(UInt32(1))
                    box.big(Self.headerByteCount + sizes.byteCount(before: first))
                }
                traf.box("tfdt") { box in
                    box.big(UInt32(1) << 24)
                    box.big(times.time(ofPacket: first))
                }
                traf.box("trun") { box in
                    box.big(UInt32(0x300))  // durations and sizes
                    box.big(UInt32(packetCount - first))
                    for packet in first..<packetCount {
                        box.big(UInt32(times.duration(ofPacket: packet)))
                        box.big(UInt32(sizes.size(ofPacket: packet)))
                    }
                }
            }
        }
        return IndexGrowth(appended: builder.bytes)
    }

    /// Returns the head of a `free` box, which readers skip.
    package func filler(byteCount: Int64) -> [UInt8]? {
        var builder = ByteBuilder()
        let isWide = byteCount > Self.narrowLimit
        builder.big(isWide ? 1 : UInt32(max(8, byteCount)))
        builder.put("free" as FourCC)
        if isWide { builder.big(byteCount) }
        return builder.bytes
    }

    /// The texts of the chapters as a text track stores them: a count of bytes, the bytes, and that they are UTF-8.
    private var chapterTexts: [[UInt8]] {
        description.chapters.prefix(ParserLimits.infoCount).map { chapter in
            let text = Array(chapter.title.utf8.prefix(1 << 12))
            let count: [UInt8] = [UInt8(text.count >> 8), UInt8(text.count & 0xFF)]
            let encoding: [UInt8] = [0, 0, 0, 12] + Array("encd".utf8) + [0, 0, 1, 0]
            return count + text + encoding
        }
    }
}
