import Glibc
import SordinoDevice

/// Messages to systemd, if it started this process and expects them.
///
/// Source: sd_notify(3), sd_watchdog_enabled(3).
package enum SystemdNotice {
    /// The watchdog's time limit in seconds: systemd restarts the service if no notice arrives in it; nil without a watchdog.
    package static var watchdogSeconds: Double? {
        guard let microseconds = value("WATCHDOG_USEC").flatMap({ UInt64($0) }), microseconds > 0 else { return nil }
        if let process = value("WATCHDOG_PID"), Int32(process) != getpid() { return nil }
        return Double(microseconds) / 1e6
    }

    /// Sends a notice to systemd, such as "WATCHDOG=1".
    ///
    /// - Returns: Whether it was sent.
    @discardableResult
    package static func say(_ text: String) -> Bool {
        guard let path = value("NOTIFY_SOCKET"), path.utf8.count > 1 else { return false }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(path.utf8)
        // "@" stands for the zero byte of an abstract address.
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard bytes.count < room else { return false }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size - room + bytes.count)
        let message = Array(text.utf8)
        let sent = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                sendto(descriptor, message, message.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL), address, length)
            }
        }
        return sent == message.count
    }

    private static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
