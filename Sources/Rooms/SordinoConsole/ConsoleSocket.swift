import Glibc

/// A socket on which a console listens.
package struct ConsoleSocket: Sendable {
    /// The reason why nothing can listen, as a clause.
    package struct Refusal: Error, Hashable, Sendable {
        package let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    /// The socket's number; who starts a server on it gives it away.
    package let descriptor: Int32
    /// The address without brackets, and the port that the kernel chose or confirmed.
    package let address: String
    package let port: UInt16

    /// Indicates whether only programs of this machine reach it.
    package var isLoopback: Bool { Self.isLoopback(address) }
    /// Indicates whether it listens on all addresses of the machine.
    package var isEverywhere: Bool { address == "0.0.0.0" || address == "::" }
    /// The address as an address bar has it.
    package var host: String { address.contains(":") ? "[\(address)]" : address }

    /// Returns whether an address is one that only this machine has.
    package static func isLoopback(_ address: String) -> Bool {
        address == "::1" || (address.hasPrefix("127.") && ConsoleGate.isAddress(address, AF_INET))
    }

    /// Reads `ADDRESS`, `ADDRESS:PORT`, `[ADDRESS]:PORT` or `PORT`; names are not looked up.
    ///
    /// - Returns: The address and the port, 0 for any; nil if the text is none of these.
    package static func place(_ text: String) -> (address: String, port: UInt16)? {
        if let port = UInt16(text) { return ("127.0.0.1", port) }
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let address = String(text[text.index(after: text.startIndex)..<end])
            let rest = text[text.index(after: end)...]
            guard ConsoleGate.isAddress(address, AF_INET6) else { return nil }
            if rest.isEmpty { return (address, 0) }
            guard rest.hasPrefix(":"), let port = UInt16(rest.dropFirst()) else { return nil }
            return (address, port)
        }
        if ConsoleGate.isAddress(text, AF_INET6) { return (text, 0) }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard ConsoleGate.isAddress(parts[0], AF_INET) else { return nil }
        guard parts.count == 2 else { return (parts[0], 0) }
        guard let port = UInt16(parts[1]) else { return nil }
        return (parts[0], port)
    }

    /// Listens.
    ///
    /// - Throws: `Refusal` when the address is not this machine's, or the port is taken.
    package init(address: String, port: UInt16) throws(Refusal) {
        let isSix = ConsoleGate.isAddress(address, AF_INET6)
        let family = isSix ? AF_INET6 : AF_INET
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Refusal(Self.reason) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var storage = sockaddr_storage()
        let length = Self.fill(&storage, address, port, isSix)
        let isListening = withUnsafePointer(to: &storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                bind(descriptor, place, length) == 0 && listen(descriptor, 64) == 0
            }
        }
        var count = length
        let isNamed = withUnsafeMutablePointer(to: &storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &count) == 0 }
        }
        guard isListening, isNamed else {
            let reason = Self.reason
            close(descriptor)
            throw Refusal(reason)
        }
        self.descriptor = descriptor
        self.address = address
        self.port = Self.port(of: &storage)
    }

    private static var reason: String { String(cString: strerror(errno)) }

    private static func fill(
        _ storage: inout sockaddr_storage, _ address: String, _ port: UInt16, _ isSix: Bool
    ) -> socklen_t {
        withUnsafeMutableBytes(of: &storage) { bytes in
            if isSix {
                var place = sockaddr_in6()
                place.sin6_family = sa_family_t(AF_INET6)
                place.sin6_port = port.bigEndian
                inet_pton(AF_INET6, address, &place.sin6_addr)
                bytes.storeBytes(of: place, as: sockaddr_in6.self)
                return socklen_t(MemoryLayout<sockaddr_in6>.size)
            }
            var place = sockaddr_in()
            place.sin_family = sa_family_t(AF_INET)
            place.sin_port = port.bigEndian
            inet_pton(AF_INET, address, &place.sin_addr)
            bytes.storeBytes(of: place, as: sockaddr_in.self)
            return socklen_t(MemoryLayout<sockaddr_in>.size)
        }
    }

    /// The port of an address of either family: both have it at the same place.
    private static func port(of storage: inout sockaddr_storage) -> UInt16 {
        withUnsafeBytes(of: &storage) { UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self)) }
    }
}
