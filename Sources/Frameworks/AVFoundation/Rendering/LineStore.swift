import SordinoMedia

/// Decoded frames on a line, in pieces that do not overlap; frames that come later replace those before them.
struct LineStore {
    /// Frames of a piece that later ones are added to.
    private static let pieceFrames = 16_384
    /// Pieces apart from each other; beyond these the last is dropped.
    private static let pieceLimit = 16_384

    private struct Piece {
        var start: Int64
        var channels: [[Float]]
        var count: Int { channels.first?.count ?? 0 }
        var end: Int64 { start + Int64(count) }
    }

    /// The outcome of reading.
    enum Given {
        case frames(Int)
        /// Frames up to the next piece; nil if there is none.
        case silence(Int?)
    }

    private let channelCount: Int
    private var pieces: [Piece] = []
    /// Frames of all pieces.
    private var total: Int64 = 0

    init(channelCount: Int) { self.channelCount = channelCount }

    /// Puts frames of memory in their place.
    ///
    /// - Parameter offset: The frame of `floats` that comes first.
    mutating func put(_ range: Range<Int64>, _ floats: UnsafePointer<UnsafeMutablePointer<Float>>, from offset: Int) {
        guard let last = pieces.indices.last, pieces[last].end > range.lowerBound else {
            total += Int64(range.count)
            if let last = pieces.indices.last, pieces[last].end == range.lowerBound,
                pieces[last].count < Self.pieceFrames
            {
                for channel in pieces[last].channels.indices {
                    pieces[last].channels[channel].append(
                        contentsOf: UnsafeBufferPointer(start: floats[channel] + offset, count: range.count))
                }
                return
            }
            return add(range, floats, offset, at: pieces.count)
        }
        clear(range)
        total += Int64(range.count)
        add(range, floats, offset, at: index(after: range.lowerBound))
    }

    private mutating func add(
        _ range: Range<Int64>, _ floats: UnsafePointer<UnsafeMutablePointer<Float>>, _ offset: Int, at index: Int
    ) {
        let channels = (0..<channelCount).map { channel in
            Array(UnsafeBufferPointer(start: floats[channel] + offset, count: range.count))
        }
        pieces.insert(Piece(start: range.lowerBound, channels: channels), at: index)
        if pieces.count > Self.pieceLimit { total -= Int64(pieces.removeLast().count) }
    }

    /// The index of the first piece that begins behind a frame.
    private func index(after frame: Int64) -> Int {
        var (low, high) = (0, pieces.count)
        while low < high {
            let middle = (low + high) / 2
            if pieces[middle].start <= frame { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Forgets the frames of a range.
    mutating func clear(_ range: Range<Int64>) {
        var index = max(0, index(after: range.lowerBound) - 1)
        while index < pieces.count, pieces[index].start < range.upperBound {
            let piece = pieces[index]
            guard piece.end > range.lowerBound else {
                index += 1
                continue
            }
            pieces.remove(at: index)
            total -= min(piece.end, range.upperBound) - max(piece.start, range.lowerBound)
            if piece.start < range.lowerBound {
                let count = Int(range.lowerBound - piece.start)
                pieces.insert(
                    Piece(start: piece.start, channels: piece.channels.map { Array($0[..<count]) }), at: index)
                index += 1
            }
            if piece.end > range.upperBound {
                let count = Int(range.upperBound - piece.start)
                pieces.insert(
                    Piece(start: range.upperBound, channels: piece.channels.map { Array($0[count...]) }), at: index)
                index += 1
            }
        }
    }

    /// Forgets pieces that end before a frame.
    mutating func drop(before frame: Int64) {
        let gone = pieces.prefix { $0.end <= frame }.count
        if gone > 0 {
            total -= pieces[..<gone].reduce(0) { $0 + Int64($1.count) }
            pieces.removeFirst(gone)
        }
    }

    /// Frames from a frame on.
    func frameCount(from frame: Int64) -> Int64 {
        var over: Int64 = 0
        for piece in pieces {
            guard piece.start < frame else { break }
            over += min(piece.end, frame) - piece.start
        }
        return total - over
    }

    /// Copies frames from a place on, as many as lie in one piece.
    func read(_ place: Int64, into block: SampleBlock, atFrame first: Int, room: Int) -> Given {
        let index = index(after: place)
        guard index > 0, pieces[index - 1].end > place else {
            return .silence(index < pieces.count ? Int(clamping: pieces[index].start - place) : nil)
        }
        let piece = pieces[index - 1]
        let skipped = Int(place - piece.start)
        let count = min(room, piece.count - skipped)
        for channel in 0..<min(block.channelCount, piece.channels.count) {
            let target = block.buffers[channel].assumingMemoryBound(to: Float.self) + first
            piece.channels[channel].withUnsafeBufferPointer { samples in
                guard let base = samples.baseAddress else { return }
                target.update(from: base + skipped, count: count)
            }
        }
        return .frames(count)
    }
}
