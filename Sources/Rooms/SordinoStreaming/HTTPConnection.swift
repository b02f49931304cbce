import Glibc
import SordinoRealtime

/// The reason for which a stream could not be read.
package enum StreamError: Error, Equatable, Sendable {
    /// The address is none that this client understands.
    case address(String)
    /// Nobody answers; the system's sentence.
    case connection(String)
    /// The server refuses, with its status.
    case refused(Int)
    /// The answer is none of HTTP.
    case answer
    /// Redirections lead nowhere.
    case redirections
    /// The resource changed while the connection was lost.
    case changed
    /// The bytes are no sound that is read here, or break off in the middle.
    case sound(String)

    /// A sentence for people.
    package var sentence: String {
        switch self {
        case .address(let text): "\(text) is no address of the kind http://host/path or https://host/path"
        case .connection(let text): "the server does not answer: \(text)"
        case .refused(let status): "the server refuses with \(status)"
        case .answer: "the server's answer is none of HTTP"
        case .redirections: "the server sends from one address to the next"
        case .changed: "the connection was lost, and the server has something else there now"
        case .sound(let text): text
        }
    }
}

/// How a resource is asked for.
package struct HTTPQuestion: Sendable {
    /// Redirections that are followed.
    private static let redirectionLimit = 8
    /// Further fields of the question; what could end a line stays out of it.
    package var fields: [String: String] = [:]
    /// Seconds without a byte after which a connection counts as lost; a head may take twice as long altogether.
    package var patienceSeconds = 15.0
    /// Whether titles are wanted between the sound.
    package var wantsTitles = false

    /// Asks without further fields.
    package init(fields: [String: String] = [:]) { self.fields = fields }

    /// Asks for a resource, and where it has moved, there.
    ///
    /// - Parameters:
    ///   - firstByte: The first byte that is wanted.
    ///   - lastByte: The last one; nil for all that follow.
    ///   - holder: Can end the connection from another thread.
    /// - Returns: The connection with its head, of status 200 or 206, and the address that answered.
    func open(
        _ address: HTTPAddress, from firstByte: Int64 = 0, to lastByte: Int64? = nil,
        keeping holder: ConnectionHolder? = nil
    ) throws(StreamError) -> (connection: HTTPConnection, address: HTTPAddress) {
        var address = address
        for _ in 0..<Self.redirectionLimit {
            let connection = try HTTPConnection(address, from: firstByte, to: lastByte, self, holder)
            let head = connection.head
            switch head.status {
            case 200, 206: return (connection, address)
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

    /// The lines of the further fields.
    fileprivate var lines: String {
        fields.sorted { $0.key < $1.key }.reduce(into: "") { text, field in
            let (name, value) = (field.key, field.value)
            let isName =
                !name.isEmpty && name.unicodeScalars.allSatisfy { $0.value > 32 && $0.value < 127 && $0 != ":" }
            guard isName, value.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 }),
                !["host", "connection", "range", "icy-metadata"].contains(name.lowercased())
            else { return }
            text += "\(name): \(value)\r\n"
        }
    }
}

/// Ends a connection that another thread waits for.
///
/// - Thread: any.
final class ConnectionHolder: Sendable {
    private let state = Guarded((descriptor: Int32(-1), isOver: false))

    /// Ends the connection, and every later one at once.
    func end() {
        state.withLock { state in
            state.isOver = true
            if state.descriptor >= 0 { shutdown(state.descriptor, Int32(SHUT_RDWR)) }
        }
    }

    /// Whether connections are ended.
    var isOver: Bool { state.withLock { $0.isOver } }

    fileprivate func hold(_ descriptor: Int32) {
        state.withLock { state in
            state.descriptor = descriptor
            if state.isOver { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    fileprivate func letGo(_ descriptor: Int32) {
        state.withLock { if $0.descriptor == descriptor { $0.descriptor = -1 } }
    }
}

/// One question to a server and the bytes of its answer; used by one thread, which waits.
final class HTTPConnection {
    /// A piece of a server's answer.
    enum Arrival {
        case bytes([UInt8])
        /// The server has closed the connection in order.
        case end
        /// The connection is lost, or the server was silent for too long: a sentence.
        case lost(String)
    }

    private let descriptor: Int32
    private let channel: TLSChannel?
    private let patienceSeconds: Double
    /// The head of the answer.
    let head: HTTPHead
    /// Bytes of the body that came with the head.
    private var early: [UInt8]

    private let holder: ConnectionHolder?

    /// Asks for a path, from a byte on.
    init(
        _ address: HTTPAddress, from firstByte: Int64, to lastByte: Int64?, _ question: HTTPQuestion,
        _ holder: ConnectionHolder?
    ) throws(StreamError) {
        let patienceSeconds = question.patienceSeconds
        let descriptor = try Self.connect(address, patienceSeconds, holder)
        self.descriptor = descriptor
        self.patienceSeconds = patienceSeconds
        self.holder = holder
        do throws(StreamError) {
            channel = address.isSecure ? try TLSChannel(descriptor, host: address.host) : nil
            try Self.ask(address, from: firstByte, to: lastByte, question, descriptor, channel)
            (head, early) = try Self.answer(descriptor, channel, patienceSeconds)
        } catch {
            holder?.letGo(descriptor)
            _ = close(descriptor)
            throw error
        }
    }

    deinit {
        holder?.letGo(descriptor)
        _ = close(descriptor)
    }

    /// Says at once that no more is wanted, whoever still holds the connection.
    func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// The next bytes of the body.
    func next() -> Arrival {
        if !early.isEmpty {
            defer { early = [] }
            return .bytes(early)
        }
        return Self.receive(descriptor, channel, patienceSeconds)
    }

    private static func ask(
        _ address: HTTPAddress, from firstByte: Int64, to lastByte: Int64?, _ question: HTTPQuestion,
        _ descriptor: Int32, _ channel: TLSChannel?
    ) throws(StreamError) {
        var text = "GET \(address.path) HTTP/1.1\r\nHost: \(address.authority)\r\n"
        let named = Set(question.fields.keys.map { $0.lowercased() })
        if !named.contains("user-agent") { text += "User-Agent: Sordino\r\n" }
        if !named.contains("accept") { text += "Accept: */*\r\n" }
        if question.wantsTitles { text += "Icy-MetaData: 1\r\n" }
        text += "Connection: close\r\n"
        if firstByte > 0 || lastByte != nil {
            text += "Range: bytes=\(firstByte)-\(lastByte.map { String($0) } ?? "")\r\n"
        }
        let bytes = Array((text + question.lines + "\r\n").utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { rest in
                channel?.send(rest) ?? Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw .connection(reason) }
            sent += count
        }
    }

    private static func answer(
        _ descriptor: Int32, _ channel: TLSChannel?, _ patienceSeconds: Double
    ) throws(StreamError) -> (head: HTTPHead, early: [UInt8]) {
        var bytes: [UInt8] = []
        let start = now()
        while bytes.count < HTTPHead.byteLimit {
            switch receive(descriptor, channel, patienceSeconds) {
            case .bytes(let part): bytes += part
            case .end: throw .answer
            case .lost(let why): throw .connection(why)
            }
            if let count = HTTPHead.byteCount(bytes) {
                guard let head = HTTPHead(Array(bytes.prefix(count))) else { throw .answer }
                return (head, Array(bytes.dropFirst(count)))
            }
            // A head that comes letter by letter is none that anybody waits for.
            guard now() - start < 2 * patienceSeconds else { throw .connection("its answer takes too long") }
        }
        throw .answer
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func receive(
        _ descriptor: Int32, _ channel: TLSChannel?, _ patienceSeconds: Double
    ) -> Arrival {
        var got = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 14) { buffer, count in
            if let channel {
                got = channel.receive(UnsafeMutableRawBufferPointer(buffer))
            } else {
                repeat { got = recv(descriptor, buffer.baseAddress, buffer.count, 0) } while got < 0 && errno == EINTR
            }
            count = max(0, got)
        }
        if got > 0 { return .bytes(bytes) }
        if got == 0 { return .end }
        if errno == EAGAIN { return .lost("it was silent for \(Int(patienceSeconds.rounded(.up))) s") }
        return .lost(channel == nil ? reason : "the secure connection broke off")
    }

    private static var reason: String { String(cString: strerror(errno)) }

    private static func connect(
        _ address: HTTPAddress, _ patienceSeconds: Double, _ holder: ConnectionHolder?
    ) throws(StreamError) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let result = getaddrinfo(address.host, "\(address.port)", &hints, &found)
        guard result == 0, let first = found else { throw .connection(String(cString: gai_strerror(result))) }
        defer { freeaddrinfo(first) }
        var why = "no address"
        var next: UnsafeMutablePointer<addrinfo>? = first
        while let one = next {
            let descriptor = socket(one.pointee.ai_family, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
            if descriptor >= 0 {
                let micros = Int(patienceSeconds * 1e6)
                var patience = timeval(tv_sec: micros / 1_000_000, tv_usec: micros % 1_000_000)
                let size = socklen_t(MemoryLayout<timeval>.size)
                _ = setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
                _ = setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
                holder?.hold(descriptor)
                if Glibc.connect(descriptor, one.pointee.ai_addr, one.pointee.ai_addrlen) == 0 {
                    // It may have been ended before there was a connection.
                    holder?.hold(descriptor)
                    return descriptor
                }
                why = reason
                holder?.letGo(descriptor)
                _ = close(descriptor)
            } else {
                why = reason
            }
            next = one.pointee.ai_next
        }
        throw .connection(why)
    }
}
