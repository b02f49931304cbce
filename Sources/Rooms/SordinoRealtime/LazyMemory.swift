import Glibc

/// Silent samples that take memory only where they are used.
///
/// Buffers are made for the largest block there may be; blocks are small as a rule, and a hundred programs have five
/// hundred buffers. Pages come from the system one by one, and go back to it with the buffer.
package enum LazyMemory {
    /// Frames of each channel that have their memory at once, so that usual blocks find it.
    private static let readyFrames = 1_024
    /// Less than this comes from the heap, where it shares pages with others.
    private static let heapByteLimit = 1 << 15

    /// Makes silence.
    ///
    /// - Parameter frameCapacity: The part of `count` that one channel takes.
    package static func floats(_ count: Int, frameCapacity: Int) -> UnsafeMutablePointer<Float> {
        let byteCount = bytes(count)
        if byteCount < heapByteLimit {
            let floats = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
                .bindMemory(to: Float.self, capacity: max(count, 1))
            floats.initialize(repeating: 0, count: max(count, 1))
            return floats
        }
        let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard let memory, memory != MAP_FAILED else {
            preconditionFailure("the system has no memory left for \(byteCount) bytes of samples")
        }
        let floats = memory.bindMemory(to: Float.self, capacity: max(count, 1))
        // Writes the zeros that are there anyway: after mere reading, the first write would still have to fetch the
        // page.
        for start in stride(from: 0, to: count, by: max(frameCapacity, 1)) {
            floats.advanced(by: start).initialize(repeating: 0, count: min(readyFrames, frameCapacity, count - start))
        }
        return floats
    }

    /// Frees memory that `floats` has returned.
    package static func free(_ floats: UnsafeMutablePointer<Float>, _ count: Int) {
        if bytes(count) < heapByteLimit { floats.deallocate() } else { munmap(floats, bytes(count)) }
    }

    private static func bytes(_ count: Int) -> Int { max(count, 1) * MemoryLayout<Float>.stride }
}
