import Foundation

/// An address of a socket, copied.
struct SocketAddress: Hashable, Sendable {
    /// The bytes of a `sockaddr_in` or `sockaddr_in6`.
    private(set) var bytes: [UInt8]

    /// Copies an address; nil for other families than IPv4 and IPv6.
    init?(_ address: UnsafePointer<sockaddr>) {
        let count: Int
        switch Int32(address.pointee.sa_family) {
        case AF_INET: count = MemoryLayout<sockaddr_in>.size
        case AF_INET6: count = MemoryLayout<sockaddr_in6>.size
        default: return nil
        }
        bytes = Array(UnsafeRawBufferPointer(start: address, count: count))
    }

    var family: Int32 { withSocketAddress { address, _ in Int32(address.pointee.sa_family) } }

    func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        // A copy, so that it is aligned.
        var storage = sockaddr_storage()
        withUnsafeMutableBytes(of: &storage) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(bytes.count)) }
        }
    }

    /// The address without family, port and scope: 4 or 16 bytes.
    var host: ArraySlice<UInt8> { family == AF_INET ? bytes[4..<8] : bytes[8..<24] }

    /// The same address with the port 0.
    var withoutPort: SocketAddress {
        var result = self
        result.bytes.replaceSubrange(2..<4, with: [0, 0])
        return result
    }

    /// The same address with a port; "any host" is replaced by an address that only the default route leads to.
    ///
    /// Documentation's own addresses (RFC 5737, RFC 3849) stand for any: they are never a neighbour's.
    var asDestination: SocketAddress {
        var result = self
        if bytes[2] == 0, bytes[3] == 0 { result.bytes[3] = 9 }
        guard host.allSatisfy({ $0 == 0 }) else { return result }
        let any: [UInt8] =
            family == AF_INET ? [192, 0, 2, 1] : [0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [1]
        result.bytes.replaceSubrange(host.startIndex..<host.endIndex, with: any)
        return result
    }
}

/// The kernel's route to an address; nothing is sent.
struct NetworkRoute: Equatable, Sendable {
    /// The address is one of this device.
    var isLocal = false
    /// The address is in a network of this device.
    var isDirect = false
    /// The interface is a link by dialling.
    var isDialled = false
    /// The interface is a cellular modem's.
    var isCellular = false

    /// The flags that programs see.
    var flags: SCNetworkReachabilityFlags {
        var flags: SCNetworkReachabilityFlags = .reachable
        if isLocal { flags.insert(.isLocalAddress) }
        if isLocal || isDirect { flags.insert(.isDirect) }
        if isDialled { flags.insert(.transientConnection) }
        if isCellular { flags.insert(.isWWAN) }
        return flags
    }

    /// Asks the kernel for the route; nil if there is none.
    ///
    /// A datagram socket that is connected chooses its route and its own address, without a packet.
    /// - Parameter source: The address of this device to leave from; nil for any.
    init?(to address: SocketAddress, from source: SocketAddress? = nil) {
        let destination = address.asDestination
        let socket = socket(destination.family, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return nil }
        defer { close(socket) }
        if let source, source.withoutPort.withSocketAddress({ bind(socket, $0, $1) }) != 0 { return nil }
        guard destination.withSocketAddress({ connect(socket, $0, $1) }) == 0 else { return nil }
        var own = sockaddr_storage()
        var count = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let chosen = withUnsafeMutablePointer(to: &own) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(socket, $0, &count) == 0 ? SocketAddress($0) : nil
            }
        }
        guard let chosen else { return nil }
        isLocal = chosen.host.elementsEqual(destination.host)
        look(atInterfaceOf: chosen, destination)
    }

    /// Finds the interface by the address that the kernel chose.
    private mutating func look(atInterfaceOf own: SocketAddress, _ destination: SocketAddress) {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return }
        defer { freeifaddrs(list) }
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard let address = entry.ifa_addr.flatMap({ SocketAddress($0) }), address.family == own.family,
                address.host.elementsEqual(own.host)
            else { continue }
            let mask = entry.ifa_netmask.flatMap { SocketAddress($0) }
            isDirect = mask.map { Self.isNeighbour(own, destination, $0) } ?? false
            let isPointToPoint = entry.ifa_flags & UInt32(IFF_POINTOPOINT) != 0
            let name = String(cString: entry.ifa_name)
            isDialled = isPointToPoint && name.hasPrefix("ppp")
            isCellular = Self.isModem(name)
            return
        }
    }

    /// Returns whether two addresses are in one network.
    static func isNeighbour(_ own: SocketAddress, _ other: SocketAddress, _ mask: SocketAddress) -> Bool {
        guard own.family == other.family, mask.host.count == own.host.count else { return false }
        return zip(zip(own.host, other.host), mask.host).allSatisfy { ($0.0 ^ $0.1) & $1 == 0 }
    }

    /// Returns whether the kernel counts an interface among modems for wide areas.
    private static func isModem(_ interface: String) -> Bool {
        let path = "/sys/class/net/\(interface)/uevent"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return false }
        return text.split(separator: "\n").contains("DEVTYPE=wwan")
    }
}
