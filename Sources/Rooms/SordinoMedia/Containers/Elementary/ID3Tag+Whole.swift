/// Tags that lie in one piece.
extension ID3Tag {
    /// Takes a whole tag that lies in a chunk of another container; entries that are there already stay.
    static func take(whole bytes: RawSpan, _ properties: inout MediaProperties) {
        guard bytes.byteCount > 10, byteCount(bytes) != nil else { return }
        var tag = ID3Tag(bytes)
        var rest = bytes.extracting(10..<bytes.byteCount)
        while rest.byteCount > 0 {
            let used = max(1, tag.take(rest, isAll: true, &properties))
            guard used < rest.byteCount else { return }
            rest = rest.extracting(used..<rest.byteCount)
        }
    }

    /// Writes a tag of version 2.3 whose only frame is a picture of the front cover.
    static func bytes(picture: [UInt8]) -> [UInt8] {
        let type = Array((FileTags.isPNG(picture) ? "image/png" : "image/jpeg").utf8)
        // Latin-1, the type of the image, a front cover, no description (2.3.0, 4.15).
        let frame = [0] + type + [0, 3, 0] + picture
        let byteCount = UInt32(frame.count + 10)
        return ByteBuilder.of { builder in
            builder.put(Array("ID3".utf8) + [3, 0, 0])
            builder.put((0..<4).reversed().map { UInt8(truncatingIfNeeded: byteCount >> (7 * UInt32($0))) & 0x7F })
            builder.put("APIC" as FourCC)
            builder.big(UInt32(frame.count))
            builder.put([0, 0] + frame)
        }
    }

    /// Bytes of pictures that are written into tags at most: lengths have 28 bits.
    static let pictureByteLimit = 1 << 28 - 1 << 10

    /// Bytes of a tag of the first version, which lies at the end of a file.
    static let lastByteCount = 128

    /// Takes a tag of the first version; entries that are there already stay.
    ///
    /// Source: Eric Kemp's layout of 128 bytes, with the track number of version 1.1.
    static func take(last bytes: RawSpan, _ properties: inout MediaProperties) {
        guard bytes.byteCount == lastByteCount, bytes.big(0, UInt32.self) >> 8 == 0x544147 else { return }
        func add(_ key: String, _ value: String) {
            let value = value.trimmingSpaces
            guard !value.isEmpty, !properties.info.contains(where: { $0.key == key }) else { return }
            properties.info.append(.init(key: key, value: value))
        }
        add("title", bytes.text(3..<33))
        add("artist", bytes.text(33..<63))
        add("album", bytes.text(63..<93))
        add("year", bytes.text(93..<97))
        add("comments", bytes.text(97..<127))
        if bytes.byte(125) == 0, bytes.byte(126) != 0 { add("track number", "\(bytes.byte(126))") }
        if let genre = Genres.name(Int(bytes.byte(127))) { add("genre", genre) }
    }
}

/// Genres by the numbers of the first ID3, which MPEG-4 files count from 1.
enum Genres {
    /// The name of a number; nil for those beyond the first eighty.
    static func name(_ number: Int) -> String? { names.indices.contains(number) ? String(names[number]) : nil }

    private static let names = """
        Blues,Classic Rock,Country,Dance,Disco,Funk,Grunge,Hip-Hop,Jazz,Metal,New Age,Oldies,Other,Pop,R&B,Rap,Reggae,\
        Rock,Techno,Industrial,Alternative,Ska,Death Metal,Pranks,Soundtrack,Euro-Techno,Ambient,Trip-Hop,Vocal,\
        Jazz+Funk,Fusion,Trance,Classical,Instrumental,Acid,House,Game,Sound Clip,Gospel,Noise,AlternRock,Bass,Soul,\
        Punk,Space,Meditative,Instrumental Pop,Instrumental Rock,Ethnic,Gothic,Darkwave,Techno-Industrial,Electronic,\
        Pop-Folk,Eurodance,Dream,Southern Rock,Comedy,Cult,Gangsta,Top 40,Christian Rap,Pop/Funk,Jungle,\
        Native American,Cabaret,New Wave,Psychadelic,Rave,Showtunes,Trailer,Lo-Fi,Tribal,Acid Punk,Acid Jazz,Polka,\
        Retro,Musical,Rock & Roll,Hard Rock
        """.split(separator: ",")
}
