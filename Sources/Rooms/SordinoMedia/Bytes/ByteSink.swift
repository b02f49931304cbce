/// A destination of bytes: a file, memory, or a program's callbacks.
///
/// Used by one thread at a time.
package protocol ByteSink: AnyObject {
    /// The name of this sink in messages: a path, or a word such as "memory".
    var name: String { get }

    /// Writes all of `bytes` from `offset` on; the sink grows as needed.
    ///
    /// - Throws: `io`, for instance when the disk is full. Some of the bytes may have been written.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(MediaError)

    /// Cuts off the bytes behind `byteCount`.
    ///
    /// - Returns: Whether that was possible.
    func truncate(to byteCount: Int64) -> Bool

    /// Waits until the written bytes are on the disk, where they outlive a loss of power.
    ///
    /// - Throws: `io`.
    func keep() throws(MediaError)

    /// Ends the writing; a file is closed.
    ///
    /// - Throws: `io` if bytes that were accepted earlier could not be kept.
    func close() throws(MediaError)
}

extension ByteSink {
    /// Nothing can be cut off.
    package func truncate(to byteCount: Int64) -> Bool { false }

    /// Does nothing: a write is all that this sink can do.
    package func keep() throws(MediaError) {}
}

/// Collects the written bytes in memory.
package final class MemoryByteSink: ByteSink {
    package let name: String
    /// All bytes so far; gaps that were jumped over are 0.
    package private(set) var bytes: [UInt8] = []
    private let byteLimit: Int

    /// Makes an empty sink that refuses to grow past `byteLimit`, as a full disk would.
    package init(name: String = "memory", byteLimit: Int = .max) {
        self.name = name
        self.byteLimit = byteLimit
    }

    /// Writes all of `source`; throws `io` past the limit or when the function takes nothing.
    package func write(_ source: UnsafeRawBufferPointer, at offset: Int64) throws(MediaError) {
        let (end, overflowed) = offset.addingReportingOverflow(Int64(source.count))
        guard offset >= 0, !overflowed, end <= Int64(byteLimit) else {
            throw .io(.init(operation: "write", name: name, number: 28, message: "No space left"))
        }
        if bytes.count < Int(end) { bytes.append(contentsOf: repeatElement(0, count: Int(end) - bytes.count)) }
        bytes.withUnsafeMutableBytes { destination in
            UnsafeMutableRawBufferPointer(rebasing: destination[Int(offset)..<Int(end)]).copyMemory(from: source)
        }
    }

    /// Drops the bytes behind `byteCount`.
    package func truncate(to byteCount: Int64) -> Bool {
        if byteCount < Int64(bytes.count) { bytes.removeLast(bytes.count - Int(max(0, byteCount))) }
        return true
    }

    /// Nothing is left to do.
    package func close() {}
}
