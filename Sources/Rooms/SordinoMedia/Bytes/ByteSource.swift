/// A source of bytes: a file, memory, or a program's callbacks.
///
/// Reads name their offset, so a source has no position of its own to get wrong.
/// A source is used by one thread at a time.
package protocol ByteSource: AnyObject {
    /// The name of this source in messages: a path, or a word such as "memory".
    var name: String { get }

    /// The identity of the content, equal for sources with the same bytes; nil where it cannot be determined.
    var identity: ByteIdentity? { get }

    /// Indicates whether bytes that are not needed are better not asked for, as those of a server.
    var isFar: Bool { get }

    /// Bytes there are now. A file that is still being written may grow.
    ///
    /// - Throws: `io` if the size cannot be found.
    func byteCount() throws(MediaError) -> Int64

    /// Reads up to `buffer.count` bytes.
    ///
    /// - Parameters:
    ///   - buffer: Receives the bytes.
    ///   - offset: First byte to read, counted from 0.
    /// - Returns: Bytes read; fewer than asked only at the end of the source.
    /// - Throws: `io` if the source fails.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int
}

extension ByteSource {
    package var identity: ByteIdentity? { nil }
    package var isFar: Bool { false }

    /// Reads bytes from a place on; fewer at the end.
    package func bytes(at offset: Int64, _ count: Int) throws(MediaError) -> [UInt8] {
        let there = Int(max(0, min(Int64(count), try byteCount() - offset)))
        var bytes = [UInt8](repeating: 0, count: there)
        var failure: MediaError?
        var got = 0
        bytes.withUnsafeMutableBytes { buffer in
            do throws(MediaError) { got = try read(into: buffer, at: offset) } catch { failure = error }
        }
        if let failure { throw failure }
        return Array(bytes.prefix(got))
    }
}

/// Two sources with the same identity had the same bytes when they were opened.
package struct ByteIdentity: Hashable, Sendable {
    var device: UInt64
    var number: UInt64
    var byteCount: Int64
    /// When it was last changed, in nanoseconds.
    var changed: Int64
}

/// Bytes that are already in memory and are kept as they are, without a copy.
package final class MemoryByteSource: ByteSource {
    package let name: String
    private let bytes: UnsafeRawBufferPointer
    private let owner: AnyObject?
    private let release: (@Sendable (UnsafeRawBufferPointer) -> Void)?

    /// Copies `bytes` into memory of its own.
    package init(_ bytes: [UInt8], name: String = "memory") {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
        copy.copyBytes(from: bytes)
        self.bytes = UnsafeRawBufferPointer(copy)
        self.name = name
        owner = nil
        release = { $0.deallocate() }
    }

    /// Uses bytes that `owner` keeps alive and unchanged.
    package init(_ bytes: UnsafeRawBufferPointer, owner: AnyObject?, name: String = "memory") {
        self.bytes = bytes
        self.owner = owner
        self.name = name
        release = nil
    }

    deinit { release?(bytes) }

    /// Bytes there are; never more, never fewer.
    package func byteCount() -> Int64 { Int64(bytes.count) }

    /// Copies bytes; none before the start or past the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        guard offset >= 0, offset < Int64(bytes.count) else { return 0 }
        let count = min(buffer.count, bytes.count - Int(offset))
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[Int(offset)..<Int(offset) + count]))
        return count
    }
}

/// Reads bytes through functions of the caller, as `AudioFileOpenWithCallbacks` has them.
package final class CallbackByteSource: ByteSource {
    /// Reads into a buffer from an offset and returns the bytes read, or throws.
    package typealias Read = (UnsafeMutableRawBufferPointer, Int64) throws(MediaError) -> Int

    package let name: String
    private let reading: Read
    private let counting: () throws(MediaError) -> Int64

    /// Makes a source of two functions; both are called on the thread that uses the source.
    package init(
        name: String = "callbacks", byteCount: @escaping () throws(MediaError) -> Int64, read: @escaping Read
    ) {
        self.name = name
        reading = read
        counting = byteCount
    }

    /// Asks the function for the size.
    package func byteCount() throws(MediaError) -> Int64 { try counting() }

    /// Asks the function until the buffer is full or it gives no more.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        guard offset >= 0 else { return 0 }
        var filled = 0
        while filled < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = try reading(rest, offset + Int64(filled))
            // A callback that claims more bytes than it had room for is wrong about all of them.
            guard count > 0, count <= rest.count else { break }
            filled += count
        }
        return filled
    }
}
