import Foundation
import SordinoBus
import SordinoPolicy
import SordinoRealtime
import SordinoSession

/// Milliseconds that each question took.
struct Waits {
    private(set) var all: [Double] = []
    /// Questions that were refused or not answered.
    private(set) var failed = 0

    mutating func measure(_ body: () throws -> Void) {
        let start = HostClock.now()
        do { try body() } catch { failed += 1 }
        all.append(Double(HostClock.now() - start) / 1e6)
    }

    func share(_ percent: Int) -> Double {
        let sorted = all.sorted()
        return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, sorted.count * percent / 100)]
    }

    static func + (first: Waits, second: Waits) -> Waits {
        var both = first
        both.all += second.all
        both.failed += second.failed
        return both
    }
}

/// A program that begins a session, turns it on and off, asks for the status, and ends.
struct Bystander {
    private let address: BusAddress
    var register = Waits()
    var activate = Waits()
    var status = Waits()
    /// The bus's own answer, without the service.
    var bus = Waits()

    init(_ address: BusAddress) { self.address = address }

    static func method(_ member: String) -> BusMethod {
        BusMethod(
            destination: BusInterface.busName, path: BusInterface.path, interface: BusInterface.session, member: member)
    }

    /// Asks for so long.
    mutating func run(seconds: Double) throws {
        let end = HostClock.now() + UInt64(seconds * 1e9)
        while HostClock.now() < end {
            let connection = try BusConnection(address)
            defer { connection.close() }
            let declaration = AppDeclaration(bundleID: "org.example.bystander", name: "Bystander")
            bus.measure {
                _ = try connection.ask(
                    BusMethod(
                        destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                        interface: "org.freedesktop.DBus", member: "GetId"), answer: "s", seconds: 60)
            }
            register.measure {
                _ = try connection.ask(
                    Self.method("Register"), [.integer(Int64(BusInterface.version)), declaration.wireValue],
                    signature: BusInterface.registerSignature, answer: BusInterface.registerAnswerSignature,
                    seconds: 60)
            }
            for isActive in [true, false] {
                activate.measure {
                    _ = try connection.ask(
                        Self.method("SetActive"), [.bool(isActive), .bool(false)], signature: "bb",
                        answer: BusInterface.answerSignature, seconds: 60)
                }
            }
            status.measure {
                _ = try connection.ask(
                    BusMethod(
                        destination: BusInterface.controlName, path: BusInterface.controlPath,
                        interface: BusInterface.control, member: "Status"), answer: "a{sv}", seconds: 60)
            }
            // A program asks a few times a second at most; what it asks is within its own share.
            usleep(300_000)
        }
    }
}
