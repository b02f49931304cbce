import Foundation
import Glibc
import Patience
import PrivatePipeWire
import Synchronization

/// Two machines on one cable, or one with several others: network namespaces with pairs of virtual interfaces.
final class TwoMachines {
    let names: (near: String, far: String)
    let near = "10.77.0.1"
    let far = "10.77.0.2"
    /// The far machines, the first among them: the names of their namespaces, and their addresses.
    let rooms: [(name: String, address: String)]

    /// Indicates whether this process may make namespaces, and has the tool for it.
    static var isPossible: Bool {
        guard geteuid() == 0, PrivatePipeWire.path(of: "ip") != nil, RTPReceiver.hasModule("rtp-source") else {
            return false
        }
        return TwoMachines() != nil
    }

    /// Nil where namespaces cannot be made.
    init?(rooms count: Int = 1) {
        let id = UUID().uuidString.prefix(6).lowercased()
        rooms = (0..<count).map { ("sordino-\(id)-b\($0)", "10.77.\($0).2") }
        names = ("sordino-\(id)-a", rooms[0].name)
        let a = names.near
        var lines = ["netns add \(a)", "-n \(a) link set lo up"]
        for (index, room) in rooms.enumerated() {
            let (b, cable) = (room.name, index == 0 ? "cable" : "cable\(index)")
            lines += [
                "netns add \(b)", "-n \(a) link add \(cable) type veth peer name cable netns \(b)",
                "-n \(a) address add 10.77.\(index).1/24 dev \(cable)",
                "-n \(b) address add \(room.address)/24 dev cable", "-n \(a) link set \(cable) up",
                "-n \(b) link set cable up", "-n \(b) link set lo up",
            ]
        }
        for line in lines where !Self.ip(line) { return nil }
    }

    deinit { for name in [names.near] + rooms.map(\.name) { _ = Self.ip("netns delete \(name)") } }

    /// Calls something on a thread in a network namespace: a socket stays where it was made.
    ///
    /// - Returns: Nil if there is no such namespace.
    static func within<Result: Sendable>(_ namespace: String?, _ body: @escaping @Sendable () -> Result) -> Result? {
        guard let namespace else { return body() }
        let result = Mutex<Result?>(nil)
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let file = open("/run/netns/\(namespace)", O_RDONLY | O_CLOEXEC)
            // The C library's function, which its Swift module leaves out; the number is CLONE_NEWNET.
            typealias Enter = @convention(c) (Int32, Int32) -> Int32
            let enter = dlsym(nil, "setns").map { unsafeBitCast($0, to: Enter.self) }
            if file >= 0, enter?(file, 0x4000_0000) == 0 {
                let made = body()
                result.withLock { $0 = made }
            }
            if file >= 0 { close(file) }
            isDone.signal()
        }
        isDone.wait()
        return result.withLock { $0 }
    }

    /// Waits until something listens on a port, as seen from a namespace.
    static func answers(_ address: String, port: UInt16, from namespace: String) -> Bool {
        Patience.until {
            within(namespace) {
                let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                defer { close(probe) }
                var place = sockaddr_in()
                place.sin_family = sa_family_t(AF_INET)
                place.sin_port = port.bigEndian
                guard inet_pton(AF_INET, address, &place.sin_addr) == 1 else { return false }
                return withUnsafePointer(to: &place) { place in
                    place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        connect(probe, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                    }
                }
            } == true
        }
    }

    private static func ip(_ line: String) -> Bool {
        let words = line.split(separator: " ").map(String.init)
        guard let process = try? PrivatePipeWire.run("ip", words, environment: [:]) else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
