/// Chunks that mean nothing to the container and are kept for whoever knows them: in WAVE, AIFF and CAF.
package enum UserChunks {
    /// One of them.
    package struct Chunk: Equatable, Sendable {
        /// Its name.
        package var id: FourCC
        /// Its body.
        package var body: [UInt8]

        /// Makes a chunk.
        package init(id: FourCC, body: [UInt8]) {
            self.id = id
            self.body = body
        }
    }

    private static let wave: Set<FourCC> = ["WAVE", "RF64", "BW64"]
    private static let aiff: Set<FourCC> = ["AIFF", "AIFC"]

    /// Whether files of a type consist of chunks.
    package static func areIn(_ fileType: FourCC) -> Bool {
        wave.contains(fileType) || aiff.contains(fileType) || fileType == "caff"
    }

    /// Whether a chunk is the container's own business, so that its writer makes it.
    package static func isStructure(_ id: FourCC, in fileType: FourCC) -> Bool {
        if wave.contains(fileType) {
            return ["fmt ", "data", "fact", "ds64", "JUNK", "PAD ", "FLLR", "LIST", "cue "].contains(id)
        }
        if aiff.contains(fileType) {
            return ["FVER", "COMM", "SSND", "CHAN", "MARK"].contains(id) || AIFFInfo.key(of: id) != nil
        }
        return ["desc", "data", "chan", "pakt", "kuki", "info", "free", "mark", "regn", "strg"].contains(id)
    }

    /// Puts chunks behind everything that a finished file holds.
    ///
    /// - Throws: `limit` if the container cannot count them, `unsupported` if it has no chunks, `io`.
    package static func append(
        _ chunks: [Chunk], to store: any ByteSource & ByteSink, fileType: FourCC
    ) throws(MediaError) {
        guard !chunks.isEmpty else { return }
        guard areIn(fileType) else { throw .unsupported(.operation("\(fileType) files have no chunks")) }
        var end = try store.byteCount()
        var builder = ByteBuilder()
        if fileType != "caff", end % 2 == 1 { builder.put([0]) }
        for chunk in chunks {
            builder.put(chunk.id)
            if fileType == "caff" {
                builder.big(Int64(chunk.body.count))
            } else if aiff.contains(fileType) {
                builder.big(UInt32(clamping: chunk.body.count))
            } else {
                builder.little(UInt32(clamping: chunk.body.count))
            }
            builder.put(chunk.body)
            if fileType != "caff", chunk.body.count % 2 == 1 { builder.put([0]) }
        }
        try MediaWriter.write(builder.bytes, to: store, at: end)
        end += Int64(builder.bytes.count)
        try count(end, in: store, fileType)
    }

    /// Tells the outermost size.
    private static func count(
        _ byteCount: Int64, in store: any ByteSource & ByteSink, _ fileType: FourCC
    ) throws(MediaError) {
        guard fileType != "caff" else { return }
        var size = ByteBuilder()
        if aiff.contains(fileType) {
            guard byteCount - 8 <= Int64(UInt32.max) else { throw .limit("AIFF files of more than 4 GiB") }
            size.big(UInt32(byteCount - 8))
            return try MediaWriter.write(size.bytes, to: store, at: 4)
        }
        var head = [UInt8](repeating: 0, count: 4)
        var failure: MediaError?
        head.withUnsafeMutableBytes { bytes in
            do throws(MediaError) { _ = try store.read(into: bytes, at: 0) } catch { failure = error }
        }
        if let failure { throw failure }
        if head == Array("RIFF".utf8) {
            guard byteCount - 8 <= Int64(UInt32.max) else { throw .limit("chunks that make a WAVE file pass 4 GiB") }
            size.little(UInt32(byteCount - 8))
            try MediaWriter.write(size.bytes, to: store, at: 4)
        } else {
            size.little(byteCount - 8)
            try MediaWriter.write(size.bytes, to: store, at: 20)
        }
    }
}
