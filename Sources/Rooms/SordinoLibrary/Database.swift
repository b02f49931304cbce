import CSQLite
import Glibc
import SordinoRealtime

/// The reason for which the index cannot be used, as one sentence for people.
package struct LibraryFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The sentence for people.
    package let description: String

    init(_ description: String) { self.description = description }
}

/// A connection to a database of SQLite.
///
/// Every change is made in a transaction with a journal, so that a process that is killed loses nothing that was committed.
/// - Thread: one at a time; the owner keeps it under a lock.
final class Database: Sendable {
    /// The purpose of a connection.
    enum Use: Int32 {
        case writing = 0
        case reading = 1
        /// Reading a file that stays as it is, in a folder that cannot be written.
        case readingUnchanged = 2
    }

    private let handle: Lent<OpaquePointer>
    private let path: String

    /// Opens the database at a path, or makes it.
    ///
    /// - Throws: `LibraryFailure` when SQLite is not installed or the file cannot be used like that.
    init(path: String, _ use: Use = .writing) throws(LibraryFailure) {
        var opened: OpaquePointer?
        let name = use == .readingUnchanged ? "file:\(SmallText.withPercents(path))?immutable=1" : path
        let result = csqlite_open(name, use.rawValue, &opened)
        if result == CSQLITE_NO_LIBRARY { throw LibraryFailure("libsqlite3 is not installed (Debian: libsqlite3-0)") }
        guard result == CSQLITE_OK, let opened else {
            throw LibraryFailure("the index of the library cannot be opened at \(path) (SQLite says \(result))")
        }
        (handle, self.path) = (Lent(opened), path)
    }

    deinit { csqlite_close(handle.value) }

    /// Performs statements without results.
    func execute(_ text: String) throws(LibraryFailure) {
        guard csqlite_execute(handle.value, text) == CSQLITE_OK else { throw failure }
    }

    /// Makes a statement with parameters, `?1` and so on.
    func prepare(_ text: String) throws(LibraryFailure) -> Statement {
        guard let statement = csqlite_prepare(handle.value, text) else { throw failure }
        return Statement(statement, self)
    }

    /// Reads several answers of one moment.
    func snapshot<Result>(_ work: (Database) throws(LibraryFailure) -> Result) throws(LibraryFailure) -> Result {
        try execute("BEGIN")
        defer { try? execute("COMMIT") }
        return try work(self)
    }

    /// Lends what reads the bytes of a column of a row, piece by piece; nil if there are none.
    func bytes<Result>(
        _ table: String, _ column: String, row: Int64,
        _ body: (_ byteCount: Int, _ read: (UnsafeMutableRawBufferPointer, Int) -> Bool) -> Result
    ) -> Result? {
        guard let blob = csqlite_blob_open(handle.value, table, column, row) else { return nil }
        defer { csqlite_blob_close(blob) }
        return body(Int(csqlite_blob_byte_count(blob))) { target, offset in
            csqlite_blob_read(blob, target.baseAddress, Int32(clamping: target.count), Int32(clamping: offset))
        }
    }

    /// Performs a piece of work whole or not at all; other processes wait meanwhile.
    func transaction<Result>(
        _ work: (Database) throws(LibraryFailure) -> Result
    ) throws(LibraryFailure) -> Result {
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try work(self)
            try execute("COMMIT")
            return result
        } catch {
            // SQLite may have rolled back by itself; then there is nothing to roll back.
            try? execute("ROLLBACK")
            throw error
        }
    }

    /// The first column of the first row as a number; nil without a row.
    func number(_ text: String) throws(LibraryFailure) -> Int64? {
        let statement = try prepare(text)
        return try statement.step() ? statement.integer(0) : nil
    }

    fileprivate var failure: LibraryFailure {
        LibraryFailure("the index of the library at \(path): \(String(cString: csqlite_message(handle.value)))")
    }
}

/// A statement of SQLite, which ends with this value.
struct Statement: ~Copyable {
    private let handle: OpaquePointer
    private let database: Database

    fileprivate init(_ handle: OpaquePointer, _ database: Database) {
        (self.handle, self.database) = (handle, database)
    }

    deinit { csqlite_finalize(handle) }

    /// Goes to the next row.
    ///
    /// - Returns: False behind the last one.
    func step() throws(LibraryFailure) -> Bool {
        switch csqlite_step(handle) {
        case Int32(CSQLITE_ROW): return true
        case Int32(CSQLITE_DONE): return false
        default: throw database.failure
        }
    }

    /// Performs the statement once with these parameters.
    func run(_ values: [Value]) throws(LibraryFailure) {
        bind(values)
        while try step() {}
        csqlite_reset(handle)
    }

    /// Sets the parameters from the first one on.
    func bind(_ values: [Value]) {
        csqlite_reset(handle)
        for (index, value) in values.enumerated() {
            let index = Int32(index + 1)
            switch value {
            case .none: csqlite_bind_null(handle, index)
            case .integer(let number): csqlite_bind_integer(handle, index, number)
            case .real(let number): csqlite_bind_real(handle, index, number)
            case .text(let text):
                var text = text
                text.withUTF8 { bytes in
                    bytes.withMemoryRebound(to: CChar.self) { bytes in
                        csqlite_bind_text(handle, index, bytes.baseAddress, Int32(clamping: bytes.count))
                    }
                }
            case .bytes(let bytes):
                bytes.withUnsafeBytes { csqlite_bind_bytes(handle, index, $0.baseAddress, Int64($0.count)) }
            }
        }
    }

    /// A column of the row as a whole number.
    func integer(_ column: Int32) -> Int64 { csqlite_integer(handle, column) }
    /// A column of the row as a number.
    func real(_ column: Int32) -> Double { csqlite_real(handle, column) }

    /// A column of the row as a text.
    func text(_ column: Int32) -> String { bytes(column) { String(decoding: $0, as: UTF8.self) } }

    /// Lends the bytes of a column of the row.
    func bytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        var count: Int32 = 0
        let start = csqlite_bytes(handle, column, &count)
        return body(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }

    /// A parameter of a statement.
    enum Value {
        case none
        case integer(Int64)
        case real(Double)
        case text(String)
        case bytes([UInt8])

        /// An identifier, whose bits are stored.
        static func id(_ id: UInt64) -> Value { .integer(Int64(bitPattern: id)) }
        /// A text, or none.
        static func optional(_ text: String?) -> Value { text.map { .text($0) } ?? .none }
    }
}
