/// Chunks before the audio that may change while the file is written.
///
/// Where the new ones have another length they come behind the audio, and nothing stands in the place of the old ones.
struct MovableChunk: Sendable {
    private var placed: [UInt8]
    /// The bytes behind the audio; nil if the chunk is before it.
    private(set) var late: [UInt8]?

    /// Places chunks before the audio; none are possible.
    init(_ chunk: [UInt8]) { placed = chunk }

    /// Replaces the chunks that the file is to have.
    mutating func replace(_ chunk: [UInt8]) {
        if chunk.count == placed.count { (placed, late) = (chunk, nil) } else { late = chunk }
    }

    /// Returns the bytes before the audio: the chunks, or an empty chunk of the same size.
    ///
    /// - Parameters:
    ///   - headByteCount: Bytes of a chunk's head.
    ///   - blank: Makes the head of a chunk that readers skip, with so many bytes behind it.
    func before(headByteCount: Int, blank: (Int) -> [UInt8]) -> [UInt8] {
        guard late != nil, !placed.isEmpty else { return placed }
        let left = placed.count - headByteCount
        return blank(left) + [UInt8](repeating: 0, count: left)
    }
}
