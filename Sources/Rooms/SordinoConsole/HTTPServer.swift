import CMicroHTTP
import Glibc
import SordinoRealtime

/// A small server of HTTP for few viewers, on libmicrohttpd.
///
/// One thread serves all connections and sleeps without any. Connections, heads, bodies and idle times are bounded.
package final class HTTPServer: Sendable {
    /// The reply to a request with its body.
    package enum Reply: Sendable {
        case now(HTTPAnswer)
        case stream(HTTPStream)
        /// The answer comes later, once, from any thread.
        case later(@Sendable (_ answer: @escaping @Sendable (HTTPAnswer) -> Void) -> Void)
    }

    /// The program's side of a server; its functions are called on the server's thread and must not wait.
    package struct Calls: Sendable {
        /// Refuses a request by its head; nil lets it in.
        package var admit: @Sendable (HTTPHead) -> HTTPAnswer?
        /// The bytes that a body may have.
        package var mostBodyBytes: @Sendable (HTTPHead) -> Int
        package var reply: @Sendable (HTTPHead, [UInt8]) -> Reply

        package init(
            admit: @escaping @Sendable (HTTPHead) -> HTTPAnswer?,
            mostBodyBytes: @escaping @Sendable (HTTPHead) -> Int,
            reply: @escaping @Sendable (HTTPHead, [UInt8]) -> Reply
        ) {
            (self.admit, self.mostBodyBytes, self.reply) = (admit, mostBodyBytes, reply)
        }
    }

    /// Certificate and key as PEM.
    package struct Encryption: Sendable {
        package var certificate: String
        package var key: String

        package init(certificate: String, key: String) { (self.certificate, self.key) = (certificate, key) }
    }

    /// The connections at once, viewers and others.
    package static let mostConnections = 64
    /// An idle connection, or one whose request does not come, is closed after this time.
    private static let idleSeconds: UInt32 = 20
    /// A connection without a viewer gives its place to another after this time.
    private static let youngNanoseconds: UInt64 = 2_000_000_000
    private static let connectionBytes = 32_768

    /// Streams and requests that are set aside from time to time.
    private struct Open {
        var streams: [ObjectIdentifier: HTTPStream] = [:]
        /// Requests whose answers come later.
        var waiting: [ObjectIdentifier: HTTPExchange] = [:]
        var isEnding = false
    }

    private let calls: Calls
    private let table = HTTPConnections(
        most: HTTPServer.mostConnections, youngNanoseconds: HTTPServer.youngNanoseconds)
    private let open = Guarded(Open())
    private let daemon = Guarded<Lent<UnsafeMutableRawPointer>?>(nil)

    /// Indicates whether the library is installed.
    package static var isAvailable: Bool { cmicrohttp_open() }
    /// Indicates whether the library can encrypt.
    package static var canEncrypt: Bool { cmicrohttp_encrypts() }

    private init(_ calls: Calls) { self.calls = calls }

    /// Starts a server on a socket that listens, and takes the socket.
    ///
    /// - Returns: Nil without the library, or when it cannot use certificate and key; the socket is closed.
    package static func start(socket: Int32, encryption: Encryption? = nil, _ calls: Calls) -> HTTPServer? {
        guard cmicrohttp_open() else {
            close(socket)
            return nil
        }
        let server = HTTPServer(calls)
        var options = cmicrohttp_options()
        options.socket = socket
        // Those that were told to leave still have a place for a moment.
        options.connection_limit = UInt32(mostConnections + 16)
        options.connection_bytes = connectionBytes
        options.idle_seconds = idleSeconds
        // Given back in `stop`.
        options.context = Unmanaged.passRetained(server).toOpaque()
        options.access = httpAccess
        options.completed = httpCompleted
        options.accept = httpAccept
        options.connected = httpConnected
        let daemon = startDaemon(&options, encryption)
        guard let daemon else {
            close(socket)
            Unmanaged.passUnretained(server).release()
            return nil
        }
        let lent = Lent(daemon)
        server.daemon.withLock { $0 = lent }
        return server
    }

    private static func startDaemon(
        _ options: inout cmicrohttp_options, _ encryption: Encryption?
    ) -> UnsafeMutableRawPointer? {
        guard let encryption else { return cmicrohttp_start(&options) }
        return encryption.certificate.withCString { certificate in
            encryption.key.withCString { key in
                options.certificate = certificate
                options.key = key
                return cmicrohttp_start(&options)
            }
        }
    }

    /// Ends the server and all connections.
    ///
    /// - Thread: any but the server's.
    package func stop() {
        let daemon = daemon.withLock { daemon in
            defer { daemon = nil }
            return daemon
        }
        guard let daemon else { return }
        // The library cannot end while a connection is set aside.
        let (streams, exchanges) = open.withLock { open in
            open.isEnding = true
            return (Array(open.streams.values), Array(open.waiting.values))
        }
        for stream in streams { stream.end() }
        for exchange in exchanges { exchange.take(Self.ending) }
        cmicrohttp_stop(daemon.value)
        Unmanaged.passUnretained(self).release()
    }

    private static let ending = HTTPAnswer(refusal: 503, "The console ends.")

    /// The connections that are open now.
    package var connectionCount: Int { table.count }

    // MARK: On the server's thread

    fileprivate func accepts() -> Bool { table.makesRoom(now: HostClock.now()) }

    fileprivate func connects(
        _ connection: UnsafeMutableRawPointer, _ own: UnsafeMutablePointer<UnsafeMutableRawPointer?>, ends: Bool
    ) {
        if ends {
            if let number = own.pointee { table.remove(UInt(bitPattern: number)) }
            own.pointee = nil
        } else {
            let number = table.add(socket: cmicrohttp_socket(connection), now: HostClock.now())
            own.pointee = UnsafeMutableRawPointer(bitPattern: number)
        }
    }

    fileprivate func hears(
        _ connection: UnsafeMutableRawPointer, path: String, method: String, bytes: UnsafeRawBufferPointer,
        _ own: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> Bool {
        guard let pointer = own.pointee else {
            if let number = cmicrohttp_own(connection) { table.touch(UInt(bitPattern: number), now: HostClock.now()) }
            var head = HTTPHead(method: method, path: path)
            head.headers = HTTPFields.of(connection, CMICROHTTP_HEADER).map {
                HTTPHead.Field($0.name.lowercased(), $0.value)
            }
            head.arguments = HTTPFields.of(connection, CMICROHTTP_ARGUMENT)
            let exchange = HTTPExchange(connection, head)
            own.pointee = Unmanaged.passRetained(exchange).toOpaque()
            if let refusal = calls.admit(head) { return send(refusal, connection) }
            return true
        }
        let exchange = Unmanaged<HTTPExchange>.fromOpaque(pointer).takeUnretainedValue()
        if !bytes.isEmpty { return exchange.append(bytes, most: calls.mostBodyBytes(exchange.head)) }
        switch exchange.next() {
        case .ask(let body): return answer(calls.reply(exchange.head, body), exchange, connection)
        case .send(let answer):
            open.withLock { $0.waiting[ObjectIdentifier(exchange)] = nil }
            return send(answer, connection)
        case .wait:
            exchange.setAside()
            return true
        }
    }

    private func answer(
        _ reply: Reply, _ exchange: HTTPExchange, _ connection: UnsafeMutableRawPointer
    ) -> Bool {
        switch reply {
        case .now(let answer): return send(answer, connection)
        case .stream(let stream):
            if let number = cmicrohttp_own(connection) { table.keep(UInt(bitPattern: number)) }
            stream.begin(on: connection)
            exchange.watch(stream)
            let isEnding = open.withLock { open in
                open.streams[ObjectIdentifier(stream)] = stream
                return open.isEnding
            }
            if isEnding { stream.end() }
            let context = Unmanaged.passRetained(stream).toOpaque()
            guard let response = cmicrohttp_stream(16_384, httpRead, context, httpRelease) else {
                httpRelease(context)
                return false
            }
            let head = HTTPAnswer(status: 200, type: "text/event-stream; charset=utf-8", body: [])
            for field in head.headers { _ = cmicrohttp_header(response, field.name, field.value) }
            return cmicrohttp_answer(connection, 200, response) == Int32(CMICROHTTP_YES)
        case .later(let ask):
            let isEnding = open.withLock { open in
                open.waiting[ObjectIdentifier(exchange)] = exchange
                return open.isEnding
            }
            if isEnding { return send(Self.ending, connection) }
            exchange.setAside()
            ask { exchange.take($0) }
            return true
        }
    }

    private func send(_ answer: HTTPAnswer, _ connection: UnsafeMutableRawPointer) -> Bool {
        let response = answer.body.withUnsafeBytes { cmicrohttp_response($0.baseAddress, $0.count) }
        guard let response else { return false }
        for field in answer.headers { _ = cmicrohttp_header(response, field.name, field.value) }
        return cmicrohttp_answer(connection, UInt32(answer.status), response) == Int32(CMICROHTTP_YES)
    }

    fileprivate func ends(_ own: UnsafeMutablePointer<UnsafeMutableRawPointer?>) {
        guard let pointer = own.pointee else { return }
        own.pointee = nil
        let exchange = Unmanaged<HTTPExchange>.fromOpaque(pointer).takeRetainedValue()
        let stream = exchange.end()
        open.withLock { open in
            open.waiting[ObjectIdentifier(exchange)] = nil
            if let stream { open.streams[ObjectIdentifier(stream)] = nil }
        }
        stream?.finish()
    }
}

// MARK: - Called by the library

private func server(_ context: UnsafeMutableRawPointer?) -> HTTPServer? {
    context.map { Unmanaged<HTTPServer>.fromOpaque($0).takeUnretainedValue() }
}

private func text(_ bytes: UnsafePointer<CChar>?) -> String { bytes.map { String(cString: $0) } ?? "" }

private let httpAccess: cmicrohttp_access = { context, connection, path, method, _, bytes, count, own in
    guard let server = server(context), let connection, let count, let own else { return 0 }
    let piece = UnsafeRawBufferPointer(start: bytes, count: count.pointee)
    // All of it is taken.
    count.pointee = 0
    return server.hears(connection, path: text(path), method: text(method), bytes: piece, own) ? 1 : 0
}

private let httpCompleted: cmicrohttp_completed = { context, _, own, _ in
    if let own { server(context)?.ends(own) }
}

private let httpAccept: cmicrohttp_accept = { context, _, _ in server(context)?.accepts() == true ? 1 : 0 }

private let httpConnected: cmicrohttp_connected = { context, connection, own, ends in
    if let connection, let own { server(context)?.connects(connection, own, ends: ends != 0) }
}

private let httpRead: cmicrohttp_reader = { context, _, bytes, room in
    guard let context, let bytes else { return CMICROHTTP_END }
    let stream = Unmanaged<HTTPStream>.fromOpaque(context).takeUnretainedValue()
    return stream.write(UnsafeMutableRawBufferPointer(start: bytes, count: room))
}

private let httpRelease: cmicrohttp_free = { context in
    if let context { Unmanaged<HTTPStream>.fromOpaque(context).release() }
}
