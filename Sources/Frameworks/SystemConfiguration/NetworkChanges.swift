import Dispatch
import Foundation

/// Calls a function when the kernel announces changes of links, addresses or routes.
///
/// - Thread: any; calls come on the queue.
final class NetworkChanges: @unchecked Sendable {
    private let source: DispatchSourceRead

    /// Begins to listen; nil where the kernel has no such socket.
    ///
    /// Source: rtnetlink(7), netlink(7).
    init?(on queue: DispatchQueue, changed: @escaping @Sendable () -> Void) {
        let socket = socket(
            AF_NETLINK, Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        guard socket >= 0 else { return nil }
        // sockaddr_nl: family, padding, port (the kernel chooses), groups: links, addresses and routes of IPv4 and
        // IPv6.
        let groups: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400
        let words: [UInt32] = [UInt32(AF_NETLINK), 0, groups]
        let isBound = words.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { bind(socket, $0.baseAddress, 12) == 0 }
        }
        guard isBound else {
            close(socket)
            return nil
        }
        source = DispatchSource.makeReadSource(fileDescriptor: socket, queue: queue)
        source.setEventHandler {
            // The messages are dropped, since the state is read anew; an overflow (ENOBUFS) is a change as well.
            var bytes = [UInt8](repeating: 0, count: 16_384)
            while recv(socket, &bytes, bytes.count, 0) > 0 || errno == ENOBUFS || errno == EINTR {}
            changed()
        }
        source.setCancelHandler { close(socket) }
        source.activate()
    }

    deinit { source.cancel() }
}
