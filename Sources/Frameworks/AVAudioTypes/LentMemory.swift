import Synchronization

/// Delays the release of C structs whose address was given to the program.
///
/// `AVAudioFormat(…)!.streamDescription.pointee` reads a struct after its owner was deallocated. On Apple's systems the
/// autorelease pool keeps the owner alive, so programs rely on it. Here the structs of the last `capacity` owners are
/// kept, so that a read directly after the property is valid.
enum LentMemory {
    private static let capacity = 256

    private struct Ring: ~Copyable, @unchecked Sendable {
        var pointers = [UnsafeMutableRawPointer?](repeating: nil, count: LentMemory.capacity)
        var next = 0
    }

    private static let ring = Mutex(Ring())

    /// Frees memory from `malloc` once `capacity` further blocks were passed to this function.
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
