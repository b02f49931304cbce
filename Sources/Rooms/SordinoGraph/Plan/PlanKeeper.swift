import Glibc

/// Owns a plan's memory, and retains what its steps point to.
///
/// Memory comes from large pieces, in the order of the steps: what one step needs lies together, and the processor finds
/// it ahead of time.
final class PlanKeeper: @unchecked Sendable {
    /// Small enough for a small plan, large enough that a thousand nodes need a few.
    private static let pieceBytes = 1 << 16
    /// Above the size from which the C library takes fresh pages from the system.
    ///
    /// These are zeros, and cost nothing until they are touched. Most of a player's buffers never are, because it lends its
    /// own memory.
    private static let samplePieceBytes = 1 << 20

    private var pieces: [UnsafeMutableRawPointer] = []
    private var next: UnsafeMutableRawPointer?
    private var bytesLeft = 0
    private var nextSamples: UnsafeMutableRawPointer?
    private var sampleBytesLeft = 0
    private var retained: [AnyObject] = []
    private(set) var sampleByteCount = 0

    /// Makes room for so many objects.
    func reserve(_ count: Int) { retained.reserveCapacity(count) }

    /// Keeps an object as long as the plan.
    func retain(_ object: AnyObject) { retained.append(object) }

    /// Copies values into memory of the plan's; they must need no deinitialisation.
    func copy<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafeMutableBufferPointer<Element> {
        let start = bytes(elements.count * MemoryLayout<Element>.stride).bindMemory(
            to: Element.self, capacity: elements.count)
        for (index, element) in elements.enumerated() { (start + index).initialize(to: element) }
        return UnsafeMutableBufferPointer(start: start, count: elements.count)
    }

    /// Memory for one value, which must need no deinitialisation.
    func place<Value: BitwiseCopyable>(_ value: Value) -> UnsafeMutablePointer<Value> {
        let place = bytes(MemoryLayout<Value>.stride).bindMemory(to: Value.self, capacity: 1)
        place.initialize(to: value)
        return place
    }

    /// Memory for whatever, at an address for any type.
    func bytes(_ count: Int) -> UnsafeMutableRawPointer {
        let rounded = max((count + 15) & ~15, 16)
        if rounded > bytesLeft || next == nil {
            let size = max(rounded, Self.pieceBytes)
            next = malloc(size)
            bytesLeft = size
            if let next { pieces.append(next) }
        }
        guard let place = next else { preconditionFailure("a piece was just allocated") }
        next = place + rounded
        bytesLeft -= rounded
        return place
    }

    /// Zeroed memory for one channel.
    func samples(frameCount: Int) -> UnsafeMutablePointer<Float> {
        // 64: one cache line, so that channels do not share one and wide loads are aligned.
        let byteCount = (frameCount * 4 + 63) & ~63
        if byteCount > sampleBytesLeft || nextSamples == nil {
            let size = max(byteCount, Self.samplePieceBytes)
            guard let piece = calloc(size + 64, 1) else {
                preconditionFailure("there is no memory for \(size) bytes of samples")
            }
            pieces.append(piece)
            nextSamples = piece.alignedUp(toMultipleOf: 64)
            sampleBytesLeft = size
        }
        guard let place = nextSamples else { preconditionFailure("a piece was just allocated") }
        nextSamples = place + byteCount
        sampleBytesLeft -= byteCount
        sampleByteCount += byteCount
        return place.bindMemory(to: Float.self, capacity: frameCount)
    }

    deinit {
        for piece in pieces { free(piece) }
    }
}
