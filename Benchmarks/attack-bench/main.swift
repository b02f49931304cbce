// attack-bench: how long a bystander waits while programs of the same user flood the service, on a PipeWire server and a bus of
// its own. Needs `audiosessiond` beside it.
//
//   attack-bench [KIND...] [--blind] [--seconds N] [--with-daemon PATH]

import Foundation
import Glibc
import PrivateBus
import PrivatePipeWire
import RunningProgram
import SordinoBus

signal(SIGPIPE, SIG_IGN)
var words = Array(CommandLine.arguments.dropFirst())
if words.first == "--flood", words.count == 4, let flood = Flood(rawValue: words[1]) {
    flood.run(.at(words[2]), isBlind: words[3] == "blind")
}
guard PrivatePipeWire.isInstalled, PrivateBus.isAvailable else {
    print("attack-bench: needs pipewire and dbus-daemon; nothing was measured")
    exit(0)
}

@MainActor func option(_ name: String) -> String? {
    guard let at = words.firstIndex(of: name), at + 1 < words.count else { return nil }
    defer { words.removeSubrange(at...(at + 1)) }
    return words[at + 1]
}
let seconds = option("--seconds").flatMap { Double($0) } ?? 10
let service = option("--with-daemon") ?? "audiosessiond"
let isBlindOnly = words.contains("--blind")
words.removeAll { $0 == "--blind" }

func text(_ value: Double) -> String {
    let text = String(format: "%.1f", value)
    return String(repeating: " ", count: max(0, 9 - text.count)) + text
}

/// Runs one attack against a device of its own.
@MainActor func measure(_ name: String, _ flood: Flood?, count: Int, isBlind: Bool) throws {
    let server = try PrivatePipeWire(quantum: 1_024)
    let bus = try PrivateBus()
    guard let hand = GraphHand(server), hand.plug("loudspeaker", type: "Speaker") != nil else {
        throw RunningProgram.Missing(what: "a loudspeaker")
    }
    let environment = server.environment.merging(
        [
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "DBUS_SYSTEM_BUS_ADDRESS": bus.address,
            "XDG_STATE_HOME": server.folder.path, "STATE_DIRECTORY": "",
        ]) { $1 }
    let daemon = try RunningProgram(service, [], environment: environment)
    defer { daemon.kill() }
    try daemon.wait(for: "audiosessiond: PipeWire:")
    // Another executable than the bystander's.
    let stranger = server.folder.appendingPathComponent("stranger")
    try FileManager.default.copyItem(atPath: RunningProgram.path("attack-bench"), toPath: stranger.path)
    var strangers: [RunningProgram] = []
    defer { for stranger in strangers { stranger.kill() } }
    if let flood {
        for _ in 0..<count {
            strangers.append(
                try RunningProgram(
                    stranger.path, ["--flood", flood.rawValue, bus.address, isBlind ? "blind" : "asks"],
                    environment: environment))
        }
    }
    usleep(1_000_000)
    var bystander = Bystander(.at(bus.address))
    try bystander.run(seconds: seconds)
    let asked = bystander.register + bystander.activate + bystander.status
    let rows = [bystander.bus, bystander.register, bystander.activate, bystander.status, asked]
    let numbers = rows.map { text($0.share(99)) }.joined()
    print(
        "\(name.padding(toLength: 30, withPad: " ", startingAt: 0))\(numbers)\(text(asked.share(50)))"
            + "\(text(asked.share(100)))  \(asked.all.count) asked, \(asked.failed) failed")
    fflush(nil)
}

print(
    "99 %, milliseconds                   bus register activate   status      all   median    worst")
do {
    try measure("nothing", nil, count: 0, isBlind: false)
    for flood in Flood.allCases where words.isEmpty || words.contains(flood.rawValue) {
        for (count, isBlind) in [(1, false), (5, false), (20, false), (5, true), (20, true)]
        where isBlind || !isBlindOnly {
            let name = "\(count) x \(flood.rawValue)\(isBlind ? ", blind" : "")"
            try measure(name, flood, count: count, isBlind: isBlind)
        }
    }
} catch {
    print("attack-bench: \(error)")
    exit(1)
}
