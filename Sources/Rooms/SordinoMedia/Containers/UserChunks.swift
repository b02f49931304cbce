/// Chunks of WAVE, AIFF and CAF files that Sordino keeps without interpreting them, for programs that do.
package enum UserChunks {
    /// A chunk of the program.
    package struct Chunk: Equatable, Sendable {
        /// The name of the chunk.
        package var id: FourCC
        /// The body, without head and padding.
        package var body: [UInt8]

        /// Makes a chunk of a name and a body.
        package init(id: FourCC, body: [UInt8]) {
            self.id = id
            self.body = body
        }
    }

    /// Returns whether files of a type consist of chunks.
    package static func areIn(_ fileType: FourCC) -> Bool { Containers.named(fileType)?.chunks != nil }

    /// Returns whether a chunk is the container's own business, so that its writer makes it.
    package static func isStructure(_ id: FourCC, in fileType: FourCC) -> Bool {
        Containers.named(fileType)?.chunks?.isStructure(id) ?? false
    }

    /// Puts chunks behind everything that a finished file holds.
    ///
    /// - Throws: `limit` if the container cannot count them, `unsupported` if it has no chunks, `io`.
    package static func append(
        _ chunks: [Chunk], to store: any ByteSource & ByteSink, fileType: FourCC
    ) throws(MediaError) {
        guard !chunks.isEmpty else { return }
        guard let form = Containers.named(fileType)?.chunks else {
            throw .unsupported(.operation("\(fileType) files have no chunks"))
        }
        var end = try store.byteCount()
        var builder = ByteBuilder()
        if form != .caf, end % 2 == 1 { builder.put([0]) }
        for chunk in chunks {
            builder.put(chunk.id)
            switch form {
            case .caf: builder.big(Int64(chunk.body.count))
            case .aiff: builder.big(UInt32(clamping: chunk.body.count))
            case .wave: builder.little(UInt32(clamping: chunk.body.count))
            }
            builder.put(chunk.body)
            if form != .caf, chunk.body.count % 2 == 1 { builder.put([0]) }
        }
        try MediaWriter.write(builder.bytes, to: store, at: end)
        end += Int64(builder.bytes.count)
        try count(end, in: store, form)
    }

    /// Writes the size of the file into its outermost chunk.
    private static func count(
        _ byteCount: Int64, in store: any ByteSource & ByteSink, _ form: ChunkForm
    ) throws(MediaError) {
        guard form != .caf else { return }
        var size = ByteBuilder()
        if form == .aiff {
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
