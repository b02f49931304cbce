import Glibc
import SordinoRealtime

/// Sentences about speech for people, on standard error.
package enum SpeechRemark {
    private static let last = Guarded("")

    /// Prints a sentence, unless it was the last one printed.
    package static func print(_ sentence: String) {
        let isNew = last.withLock { last in
            defer { last = sentence }
            return last != sentence
        }
        guard isNew else { return }
        let line = sentence + ".\n"
        _ = line.withCString { write(2, $0, strlen($0)) }
    }
}
