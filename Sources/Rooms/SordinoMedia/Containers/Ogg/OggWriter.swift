/// Writes Ogg: the headers on pages of their own, then about half a second of packets on each page.
///
/// A page's head holds the sum of its bytes and whether it is the last, so packets wait here until one comes that has
/// no room on their page. A file whose writer was killed ends with the last page that was stored. Source: RFC 3533; the
/// headers of each codec are in its `OggMapping`.
package struct OggWriter: ContainerWriter {
    /// As long as the file system allows.
    package let dataByteLimit = Int64.max
    /// Packets lie in pages.
    package let hasPages = true

    private let mapping: OggMapping.Writing
    /// The description of the stream.
    private var head: [UInt8]
    private let comment: [UInt8]
    /// Ticks of the clock of the stream for each frame.
    private let ticksPerFrame: Double
    private var validFrameCount: Int64 = 0
    private var primingFrameCount: Int64

    private let serial: UInt32
    private var sequence: UInt32
    private var page = OggPageBuilder()
    private var frameCount: Int64 = 0
    private var pageFrameCount = 0
    private let pageFrameLimit: Int

    /// Prepares to write.
    ///
    /// - Throws: `unsupported` for codecs that Ogg does not hold, or that come without their description.
    package init(_ description: MediaDescription) throws(MediaError) {
        let format = description.format
        guard let mapping = Codecs.named(format.codec)?.ogg?.writing else {
            throw .unsupported(.dataFormat("\(format.name) in an Ogg file"))
        }
        self.mapping = mapping
        head = try mapping.head(description)
        comment = mapping.comment(VorbisComment.bytes(description, hasPicture: true))
        ticksPerFrame = format.clock / format.sampleRate
        primingFrameCount = Int64(description.primingFrameCount)
        // Half a second: the most that is lost when the writer is killed.
        pageFrameLimit = max(1, Int(format.sampleRate / 2))
        // Distinguishes streams that are chained in one file.
        serial = .random(in: .min ... .max)
        sequence = 0
        sequence = UInt32(headerPages.count)
    }

    /// Returns the pages with the description of the stream and with its tags.
    package func header(dataByteCount: Int64, isFinished: Bool) -> [UInt8] { headerPages.flatMap { $0 } }

    /// Nothing: the last page is audio.
    package func trailer(dataByteCount: Int64) -> [UInt8] { [] }

    /// Takes the counts, and updates the header from the encoder's results.
    package mutating func update(_ summary: PacketSummary) {
        validFrameCount = summary.validFrameCount
        primingFrameCount = summary.primingFrameCount
        head = mapping.updated(head, summary)
    }

    private var headerPages: [[UInt8]] {
        let first = mapping.first(head, ticks(primingFrameCount))
        var pages: [[UInt8]] = []
        for packet in [first, comment] {
            var page = OggPageBuilder()
            packet.withUnsafeBytes { bytes in
                page.add(bytes, granule: 0) { full in
                    pages.append(full.bytes(serial: serial, sequence: UInt32(pages.count)))
                }
            }
            page.isFirst = pages.isEmpty
            pages.append(page.bytes(serial: serial, sequence: UInt32(pages.count)))
        }
        return pages
    }

    private func ticks(_ frames: Int64) -> Int64 { Int64((Double(frames) * ticksPerFrame).rounded()) }

    /// Takes a packet, and gives the pages that are full.
    package mutating func pages(
        adding packet: UnsafeRawBufferPointer, frameCount count: Int
    ) throws(MediaError) -> [UInt8] {
        var bytes: [UInt8] = []
        if !page.isEmpty, pageFrameCount + count > pageFrameLimit || !page.hasRoom(packet.count) {
            bytes = take()
        }
        frameCount += Int64(count)
        pageFrameCount += count
        let (serial, granule) = (serial, ticks(frameCount))
        var next = sequence
        page.add(packet, granule: granule) { full in
            bytes += full.bytes(serial: serial, sequence: next)
            next &+= 1
        }
        sequence = next
        return bytes
    }

    /// The last page: its place on the clock is that of the last frame that is to be heard.
    package mutating func lastPages() -> [UInt8] {
        page.isLast = true
        let end = min(ticks(frameCount), ticks(primingFrameCount) + ticks(validFrameCount))
        page.granule = max(0, end)
        return take()
    }

    private mutating func take() -> [UInt8] {
        let bytes = page.bytes(serial: serial, sequence: sequence)
        sequence &+= 1
        page = OggPageBuilder()
        pageFrameCount = 0
        return bytes
    }
}

/// A page that is being filled.
struct OggPageBuilder {
    private static let segmentLimit = 255

    var isFirst = false
    var isLast = false
    /// The clock at the end of the last packet that ends here; -1 if none does.
    var granule: Int64 = -1
    private var isContinued = false
    private var segments: [UInt8] = []
    private var body: [UInt8] = []

    var isEmpty: Bool { segments.isEmpty }

    /// Returns whether a packet of so many bytes still fits as a whole.
    func hasRoom(_ byteCount: Int) -> Bool { segments.count + byteCount / 255 + 1 <= Self.segmentLimit }

    /// Puts a packet behind those that are there.
    ///
    /// - Parameters:
    ///   - granule: Where the clock stands at its end.
    ///   - full: Takes each page that the packet fills and goes beyond.
    mutating func add(_ packet: UnsafeRawBufferPointer, granule: Int64, full: (OggPageBuilder) -> Void) {
        var rest = packet
        while true {
            if segments.count == Self.segmentLimit {
                full(self)
                self = OggPageBuilder()
                isContinued = true
            }
            let count = min(255, rest.count)
            segments.append(UInt8(count))
            body += rest[..<count]
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            // A segment of less than 255 bytes, none if need be, ends the packet.
            if count < 255 { break }
        }
        self.granule = granule
    }

    /// The page with its sum.
    func bytes(serial: UInt32, sequence: UInt32) -> [UInt8] {
        var builder = ByteBuilder()
        builder.put("OggS" as FourCC)
        builder.put([0, (isContinued ? 1 : 0) | (isFirst ? 2 : 0) | (isLast ? 4 : 0)])
        builder.little(granule)
        builder.little(serial)
        builder.little(sequence)
        builder.little(UInt32(0))
        builder.put([UInt8(segments.count)])
        builder.put(segments)
        builder.put(body)
        var bytes = builder.bytes
        let sum = OggPage.checksum(bytes.span.bytes, bytes.count)
        for index in 0..<4 { bytes[22 + index] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * index)) }
        return bytes
    }
}
