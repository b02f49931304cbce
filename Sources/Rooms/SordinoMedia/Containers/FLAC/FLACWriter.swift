/// Writes FLAC in its own container: the stream's description, tags, frames.
///
/// Source: RFC 9639, 8.
package struct FLACWriter: ContainerWriter {
    private var info: [UInt8]
    private var summary: PacketSummary?
    private let comment: [UInt8]
    /// The metadata block with the picture; empty without one.
    private let picture: [UInt8]
    /// Frames from which a jump can begin, evenly spread.
    private var points: [(frame: UInt64, offset: UInt64, frameCount: UInt16)] = []
    private var framesPerPoint: Int64
    private var stored: (frameCount: Int64, byteCount: Int64) = (0, 0)
    private static let pointLimit = 128

    /// As long as the file system allows.
    package let dataByteLimit = Int64.max

    /// Begins a file.
    ///
    /// - Throws: `unsupported` for formats other than FLAC, or if the encoder does not describe its stream.
    package init(_ description: MediaDescription) throws(MediaError) {
        guard description.format.codec == "flac", let info = description.cookie.flatMap(FLACStreamInfo.inside) else {
            throw .unsupported(.dataFormat("\(description.format.name) in a FLAC file"))
        }
        self.info = info
        comment = VorbisComment.bytes(description)
        picture = Self.pictureBlock(description.picture)
        framesPerPoint = Int64(max(1, description.format.sampleRate))
    }

    /// The marker and three blocks: the description, a table for jumps, tags.
    package func header(dataByteCount: Int64, isFinished: Bool) -> [UInt8] {
        var builder = ByteBuilder()
        builder.put("fLaC")
        builder.put([0, 0, 0, UInt8(FLACStreamInfo.byteCount)])
        builder.put(summary.map { FLACStreamInfo.counting($0.validFrameCount, info) } ?? info)
        builder.big(UInt32(0x0300_0000) | UInt32(18 * Self.pointLimit))
        for point in points {
            builder.big(point.frame)
            builder.big(point.offset)
            builder.big(point.frameCount)
        }
        for _ in points.count..<Self.pointLimit {
            // A placeholder point.
            builder.big(UInt64.max)
            builder.big(UInt64(0))
            builder.big(UInt16(0))
        }
        builder.put(picture)
        builder.big(UInt32(0x8400_0000) | UInt32(comment.count))
        builder.put(comment)
        return builder.bytes
    }

    /// The metadata block of a picture (RFC 9639, 8.8): a front cover without a description, whose sizes stand in
    /// itself.
    static func pictureBlock(_ picture: [UInt8]) -> [UInt8] {
        guard !picture.isEmpty, picture.count < 1 << 24 - 64 else { return [] }
        let type = Array((FileTags.isPNG(picture) ? "image/png" : "image/jpeg").utf8)
        return ByteBuilder.of { builder in
            builder.big(UInt32(0x0600_0000) | UInt32(32 + type.count + picture.count))
            builder.big(UInt32(3))
            builder.big(UInt32(type.count))
            builder.put(type)
            for _ in 0..<5 { builder.big(UInt32(0)) }
            builder.big(UInt32(picture.count))
            builder.put(picture)
        }
    }

    /// Returns no bytes: nothing follows the audio.
    package func trailer(dataByteCount: Int64) -> [UInt8] { [] }

    /// Remembers where the packet begins, if it is one from which a jump is to begin.
    package mutating func packet(byteCount: Int, frameCount: Int) throws(MediaError) -> [UInt8] {
        if stored.frameCount >= Int64(points.count) * framesPerPoint {
            if points.count == Self.pointLimit {
                points = points.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
                framesPerPoint *= 2
            }
            if stored.frameCount >= Int64(points.count) * framesPerPoint {
                points.append((UInt64(stored.frameCount), UInt64(stored.byteCount), UInt16(clamping: frameCount)))
            }
        }
        stored.frameCount += Int64(frameCount)
        stored.byteCount += Int64(byteCount)
        return []
    }

    /// Takes the counts, and at the end the digest that the encoder made.
    package mutating func update(_ summary: PacketSummary) {
        self.summary = summary
        if let info = summary.cookie.flatMap(FLACStreamInfo.inside) { self.info = info }
    }
}

extension VorbisComment {
    /// A block of tags; at most 64 KiB of them.
    ///
    /// - Parameter hasPicture: Whether the picture stands among the fields, as in Ogg.
    static func bytes(_ description: MediaDescription, hasPicture: Bool = false) -> [UInt8] {
        var fields = maskField(description).map { [Array($0.utf8)] } ?? []
        var byteCount = 0
        for entry in description.info {
            guard let field = names.first(where: { $0.key == entry.key })?.field else { continue }
            let bytes = Array("\(field)=\(entry.value)".utf8)
            guard byteCount + bytes.count < 1 << 16 else { continue }
            byteCount += bytes.count
            fields.append(bytes)
        }
        // The block without its own head, in letters (Xiph.Org, "VorbisComment", "METADATA_BLOCK_PICTURE").
        let block = hasPicture ? FLACWriter.pictureBlock(description.picture).dropFirst(4) : []
        if !block.isEmpty, block.count <= pictureByteLimit {
            fields.append(Array("\(pictureField)=".utf8) + Base64.letters(of: Array(block)))
        }
        var builder = ByteBuilder()
        let vendor = Array("Sordino".utf8)
        builder.little(UInt32(vendor.count))
        builder.put(vendor)
        builder.little(UInt32(fields.count))
        for field in fields {
            builder.little(UInt32(field.count))
            builder.put(field)
        }
        return builder.bytes
    }
}
