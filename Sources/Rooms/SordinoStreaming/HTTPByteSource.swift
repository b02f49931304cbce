import Glibc
import SordinoMedia

/// The bytes of a file on a server that supports ranges; recently read chunks are kept.
///
/// - Thread: one at a time; reading waits for the network.
package final class HTTPByteSource: ChunkedBytes {
    /// Bytes that are read over rather than asked for anew.
    private static let patientByteCount: Int64 = 1 << 18

    package let name: String
    /// The reason for which nothing more can be read; nil while something can.
    package private(set) var failure: StreamError?
    private let address: HTTPAddress
    private let question: HTTPQuestion
    private let holder: ConnectionHolder
    let total: Int64
    private var connection: HTTPConnection?
    /// The place of the next byte of the connection, `held` included.
    private var place: Int64 = 0
    private var held: ArraySlice<UInt8> = []
    private var store = ChunkStore()

    /// The kind of sound that an address holds.
    package enum Kind {
        case file(HTTPByteSource)
        /// A playlist with its length, or a live stream.
        case stream(seconds: Double?)
    }

    /// Asks a server for the kind of sound at an address.
    ///
    /// - Throws: The server's refusal.
    package static func look(_ text: String, fields: [String: String] = [:]) throws(StreamError) -> Kind {
        let source = try OpenedSound.look(text, HTTPQuestion(fields: fields), ConnectionHolder(), bitRate: 0)
        switch source {
        case .file(let bytes): return .file(bytes)
        case .source(let source): return .stream(seconds: source.seconds)
        }
    }

    /// Goes on with an answer that has begun.
    init(
        _ address: HTTPAddress, _ question: HTTPQuestion, _ holder: ConnectionHolder, byteCount: Int64,
        begun connection: HTTPConnection
    ) {
        name = address.path
        self.address = address
        self.question = question
        self.holder = holder
        total = byteCount
        self.connection = connection
    }

    deinit { connection?.end() }

    func chunk(_ number: Int64) throws(MediaError) -> [UInt8] {
        if let there = store[number] { return there }
        if let failure { throw lost(failure) }
        var attempts = 0
        while true {
            do throws(StreamError) {
                return try fetch(number)
            } catch {
                connection?.end()
                connection = nil
                guard attempts < question.pauses.count, !error.isFinal, !holder.isOver else {
                    failure = error
                    throw lost(error)
                }
                usleep(UInt32(question.pauses[attempts] * 1e6))
                attempts += 1
            }
        }
    }

    /// Reads up to the end of a chunk.
    private func fetch(_ number: Int64) throws(StreamError) -> [UInt8] {
        let start = number * Self.chunkByteCount
        if connection == nil || place > start || start - place > Self.patientByteCount {
            connection?.end()
            connection = nil
            let made = try question.open(address, from: start, keeping: holder).connection
            if start > 0 {
                guard made.head.status == 206, made.head.range?.first == start else { throw .answer }
                if let told = made.head.range?.total, told != total { throw .changed }
            } else if let told = made.head.number("content-length"), Int64(told) != total {
                throw .changed
            }
            (connection, place, held) = (made, start, [])
        }
        while true {
            let current = place / Self.chunkByteCount
            let byteCount = Int(min(Self.chunkByteCount, total - place))
            var bytes = [UInt8](held.prefix(byteCount))
            held = held.dropFirst(byteCount)
            while bytes.count < byteCount {
                guard case .bytes(let more)? = connection?.next() else {
                    throw .connection("it ended the connection too early")
                }
                let count = min(more.count, byteCount - bytes.count)
                bytes += more.prefix(count)
                held = more[count...]
            }
            place += Int64(byteCount)
            store.keep(current, bytes)
            if place >= total {
                connection?.end()
                connection = nil
            }
            if current == number { return bytes }
        }
    }
}

extension HTTPConnection {
    /// Reads the whole body of an answer, and ends the connection.
    ///
    /// - Throws: `sound` if it is longer than `limit` bytes; `connection` if it breaks off.
    func body(limit: Int) throws(StreamError) -> [UInt8] {
        defer { end() }
        let length = head.number("content-length")
        if let length, length > limit { throw .sound("an answer of \(length) bytes") }
        var bytes: [UInt8] = []
        while true {
            switch next() {
            case .bytes(let more): bytes += more
            case .end: return bytes
            case .lost(let why): throw .connection(why)
            }
            guard bytes.count <= limit else { throw .sound("an answer of more than \(limit) bytes") }
        }
    }
}
