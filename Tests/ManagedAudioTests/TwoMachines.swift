import Foundation
import Glibc
import PrivatePipeWire

/// Two machines on one cable: two network namespaces with a pair of virtual interfaces.
final class TwoMachines {
    let names: (near: String, far: String)
    let near = "10.77.0.1"
    let far = "10.77.0.2"

    /// Indicates whether this process may make namespaces, and has the tool for it.
    static var isPossible: Bool {
        guard geteuid() == 0, PrivatePipeWire.path(of: "ip") != nil, RTPReceiver.hasModule("rtp-source") else {
            return false
        }
        return TwoMachines() != nil
    }

    /// Nil where namespaces cannot be made.
    init?() {
        let id = UUID().uuidString.prefix(6).lowercased()
        names = ("sordino-\(id)-a", "sordino-\(id)-b")
        let (a, b) = names
        let lines = [
            "netns add \(a)", "netns add \(b)", "-n \(a) link add cable type veth peer name cable netns \(b)",
            "-n \(a) address add \(near)/24 dev cable", "-n \(b) address add \(far)/24 dev cable",
            "-n \(a) link set cable up", "-n \(b) link set cable up", "-n \(a) link set lo up",
            "-n \(b) link set lo up",
        ]
        for line in lines where !Self.ip(line) { return nil }
    }

    deinit {
        _ = Self.ip("netns delete \(names.near)")
        _ = Self.ip("netns delete \(names.far)")
    }

    private static func ip(_ line: String) -> Bool {
        let words = line.split(separator: " ").map(String.init)
        guard let process = try? PrivatePipeWire.run("ip", words, environment: [:]) else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
