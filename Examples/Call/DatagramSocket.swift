import Glibc

/// A UDP socket on this machine alone, which never waits.
final class DatagramSocket {
    private let descriptor: Int32
    /// Where others reach it.
    let port: UInt16

    init?() {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        var address = Self.address(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                descriptor >= 0 && bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
        guard isBound else {
            if descriptor >= 0 { close(descriptor) }
            return nil
        }
    }

    deinit { close(descriptor) }

    func send(_ bytes: [UInt8], to port: UInt16) {
        var address = Self.address(port: port)
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = sendto(
                    descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT), $0,
                    socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// Returns the next datagram; nil when none has come.
    func receive() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 2_048)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : Array(bytes[..<count])
    }

    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
