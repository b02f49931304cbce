import Foundation
import Glibc
import RunningProgram
import SordinoRealtime

/// Waits, looking every millisecond.
///
/// - Throws: `RunningProgram.Missing` after 20 seconds.
func until(_ what: String, _ isSo: () -> Bool) throws {
    let deadline = HostClock.now() + 20_000_000_000
    while !isSo() {
        guard HostClock.now() < deadline else { throw RunningProgram.Missing(what: what) }
        ThreadPriority.sleep(untilHostTime: HostClock.now() + 1_000_000)
    }
}

/// The kernel's figures of a process.
enum Kernel {
    /// Resident and proportional memory in KiB.
    static func memory(_ process: pid_t) -> (resident: Int, proportional: Int) {
        (field("VmRSS:", "/proc/\(process)/status"), field("Pss:", "/proc/\(process)/smaps_rollup"))
    }

    private static func field(_ name: String, _ path: String) -> Int {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }

    /// How often the threads of a process began to run since they began.
    static func wakeUps(_ process: pid_t) -> Int {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        return tasks.reduce(0) { $0 + field("voluntary_ctxt_switches:", "/proc/\(process)/task/\($1)/status") }
    }
}
