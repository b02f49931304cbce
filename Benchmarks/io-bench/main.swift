// io-bench: what managed sound costs on a PipeWire server and a bus of its own. Each line: ours, the peer or the target, and
// the two compared. Needs `afplay`, `audiosessiond` and `session-witness` beside it.
//
//   io-bench [latency] [stage] [silence] [start] [speech] [memory] [stress]

import Foundation
import Glibc
import PrivateBus
import PrivatePipeWire
import SordinoPolicy
import SordinoRealtime
import SordinoSession

signal(SIGPIPE, SIG_IGN)
var wanted = Array(CommandLine.arguments.dropFirst())
if wanted.first == "--idle-program" { IdleProgram.run() }
if wanted.first == "--speaking-program" { SpeakingProgram.run(prepared: wanted.contains("prepared")) }
if wanted.first == "--writing-program" { SpeakingProgram.write() }
if wanted.first == "--burn" { Stress.burn() }
if wanted.isEmpty { wanted = ["latency", "stage", "silence", "start", "speech", "memory", "stress"] }
guard PrivatePipeWire.isInstalled, PrivateBus.isAvailable else {
    print("io-bench: needs pipewire and dbus-daemon; nothing was measured")
    exit(0)
}

func text(_ value: Double, _ digits: Int = 2) -> String { String(format: "%.\(digits)f", value) }
func padded(_ text: String, _ width: Int) -> String {
    text.padding(toLength: max(width, text.count), withPad: " ", startingAt: 0)
}
func row(_ name: String, _ ours: String, _ peer: String, _ verdict: String) {
    print(padded(name, 46), padded(ours, 22), padded(peer, 26), verdict)
    fflush(nil)
}

do {
    row("", "ours", "peer or target", "")
    if wanted.contains("latency") {
        for quantum in [64, 128, 256, 512, 1_024] {
            let (ours, bare) = try Latency.measure(quantum: quantum)
            row(
                "in -> out at a quantum of \(quantum)", "\(ours) frames added", "bare filter: \(bare)",
                ours <= bare ? "as the peer" : "\(ours - bare) more")
        }
    }
    if wanted.contains("stage") { try StageCost.measure() }
    if wanted.contains("silence") { try Silence.measure() }
    if wanted.contains("start") { try FirstFrame.measure() }
    if wanted.contains("speech") { try Speech.measure() }
    if wanted.contains("memory") { try Footprint.measure() }
    if wanted.contains("stress") { try Stress.measure() }
} catch {
    print("io-bench: \(error)")
    exit(1)
}
