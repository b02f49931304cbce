/// Writes a file anew with its audio as it is: other tags, markers, regions or chapters, and everything in its best
/// place.
///
/// The best place of audio is the end of WAVE, AIFF and CAF, so that more can be written behind it; the best place of
/// an MPEG-4 file's tables is before the audio, so that it can be streamed. Chunks of unknown types, an overview for
/// instance, are copied byte by byte; fillers are left out.
package enum MediaRewriter {
    /// The changes to a file; nil keeps the present values.
    package struct Changes: Equatable, Sendable {
        /// All tags of the file.
        package var info: [MediaProperties.Info]?
        /// All markers of the file.
        package var markers: [MediaMarker]?
        /// All regions of the file.
        package var regions: [MediaRegion]?

        /// Makes changes that keep everything.
        package init() {}
    }

    /// Returns whether a file is as `rewrite` without changes would leave it.
    ///
    /// - Throws: The errors of `MediaScan.scan`.
    package static func isOptimised(_ source: any ByteSource) throws(MediaError) -> Bool {
        let scan = try MediaScan.scan(source)
        let ids = scan.properties.chunks.map(\.id)
        if let form = scan.container.chunks { return ids.last == form.audio }
        guard scan.container.boxes != nil, let tables = ids.firstIndex(of: "moov"),
            let audio = ids.firstIndex(of: "mdat")
        else { return true }
        return tables < audio
    }

    /// Writes a file anew.
    ///
    /// - Parameters:
    ///   - source: The file as it is.
    ///   - sink: Receives the new one; must not be the same file.
    ///   - changes: The new tags, markers and regions.
    /// - Throws: `unsupported` for kinds of files that are not edited, or changes that the kind has no place for; `io`.
    package static func rewrite(
        _ source: any ByteSource, into sink: any ByteSink, changes: Changes = Changes()
    ) throws(MediaError) {
        let scan = try MediaScan.scan(source)
        var output = RewriteOutput(source: source, sink: sink)
        if let form = scan.container.chunks {
            try ChunkRewrite(scan, form, changes).write(&output)
        } else if scan.container.boxes != nil {
            try MPEG4Rewrite(scan, changes).write(&output)
        } else {
            throw .unsupported(.operation("\(scan.container.name) files cannot be edited"))
        }
        try sink.close()
    }

    /// Rewrites a file in its place: a new one is written beside it and takes its name when it is complete.
    ///
    /// - Throws: `unsupported` for kinds of files that are not edited, or changes without a place; `io`. The old file
    ///   is untouched then.
    package static func rewrite(path: String, changes: Changes = Changes()) throws(MediaError) {
        let source = try FileByteSource(path: path)
        let beside = try FileByteSink(beside: path)
        do throws(MediaError) {
            try rewrite(source, into: beside, changes: changes)
            try beside.takePlace()
        } catch {
            FileByteSink.remove(beside.location)
            throw error
        }
    }
}

/// The progress of a file that is written anew.
struct RewriteOutput {
    private static let pieceByteCount = 1 << 16

    let source: any ByteSource
    let sink: any ByteSink
    private(set) var position: Int64 = 0

    /// Appends bytes at the present position.
    mutating func put(_ bytes: [UInt8]) throws(MediaError) {
        try MediaWriter.write(bytes, to: sink, at: position)
        position += Int64(bytes.count)
    }

    /// Writes over bytes that are there.
    func replace(_ bytes: [UInt8], at offset: Int64) throws(MediaError) {
        try MediaWriter.write(bytes, to: sink, at: offset)
    }

    /// Copies bytes of the source, as many as there are.
    mutating func copy(_ range: Range<Int64>) throws(MediaError) {
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceByteCount, alignment: 64)
        defer { piece.deallocate() }
        var at = range.lowerBound
        while at < range.upperBound {
            let wanted = Int(min(Int64(piece.count), range.upperBound - at))
            let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: piece[..<wanted]), at: at)
            guard count > 0 else { return }
            try sink.write(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(piece)[..<count]), at: position)
            position += Int64(count)
            at += Int64(count)
        }
    }

    /// Bytes of the source.
    func bytes(_ range: Range<Int64>) throws(MediaError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(range.count))
        var failure: MediaError?
        var got = 0
        bytes.withUnsafeMutableBytes { buffer in
            do throws(MediaError) { got = try source.read(into: buffer, at: range.lowerBound) } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        bytes.removeLast(bytes.count - got)
        return bytes
    }
}
