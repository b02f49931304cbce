import CSystemd
import Glibc
import SordinoWork
import Synchronization

/// The gate through which a service's connection receives: it bounds what strangers send before sd-bus reads it, and gives each
/// sender its turn.
///
/// A bus delivers all messages for a service in one stream, so the busiest sender is read most. sd-bus reads messages whole, whatever
/// their size, and keeps them. The gate has a thread of its own that reads the stream ahead and hands sd-bus a few messages at a
/// time over a pair of sockets, one of each sender in turn, those of the bus itself first. What a sender has waiting is bounded.
/// A call above the bound is replaced by a small one, which is refused in its sender's turn. The arguments of a message that is too
/// large are skipped while they arrive. What the service sends does not pass the gate.
/// - Source: D-Bus Specification 0.43, "Message Format" and "Authentication Protocol".
final class BusGate: @unchecked Sendable {
    /// The object to which calls without room lead; every call to it is refused.
    static let path = "/org/sordino/Gate"

    /// The service's end of the pair of sockets, and a descriptor to write to the bus; both are the taker's.
    let input: Int32
    let output: Int32

    /// Confined to the gate's thread.
    private let bus: Int32
    private let inner: Int32
    private let wakeDescriptor: Int32
    private var stream = BusStream()
    private var turns = SenderTurns()
    /// The rest of what is being written.
    private var writing: ArraySlice<UInt8> = []
    private var isOver = false

    private let jobs = Mutex<(jobs: [@Sendable () -> Void], hasEnded: Bool)>(([], false))

    /// Connects to a bus whose address is that of a Unix socket.
    ///
    /// - Returns: Nil for other addresses, and where nothing answers.
    init?(_ address: BusAddress) {
        guard let socket = address.connect() else { return nil }
        var pair: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        let wake = cbus_new_wake_descriptor()
        guard copy >= 0, wake >= 0, socketpair(AF_UNIX, kind, 0, &pair) == 0 else {
            for descriptor in [socket, copy, wake] where descriptor >= 0 { close(descriptor) }
            return nil
        }
        (bus, output, wakeDescriptor) = (socket, copy, wake)
        (input, inner) = (pair[0], pair[1])
        // Messages in the pair are read in the order of arrival: turns do not shorten this part of the wait.
        var size = Int32(8_192)
        setsockopt(inner, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        guard startThreadIfPossible({ [self] in run() }) else {
            for descriptor in [socket, copy, wake, pair[0], pair[1]] { close(descriptor) }
            return nil
        }
    }

    /// Ends the connection to the bus.
    func end() {
        jobs.withLock { jobs in
            guard !jobs.hasEnded else { return }
            shutdown(bus, Int32(SHUT_RDWR))
        }
    }

    /// Calls `done` on the gate's thread, and at once where it has ended.
    func prove(_ done: @escaping @Sendable () -> Void) {
        let isTaken = jobs.withLock { jobs in
            guard !jobs.hasEnded else { return false }
            jobs.jobs.append(done)
            var one: UInt64 = 1
            _ = write(wakeDescriptor, &one, 8)
            return true
        }
        if !isTaken { done() }
    }

    // MARK: The thread

    private func run() {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while !isOver || hasMore {
            var sources = [
                pollfd(fd: isOver ? -1 : bus, events: Int16(POLLIN), revents: 0),
                pollfd(fd: inner, events: hasMore ? Int16(POLLOUT) : 0, revents: 0),
                pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&sources, 3, -1) > 0 else { continue }
            if sources[2].revents != 0 { runJobs() }
            // The service has closed its end.
            if sources[1].revents & Int16(POLLHUP | POLLERR) != 0 { break }
            if sources[0].revents != 0 { isOver = !take(&bytes) }
            if hasMore, !give() { break }
        }
        let left = jobs.withLock { jobs in
            jobs.hasEnded = true
            close(bus)
            close(inner)
            close(wakeDescriptor)
            return jobs.jobs
        }
        for job in left { job() }
    }

    private func runJobs() {
        var count: UInt64 = 0
        _ = read(wakeDescriptor, &count, 8)
        let jobs = jobs.withLock { jobs in
            defer { jobs.jobs = [] }
            return jobs.jobs
        }
        for job in jobs { job() }
    }

    private var hasMore: Bool { !writing.isEmpty || !turns.isEmpty }

    /// Takes what the bus has delivered.
    ///
    /// - Returns: False when the bus is gone.
    private func take(_ bytes: inout [UInt8]) -> Bool {
        // A few pieces at a time: messages that wait for their turn are passed on in between.
        for _ in 0..<4 {
            let count = recv(bus, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            if count < 0 { return errno == EAGAIN || errno == EINTR }
            if count == 0 { return false }
            guard stream.read(bytes.prefix(count), into: &turns) else { return false }
            if count < bytes.count { return true }
        }
        return true
    }

    /// Gives the service as much as it takes now.
    ///
    /// - Returns: False when its end is closed.
    private func give() -> Bool {
        while hasMore {
            if writing.isEmpty { writing = turns.next()[...] }
            let count = writing.withUnsafeBytes {
                send(inner, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
            }
            if count < 0 { return errno == EAGAIN || errno == EINTR }
            writing = writing.dropFirst(count)
        }
        return true
    }
}
