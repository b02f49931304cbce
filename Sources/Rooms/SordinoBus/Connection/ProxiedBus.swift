import CSystemd
import Glibc

/// The way to a bus through the proxy of a sandbox.
///
/// sd-bus sends all lines of the authentication at once. xdg-dbus-proxy before 0.1.5 takes what the bus answers after the client's
/// last line for a message, and closes the connection. Here each line waits for its answer; sd-bus then gets the same answers
/// through a pair of sockets, and behind them the connection to the proxy in the place of its end of the pair.
/// - Source: D-Bus Specification 0.43, "Authentication Protocol".
package enum ProxiedBus {
    /// Indicates whether this process is in a Flatpak, whose bus is behind a proxy.
    package static var isExpected: Bool { access("/.flatpak-info", F_OK) == 0 }

    private static let milliseconds: Int32 = 5_000
    private static let lineLimit = 1_024

    /// Connects to a bus whose address is that of a Unix socket.
    ///
    /// - Returns: Nil for other addresses, and where the authentication fails.
    static func open(_ address: BusAddress) -> OpaquePointer? {
        guard let socket = address.connect() else { return nil }
        defer { close(socket) }
        guard let identifier = authenticate(socket) else { return nil }
        var pair: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { return nil }
        let (outer, inner) = (pair[0], pair[1])
        defer { close(inner) }
        var bus: OpaquePointer?
        guard cbus_open_descriptors(&bus, outer, outer) >= 0, let bus else { return nil }
        // sd-bus has written all its lines; what it sends afterwards goes to the bus itself.
        guard answer(inner, identifier), cbus_process(bus) >= 0, dup2(socket, outer) == outer,
            fcntl(outer, F_SETFD, FD_CLOEXEC) == 0
        else {
            cbus_close(bus)
            return nil
        }
        return bus
    }

    /// Stores an open bus, as the functions of sd-bus do.
    static func take(_ opened: OpaquePointer, _ bus: inout OpaquePointer?) -> Int32 {
        bus = opened
        return 0
    }

    /// Authenticates as the user of this process.
    ///
    /// - Returns: The bus's identifier.
    private static func authenticate(_ socket: Int32) -> String? {
        guard send("\0AUTH EXTERNAL\r\n", to: socket), line(from: socket)?.hasPrefix("DATA") == true,
            send("DATA\r\n", to: socket), let accepted = line(from: socket), accepted.hasPrefix("OK "),
            send("BEGIN\r\n", to: socket)
        else { return nil }
        return String(accepted.dropFirst(3))
    }

    /// Gives the lines of sd-bus the answers that they wait for.
    private static func answer(_ socket: Int32, _ identifier: String) -> Bool {
        while let line = line(from: socket) {
            let words = line.drop { $0 == "\0" }.split(separator: " ")
            switch (words.first, words.count) {
            case ("AUTH", 2): guard send("DATA\r\n", to: socket) else { return false }
            case ("AUTH", _), ("DATA", _): guard send("OK \(identifier)\r\n", to: socket) else { return false }
            case ("NEGOTIATE_UNIX_FD", _): guard send("ERROR\r\n", to: socket) else { return false }
            case ("BEGIN", _): return true
            default: return false
            }
        }
        return false
    }

    private static func send(_ text: String, to socket: Int32) -> Bool {
        let bytes = Array(text.utf8)
        // A few bytes on a connection that is empty: they are taken at once.
        return Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// Reads a line without its end, byte by byte: what is behind it is not for this function.
    private static func line(from socket: Int32) -> String? {
        var bytes: [UInt8] = []
        while bytes.count < lineLimit {
            var source = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            var byte: UInt8 = 0
            guard poll(&source, 1, milliseconds) > 0, recv(socket, &byte, 1, 0) == 1 else { return nil }
            bytes.append(byte)
            if bytes.suffix(2) == [13, 10] { return String(decoding: bytes.dropLast(2), as: UTF8.self) }
        }
        return nil
    }
}
