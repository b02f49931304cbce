import Glibc
import Synchronization

/// A web server on this machine alone that gives prepared answers, one for each connection, and keeps the questions.
package final class PrivateWebServer: Sendable {
    /// The steps of a server on one connection; then it closes.
    package enum Step: Sendable {
        /// Sends bytes, in odd pieces as a network has them.
        case send([UInt8])
        /// Sends bytes slowly: pieces of so many bytes with a millisecond between.
        case trickle([UInt8], pieceByteCount: Int)
        /// Gives a file as a server that knows parts does: all of it, or the part that the question names.
        case serve([UInt8])
        /// Sends the same bytes again and again until the other side has enough.
        case sendForEver([UInt8])
        /// Says nothing more until the other side has enough.
        case fallSilent
        /// As the last step: ends with a reset instead of in order. What was sent may be lost.
        case reset
    }

    /// Indicates whether this machine has the library that asks servers.
    package static let canBeAsked = ["libcurl.so.4", "libcurl-gnutls.so.4"].contains { (name: String) in
        dlopen(name, RTLD_LAZY) != nil
    }

    /// Its number at 127.0.0.1.
    package let port: UInt16
    private let descriptor: Int32
    private let heard = Mutex<[String]>([])
    private let sent = Mutex(0)

    /// Answers the first connections with these bytes; later ones are refused.
    package convenience init?(_ answers: [[UInt8]]) { self.init(steps: answers.map { [.send($0)] }) }

    /// Does this on the first connections; later ones are refused.
    package init?(steps: [[Step]]) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, size) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, pointer, &size) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        guard isBound else { return nil }
        let thread = Unmanaged.passRetained(Work { [self] in serve(steps) })
        var handle = pthread_t()
        let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
            guard let pointer else { return nil }
            Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
            return nil
        }
        guard pthread_create(&handle, nil, run, thread.toOpaque()) == 0 else { return nil }
        pthread_detach(handle)
    }

    /// The address of a path.
    package func address(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// The heads of all questions so far.
    package var questions: [String] { heard.withLock { $0 } }

    /// Bytes of all answers so far.
    package var sentByteCount: Int { sent.withLock { $0 } }

    /// The head of an answer.
    package static func head(_ lines: String...) -> [UInt8] {
        Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// A body in chunks of odd sizes, with its end.
    package static func chunked(_ body: [UInt8]) -> [UInt8] {
        var (result, rest) = ([UInt8](), body[...])
        while !rest.isEmpty {
            let part = rest.prefix(4099)
            result += Array("\(String(part.count, radix: 16))\r\n".utf8) + part + [13, 10]
            rest = rest.dropFirst(part.count)
        }
        return result + Array("0\r\n\r\n".utf8)
    }

    /// A station's bytes: after every so many bytes of sound a note, of which the first has a title.
    package static func withTitle(_ title: String, in body: [UInt8], every interval: Int) -> [UInt8] {
        let text = Array("StreamTitle='\(title)';".utf8)
        let note = text + [UInt8](repeating: 0, count: (16 - text.count % 16) % 16)
        var (result, rest, isFirst) = ([UInt8](), body[...], true)
        while !rest.isEmpty {
            let part = rest.prefix(interval)
            result += part
            if part.count == interval { result += isFirst ? [UInt8(note.count / 16)] + note : [0] }
            isFirst = false
            rest = rest.dropFirst(part.count)
        }
        return result
    }

    /// No more connections are taken.
    package func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    private func serve(_ answers: [[Step]]) {
        var room = [UInt8](repeating: 0, count: 4096)
        for (index, answer) in answers.enumerated() {
            let connection = accept(descriptor, nil, nil)
            guard connection >= 0 else { break }
            // Before the last is answered, so that who comes after it is refused, and not reset on the doorstep.
            if index == answers.count - 1 { close() }
            _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
            var question: [UInt8] = []
            while !question.suffix(4).elementsEqual([13, 10, 13, 10]) {
                let count = recv(connection, &room, room.count, 0)
                guard count > 0 else { break }
                question += room.prefix(count)
            }
            heard.withLock { $0.append(String(decoding: question, as: UTF8.self)) }
            for step in answer { perform(step, connection, String(decoding: question, as: UTF8.self)) }
            if case .reset? = answer.last {
                var now = linger(l_onoff: 1, l_linger: 0)
                setsockopt(connection, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
            } else {
                shutdown(connection, Int32(SHUT_WR))
                while recv(connection, &room, room.count, 0) > 0 {}
            }
            _ = Glibc.close(connection)
        }
        close()
    }

    /// The head and the bytes of a file that a question asks for.
    private static func part(of file: [UInt8], askedBy question: String) -> [UInt8] {
        let whole = head("HTTP/1.1 200 OK", "Accept-Ranges: bytes", "Content-Length: \(file.count)") + file
        let fields = question.split(separator: "\r\n")
        guard let field = fields.first(where: { $0.hasPrefix("Range: bytes=") }) else { return whole }
        let bounds = field.dropFirst(13).split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2, let first = Int(bounds[0]), first < file.count else { return whole }
        let last = min(Int(bounds[1]) ?? file.count - 1, file.count - 1)
        guard first <= last else { return whole }
        return head(
            "HTTP/1.1 206 Partial Content", "Content-Range: bytes \(first)-\(last)/\(file.count)",
            "Content-Length: \(last - first + 1)") + file[first...last]
    }

    private func perform(_ step: Step, _ connection: Int32, _ question: String) {
        switch step {
        case .serve(let file): _ = send(Self.part(of: file, askedBy: question), connection, pieceByteCount: 1 << 16)
        case .send(let bytes): _ = send(bytes, connection, pieceByteCount: 1501)
        case .trickle(let bytes, let count): _ = send(bytes, connection, pieceByteCount: count, isSlow: true)
        case .sendForEver(let bytes): while send(bytes, connection, pieceByteCount: bytes.count) {}
        case .fallSilent:
            var room = [UInt8](repeating: 0, count: 64)
            while recv(connection, &room, room.count, 0) > 0 {}
        case .reset: break
        }
    }

    private func send(_ bytes: [UInt8], _ connection: Int32, pieceByteCount: Int, isSlow: Bool = false) -> Bool {
        var done = 0
        while done < bytes.count {
            let piece = min(pieceByteCount, bytes.count - done)
            let count = bytes[done..<done + piece].withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            done += count
            sent.withLock { $0 += count }
            if isSlow { usleep(1000) }
        }
        return true
    }

    // Not before: until then the number would be another socket's, and `close` would end that one.
    deinit { _ = Glibc.close(descriptor) }
}

private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
