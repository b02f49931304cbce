import SordinoMedia

/// Bytes of a file for readers of tags: small reads come from one piece in memory.
struct SourceWindow {
    /// Bytes that are read at once.
    private static let pieceByteCount = 1 << 14
    /// Bytes of one answer at most; longer texts and lists are left out.
    static let byteLimit = 1 << 18

    let byteCount: Int64
    private let source: any ByteSource
    private var piece: [UInt8] = []
    private var start: Int64 = 0

    init(_ source: any ByteSource) throws(MediaError) {
        self.source = source
        byteCount = try source.byteCount()
    }

    /// Returns bytes at an offset; nil if the file has not so many there, or if there are more than are answered.
    mutating func bytes(at offset: Int64, _ count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, count <= Self.byteLimit, Int64(count) <= byteCount - offset else { return nil }
        if offset < start || offset - start > Int64(piece.count) - Int64(count) {
            let wanted = Int(min(Int64(max(count, Self.pieceByteCount)), byteCount - offset))
            var read = [UInt8](repeating: 0, count: wanted)
            let got = read.withUnsafeMutableBytes { (try? source.read(into: $0, at: offset)) ?? 0 }
            (piece, start) = (Array(read.prefix(got)), offset)
            guard got >= count else { return nil }
        }
        let from = Int(offset - start)
        return Array(piece[from..<from + count])
    }
}

extension [UInt8] {
    /// A big-endian number of so many bytes; missing bytes count as 0.
    func big(_ at: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 << 8 | Int(at + $1 < self.count ? self[at + $1] : 0) }
    }

    /// A little-endian number of four bytes; missing bytes count as 0.
    func little(_ at: Int) -> Int {
        (0..<4).reversed().reduce(0) { $0 << 8 | Int(at + $1 < count ? self[at + $1] : 0) }
    }

    /// The text in the bytes up to the first zero; bytes that are not UTF-8 are read as Latin-1.
    var text: String {
        let bytes = prefix { $0 != 0 }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
