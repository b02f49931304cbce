import Glibc

/// Text on a command's standard streams, written at once.
package enum ToolOutput {
    /// Writes to the standard output.
    package static func say(_ text: String) { write(text, to: STDOUT_FILENO) }
    /// Writes to the standard error output.
    package static func complain(_ text: String) { write(text, to: STDERR_FILENO) }

    private static func write(_ text: String, to descriptor: Int32) {
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            // Nobody reads any more.
            guard count > 0 else { return }
            written += count
        }
    }
}
