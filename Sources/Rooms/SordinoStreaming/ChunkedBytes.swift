import Glibc
import SordinoMedia

/// The bytes of a resource of known length that arrive in chunks.
protocol ChunkedBytes: ByteSource {
    /// Bytes of the whole resource.
    var total: Int64 { get }
    /// The reason for which nothing more can be read; nil while something can.
    var failure: StreamError? { get }

    /// Returns a chunk; waits until it has arrived.
    ///
    /// - Parameter number: The chunk begins at `number * chunkByteCount`.
    /// - Throws: `io` if it does not arrive.
    func chunk(_ number: Int64) throws(MediaError) -> [UInt8]
}

extension ChunkedBytes {
    static var chunkByteCount: Int64 { 1 << 16 }

    package var isFar: Bool { true }
    package func byteCount() throws(MediaError) -> Int64 { total }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        guard offset >= 0, offset < total else { return 0 }
        let wanted = Int(min(Int64(buffer.count), total - offset))
        var done = 0
        while done < wanted {
            let at = offset + Int64(done)
            let number = at / Self.chunkByteCount
            let chunk: [UInt8]
            do throws(MediaError) { chunk = try self.chunk(number) } catch {
                // Bytes read before the failure are returned first; the next read throws.
                guard done == 0 else { return done }
                throw error
            }
            let skipped = Int(at - number * Self.chunkByteCount)
            let count = min(chunk.count - skipped, wanted - done)
            guard count > 0 else { return done }
            chunk[skipped..<skipped + count].withUnsafeBytes { part in
                UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + count]).copyMemory(from: part)
            }
            done += count
        }
        return done
    }

    /// The error of a read that failed.
    func lost(_ reason: StreamError) -> MediaError {
        .io(MediaError.IOFailure(operation: "read", name: name, number: EIO, message: reason.sentence))
    }
}

/// Chunks that were read lately.
struct ChunkStore {
    /// Chunks that are kept: 32 MiB.
    private static let limit = 512
    private var chunks: [Int64: [UInt8]] = [:]
    private var order: [Int64] = []

    subscript(number: Int64) -> [UInt8]? { chunks[number] }

    mutating func keep(_ number: Int64, _ bytes: [UInt8]) {
        if chunks.updateValue(bytes, forKey: number) == nil { order.append(number) }
        while order.count > Self.limit { chunks[order.removeFirst()] = nil }
    }
}
