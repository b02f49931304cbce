import Glibc
import SordinoMIDI

/// The two UDP sockets of a network session, on neighbouring ports, and a third pair that wakes the thread that waits
/// at them.
final class DatagramPair: Sendable {
    /// The control port; the data port is the next one.
    let port: UInt16
    private let control: Int32
    private let data: Int32
    /// The two ends of a socket pair: a byte written to one ends a wait at the other.
    private let wake: Int32
    private let waker: Int32

    /// Opens the sockets.
    ///
    /// - Parameters:
    ///   - port: The control port; 0 for 5004 or a free one behind it.
    ///   - isLocal: Whether only this machine reaches them.
    /// - Returns: Nil if the ports are taken, or the machine is out of sockets.
    init?(port wanted: UInt16, isLocal: Bool) {
        // 5004: the port of RTP, which Apple's driver begins with. Sixteen sessions of one machine find a place.
        let candidates = wanted == 0 ? stride(from: UInt16(5004), to: 5036, by: 2).map { $0 } : [wanted]
        for port in candidates where port < UInt16.max {
            guard let control = Self.open(port, isLocal) else { continue }
            guard let data = Self.open(port + 1, isLocal) else {
                close(control)
                continue
            }
            var ends: [Int32] = [-1, -1]
            guard socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | O_CLOEXEC | O_NONBLOCK, 0, &ends) == 0 else {
                close(control)
                close(data)
                return nil
            }
            (self.port, self.control, self.data, wake, waker) = (port, control, data, ends[0], ends[1])
            return
        }
        return nil
    }

    deinit {
        close(control)
        close(data)
        close(wake)
        close(waker)
    }

    private static func open(_ port: UInt16, _ isLocal: Bool) -> Int32? {
        let made = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | O_CLOEXEC | O_NONBLOCK, 0)
        guard made >= 0 else { return nil }
        let isBound = withAddress(NetworkAddress(host: isLocal ? 0x7F00_0001 : 0, port: port)) {
            bind(made, $0, $1) == 0
        }
        if isBound { return made }
        close(made)
        return nil
    }

    private static func withAddress<Result>(
        _ address: NetworkAddress, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = address.port.bigEndian
        place.sin_addr.s_addr = address.host.bigEndian
        return withUnsafePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// Sends a datagram; one that the system does not take is lost, as on the way.
    ///
    /// - Parameter address: The control port of the receiver.
    func send(_ bytes: [UInt8], to address: NetworkAddress, isControl: Bool) {
        guard isControl || address.port < UInt16.max else { return }
        let place = NetworkAddress(host: address.host, port: isControl ? address.port : address.port + 1)
        Self.withAddress(place) {
            _ = sendto(isControl ? control : data, bytes, bytes.count, Int32(MSG_DONTWAIT), $0, $1)
        }
    }

    /// Waits for datagrams, a ring, or the end of the time.
    ///
    /// - Parameter milliseconds: Below 0 for ever.
    func wait(milliseconds: Int32) {
        var places = [control, data, wake].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = poll(&places, nfds_t(places.count), milliseconds)
        var ring: UInt8 = 0
        while read(wake, &ring, 1) > 0 {}
    }

    /// Ends a present or coming `wait` at once.
    func ring() {
        var one: UInt8 = 1
        _ = write(waker, &one, 1)
    }

    /// Takes the next datagram of a port; nil when none is there.
    ///
    /// The address is always that of the control port of the sender, also for datagrams of its data port.
    func receive(isControl: Bool) -> (bytes: [UInt8], from: NetworkAddress)? {
        var place = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        // 64 kB: the largest datagram.
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
            let count = withUnsafeMutablePointer(to: &place) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    recvfrom(
                        isControl ? control : data, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT), $0, &size)
                }
            }
            filled = max(count, 0)
        }
        let port = UInt16(bigEndian: place.sin_port)
        guard !bytes.isEmpty, port > (isControl ? 0 : 1) else { return nil }
        return (
            bytes, NetworkAddress(host: UInt32(bigEndian: place.sin_addr.s_addr), port: isControl ? port : port - 1)
        )
    }
}
