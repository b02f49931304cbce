import Glibc

/// Owns a plan's memory, and retains what its steps point to.
///
/// Memory comes from large pieces, in the order of the steps: what one step needs lies together, and the processor finds
/// it ahead of time.
final class PlanKeeper: @unchecked Sendable {
    /// Small enough for a small plan, large enough that a thousand nodes need a few.
    private static let pieceBytes = 1 << 16

    private let store: SampleStore
    private var pieces: [UnsafeMutableRawPointer] = []
    private var next: UnsafeMutableRawPointer?
    private var bytesLeft = 0
    private var samplePieces: [SampleStore.Piece] = []
    private var nextSamples: UnsafeMutableRawPointer?
    private var sampleBytesLeft = 0
    private var retained: [AnyObject] = []
    private(set) var sampleByteCount = 0

    init(store: SampleStore) { self.store = store }

    /// Makes room for so many objects.
    func reserve(_ count: Int) { retained.reserveCapacity(count) }

    /// Keeps an object as long as the plan.
    func retain(_ object: AnyObject) { retained.append(object) }

    /// Copies values into memory of the plan's; they must need no deinitialisation.
    func copy<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafeMutableBufferPointer<Element> {
        let start = room(for: Element.self, elements.count)
        for (index, element) in elements.enumerated() { (start + index).initialize(to: element) }
        return UnsafeMutableBufferPointer(start: start, count: elements.count)
    }

    /// Memory for one value, which must need no deinitialisation.
    func place<Value: BitwiseCopyable>(_ value: Value) -> UnsafeMutablePointer<Value> {
        let place = room(for: Value.self, 1)
        place.initialize(to: value)
        return place
    }

    /// Memory for values, which the caller has to initialise.
    func room<Value: BitwiseCopyable>(for type: Value.Type, _ count: Int) -> UnsafeMutablePointer<Value> {
        bytes(count * MemoryLayout<Value>.stride).bindMemory(to: Value.self, capacity: count)
    }

    /// Memory for whatever, at an address for any type; nobody may touch what was asked for with a count of 0.
    func bytes(_ count: Int) -> UnsafeMutableRawPointer {
        let rounded = (count + 15) & ~15
        if rounded > bytesLeft || next == nil {
            let size = max(rounded, Self.pieceBytes)
            next = malloc(size)
            bytesLeft = size
            if let next { pieces.append(next) }
        }
        guard let place = next else { preconditionFailure("there is no memory for \(count) bytes of a plan") }
        next = place + rounded
        bytesLeft -= rounded
        return place
    }

    /// Memory for one channel, with anything in it.
    func samples(frameCount: Int) -> UnsafeMutablePointer<Float> {
        // 64: one cache line, so that channels do not share one and wide loads are aligned.
        let byteCount = (frameCount * 4 + 63) & ~63
        if byteCount > sampleBytesLeft || nextSamples == nil {
            let piece = store.take(byteCount)
            samplePieces.append(piece)
            (nextSamples, sampleBytesLeft) = (piece.start, piece.byteCount)
        }
        guard let place = nextSamples else { preconditionFailure("a piece was just taken") }
        nextSamples = place + byteCount
        sampleBytesLeft -= byteCount
        sampleByteCount += byteCount
        return place.bindMemory(to: Float.self, capacity: frameCount)
    }

    /// The plan is complete.
    func finish() { store.expect(samplePieces.reduce(0) { $0 + $1.byteCount }) }

    deinit {
        for piece in pieces { free(piece) }
        store.give(samplePieces)
    }
}
