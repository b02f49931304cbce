import Glibc
import SordinoGraph
import SordinoWork
import Synchronization

/// Follows the turns of a head that another program on this machine sends by UDP, on a thread of its own.
package final class HeadListener: Sendable {
    /// The port that is listened on.
    package let port: UInt16
    private let socket: Int32
    private let isEnded = Atomic<Bool>(false)

    /// Begins to listen on 127.0.0.1.
    ///
    /// - Parameter port: 0 for any free one.
    /// - Returns: Nil if the port is taken, or the machine is out of sockets or threads.
    package init?(port: UInt16) {
        let made = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard made >= 0 else { return nil }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        // The thread checks this often whether it is to end.
        var patience = timeval(tv_sec: 0, tv_usec: 100_000)
        setsockopt(made, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let status = withUnsafeMutablePointer(to: &address) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                bind(made, place, size) == 0 ? getsockname(made, place, &size) : -1
            }
        }
        guard status == 0 else {
            close(made)
            return nil
        }
        (socket, self.port) = (made, UInt16(bigEndian: address.sin_port))
        guard startThreadIfPossible({ [self] in run() }) else {
            close(made)
            return nil
        }
    }

    /// Ends listening, within a tenth of a second.
    package func end() { isEnded.store(true, ordering: .relaxed) }

    private func run() {
        var messages = HeadMessages(angles: HeadTracking.shared.angles)
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while !isEnded.load(ordering: .relaxed) {
            let count = recv(socket, &bytes, bytes.count, 0)
            guard count > 0, messages.take(Array(bytes[..<count])) else { continue }
            HeadTracking.shared.angles = messages.angles
        }
        close(socket)
    }
}
