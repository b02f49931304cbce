import Glibc

/// A process as the kernel describes it.
package struct ProcessStatus {
    package var parent: Int32
    /// Ticks since the machine's start.
    package var began: UInt64
    /// The first 15 bytes of the name by which the process was started, which is all that the kernel keeps.
    package var command: String

    /// Reads `/proc/PROCESS/stat`; nil when there is no such process.
    package init?(_ process: Int32) {
        guard let text = FileLook.text(of: "/proc/\(process)/stat", atMost: 4_096),
            // The name before it may hold anything, brackets too.
            let end = text.lastIndex(of: ")"), let start = text[..<end].firstIndex(of: "(")
        else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 19, let parent = Int32(fields[1]), let began = UInt64(fields[19]) else { return nil }
        (self.parent, self.began) = (parent, began)
        command = String(text[text.index(after: start)..<end])
    }

    /// The path of a process's executable; empty when it may not be known.
    package static func executable(_ process: Int32) -> String {
        var path = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/\(process)/exe", &path, path.count - 1)
        return String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
