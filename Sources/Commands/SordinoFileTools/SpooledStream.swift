import Glibc

/// A standard stream as a file without a name: containers are read and written at more than one place, which pipes
/// cannot do.
package final class SpooledStream {
    private let descriptor: Int32
    private let folder: String
    /// A path of the file, as long as this object lives.
    package var path: String { "/proc/self/fd/\(descriptor)" }

    /// Makes an empty file in the folder for temporary files.
    ///
    /// - Throws: The system's reason.
    package init() throws(ToolFailure) {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(folder)/afconvert-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw ToolFailure("cannot make a temporary file in \(folder)", system: errno)
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = unlink(template)
        self.descriptor = descriptor
        self.folder = folder
    }

    deinit { _ = close(descriptor) }

    /// Takes everything that comes from a descriptor.
    ///
    /// - Throws: The system's reason, such as a full disk.
    package func fill(from source: Int32) throws(ToolFailure) {
        try Self.copy(source, descriptor, reading: "the standard input", writing: "a temporary file in \(folder)")
    }

    /// Gives everything to a descriptor.
    ///
    /// - Throws: The system's reason, such as a pipe without a reader.
    package func empty(into target: Int32) throws(ToolFailure) {
        lseek(descriptor, 0, SEEK_SET)
        try Self.copy(descriptor, target, reading: "a temporary file in \(folder)", writing: "the standard output")
    }

    private static func copy(
        _ source: Int32, _ target: Int32, reading: String, writing: String
    ) throws(ToolFailure) {
        var room = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(source, &room, room.count)
            if count == 0 { return }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw ToolFailure("cannot read \(reading)", system: errno) }
            var done = 0
            while done < count {
                let written = room[done..<count].withUnsafeBytes { write(target, $0.baseAddress, $0.count) }
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { throw ToolFailure("cannot write \(writing)", system: errno) }
                done += written
            }
        }
    }
}
