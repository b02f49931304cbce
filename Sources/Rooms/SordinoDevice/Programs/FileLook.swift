import CFileLook
import Glibc
import SordinoRealtime
import SordinoWork

/// Reads files without waiting for other programs.
///
/// Opening a named pipe waits for its writer, and a file system of another program may never answer. `text` only opens regular
/// files, for names that this process chose; `strangersText` also has a time limit, for names that other programs chose.
package enum FileLook {
    /// Returns the beginning of a file's text; nil if it cannot be opened or is no regular file.
    ///
    /// - Thread: any but the render thread; on an event loop only for files of the kernel and of this process.
    package static func text(of path: String, atMost limit: Int) -> String? {
        let file = cfl_open(path)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: limit)
        var count = 0
        while count < limit {
            let more = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress.map { $0 + count }, limit - count) }
            guard more > 0 else { break }
            count += more
        }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Returns the beginning of the text of a file whose name another program chose, or which may be in a file system of another
    /// program; nil after `deadline`.
    ///
    /// - Parameter deadline: The host time at which reading is abandoned.
    /// - Thread: `worker`; the calling thread waits.
    package static func strangersText(of path: String, atMost limit: Int, until deadline: UInt64) -> String? {
        strangersBytes(of: path, atMost: limit, until: deadline).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the first bytes of such a file; nil after `deadline`.
    ///
    /// - Thread: one that may wait until then.
    package static func strangersBytes(of path: String, atMost limit: Int, until deadline: UInt64) -> [UInt8]? {
        let now = HostClock.now()
        guard now < deadline else { return nil }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = cfl_read(path, &bytes, limit, Int32(clamping: (deadline - now) / 1_000_000 + 1))
        return count < 0 ? nil : Array(bytes.prefix(count))
    }

    /// The thread that reads files of other programs; no event loop waits for it.
    package static let worker: SerialThread = {
        let thread = SerialThread()
        _ = thread.begin()
        return thread
    }()
}
