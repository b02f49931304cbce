/// Pieces of another source, seen as one behind the other.
final class GatheredByteSource: ByteSource {
    private let source: any ByteSource
    private let pieces: [Range<Int64>]
    /// Bytes before each piece.
    private let starts: [Int64]
    private let count: Int64

    /// Gathers pieces, each of which lies in the source.
    init(_ source: any ByteSource, _ pieces: [Range<Int64>]) {
        self.source = source
        self.pieces = pieces
        var sum: Int64 = 0
        starts = pieces.map { piece in
            defer { sum += Int64(piece.count) }
            return sum
        }
        count = sum
    }

    var name: String { source.name }

    func byteCount() -> Int64 { count }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        guard offset >= 0, var index = starts.lastIndex(upTo: offset, by: \.self) else { return 0 }
        var filled = 0
        while filled < buffer.count, index < pieces.count {
            let skipped = offset + Int64(filled) - starts[index]
            let left = min(Int64(pieces[index].count) - skipped, Int64(buffer.count - filled))
            guard left > 0 else {
                index += 1
                continue
            }
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<filled + Int(left)])
            let got = try source.read(into: part, at: pieces[index].lowerBound + skipped)
            filled += got
            guard got == part.count else { break }
            index += 1
        }
        return filled
    }
}
