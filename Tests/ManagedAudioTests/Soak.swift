import ByteMutation
import Foundation
import SordinoRealtime

/// How long a soak continues, and what it measures.
///
/// A short slice as a rule; with `SORDINO_SOAK` set so many minutes as `SORDINO_SOAK_MINUTES` says (10).
enum Soak {
    private static let environment = ProcessInfo.processInfo.environment

    static let isLong = environment["SORDINO_SOAK"] != nil
    /// Seconds of the long form.
    private static let seconds = (environment["SORDINO_SOAK_MINUTES"].flatMap { Double($0) } ?? 10) * 60

    /// How much of what the loudspeaker is given is kept.
    static var recordedSeconds: Int { isLong ? Int(seconds) + 300 : 600 }

    /// The seed of this run: printed, and chosen again by `SORDINO_SEED`.
    static let seed: UInt64 = {
        let seed = environment["SORDINO_SEED"].flatMap { UInt64($0) } ?? 1
        print("soak: SORDINO_SEED=\(seed)")
        return seed
    }()

    /// Calls `body` with the number of the round: so many rounds in the short form, until the time is over in the long one.
    static func rounds(_ count: Int, most: Int = .max, _ body: (Int) throws -> Void) rethrows -> Int {
        let end = HostClock.now() + UInt64(seconds * 1e9)
        var round = 0
        while round < most, isLong ? HostClock.now() < end : round < count {
            try body(round)
            round += 1
        }
        return round
    }

    /// Resident memory of a process in KiB; 0 when it is gone.
    static func residentKiB(_ process: pid_t) -> Int {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return 0 }
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }

    /// Open files of a process; 0 when it is gone.
    static func openFiles(_ process: pid_t) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd"))?.count ?? 0
    }
}
