import Glibc

/// Owns the memory of a part of a plan, and retains the objects that its steps point to.
///
/// Memory comes from large pieces, in the order of the steps: the memory of one step lies together, and the processor
/// finds it ahead of time.
class PlanKeeper: @unchecked Sendable {
    private let store: SampleStore
    private let pieceBytes: Int
    private var pieces: [UnsafeMutableRawPointer] = []
    private var next: UnsafeMutableRawPointer?
    private var bytesLeft = 0
    private var planes: [SampleStore.Plane] = []
    private var retained: [AnyObject] = []

    /// Makes a keeper of nothing.
    ///
    /// - Parameter pieceBytes: How much memory to take at once.
    init(store: SampleStore, pieceBytes: Int) {
        self.store = store
        self.pieceBytes = pieceBytes
    }

    /// Bytes of sample memory that belong to this part alone.
    var sampleByteCount: Int { planes.reduce(0) { $0 + $1.byteCount } }

    /// Makes room for so many objects.
    func reserve(_ count: Int) { retained.reserveCapacity(count) }

    /// Keeps an object as long as the part.
    func retain(_ object: AnyObject) { retained.append(object) }

    /// Copies values into memory that the part owns; they must need no deinitialisation.
    func copy<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafeMutableBufferPointer<Element> {
        let start = room(for: Element.self, elements.count)
        for (index, element) in elements.enumerated() { (start + index).initialize(to: element) }
        return UnsafeMutableBufferPointer(start: start, count: elements.count)
    }

    /// Memory for values, which the caller has to initialise.
    func room<Value: BitwiseCopyable>(for type: Value.Type, _ count: Int) -> UnsafeMutablePointer<Value> {
        bytes(count * MemoryLayout<Value>.stride).bindMemory(to: Value.self, capacity: count)
    }

    /// Returns memory that is aligned for any type; with a count of 0 it must not be accessed.
    func bytes(_ count: Int) -> UnsafeMutableRawPointer {
        let rounded = (count + 15) & ~15
        if rounded > bytesLeft || next == nil {
            let size = max(rounded, pieceBytes)
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
        let plane = store.take(frameCount: frameCount)
        planes.append(plane)
        return plane.start
    }

    deinit {
        for piece in pieces { free(piece) }
        store.give(planes)
    }
}
