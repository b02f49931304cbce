// bus-bench: a session's questions over D-Bus beside a bare sd-bus echo, on a bus of its own.
import Glibc
import PrivateBus
import SordinoHardware
import SordinoPolicy
import SordinoSession

guard PrivateBus.isAvailable else {
    print("bus-bench: dbus-daemon is not installed, nothing was measured")
    exit(0)
}
let bus = try PrivateBus()
let address = bus.address
let count = 5_000

func row(_ name: String, _ times: [Int], against peer: Double?) -> Double {
    guard !times.isEmpty else {
        print("\(name)no answer")
        return .nan
    }
    let sorted = times.sorted()
    let median = Double(sorted[sorted.count / 2]) / 1_000
    let late = Double(sorted[sorted.count * 99 / 100]) / 1_000
    func text(_ value: Double) -> String { String(Int(value * 100)).padded() }
    print("\(name)\(text(median)) µs\(text(late)) µs\(peer.map { text(median / $0) } ?? "")")
    return median
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
        (-100..<count).compactMap { round in
            let start = now()
            _ = transport.ask(request(round), from: app)
            return round >= 0 ? now() - start : nil
        }
    }
    print("round trip                       median       99 %     ratio")
    // Side by side, twice: the machine is not always as fast.
    for _ in 0..<2 {
        let peer = row("sd-bus echo               ", echo.measure(count: count), against: nil)
        _ = row("session, no change        ", measure { _ in .setActive(true, notifyOthers: false) }, against: peer)
        _ = row(
            "session, on and off       ", measure { .setActive($0.isMultiple(of: 2), notifyOthers: false) },
            against: peer)
    }
    transport.disconnect(app)
    offered.end()
} catch {
    print("no bus: \(error)")
    exit(1)
}
echo.end()
