import Glibc

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

    /// Asks for a path, from a byte on.
    ///
    /// - Parameter patienceSeconds: Seconds without a byte after which the connection counts as lost; a head may take
    ///   twice as long altogether.
    init(_ address: HTTPAddress, from firstByte: Int64, patienceSeconds: Double) throws(StreamError) {
        let descriptor = try Self.connect(address, patienceSeconds)
        self.descriptor = descriptor
        self.patienceSeconds = patienceSeconds
        do throws(StreamError) {
            channel = address.isSecure ? try TLSChannel(descriptor, host: address.host) : nil
            try Self.ask(address, from: firstByte, descriptor, channel)
            (head, early) = try Self.answer(descriptor, channel, patienceSeconds)
        } catch {
            _ = close(descriptor)
            throw error
        }
    }

    deinit { _ = close(descriptor) }

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
        _ address: HTTPAddress, from firstByte: Int64, _ descriptor: Int32, _ channel: TLSChannel?
    ) throws(StreamError) {
        var question = "GET \(address.path) HTTP/1.1\r\nHost: \(address.authority)\r\nUser-Agent: afplay\r\n"
        question += "Accept: */*\r\nIcy-MetaData: 1\r\nConnection: close\r\n"
        if firstByte > 0 { question += "Range: bytes=\(firstByte)-\r\n" }
        let bytes = Array((question + "\r\n").utf8)
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

    private static func connect(_ address: HTTPAddress, _ patienceSeconds: Double) throws(StreamError) -> Int32 {
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
