import Glibc
import Synchronization

/// A server on this machine alone that gives prepared answers, one for each connection, and keeps the questions.
final class LoopbackServer: Sendable {
    let port: UInt16
    private let descriptor: Int32
    private let heard = Mutex<[String]>([])

    /// Answers the first connections with these bytes; later ones are closed at once.
    init?(_ answers: [[UInt8]]) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
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
        let thread = Unmanaged.passRetained(Work { [self] in serve(answers) })
        var handle = pthread_t()
        let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
            guard let pointer else { return nil }
            Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
            return nil
        }
        guard pthread_create(&handle, nil, run, thread.toOpaque()) == 0 else { return nil }
        pthread_detach(handle)
    }

    /// The heads of all questions so far.
    var questions: [String] { heard.withLock { $0 } }

    /// No more connections are taken.
    func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    private func serve(_ answers: [[UInt8]]) {
        for answer in answers {
            let connection = accept(descriptor, nil, nil)
            guard connection >= 0 else { break }
            var question: [UInt8] = []
            var part = [UInt8](repeating: 0, count: 4096)
            while !question.suffix(4).elementsEqual([13, 10, 13, 10]) {
                let count = recv(connection, &part, part.count, 0)
                guard count > 0 else { break }
                question += part.prefix(count)
            }
            heard.withLock { $0.append(String(decoding: question, as: UTF8.self)) }
            var sent = 0
            while sent < answer.count {
                // Odd pieces, as a network has them.
                let piece = min(1501, answer.count - sent)
                let count = answer[sent..<sent + piece].withUnsafeBytes {
                    send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { break }
                sent += count
            }
            shutdown(connection, Int32(SHUT_WR))
            while recv(connection, &part, part.count, 0) > 0 {}
            _ = Glibc.close(connection)
        }
        close()
    }

    // Not before: until then the number would be another socket's, and `close` would end that one.
    deinit { _ = Glibc.close(descriptor) }
}

private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
