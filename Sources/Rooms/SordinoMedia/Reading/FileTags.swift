/// The contents of tags beside texts: the tags as bytes, and pictures.
package enum FileTags {
    /// Tags and pictures longer than this are not read.
    package static let byteLimit = 1 << 24

    /// The ID3 tag that begins at an offset; nil if none does.
    ///
    /// - Throws: `io`.
    package static func id3Tag(at offset: Int64, of source: any ByteSource) throws(MediaError) -> [UInt8]? {
        let head = try source.bytes(at: offset, 10)
        guard head.count == 10, let byteCount = ID3Tag.byteCount(head.span.bytes), byteCount <= byteLimit else {
            return nil
        }
        return try source.bytes(at: offset, byteCount)
    }

    /// Bytes of the tag that begins with these ten, its head included; nil if they begin no tag.
    package static func id3ByteCount(_ head: [UInt8]) -> Int? {
        head.count >= 10 ? ID3Tag.byteCount(head.span.bytes) : nil
    }

    /// The texts of a whole ID3 tag.
    package static func info(inID3 tag: [UInt8]) -> [MediaProperties.Info] {
        guard tag.count >= 10, ID3Tag.begins(tag.span.bytes) else { return [] }
        var parser = ID3Tag(tag.span.bytes.extracting(0..<10))
        var properties = MediaProperties(fileType: "MPG3")
        _ = parser.take(tag.span.bytes.extracting(10..<tag.count), isAll: true, &properties)
        return properties.info
    }

    /// The first picture of a whole ID3 tag, as a file of its own kind; nil if there is none.
    package static func picture(inID3 tag: [UInt8]) -> [UInt8]? {
        let span = tag.span.bytes
        guard tag.count >= 10, ID3Tag.begins(span) else { return nil }
        let version = Int(span.byte(3))
        let flags = span.byte(5)
        // Inserted zeros and extended heads are rare; frames behind them are not looked for.
        guard flags & 0xC0 == 0, (2...4).contains(version) else { return nil }
        let headByteCount = version == 2 ? 6 : 10
        var at = 10
        while span.byteCount - at >= headByteCount {
            let isPicture = version == 2 ? span.big(at, UInt32.self) >> 8 == 0x504943 : span.code(at) == "APIC"
            let byteCount =
                switch version {
                case 2: Int(span.byte(at + 3)) << 16 | Int(span.byte(at + 4)) << 8 | Int(span.byte(at + 5))
                case 3: Int(span.big(at + 4, UInt32.self))
                default: (4..<8).reduce(0) { $0 << 7 | Int(span.byte(at + $1) & 0x7F) }
                }
            let start = at + headByteCount
            guard span.byte(at) != 0, byteCount > 0, byteCount <= span.byteCount - start else { return nil }
            if isPicture { return picture(inFrame: Array(tag[start..<start + byteCount]), isShort: version == 2) }
            at = start + byteCount
        }
        return nil
    }

    /// Returns the image of a picture frame: encoding, image type, kind, a description that ends in zero, the image.
    private static func picture(inFrame frame: [UInt8], isShort: Bool) -> [UInt8]? {
        guard let encoding = frame.first else { return nil }
        var at = 1
        if isShort {
            at += 3
        } else {
            while at < frame.count, frame[at] != 0 { at += 1 }
            at += 1
        }
        at += 1
        let isWide = encoding == 1 || encoding == 2
        while at < frame.count {
            if isWide {
                guard at + 1 < frame.count else { return nil }
                if frame[at] == 0, frame[at + 1] == 0 { return Array(frame[(at + 2)...]) }
                at += 2
            } else {
                if frame[at] == 0 { return Array(frame[(at + 1)...]) }
                at += 1
            }
        }
        return nil
    }

    /// The picture of an MPEG-4, FLAC or Ogg file; nil if there is none.
    ///
    /// - Throws: `io`.
    package static func picture(of file: PacketFile) throws(MediaError) -> [UInt8]? {
        try picture(of: file.source, file.scan.container)
    }

    private static func picture(
        of source: any ByteSource, _ container: Container
    ) throws(MediaError) -> [UInt8]? {
        if container.boxes != nil { return try coverOfBoxes(source) }
        if container.fileType == "Oggf" {
            let block = try secondHeader(ofPages: source).flatMap { VorbisComment.pictureBlock(in: $0) }
            return block.flatMap { picture(inBlock: $0) }
        }
        return container.fileType == Codec.flac.usualFileType ? try pictureOfBlocks(source) : nil
    }

    /// Returns the picture of any kind of file, from an ID3 tag before the audio or in a chunk, or from the container's
    /// own tags.
    ///
    /// - Returns: A JPEG or PNG file; nil if there is none.
    /// - Throws: `io`.
    package static func picture(
        of source: any ByteSource, _ scan: MediaScan.Result
    ) throws(MediaError) -> [UInt8]? {
        let chunk = scan.properties.chunks.first { ["ID3 ", "id3 "].contains($0.id) && $0.start > 0 }
        var found: [UInt8]?
        if let chunk, let byteCount = chunk.byteCount, byteCount <= byteLimit {
            found = picture(inID3: try source.bytes(at: chunk.start, Int(byteCount)))
        } else {
            found = try id3Tag(at: 0, of: source).flatMap { picture(inID3: $0) }
        }
        if found == nil { found = try picture(of: source, scan.container) }
        return found.flatMap { isPNG($0) || $0.starts(with: [0xFF, 0xD8, 0xFF]) ? $0 : nil }
    }

    /// Returns whether the bytes are a PNG file, by its signature.
    static func isPNG(_ picture: [UInt8]) -> Bool { picture.starts(with: [0x89, 0x50, 0x4E, 0x47]) }

    /// Walks down `moov`, `udta`, `meta`, `ilst`, `covr` to the first `data`.
    private static func coverOfBoxes(_ source: any ByteSource) throws(MediaError) -> [UInt8]? {
        var range = Int64(0)..<(try source.byteCount())
        for id in ["moov", "udta", "meta", "ilst", "covr", "data"] as [FourCC] {
            guard let found = try box(id, in: range, source) else { return nil }
            // `meta` is a full box: four bytes of version and flags come first.
            let skipped: Int64 = id == "meta" ? 4 : id == "data" ? 8 : 0
            guard found.upperBound - found.lowerBound > skipped else { return nil }
            range = found.lowerBound + skipped..<found.upperBound
        }
        guard range.count <= byteLimit else { return nil }
        return try source.bytes(at: range.lowerBound, range.count)
    }

    private static func box(
        _ id: FourCC, in range: Range<Int64>, _ source: any ByteSource
    ) throws(MediaError) -> Range<Int64>? {
        var at = range.lowerBound
        var count = 0
        while range.upperBound - at >= 8, count < ParserLimits.chunkCount {
            let head = try source.bytes(at: at, 16)
            guard head.count >= 8 else { return nil }
            let span = head.span.bytes
            var byteCount = Int64(span.big(0, UInt32.self))
            var headByteCount: Int64 = 8
            if byteCount == 1, head.count == 16 {
                byteCount = span.big(8)
                headByteCount = 16
            } else if byteCount == 0 {
                byteCount = range.upperBound - at
            }
            guard byteCount >= headByteCount, byteCount <= range.upperBound - at else { return nil }
            if span.code(4) == id { return at + headByteCount..<at + byteCount }
            at += byteCount
            count += 1
        }
        return nil
    }

    /// Walks over FLAC's metadata blocks to the first of type 6.
    private static func pictureOfBlocks(_ source: any ByteSource) throws(MediaError) -> [UInt8]? {
        var at = Int64(try id3Tag(at: 0, of: source)?.count ?? 0) + 4
        for _ in 0..<ParserLimits.infoCount {
            let head = try source.bytes(at: at, 4)
            guard head.count == 4 else { return nil }
            let byteCount = Int(head.span.bytes.big(0, UInt32.self) & 0xFF_FFFF)
            if head[0] & 0x7F == 6 { return picture(inBlock: try source.bytes(at: at + 4, byteCount)) }
            guard head[0] & 0x80 == 0 else { return nil }
            at += 4 + Int64(byteCount)
        }
        return nil
    }

    /// The packet behind the first one of a stream of Ogg, which holds the tags; nil if it is not whole.
    ///
    /// - Throws: `io`.
    package static func secondHeader(ofPages source: any ByteSource) throws(MediaError) -> [UInt8]? {
        var (at, serial, packetCount, packet) = (Int64(0), UInt32?.none, 0, [UInt8]())
        while at < Int64(byteLimit) {
            let head = try source.bytes(at: at, OggPage.headByteCount + 255)
            guard let byteCount = OggPage.byteCountNeeded(head.span.bytes) else { return nil }
            let whole = try source.bytes(at: at, byteCount)
            guard let page = OggPage(whole.span.bytes) else { return nil }
            at += Int64(page.byteCount)
            if serial == nil, page.isFirst {
                let body = whole.span.bytes.extracting(page.headerByteCount..<page.byteCount)
                if Codecs.ogg(beginning: body) != nil { serial = page.serial }
            }
            guard page.serial == serial else { continue }
            var start = page.headerByteCount
            for segment in whole[OggPage.headByteCount..<page.headerByteCount] {
                if packetCount == 1 { packet += whole[start..<start + Int(segment)] }
                start += Int(segment)
                guard segment < 255 else { continue }
                packetCount += 1
                if packetCount == 2 { return packet }
            }
        }
        return nil
    }

    /// A picture block: kind, two counted texts, four numbers, the counted picture.
    private static func picture(inBlock block: [UInt8]) -> [UInt8]? {
        let span = block.span.bytes
        var at = 4
        for _ in 0..<2 {
            guard at + 4 <= block.count else { return nil }
            at += 4 + Int(span.big(at, UInt32.self))
        }
        at += 16
        guard at + 4 <= block.count else { return nil }
        let byteCount = Int(span.big(at, UInt32.self))
        guard byteCount <= block.count - at - 4 else { return nil }
        return Array(block[(at + 4)..<(at + 4 + byteCount)])
    }
}
