import SordinoRealtime

/// The writers whose files are not finished, so that a program that exits leaves whole files behind it.
///
/// Every writer has a lock of its own, which it holds while it changes its file: at exit another thread may be writing.
enum OpenWriters {
    private struct Entry: Sendable {
        weak var writer: (any FinishedAtExit)?
    }

    private static let entries = Guarded<[ObjectIdentifier: Entry]>([:])
    /// The number of attempts at exit to reach a busy writer, one each millisecond.
    private static let attemptLimit = 200

    /// Registers the handler once.
    private static let handler: Void = {
        ProgramExit.run { OpenWriters.finishAll() }
    }()

    /// Keeps a writer in mind until `remove`.
    static func add(_ writer: any FinishedAtExit) {
        _ = handler
        entries.withLock { $0[ObjectIdentifier(writer)] = Entry(writer: writer) }
    }

    /// Forgets a writer whose file is finished.
    static func remove(_ writer: any FinishedAtExit) {
        entries.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(writer)) }
    }

    /// Finishes all files; those of threads that stay busy keep the header that they have.
    private static func finishAll() {
        let open = entries.withLock { entries in entries.values.compactMap(\.writer) }
        for writer in open {
            for _ in 0..<attemptLimit {
                if writer.finishAtExit() { break }
                ProgramExit.waitMillisecond()
            }
        }
    }
}

/// A writer that can be finished by the thread that ends the program.
protocol FinishedAtExit: AnyObject, Sendable {
    /// Finishes the file if no other thread is writing at this moment; returns whether that was so.
    func finishAtExit() -> Bool
}
