import Glibc

/// A check of the paths of a command line, for tools that can play a stream from the standard input.
package enum SoundPath {
    /// The reason why a path does not name a sound file; nil if it may.
    ///
    /// Nothing is opened: opening a named pipe would wait for its writer, and reading a device may never end.
    package static func refusal(_ path: String) -> String? {
        if path.isEmpty { return "an empty file name" }
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG, S_IFBLK, S_IFDIR: return nil
        default: return "\(path) is not a regular file; use - for a stream"
        }
    }
}
