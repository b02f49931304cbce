import Glibc
import SordinoRealtime

extension BusAddress {
    /// Connects to the first Unix socket that the address names.
    ///
    /// - Returns: A descriptor; nil where none is named or none answers.
    /// - Source: D-Bus Specification 0.43, "Server Addresses" and "Well-known Message Bus Instances".
    func connect() -> Int32? {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        let text =
            switch self {
            case .at(let address): address
            case .user:
                variable("DBUS_SESSION_BUS_ADDRESS") ?? BaseFolders().runtime.map { "unix:path=\($0)/bus" } ?? ""
            case .system: variable("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/var/run/dbus/system_bus_socket"
            }
        for place in text.split(separator: ";") where place.hasPrefix("unix:") {
            for part in place.dropFirst("unix:".count).split(separator: ",") {
                let words = part.split(separator: "=", maxSplits: 1)
                guard words.count == 2, words[0] == "path" || words[0] == "abstract" else { continue }
                let name = Array(String(percentDecoded: String(words[1])).utf8)
                if let socket = Self.connect(to: words[0] == "path" ? name : [0] + name, isPath: words[0] == "path") {
                    return socket
                }
            }
        }
        return nil
    }

    private static func connect(to name: [UInt8], isPath: Bool) -> Int32? {
        var place = sockaddr_un()
        place.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: place.sun_path)
        guard name.count < room else { return nil }
        withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: name) }
        let length = MemoryLayout<sockaddr_un>.size - room + name.count + (isPath ? 1 : 0)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        let isConnected = withUnsafePointer(to: &place) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                Glibc.connect(descriptor, place, socklen_t(length)) == 0
            }
        }
        guard isConnected, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }
}
