import Glibc

/// Why a stream could not be had.
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
    /// The bytes are no sound that is read here, or break off in the middle.
    case sound(String)

    /// A sentence for people.
    package var sentence: String {
        switch self {
        case .address(let text): "\(text) is no address of the kind http://host/path"
        case .connection(let text): "the server does not answer: \(text)"
        case .refused(let status): "the server refuses with \(status)"
        case .answer: "the server's answer is none of HTTP"
        case .redirections: "the server sends from one address to the next"
        case .sound(let text): text
        }
    }
}

/// One question to a server and the bytes of its answer; used by one thread, which waits.
final class HTTPConnection {
    /// Seconds without a byte after which a connection counts as lost.
    private static let patienceSeconds = 15

    private let descriptor: Int32
    /// The head of the answer.
    let head: HTTPHead
    /// Bytes of the body that came with the head.
    private var early: [UInt8]

    /// Asks for a path, from a byte on.
    init(_ address: HTTPAddress, from firstByte: Int64) throws(StreamError) {
        let descriptor = try Self.connect(address)
        self.descriptor = descriptor
        var question = "GET \(address.path) HTTP/1.1\r\nHost: \(address.authority)\r\nUser-Agent: afplay\r\n"
        question += "Accept: */*\r\nIcy-MetaData: 1\r\nConnection: close\r\n"
        if firstByte > 0 { question += "Range: bytes=\(firstByte)-\r\n" }
        let bytes = Array((question + "\r\n").utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else {
                _ = close(descriptor)
                throw .connection(Self.reason)
            }
            sent += count
        }
        var answer: [UInt8] = []
        while true {
            if let count = HTTPHead.byteCount(answer) {
                guard let head = HTTPHead(Array(answer.prefix(count))) else { break }
                self.head = head
                early = Array(answer.dropFirst(count))
                return
            }
            let part = Self.receive(descriptor)
            guard !part.isEmpty, answer.count < HTTPHead.byteLimit else { break }
            answer += part
        }
        _ = close(descriptor)
        throw .answer
    }

    deinit { _ = close(descriptor) }

    /// Says at once that no more is wanted, whoever still holds the connection.
    func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// The next bytes of the body; none when the connection has ended or is lost.
    func next() -> [UInt8] {
        if !early.isEmpty {
            defer { early = [] }
            return early
        }
        return Self.receive(descriptor)
    }

    private static func receive(_ descriptor: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 1 << 14) { buffer, count in
            var got = 0
            repeat { got = recv(descriptor, buffer.baseAddress, buffer.count, 0) } while got < 0 && errno == EINTR
            count = max(0, got)
        }
    }

    private static var reason: String { String(cString: strerror(errno)) }

    private static func connect(_ address: HTTPAddress) throws(StreamError) -> Int32 {
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
                var patience = timeval(tv_sec: patienceSeconds, tv_usec: 0)
                let size = socklen_t(MemoryLayout<timeval>.size)
                _ = setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
                _ = setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
                if Glibc.connect(descriptor, one.pointee.ai_addr, one.pointee.ai_addrlen) == 0 { return descriptor }
                why = reason
                _ = close(descriptor)
            } else {
                why = reason
            }
            next = one.pointee.ai_next
        }
        throw .connection(why)
    }
}
