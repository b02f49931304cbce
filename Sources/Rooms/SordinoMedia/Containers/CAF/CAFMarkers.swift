/// The chunks of CAF that name places: `strg`, `mark` and `regn`.
///
/// Source: Apple, "Core Audio Format Specification 1.0", Strings, Marker and Region Chunks.
package enum CAFMarkers {
    static let markerByteCount = 28

    /// Reads a marker; its name is looked up by its number.
    static func marker(_ bytes: RawSpan, at: Int, names: [UInt32: String] = [:]) -> MediaMarker {
        func signed(_ offset: Int) -> Int8 { Int8(bitPattern: bytes.byte(at + offset)) }
        let id = bytes.big(at + 12, UInt32.self)
        let position = Double(bitPattern: bytes.big(at + 4))
        return MediaMarker(
            name: names[id] ?? "", framePosition: position.isFinite ? position : 0, id: Int32(bitPattern: id),
            type: bytes.big(at), channel: bytes.big(at + 24),
            timeCode: .init(
                hours: signed(16), minutes: signed(17), seconds: signed(18), frames: signed(19),
                subFrameSampleOffset: bytes.big(at + 20)))
    }

    /// Reads the body of a `mark` chunk, as many markers as are there.
    static func markers(_ bytes: RawSpan) -> (timeCodeType: UInt32, [MediaMarker]) {
        guard bytes.byteCount >= 8 else { return (0, []) }
        let count = min(Int(bytes.big(4, UInt32.self)), (bytes.byteCount - 8) / markerByteCount)
        return (bytes.big(0), (0..<count).map { marker(bytes, at: 8 + markerByteCount * $0) })
    }

    /// Reads the body of a `regn` chunk.
    static func regions(_ bytes: RawSpan) -> [MediaRegion] {
        guard bytes.byteCount >= 8 else { return [] }
        var regions: [MediaRegion] = []
        var left = Int(bytes.big(4, UInt32.self))
        var at = 8
        while left > 0, at + 12 <= bytes.byteCount {
            let count = Int(bytes.big(at + 8, UInt32.self))
            guard count <= (bytes.byteCount - at - 12) / markerByteCount else { break }
            regions.append(
                .init(
                    id: bytes.big(at), flags: bytes.big(at + 4),
                    markers: (0..<count).map { marker(bytes, at: at + 12 + markerByteCount * $0) }))
            at += 12 + markerByteCount * count
            left -= 1
        }
        return regions
    }

    /// Reads the body of a `strg` chunk: names by their numbers.
    static func names(_ bytes: RawSpan) -> [UInt32: String] {
        guard bytes.byteCount >= 4 else { return [:] }
        let count = min(Int(bytes.big(0, UInt32.self)), (bytes.byteCount - 4) / 12, ParserLimits.infoCount)
        let start = 4 + 12 * count
        var names: [UInt32: String] = [:]
        // Places may overlap; no more bytes are copied than there are.
        var left = 4 * bytes.byteCount
        for index in 0..<count {
            let offset = bytes.big(4 + 12 * index + 4, Int64.self)
            guard offset >= 0, offset < Int64(bytes.byteCount - start) else { continue }
            var end = start + Int(offset)
            while end < bytes.byteCount, bytes.byte(end) != 0 { end += 1 }
            left -= end - start - Int(offset)
            guard left >= 0 else { break }
            names[bytes.big(4 + 12 * index)] = bytes.text(start + Int(offset)..<end)
        }
        return names
    }

    /// The three chunks, as far as there are markers, regions or names.
    static func chunks(_ description: MediaDescription) -> [UInt8] {
        var named: [(id: UInt32, name: String)] = []
        func name(_ id: UInt32, _ name: String) {
            if !name.isEmpty, !named.contains(where: { $0.id == id }) { named.append((id, name)) }
        }
        var builder = ByteBuilder()
        if !description.markers.isEmpty {
            var body = ByteBuilder()
            body.big(description.timeCodeType)
            body.big(UInt32(clamping: description.markers.count))
            for marker in description.markers { put(marker, &body) }
            chunk("mark", body.bytes, &builder)
        }
        if !description.regions.isEmpty {
            var body = ByteBuilder()
            body.big(description.timeCodeType)
            body.big(UInt32(clamping: description.regions.count))
            for region in description.regions {
                body.big(region.id)
                body.big(region.flags)
                body.big(UInt32(clamping: region.markers.count))
                for marker in region.markers { put(marker, &body) }
            }
            chunk("regn", body.bytes, &builder)
        }
        for marker in description.markers { name(UInt32(bitPattern: marker.id), marker.name) }
        for region in description.regions {
            name(region.id, region.name)
            for marker in region.markers { name(UInt32(bitPattern: marker.id), marker.name) }
        }
        if !named.isEmpty {
            var body = ByteBuilder()
            var texts: [UInt8] = []
            body.big(UInt32(clamping: named.count))
            for (id, name) in named {
                body.big(id)
                body.big(Int64(texts.count))
                texts += name.utf8.filter { $0 != 0 }.prefix(4000) + [0]
            }
            body.put(texts)
            chunk("strg", body.bytes, &builder)
        }
        return builder.bytes
    }

    static func chunk(_ id: FourCC, _ body: [UInt8], _ builder: inout ByteBuilder) {
        builder.put(head(id, body.count))
        builder.put(body)
    }

    /// The head of a chunk.
    static func head(_ id: FourCC, _ byteCount: Int) -> [UInt8] {
        ByteBuilder.of { builder in
            builder.put(id)
            builder.big(Int64(byteCount))
        }
    }

    private static func put(_ marker: MediaMarker, _ builder: inout ByteBuilder) {
        builder.big(marker.type)
        builder.big(marker.framePosition.bitPattern)
        builder.big(marker.id)
        for part in [marker.timeCode.hours, marker.timeCode.minutes, marker.timeCode.seconds, marker.timeCode.frames] {
            builder.put([UInt8(bitPattern: part)])
        }
        builder.big(marker.timeCode.subFrameSampleOffset)
        builder.big(marker.channel)
    }
}
