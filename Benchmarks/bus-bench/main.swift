// bus-bench: a session's questions over D-Bus beside a bare sd-bus echo, on a bus of its own.
import Glibc
import PrivateBus
import SordinoBus
import SordinoHardware
import SordinoPolicy
import SordinoService
import SordinoSession

guard PrivateBus.isAvailable else {
    print("bus-bench: dbus-daemon is not installed, nothing was measured")
    exit(0)
}
let bus = try PrivateBus()
let address = bus.address
let count = 5_000
let slices = 50

/// Microseconds: the round trips of a quiet machine (the best tenth), of the one that this is, and the last ones.
struct Trips {
    var quiet, median, late: Double

    init?(_ nanoseconds: [Int]) {
        guard !nanoseconds.isEmpty else { return nil }
        let sorted = nanoseconds.sorted()
        func share(_ percent: Int) -> Double { Double(sorted[sorted.count * percent / 100]) / 1_000 }
        (quiet, median, late) = (share(10), share(50), share(99))
    }
}

func row(_ name: String, _ times: [Int], against peer: Trips?) -> Trips? {
    guard let trips = Trips(times) else {
        print("\(name)no answer")
        return nil
    }
    func text(_ value: Double) -> String { String(Int(value * 100)).padded() }
    let ratios = peer.map { text(trips.quiet / $0.quiet) + text(trips.median / $0.median) } ?? ""
    print("\(name)\(text(trips.quiet)) µs\(text(trips.median)) µs\(text(trips.late)) µs\(ratios)")
    return trips
}

extension String {
    /// Hundredths with their point, right-aligned.
    func padded() -> String {
        let digits = String(repeating: "0", count: max(0, 3 - count)) + self
        let text = "\(digits.dropLast(2)).\(digits.suffix(2))"
        return String(repeating: " ", count: max(0, 10 - text.count)) + text
    }
}

let echo = Echo(address: address)
echo.serve()
do {
    let hardware = VirtualDevice(.phone)
    let service = SessionService(
        hardware: hardware, settings: PolicySettings(), wakesItself: false, permissionAnswer: .granted)
    var options = BusService.Options()
    options.limits.requestsPerSecond = 1e9
    options.limits.requestBurst = 1e9
    let offered = BusService(service, on: try BusConnection(.at(address)), options: options)
    service.begin()
    try offered.offer()
    let transport = BusTransport(.at(address))
    let app = transport.connect(AppDeclaration(bundleID: "bench", name: "bench")) { _ in }
    func measure(_ request: (Int) -> Request) -> [Int] {
        (-100..<count / slices).compactMap { round in
            let start = now()
            _ = transport.ask(request(round), from: app)
            return round >= 0 ? now() - start : nil
        }
    }
    print("round trip                       10 %       median          99 %     ratio 10 %, median")
    for _ in 0..<2 {
        // In slices of a few milliseconds, in turn: other load of the machine affects all three.
        var (bare, same, changing) = ([Int](), [Int](), [Int]())
        for _ in 0..<slices {
            bare += echo.measure(count: count / slices)
            same += measure { _ in .setActive(true, notifyOthers: false) }
            changing += measure { .setActive($0.isMultiple(of: 2), notifyOthers: false) }
        }
        let peer = row("sd-bus echo               ", bare, against: nil)
        _ = row("session, no change        ", same, against: peer)
        _ = row("session, on and off       ", changing, against: peer)
    }
    transport.disconnect(app)
    offered.end()
} catch {
    print("no bus: \(error)")
    bus.end()
    exit(1)
}
echo.end()
// A global is not released when the process exits, and the bus is a process of its own.
bus.end()
