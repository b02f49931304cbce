import Glibc
import SordinoMedia

/// A sound that comes from a server: its frames one after the other, titles between them.
///
/// Follows redirections, asks a station for titles, and comes back when a connection is lost: a file goes on at the byte
/// where it broke off, a station with what it plays then. Used by one thread, which waits for the network.
package final class SoundStream {
    private static let redirectionLimit = 8
    /// Seconds before each further attempt after a connection was lost without a byte.
    package var pauses: [Double] = [0, 0.5, 1, 2, 4]

    /// What the station calls itself; nil if it does not.
    package private(set) var station: String?
    /// Hears the titles of what is played.
    package var titleChanged: (String) -> Void = { _ in }
    /// Hears that a connection was lost and is made again.
    package var reconnecting: () -> Void = {}

    private let start: HTTPAddress
    private var connection: HTTPConnection?
    private var body: StreamBody?
    private var decoder: StreamDecoder
    /// Bytes of the body taken, and all that there are; nil for stations.
    private var takenByteCount: Int64 = 0
    private var byteCount: Int64?
    private var surplus: Int64 = 0
    private var lastTitle = ""
    private var failedAttempts = 0
    private var pieces: [SoundPiece] = []
    private var isOver = false

    /// Prepares for an address; nothing is asked yet.
    package init(_ address: String) throws(StreamError) {
        guard let start = HTTPAddress(address) else { throw .address(address) }
        self.start = start
        decoder = StreamDecoder()
    }

    /// The next frames; nil at the end.
    ///
    /// - Throws: When nothing more can be had: the first connection is refused, the bytes are no sound, or the server
    ///   stays away after several attempts.
    package func next() throws(StreamError) -> SoundPiece? {
        while pieces.isEmpty {
            if isOver { return nil }
            try advance()
        }
        return pieces.removeFirst()
    }

    private func advance() throws(StreamError) {
        guard let connection else { return try connect() }
        let bytes = connection.next()
        if bytes.isEmpty || body?.isOver == true {
            try ended()
            return
        }
        failedAttempts = 0
        takenByteCount += Int64(bytes.count)
        var rest = bytes[...]
        if surplus > 0 {
            let count = Int(min(surplus, Int64(rest.count)))
            rest = rest.dropFirst(count)
            surplus -= Int64(count)
            takenByteCount -= Int64(count)
        }
        var failure: StreamError?
        var (made, titles) = ([SoundPiece](), [String]())
        body?.take(rest) { sound in
            guard failure == nil else { return }
            do throws(StreamError) { made += try decoder.take(sound) } catch { failure = error }
        } title: {
            titles.append($0)
        }
        pieces += made
        for title in titles where title != lastTitle {
            lastTitle = title
            titleChanged(title)
        }
        if let failure { throw failure }
        if let byteCount, takenByteCount >= byteCount { try finish() }
    }

    /// A connection has ended: the sound is over, or broke off.
    private func ended() throws(StreamError) {
        connection?.end()
        connection = nil
        if let byteCount {
            if takenByteCount >= byteCount { return try finish() }
        } else if body?.isOver == true || station == nil {
            // Without a length, the end of the connection is the end of a file.
            return try finish()
        } else {
            pieces += (try? decoder.finish()) ?? []
            decoder = StreamDecoder()
        }
        reconnecting()
        try connect()
    }

    private func finish() throws(StreamError) {
        isOver = true
        connection?.end()
        connection = nil
        pieces += try decoder.finish()
    }

    private func connect() throws(StreamError) {
        let isFirst = body == nil
        while true {
            do throws(StreamError) { return try ask() } catch {
                if isFirst || failedAttempts + 1 >= pauses.count { throw error }
                failedAttempts += 1
                usleep(UInt32(pauses[failedAttempts] * 1e6))
            }
        }
    }

    private func ask() throws(StreamError) {
        var address = start
        let from = byteCount == nil ? 0 : takenByteCount
        for _ in 0..<Self.redirectionLimit {
            let connection = try HTTPConnection(address, from: from)
            let head = connection.head
            switch head.status {
            case 200, 206:
                if byteCount == nil, from == 0 {
                    // Notes between the sound count in the length, if a station tells one at all.
                    byteCount = head.number("content-length").map(Int64.init)
                    station = head.fields["icy-name"] ?? (head.fields["icy-metaint"] == nil ? nil : "")
                    if station != nil, byteCount == nil { takenByteCount = 0 }
                    body = StreamBody(head)
                }
                // Who does not know parts sends all of it again.
                surplus = head.status == 200 ? from : 0
                self.connection = connection
                return
            case 301, 302, 303, 307, 308:
                connection.end()
                guard let location = head.fields["location"], let next = address.following(location) else {
                    throw .redirections
                }
                address = next
            default: throw .refused(head.status)
            }
        }
        throw .redirections
    }
}
