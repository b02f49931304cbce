import Synchronization

/// Memory of C structs whose owner has gone.
///
/// `AVAudioFormat(…)!.streamDescription.pointee` reads a struct of an object that ends before the read. On Apple's systems the
/// property's owner is retained until the pool is drained, so programs rely on it. Here the memory of the last owners that ended is
/// kept: a read directly after the property is always valid.
enum LentMemory {
    private static let capacity = 256

    private struct Ring: ~Copyable, @unchecked Sendable {
        var pointers = [UnsafeMutableRawPointer?](repeating: nil, count: LentMemory.capacity)
        var next = 0
    }

    private static let ring = Mutex(Ring())

    /// Frees memory from `malloc` after `capacity` others have come.
    ///
    /// - Thread: any but the render thread.
    static func free(_ pointer: UnsafeMutableRawPointer) {
        let oldest = ring.withLock { ring in
            defer { ring.next = (ring.next + 1) % capacity }
            let oldest = ring.pointers[ring.next]
            ring.pointers[ring.next] = pointer
            return oldest
        }
        oldest?.deallocate()
    }
}
