// Feeds damaged values, lines and calls to the session service: no trap, no refusal without a reason, and a bystander on the
// same bus who notices nothing.
//
//   fuzz-wire [--seconds N] [--seed N]
//
// The seed is printed at the start; a finding stops the program and is repeated by it. Without dbus-daemon only the readers
// are fed.

import BusSiege
import ByteMutation
import Glibc
import PrivateBus
import SordinoBus
import SordinoHardware
import SordinoPolicy
import SordinoService
import SordinoSession
import WireMutation

let options = FuzzOptions()

@MainActor func stop(_ sentence: String) -> Never {
    print("fuzz-wire: seed \(options.seed): \(sentence)")
    exit(1)
}

/// Resident bytes of this process.
func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 128)
    guard fgets(&text, 128, file) != nil else { return 0 }
    let line = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * Int(getpagesize()) } ?? 0
}

print("fuzz-wire: seed \(options.seed), \(options.seconds) s")
var mutation = WireMutation(seed: options.seed)
var (values, understood, lines) = (0, 0, 0)
let half = time(nil) + max(1, options.seconds / 2)
while time(nil) < half {
    for _ in 0..<100 {
        let read = WireReading.read(mutation.value())
        if let fault = read.fault { stop(fault) }
        if let fault = WireReading.read(line: mutation.line()) { stop(fault) }
        values += 1
        understood += read.understood > 0 ? 1 : 0
        lines += 1
    }
}
print("\(values) values, \(understood) of them understood as something; \(lines) lines")

guard PrivateBus.isAvailable else {
    print("fuzz-wire: dbus-daemon is not installed, no call was made")
    exit(0)
}
do {
    let bus = try PrivateBus()
    let address = BusAddress.at(bus.address)
    let service = SessionService(
        hardware: VirtualDevice(.phone), settings: PolicySettings(), wakesItself: false, permissionAnswer: .granted)
    var serving = BusService.Options()
    serving.identity = { name, _ in name }
    serving.allowsSimulation = true
    serving.limits.requestsPerSecond = 1e6
    serving.limits.requestBurst = 1e6
    let offered = BusService(service, on: try BusConnection(address), options: serving)
    _ = service.addObserver { offered.follow($0) }
    service.begin()
    try offered.offer()
    let siege = try BusSiege(address, seed: options.seed)
    var before = 0
    let end = time(nil) + max(1, options.seconds - options.seconds / 2)
    while time(nil) < end {
        for _ in 0..<50 { try siege.attack() }
        if let complaint = siege.complaint() { stop(complaint) }
        // Memory of the first calls is not counted.
        if before == 0, siege.answered + siege.refused > 2_000 { before = residentBytes() }
    }
    let growth = before == 0 ? 0 : max(0, residentBytes() - before) / 1_024
    print("\(siege.answered) calls answered, \(siege.refused) refused; memory grew by \(growth) KiB")
    offered.end()
} catch {
    stop("\(error)")
}
