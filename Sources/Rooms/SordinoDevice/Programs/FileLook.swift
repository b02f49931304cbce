import CFileLook
import Glibc
import SordinoRealtime
import SordinoWork

/// Reads files.
///
/// A named pipe that nobody writes to keeps whoever opens it, and so does a file system of another program: `text` opens
/// regular files alone, for names that this process chose; `strangersText` is given up too.
enum FileLook {
    /// The beginning of a file's text; nil when it cannot be read, or is no regular file.
    ///
    /// - Thread: any but the render thread; on a loop, only for files of the kernel and of this process.
    static func text(of path: String, atMost limit: Int) -> String? {
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

    /// The beginning of the text of a file whose name another program chose, or whose file system may be one's.
    ///
    /// - Parameter deadline: The host time at which it is given up.
    /// - Thread: one of its own work; the caller waits.
    static func strangersText(of path: String, atMost limit: Int, until deadline: UInt64) -> String? {
        let now = HostClock.now()
        guard now < deadline else { return nil }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = cfl_read(path, &bytes, limit, Int32(clamping: (deadline - now) / 1_000_000 + 1))
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// The thread on which strangers' files are looked at: no loop waits for it.
    static let worker: SerialThread = {
        let thread = SerialThread()
        _ = thread.begin()
        return thread
    }()
}
