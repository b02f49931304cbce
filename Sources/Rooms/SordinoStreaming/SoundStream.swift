import Glibc
import SordinoMedia

/// A sound that comes from a server or from an open descriptor: its frames one after the other, titles between them.
///
/// Follows redirections, asks a station for titles, and comes back when a connection is lost: a file continues at the
/// byte where it broke off, a station with its present programme. Used by one thread, which waits for the network.
package final class SoundStream {
    /// Seconds before each attempt after a connection was lost; after so many without a new byte it is given up.
    ///
    /// The pauses begin anew only after a connection that brought `worthwhileByteCount`; while connections bring less,
    /// the last pause stays.
    package var pauses: [Double] {
        get { question.pauses }
        set { question.pauses = newValue }
    }
    /// Bytes of a connection that was worth asking for: half a second of most stations.
    package static let worthwhileByteCount: Int64 = 8_192
    /// Waits before an attempt.
    package var pause: (_ seconds: Double) -> Void = { usleep(UInt32($0 * 1e6)) }
    /// Seconds without a byte after which a connection counts as lost.
    package var patienceSeconds: Double {
        get { question.patienceSeconds }
        set { question.patienceSeconds = newValue }
    }

    /// The station's own name; nil if it gives none.
    package private(set) var station: String?
    /// Called with each new title of a station.
    package var titleChanged: (String) -> Void = { _ in }
    /// Called when a connection was lost and is made again.
    package var reconnecting: () -> Void = {}

    /// The place from which the bytes come.
    private enum Origin {
        case server(HTTPAddress)
        /// A pipe, terminal or file that the caller opens and closes.
        case descriptor(Int32)
    }

    private let origin: Origin
    private var question = HTTPQuestion()
    private let holder: ConnectionHolder?
    private var connection: HTTPConnection?
    private var body: StreamBody?
    private var decoder: StreamDecoder
    /// All bytes that there are; nil for stations and where the server states none.
    private var byteCount: Int64?
    private var lastTitle = ""
    /// Titles that were not taken, each with the number of the first packet to which it applies.
    private var notes: [(packet: Int, note: SoundNote)] = []
    /// An error that is thrown after the packets before it were returned.
    private var failure: StreamError?
    /// Attempts since the last new byte.
    private var attempts = 0
    /// The index of the next pause.
    private var nextPause = 0
    /// New bytes of this connection.
    private var freshByteCount: Int64 = 0
    private var packets = ArrivedPackets()
    private var isOver = false

    /// Prepares for an address; nothing is asked yet.
    package init(_ address: String) throws(StreamError) {
        guard let start = HTTPAddress(address) else { throw .address(address) }
        origin = .server(start)
        question.wantsTitles = true
        holder = nil
        decoder = StreamDecoder()
    }

    /// Goes on with an answer that has begun.
    ///
    /// - Parameters:
    ///   - address: Asked again when the connection is lost.
    ///   - question: As it was asked.
    ///   - holder: Ends the connection from another thread.
    init(
        _ address: HTTPAddress, _ question: HTTPQuestion, _ holder: ConnectionHolder, begun connection: HTTPConnection
    ) throws(StreamError) {
        origin = .server(address)
        self.question = question
        self.holder = holder
        decoder = StreamDecoder()
        try begin(connection.head, from: 0)
        self.connection = connection
    }

    /// Prepares for the bytes of an open descriptor, such as the standard input.
    package init(reading descriptor: Int32) {
        origin = .descriptor(descriptor)
        holder = nil
        decoder = StreamDecoder()
    }

    /// The next frames; nil at the end.
    ///
    /// - Throws: When nothing more comes: the first connection is refused, the bytes are no sound, or the server
    ///   stays away after several attempts.
    package func next() throws(StreamError) -> SoundPiece? {
        while true {
            if let piece = packets.nextPiece() { return piece }
            if let failure {
                self.failure = nil
                throw failure
            }
            if isOver { return nil }
            do throws(StreamError) { try advance() } catch { failure = error }
        }
    }

    /// Returns the titles up to the last piece that were not taken yet, and removes them.
    func takeNotes() -> [SoundNote] {
        let given = packets.givenCount
        defer { notes.removeAll { $0.packet < given } }
        return notes.filter { $0.packet < given }.map { $0.note }
    }

    private func advance() throws(StreamError) {
        if case .descriptor(let descriptor) = origin { return try read(descriptor) }
        guard let connection else { return try ask() }
        switch connection.next() {
        case .bytes(let bytes): try take(bytes)
        case .end: try ended("it ended the connection too early", isInOrder: true)
        case .lost(let why): try ended(why, isInOrder: false)
        }
    }

    /// Waits for the next bytes of a descriptor.
    private func read(_ descriptor: Int32) throws(StreamError) {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        if count > 0 {
            packets += try decoder.take(bytes[..<count])
        } else if count == 0 {
            try finish()
        } else if errno != EINTR {
            throw .sound("cannot be read: \(String(cString: strerror(errno)))")
        }
    }

    private func take(_ bytes: [UInt8]) throws(StreamError) {
        let before = body?.takenByteCount ?? 0
        var failure: StreamError?
        var made: [ArrivedPacket] = []
        var titles: [(packet: Int, text: String)] = []
        body?.take(bytes[...]) { sound in
            guard failure == nil else { return }
            do throws(StreamError) { made += try decoder.take(sound) } catch { failure = error }
        } title: {
            titles.append((made.count, $0))
        }
        let first = packets.arrivedCount
        packets += made
        for title in titles where title.text != lastTitle {
            lastTitle = title.text
            notes.append((first + title.packet, SoundNote(.station, "StreamTitle", title.text)))
            titleChanged(title.text)
        }
        if let failure { throw failure }
        let taken = body?.takenByteCount ?? 0
        if taken > before { attempts = 0 }
        freshByteCount += taken - before
        if freshByteCount >= Self.worthwhileByteCount { nextPause = 0 }
        if let byteCount, taken >= byteCount { try finish() }
    }

    /// A connection has ended: the sound is over, or broke off.
    private func ended(_ why: String, isInOrder: Bool) throws(StreamError) {
        connection?.end()
        connection = nil
        let taken = body?.takenByteCount ?? 0
        if let byteCount {
            if taken >= byteCount { return try finish() }
        } else if isInOrder, station == nil || body?.marksItsEnd == true {
            // Without a length, the end of the answer is the end of a file.
            return try finish()
        }
        if station != nil, byteCount == nil {
            // After a reconnection the station's sound does not continue the sound before.
            packets += (try? decoder.finish()) ?? []
            decoder = StreamDecoder()
            body = nil
        }
        reconnecting()
        try askAgain(why)
    }

    private func finish() throws(StreamError) {
        isOver = true
        connection?.end()
        connection = nil
        packets += try decoder.finish()
    }

    private func askAgain(_ why: String) throws(StreamError) {
        var reason = StreamError.connection(why)
        while attempts < pauses.count {
            if holder?.isOver == true { throw reason }
            pause(pauses[nextPause])
            nextPause = min(nextPause + 1, pauses.count - 1)
            attempts += 1
            freshByteCount = 0
            do throws(StreamError) { return try ask() } catch {
                // A station whose programme has ended for a moment is not found.
                if error == .changed || station == nil && error.isFinal { throw error }
                reason = error
            }
        }
        throw reason
    }

    private func ask() throws(StreamError) {
        guard case .server(let address) = origin else { return }
        let from = body?.takenByteCount ?? 0
        let connection = try question.open(address, from: from, keeping: holder).connection
        try begin(connection.head, from: from)
        self.connection = connection
    }

    private func begin(_ head: HTTPHead, from: Int64) throws(StreamError) {
        let length = head.number("content-length").map(Int64.init)
        guard body != nil else {
            // Notes between the sound count in the length, if a station sends one at all.
            byteCount = length
            station = head.fields["icy-name"] ?? (head.fields["icy-metaint"] == nil ? nil : "")
            body = StreamBody(head)
            return
        }
        // A server that does not support ranges sends all of it again.
        let first = head.status == 200 ? 0 : head.range?.first ?? from
        let total = head.status == 200 ? length : head.range?.total
        guard first <= from else { throw .answer }
        if let total, let byteCount, total != byteCount { throw .changed }
        if byteCount == nil { byteCount = total }
        body?.goOn(head, surplus: from - first)
    }
}
