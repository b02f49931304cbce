import Glibc

/// Silent samples that take memory only where they are used.
///
/// Buffers are made for the largest block there may be; blocks are small as a rule, and a hundred programs have five hundred
/// buffers. Pages come from the system one by one, and go back to it with the buffer.
enum LazyMemory {
    /// Frames of each channel that have their memory at once, so that usual blocks find it.
    private static let readyFrames = 1_024

    /// - Parameter frameCapacity: What one channel takes of `count`.
    static func floats(_ count: Int, frameCapacity: Int) -> UnsafeMutablePointer<Float> {
        let byteCount = bytes(count)
        let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let memory, memory != MAP_FAILED else {
            preconditionFailure("the system has no memory left for \(byteCount) bytes of samples")
        }
        let floats = memory.bindMemory(to: Float.self, capacity: max(count, 1))
        // A write of what is there anyway: reading would leave the page to the first write.
        for start in stride(from: 0, to: count, by: max(frameCapacity, 1)) {
            floats.advanced(by: start).initialize(repeating: 0, count: min(readyFrames, frameCapacity, count - start))
        }
        return floats
    }

    static func free(_ floats: UnsafeMutablePointer<Float>, _ count: Int) { munmap(floats, bytes(count)) }

    private static func bytes(_ count: Int) -> Int { max(count, 1) * MemoryLayout<Float>.stride }
}
