import Dispatch
import Glibc
import SordinoPolicy
import Synchronization

/// Lets other processes play on a pulled virtual device, in its time.
///
/// Before each block every process is asked to settle and then for its samples; time stands still until all have
/// answered, or `patienceSeconds` have passed in real time: a process that does not answer is silent and not waited for
/// until it answers again.
package final class RelayServer: Sendable {
    /// The time that a process may take for one answer, in seconds.
    package static let patienceSeconds = 10.0

    private struct State {
        var links: [RelayLink] = []
        var hasEnded = false
    }

    private let device: VirtualDevice
    private let path: String
    private let descriptor: Int32
    private let owns: @Sendable (_ process: Int32, _ app: AppID) -> Bool
    private let state = Mutex(State())

    /// Listens on a socket that does not exist yet.
    ///
    /// - Parameters:
    ///   - path: Of the socket; at most 107 bytes.
    ///   - owns: Whether a process may open streams for a program.
    /// - Returns: Nil when the socket cannot be made.
    package init?(
        _ device: VirtualDevice, path: String, owns: @escaping @Sendable (_ process: Int32, _ app: AppID) -> Bool
    ) {
        guard var address = RelaySocket.address(path) else { return nil }
        let descriptor = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isBound, listen(descriptor, 16) == 0 else {
            Glibc.close(descriptor)
            return nil
        }
        self.device = device
        self.path = path
        self.descriptor = descriptor
        self.owns = owns
        Thread.start { [self] in takeConnections() }
    }

    deinit { Glibc.close(descriptor) }

    private func takeConnections() {
        while true {
            let taken = accept(descriptor, nil, nil)
            guard taken >= 0 else { return }
            _ = fcntl(taken, F_SETFD, FD_CLOEXEC)
            let link = RelayLink(RelaySocket(descriptor: taken), device: device, owns: owns)
            let isWanted = state.withLock { state in
                if !state.hasEnded { state.links.append(link) }
                return !state.hasEnded
            }
            guard isWanted else { return link.end() }
            Thread.start { [weak self] in
                link.run()
                self?.state.withLock { state in state.links.removeAll { $0 === link } }
            }
        }
    }

    /// Indicates whether any process is connected.
    package var hasProcesses: Bool { state.withLock { !$0.links.isEmpty } }

    /// Waits until every process has handled all its messages.
    package func settle() {
        let now = device.now
        for link in state.withLock({ $0.links }) { link.settle(now) }
    }

    /// Fetches the next block of every running stream.
    package func fetch() {
        let timing = device.timing
        let now = device.now
        for link in state.withLock({ $0.links }) { link.fetch(timing, now) }
    }

    /// Sends all processes away and stops listening.
    package func end() {
        let links = state.withLock { state in
            state.hasEnded = true
            defer { state.links = [] }
            return state.links
        }
        for link in links { link.end() }
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
        unlink(path)
    }
}

/// Runs functions in the background, each on a queue of its own.
private enum Thread {
    static func start(_ body: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "org.sordino.relay", qos: .userInitiated).async(execute: body)
    }
}
