import Glibc
import Synchronization

/// A number with its noun, of which there may be one: `1 program`, `2 programs`.
package func counted(_ count: some BinaryInteger, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// Unbuffered output to a command's standard streams.
///
/// `say` and `complain` escape control characters, because any name or message may contain them. A command that draws
/// on a terminal uses `draw` and `drawBeside`, and passes the names in the text through `foreignText`.
package enum ToolOutput {
    /// Writes lines to the standard output.
    package static func say(_ text: String) { write(printableLines(text), to: STDOUT_FILENO) }
    /// Writes lines to the standard error output.
    package static func complain(_ text: String) { write(printableLines(text), to: STDERR_FILENO) }
    /// Writes text with the terminal's control sequences to the standard output.
    package static func draw(_ text: String) { write(text, to: STDOUT_FILENO) }
    /// Writes text with the terminal's control sequences to the standard error output.
    package static func drawBeside(_ text: String) { write(text, to: STDERR_FILENO) }

    private static func write(_ text: String, to descriptor: Int32) {
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return fail(descriptor, errno) }
            written += count
        }
    }

    /// Indicates whether text for the standard output was lost, as on a full disk; a reader that has closed the pipe loses nothing.
    package static var hasFailed: Bool { lost.load(ordering: .relaxed) }

    /// Ends the process; with 1 instead of 0 where text for the standard output was lost.
    package static func end(_ status: Int32) -> Never { exit(status == 0 && hasFailed ? 1 : status) }

    private static let lost = Atomic(false)

    private static func fail(_ descriptor: Int32, _ number: Int32) {
        guard descriptor == STDOUT_FILENO, number != EPIPE, !lost.exchange(true, ordering: .relaxed) else { return }
        let name = CommandLine.arguments.first?.split(separator: "/").last.map { "\($0): " } ?? ""
        complain("\(name)cannot write to the standard output: \(String(cString: strerror(number)))\n")
    }
}
