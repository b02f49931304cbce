import Glibc

/// Small files that this system keeps for itself, read and replaced as a whole.
///
/// A program of the user may have put a named pipe, a device or a link in the place of such a file; none of them is waited for.
///
/// - Thread: any but the render thread and event loops, because a file system may wait.
package enum SmallFile {
    /// Opens a regular file for reading.
    ///
    /// - Returns: A descriptor, which the caller closes; nil, with `errno` set, for everything else, also for folders.
    package static func open(_ path: String) -> Int32? {
        // Without O_NONBLOCK, opening a named pipe would wait for its writer.
        let file = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard file >= 0 else { return nil }
        var status = stat()
        if fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG { return file }
        close(file)
        errno = ESPIPE
        return nil
    }

    /// Reads a regular file.
    ///
    /// - Parameter limit: The maximum number of bytes read; the rest of a longer file is ignored.
    /// - Returns: Nil, with `errno` set, if the file cannot be opened or read.
    package static func bytes(_ path: String, limit: Int) -> [UInt8]? {
        guard let file = open(path) else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { return nil }
        // One byte beyond the size: files of the kernel have size 0 and still bytes.
        let size = min(max(Int(status.st_size) + 1, 4_096), max(limit, 0))
        var bytes = [UInt8](repeating: 0, count: size)
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes { buffer in
                buffer.baseAddress.map { read(file, $0 + count, buffer.count - count) } ?? 0
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { return nil }
            if got == 0 { break }
            count += got
            // The file grows, or the kernel did not know its size.
            if count == bytes.count, count < limit {
                bytes += [UInt8](repeating: 0, count: min(count, limit - count))
            }
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// Replaces a file by a new one: after a crash one of both is there, complete.
    ///
    /// A link or named pipe of that name is replaced and not followed.
    ///
    /// - Parameters:
    ///   - bytes: The contents.
    ///   - ending: Added to the path for the name of the new file while it is written; unique for each process that may write at the
    ///     same time.
    /// - Returns: False, with the old file as it was, if the new one is not on the disk.
    @discardableResult
    package static func replace(_ path: String, with bytes: [UInt8], ending: String = ".new") -> Bool {
        let part = path + ending
        unlink(part)
        let file = Glibc.open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        var count = 0
        bytes.withUnsafeBytes { buffer in
            while count < buffer.count, let start = buffer.baseAddress {
                let written = write(file, start + count, buffer.count - count)
                if written < 0, errno == EINTR { continue }
                if written <= 0 { break }
                count += written
            }
        }
        // `fsync`, because a full disk may be reported only then.
        let isThere = count == bytes.count && fsync(file) == 0
        let isClosed = close(file) == 0
        if isThere, isClosed, rename(part, path) == 0 { return true }
        unlink(part)
        return false
    }

    /// Makes a folder, and those above it that are missing, for the user alone.
    ///
    /// - Returns: Whether it is there.
    @discardableResult
    package static func makeFolder(_ path: String) -> Bool {
        var made = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            made += "/\(part)"
            if mkdir(made, 0o700) != 0, errno != EEXIST { return false }
        }
        return true
    }
}
