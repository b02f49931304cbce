import Glibc
import SordinoRealtime

/// Memory for the samples of plans: fresh pages from the system, and those that plans have given back.
///
/// Fresh pages are zeros and cost nothing until they are touched. Those that were given back have been touched: the render
/// thread does not wait for the system when it takes up the next plan.
/// - Thread: any.
final class SampleStore: Sendable {
    /// Some pages in a row.
    struct Piece: @unchecked Sendable {
        let start: UnsafeMutableRawPointer
        let byteCount: Int
    }

    /// What most pieces are like; longer ones are powers of two, so that a plan that is a little larger finds them again.
    private static let pieceBytes = 1 << 20

    private struct Stock {
        var pieces: [Piece] = []
        /// What the latest plan took: more is not kept.
        var limit = 0
    }

    private let stock = Guarded(Stock())

    /// Takes a piece of at least so many bytes.
    func take(_ byteCount: Int) -> Piece {
        var size = Self.pieceBytes
        while size < byteCount { size *= 2 }
        let kept = stock.withLock { stock -> Piece? in
            guard let index = stock.pieces.lastIndex(where: { $0.byteCount == size }) else { return nil }
            return stock.pieces.remove(at: index)
        }
        if let kept { return kept }
        let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let start, start != MAP_FAILED else {
            preconditionFailure("there is no memory for \(size) bytes of samples")
        }
        return Piece(start: start, byteCount: size)
    }

    /// A plan has been made with so many bytes: the next one may well need as many.
    func expect(_ byteCount: Int) { stock.withLock { $0.limit = byteCount } }

    /// Gives pieces back.
    func give(_ pieces: [Piece]) {
        let surplus = stock.withLock { stock -> [Piece] in
            stock.pieces += pieces
            var kept = 0
            let first = stock.pieces.firstIndex {
                kept += $0.byteCount
                return kept > stock.limit
            }
            guard let first else { return [] }
            let surplus = Array(stock.pieces[first...])
            stock.pieces.removeSubrange(first...)
            return surplus
        }
        for piece in surplus { munmap(piece.start, piece.byteCount) }
    }

    deinit {
        for piece in stock.withLock({ $0.pieces }) { munmap(piece.start, piece.byteCount) }
    }
}
