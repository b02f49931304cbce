/// Places in a WAVE file: `cue ` and the labels and lengths of `LIST adtl`.
///
/// Source: Microsoft, "Multimedia Programming Interface and Data Specifications 1.0", Cue-Points and Associated Data.
enum WAVEMarkers {
    /// Reads the body of a `cue ` chunk.
    static func cues(_ bytes: RawSpan, isBigEndian: Bool) -> [MediaMarker] {
        func number(_ at: Int) -> UInt32 { isBigEndian ? bytes.big(at) : bytes.little(at) }
        guard bytes.byteCount >= 4 else { return [] }
        let count = min(Int(number(0)), (bytes.byteCount - 4) / 24, ParserLimits.infoCount)
        return (0..<count).map { index in
            let at = 4 + 24 * index
            return MediaMarker(
                name: "", framePosition: Double(number(at + 20)), id: Int32(bitPattern: number(at)))
        }
    }

    /// The names of cues in `LIST adtl`.
    struct Labels: Sendable {
        var names: [UInt32: String] = [:]
        /// Cues that have a length.
        var lengths: [(id: UInt32, frameCount: UInt32, name: String)] = []

        /// Takes the list, without its type.
        mutating func take(_ bytes: RawSpan, isBigEndian: Bool) {
            func number(_ at: Int) -> UInt32 { isBigEndian ? bytes.big(at) : bytes.little(at) }
            var at = 4
            while at + 12 <= bytes.byteCount, names.count + lengths.count < ParserLimits.infoCount {
                let byteCount = Int(number(at + 4))
                guard byteCount <= bytes.byteCount - at - 8 else { return }
                let body = at + 8..<at + 8 + byteCount
                switch bytes.code(at) {
                case "labl" where byteCount > 4:
                    names[number(body.lowerBound)] = bytes.text(body.lowerBound + 4..<body.upperBound)
                case "ltxt" where byteCount >= 20:
                    lengths.append(
                        (
                            number(body.lowerBound), number(body.lowerBound + 4),
                            bytes.text(body.lowerBound + 20..<body.upperBound)
                        ))
                default: break
                }
                at += 8 + byteCount + byteCount % 2
            }
        }
    }

    /// Gives cues their names and makes regions of those with a length.
    static func settle(_ cues: [MediaMarker], _ labels: Labels, _ properties: inout MediaProperties) {
        let named = cues.map { cue in
            var cue = cue
            cue.name = labels.names[UInt32(bitPattern: cue.id)] ?? ""
            return cue
        }
        let regions = labels.lengths.filter { $0.frameCount > 0 }
        properties.markers = named.filter { cue in !regions.contains { $0.id == UInt32(bitPattern: cue.id) } }
        properties.regions = regions.compactMap { region in
            guard let start = named.first(where: { UInt32(bitPattern: $0.id) == region.id }) else { return nil }
            var end = start
            end.framePosition += Double(region.frameCount)
            return MediaRegion(
                id: region.id, name: region.name.isEmpty ? start.name : region.name, markers: [start, end])
        }
    }

    /// The two chunks; no bytes if there are no markers.
    static func chunks(_ description: MediaDescription) -> [UInt8] {
        var cues: [(id: UInt32, position: Double, frameCount: Double, name: String)] = []
        for marker in description.markers {
            cues.append((UInt32(bitPattern: marker.id), marker.framePosition, 0, marker.name))
        }
        for region in description.regions {
            guard let start = region.markers.first, let end = region.markers.last else { continue }
            let name = region.name.isEmpty ? start.name : region.name
            cues.append((region.id, start.framePosition, end.framePosition - start.framePosition, name))
        }
        guard !cues.isEmpty else { return [] }
        func frames(_ value: Double) -> UInt32 { UInt32(min(max(0, value.isNaN ? 0 : value), Double(UInt32.max))) }
        var list = ByteBuilder()
        list.put("adtl" as FourCC)
        var builder = ByteBuilder()
        builder.put("cue " as FourCC)
        builder.little(UInt32(4 + 24 * cues.count))
        builder.little(UInt32(cues.count))
        for cue in cues {
            builder.little(cue.id)
            builder.little(frames(cue.position))
            builder.put("data" as FourCC)
            builder.little(UInt64(0))
            builder.little(frames(cue.position))
            let text = Array(cue.name.utf8.prefix(4000)) + [0]
            if !cue.name.isEmpty {
                list.put("labl" as FourCC)
                list.little(UInt32(4 + text.count))
                list.little(cue.id)
                list.put(text)
                list.pad(to: 2)
            }
            guard cue.frameCount > 0 else { continue }
            list.put("ltxt" as FourCC)
            list.little(UInt32(20))
            list.little(cue.id)
            list.little(frames(cue.frameCount))
            list.put("rgn " as FourCC)
            list.little(UInt64(0))
        }
        if list.bytes.count > 4 {
            builder.put("LIST" as FourCC)
            builder.little(UInt32(list.bytes.count))
            builder.put(list.bytes)
        }
        return builder.bytes
    }
}

/// The broadcast extension `bext`.
///
/// Source: EBU Tech 3285, "Specification of the Broadcast Wave Format".
enum WAVEBroadcast {
    /// Takes the texts for people.
    static func take(_ bytes: RawSpan, _ properties: inout MediaProperties) {
        guard bytes.byteCount >= 338 else { return }
        for (range, key) in [(0..<256, "comments"), (256..<288, "artist"), (320..<330, "recorded date")] {
            let text = bytes.text(range).trimmingSpaces
            guard !text.isEmpty, !properties.info.contains(where: { $0.key == key }) else { continue }
            properties.info.append(.init(key: key, value: text))
        }
    }
}
