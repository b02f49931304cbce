/// Places in an AIFF file: the `MARK` chunk.
///
/// Source: Apple, "Audio Interchange File Format" 1.3, Marker Chunk.
enum AIFFMarkers {
    /// Reads the body of the chunk, as many markers as are there.
    static func markers(_ bytes: RawSpan) -> [MediaMarker] {
        guard bytes.byteCount >= 2 else { return [] }
        var left = Int(bytes.big(0, UInt16.self))
        var at = 2
        var markers: [MediaMarker] = []
        while left > 0, at + 7 <= bytes.byteCount {
            let length = Int(bytes.byte(at + 6))
            guard length <= bytes.byteCount - at - 7 else { break }
            markers.append(
                .init(
                    name: bytes.text(at + 7..<at + 7 + length),
                    framePosition: Double(bytes.big(at + 2, UInt32.self)), id: Int32(bytes.big(at, UInt16.self))))
            // The name and its length fill an even number of bytes.
            at += 7 + length + (length + 1) % 2
            left -= 1
        }
        return markers
    }

    /// The chunk; none if there are no markers.
    static func chunk(_ description: MediaDescription) -> [UInt8] {
        let markers = description.markers.prefix(Int(UInt16.max))
        guard !markers.isEmpty else { return [] }
        let body = ByteBuilder.of { body in
            body.big(UInt16(markers.count))
            for (index, marker) in markers.enumerated() {
                let name = Array(marker.name.utf8.prefix(255))
                // Numbers are positive and have 15 bits.
                body.big((1...Int32(Int16.max)).contains(marker.id) ? UInt16(marker.id) : UInt16(index + 1))
                let position = marker.framePosition
                body.big(UInt32(min(max(0, position.isNaN ? 0 : position), Double(UInt32.max))))
                body.put([UInt8(name.count)] + name)
                if name.count % 2 == 0 { body.put([0]) }
            }
            body.pad(to: 2)
        }
        return ByteBuilder.of { builder in
            builder.put("MARK" as FourCC)
            builder.big(UInt32(body.count))
            builder.put(body)
        }
    }
}
