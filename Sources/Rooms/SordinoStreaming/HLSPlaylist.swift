import SordinoRealtime

/// The contents of a playlist of HTTP Live Streaming: a list of streams, or a list of segments.
///
/// Source: RFC 8216. Unknown tags are skipped; a tag that a sound needs and that cannot be read is an error.
package struct HLSPlaylist: Equatable, Sendable {
    /// Playlists that are longer are refused.
    package static let byteLimit = 1 << 22
    /// Pieces of a playlist at most: a day of pieces of a second.
    package static let segmentLimit = 90_000

    /// A part of a resource.
    package struct Bytes: Equatable, Sendable {
        package var first: Int64
        package var count: Int64
    }

    /// The way pieces are encrypted, and where their key lies.
    package struct Key: Equatable, Sendable {
        /// The method: `AES-128` is decrypted here; others are kept by name.
        package var method: String
        package var address: String
        /// The first vector, 16 bytes; nil for the number of the piece.
        package var vector: [UInt8]?

        /// Indicates whether pieces of this kind can be opened.
        package var isKnown: Bool { method == "AES-128" && !address.isEmpty }
    }

    /// A resource, or a part of one, that stands before pieces and describes them.
    package struct Map: Equatable, Sendable {
        package var address: String
        package var bytes: Bytes?
        /// Nil if it is not encrypted.
        package var key: Key?
    }

    /// A piece of sound.
    package struct Segment: Equatable, Sendable {
        /// As the playlist gives it, relative to the playlist's own.
        package var address: String
        package var seconds: Double
        package var bytes: Bytes?
        package var map: Map?
        /// Indicates whether it does not continue the piece before.
        package var isDiscontinuous = false
        /// Nil if it is not encrypted.
        package var key: Key?
        package var title = ""
    }

    /// One of the streams of a list.
    package struct Variant: Equatable, Sendable {
        package var address: String
        /// Peak bits per second.
        package var bitRate: Int
        /// Codecs as the list names them; empty if it does not.
        package var codecs: [String]
        /// Indicates whether the list announces pictures too.
        package var hasPictures: Bool
        /// The group of its separate sounds; nil for none.
        package var audioGroup: String?
    }

    /// A sound that accompanies streams.
    package struct Rendition: Equatable, Sendable {
        package var group: String
        package var name: String
        package var language: String?
        /// Nil if it lies in the streams themselves.
        package var address: String?
        package var isDefault: Bool
    }

    /// Streams to choose from; empty in a list of pieces.
    package private(set) var variants: [Variant] = []
    package private(set) var renditions: [Rendition] = []
    /// Pieces in order; empty in a list of streams.
    package private(set) var segments: [Segment] = []
    /// The number of the first piece.
    package private(set) var firstNumber: Int64 = 0
    /// Seconds that no piece exceeds.
    package private(set) var targetSeconds = 0.0
    /// Indicates whether no further pieces come.
    package private(set) var hasEnded = false

    /// Seconds of all pieces.
    package var seconds: Double { segments.reduce(0) { $0 + $1.seconds } }

    /// Returns whether a text begins as a playlist does.
    package static func isBeginning(_ bytes: some Collection<UInt8>) -> Bool {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes.dropFirst(0)
        return text.starts(with: "#EXTM3U".utf8)
    }

    /// Reads a playlist.
    ///
    /// - Throws: `sound` for a text that is no playlist.
    package init(_ bytes: [UInt8]) throws(StreamError) {
        guard Self.isBeginning(bytes), bytes.count <= Self.byteLimit else { throw .sound("not a playlist") }
        var reading = Reading()
        for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
            var text = String(decoding: line, as: UTF8.self)[...]
            while text.last == " " || text.last == "\t" { text.removeLast() }
            if text.isEmpty { continue }
            if text.first != "#" {
                try take(address: String(text), &reading)
            } else if text.hasPrefix("#EXT") {
                try take(tag: text, &reading)
            }
        }
        guard !variants.isEmpty || !segments.isEmpty || hasEnded || targetSeconds > 0 else {
            throw .sound("a playlist without pieces")
        }
    }

    /// State that tags set for the lines that follow.
    private struct Reading {
        var seconds: Double?
        var title = ""
        var bytes: Bytes?
        /// The byte behind the last part of each resource, for parts without an offset of their own.
        var end: (address: String, byte: Int64)?
        var hasPart = false
        var map: Map?
        var key: Key?
        var isDiscontinuous = false
        var variant: [String: String]?
    }

    private mutating func take(address: String, _ reading: inout Reading) throws(StreamError) {
        if let attributes = reading.variant {
            reading.variant = nil
            guard variants.count < 1_000 else { throw .sound("a playlist of too many streams") }
            let codecs = (attributes["CODECS"] ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
            let pictures = ["avc", "hvc", "hev", "av01", "vp0", "dvh", "mp4v"]
            variants.append(
                Variant(
                    address: address, bitRate: attributes["BANDWIDTH"].flatMap { Int($0) } ?? 0, codecs: codecs,
                    hasPictures: attributes["RESOLUTION"] != nil
                        || codecs.contains { codec in pictures.contains { codec.lowercased().hasPrefix($0) } },
                    audioGroup: attributes["AUDIO"]))
            return
        }
        guard let seconds = reading.seconds else { return }
        guard segments.count < Self.segmentLimit else { throw .sound("a playlist of too many pieces") }
        var bytes = reading.bytes
        if reading.hasPart, var part = bytes {
            if part.first < 0 { part.first = reading.end?.address == address ? reading.end?.byte ?? 0 : 0 }
            let end = part.first + part.count
            guard end <= SoundLimits.resourceByteCount else {
                throw .sound("a playlist with an impossible byte range")
            }
            reading.end = (address, end)
            bytes = part
        }
        segments.append(
            Segment(
                address: address, seconds: seconds, bytes: bytes, map: reading.map,
                isDiscontinuous: reading.isDiscontinuous, key: reading.key, title: reading.title))
        (reading.seconds, reading.bytes, reading.hasPart) = (nil, nil, false)
        (reading.isDiscontinuous, reading.title) = (false, "")
    }

    private mutating func take(tag line: Substring, _ reading: inout Reading) throws(StreamError) {
        let name = line.prefix { $0 != ":" }
        let value = line.dropFirst(name.count + 1)
        switch name {
        case "#EXTINF":
            let parts = value.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
            guard let seconds = parts.first.flatMap({ Double($0) }), seconds.isFinite, seconds >= 0, seconds < 86_400
            else { throw .sound("a playlist with a piece of no length") }
            (reading.seconds, reading.title) = (seconds, parts.count > 1 ? String(parts[1]) : "")
        case "#EXT-X-BYTERANGE":
            guard let part = Self.part(value) else { throw .sound("a playlist with a part that cannot be read") }
            (reading.bytes, reading.hasPart) = (part, true)
        case "#EXT-X-TARGETDURATION":
            if let seconds = Double(value), seconds.isFinite, seconds >= 0 { targetSeconds = min(seconds, 86_400) }
        case "#EXT-X-MEDIA-SEQUENCE": firstNumber = min(max(0, Int64(value) ?? 0), 1 << 62)
        case "#EXT-X-DISCONTINUITY": reading.isDiscontinuous = true
        case "#EXT-X-ENDLIST": hasEnded = true
        case "#EXT-X-KEY": reading.key = Self.key(Self.attributes(value))
        case "#EXT-X-MAP":
            let attributes = Self.attributes(value)
            var part = attributes["BYTERANGE"].flatMap { Self.part($0[...]) }
            guard part != nil || attributes["BYTERANGE"] == nil else {
                throw .sound("a playlist with a byte range that cannot be read")
            }
            if let first = part?.first, first < 0 { part?.first = 0 }
            reading.map = attributes["URI"].map { Map(address: $0, bytes: part, key: reading.key) }
        case "#EXT-X-STREAM-INF": reading.variant = Self.attributes(value)
        case "#EXT-X-MEDIA":
            let attributes = Self.attributes(value)
            guard attributes["TYPE"] == "AUDIO", let group = attributes["GROUP-ID"], renditions.count < 1_000 else {
                return
            }
            renditions.append(
                Rendition(
                    group: group, name: attributes["NAME"] ?? "", language: attributes["LANGUAGE"],
                    address: attributes["URI"], isDefault: attributes["DEFAULT"] == "YES"))
        default: break
        }
    }

    /// Reads the attributes of a key; nil for none.
    private static func key(_ attributes: [String: String]) -> Key? {
        guard let method = attributes["METHOD"], method != "NONE" else { return nil }
        // Keys of other formats than bytes are those of systems that protect rights.
        let isPlain = attributes["KEYFORMAT"].map { $0 == "identity" } ?? true
        return Key(
            method: isPlain ? method : "\(method) \(attributes["KEYFORMAT"] ?? "")", address: attributes["URI"] ?? "",
            vector: attributes["IV"].flatMap { vector($0) })
    }

    /// Reads a number of up to 16 bytes, `0x` and hexadecimal digits.
    static func vector(_ text: String) -> [UInt8]? {
        guard text.hasPrefix("0x") || text.hasPrefix("0X") else { return nil }
        let digits = text.dropFirst(2).map { $0.hexDigitValue }
        guard !digits.isEmpty, digits.count <= 32, !digits.contains(nil) else { return nil }
        let padded = [Int](repeating: 0, count: 32 - digits.count) + digits.compactMap { $0 }
        return stride(from: 0, to: 32, by: 2).map { UInt8(padded[$0] << 4 | padded[$0 + 1]) }
    }

    /// Reads `count@first`; a first byte that is not stated is -1.
    private static func part(_ text: Substring) -> Bytes? {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let limit = SoundLimits.resourceByteCount
        guard let count = parts.first.flatMap({ Int64($0) }), count > 0, count <= limit, parts.count <= 2 else {
            return nil
        }
        guard parts.count == 2 else { return Bytes(first: -1, count: count) }
        guard let first = Int64(parts[1]), (0...limit).contains(first) else { return nil }
        return Bytes(first: first, count: count)
    }

    /// Reads `NAME=value,NAME="value, with commas"`.
    static func attributes(_ text: Substring) -> [String: String] {
        var (found, rest) = ([String: String](), text)
        while let equals = rest.firstIndex(of: "=") {
            let name = rest[..<equals].filter { $0 != " " && $0 != "," }
            rest = rest[rest.index(after: equals)...]
            if rest.first == "\"" {
                rest.removeFirst()
                let end = rest.firstIndex(of: "\"") ?? rest.endIndex
                found[String(name)] = String(rest[..<end])
                rest = rest[end...].dropFirst()
            } else {
                let end = rest.firstIndex(of: ",") ?? rest.endIndex
                found[String(name)] = String(rest[..<end])
                rest = rest[end...]
            }
            if rest.first == "," { rest.removeFirst() }
        }
        return found
    }

    /// A stream with sound that a player may choose.
    package struct Choice: Equatable, Sendable {
        /// Relative to the playlist's own.
        package var address: String
        /// Peak bits per second; 0 if the list does not state them.
        package var bitRate: Int
        /// Indicates whether it is of sound alone.
        package var isSound: Bool
        /// Indicates whether it stays within the limit that was set.
        package var isWithinLimit: Bool
    }

    /// The streams in the order in which a player of sound tries them: those of sound alone first, the best first;
    /// streams above a bit rate last.
    ///
    /// - Parameter bitRate: Bits per second that are not to be exceeded; 0 for no limit.
    /// - Returns: The streams; a stream's separate sound stands for the stream.
    package func choices(upTo bitRate: Int) -> [Choice] {
        let ranked = variants.enumerated().sorted { left, right in
            let (one, other) = (left.element, right.element)
            let (isOver, otherIsOver) = (bitRate > 0 && one.bitRate > bitRate, bitRate > 0 && other.bitRate > bitRate)
            if isOver != otherIsOver { return otherIsOver }
            if one.hasPictures != other.hasPictures { return other.hasPictures }
            // Streams with pictures differ in their pictures: the smallest costs least.
            let prefersSmall = isOver || one.hasPictures
            if one.bitRate != other.bitRate { return prefersSmall == (one.bitRate < other.bitRate) }
            return left.offset < right.offset
        }
        var seen = Set<String>()
        return ranked.map(\.element).map { variant in
            let group = renditions.filter { $0.group == variant.audioGroup && $0.address != nil }
            return Choice(
                address: (group.first { $0.isDefault } ?? group.first)?.address ?? variant.address,
                bitRate: variant.bitRate, isSound: !variant.hasPictures,
                isWithinLimit: bitRate <= 0 || variant.bitRate <= bitRate)
        }.filter { seen.insert($0.address).inserted }
    }

    /// The addresses of `choices`.
    package func addresses(upTo bitRate: Int) -> [String] { choices(upTo: bitRate).map(\.address) }
}
