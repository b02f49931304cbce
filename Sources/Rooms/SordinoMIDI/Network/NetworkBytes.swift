/// Reads numbers, the highest byte first, from bytes that a stranger sent.
struct NetworkReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// The number of bytes that are left.
    var count: Int { rest.count }

    /// Takes one byte; nil at the end.
    mutating func byte() -> UInt8? { rest.popFirst() }

    /// Takes a number of so many bytes, 8 at most; nil if there are fewer.
    mutating func number(_ byteCount: Int) -> UInt64? {
        guard rest.count >= byteCount else { return nil }
        defer { rest = rest.dropFirst(byteCount) }
        return rest.prefix(byteCount).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Takes so many bytes; nil if there are fewer.
    mutating func bytes(_ byteCount: Int) -> ArraySlice<UInt8>? {
        guard byteCount >= 0, rest.count >= byteCount else { return nil }
        defer { rest = rest.dropFirst(byteCount) }
        return rest.prefix(byteCount)
    }

    /// Looks at the next byte without taking it.
    var next: UInt8? { rest.first }
}

extension [UInt8] {
    /// Adds a number of so many bytes, the highest first.
    mutating func append(number: UInt64, byteCount: Int) {
        for place in stride(from: byteCount - 1, through: 0, by: -1) {
            append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(place))))
        }
    }
}
