import BenchmarkRatios
import CMixPeers

/// The printed rows, and whether each kept to its budget.
enum Table {
    nonisolated(unsafe) private static var missed: [String] = []

    static func printHead() {
        print(line("row", "ours", "peer", "peer's", "ratio", "budget"))
    }

    /// One row; figures in ns/vf.
    static func row(_ name: String, ours: Double, peer: String, _ theirs: Double?, budget: Double? = nil) {
        let ratio = theirs.map { decimal($0 / ours, 1) + " x" } ?? "-"
        if let theirs { Ratios.less("mix: \(name) / \(peer)", ours: ours, theirs: theirs) }
        var verdict = "-"
        if let budget {
            verdict = "<= \(decimal(budget, 2))" + (ours <= budget ? "" : "  MISSED")
            if ours > budget { missed.append(name) }
        }
        print(line(name, decimal(ours, 3), peer, theirs.map { decimal($0, 3) } ?? "-", ratio, verdict))
    }

    /// One figure without a peer.
    static func figure(_ name: String, _ value: Double, _ unit: String, places: Int, budget: Double? = nil) {
        var verdict = ""
        if let budget {
            verdict = "<= \(Int(budget))" + (value <= budget ? "" : "  MISSED")
            if value > budget { missed.append(name) }
        }
        print(
            line(
                name + String(repeating: " ", count: max(0, 62 - name.count)), decimal(value, places) + " " + unit,
                verdict))
    }

    /// Says which budgets were missed.
    static func finish() {
        print("")
        print(missed.isEmpty ? "Every budget was kept." : "Missed: " + missed.joined(separator: ", "))
    }

    static func line(_ columns: String...) -> String {
        let widths = [46, 9, 24, 9, 8, 0]
        return zip(columns, widths).map { $0 + String(repeating: " ", count: max(0, $1 - $0.count)) }.joined(
            separator: " ")
    }

    static func decimal(_ value: Double, _ places: Int) -> String {
        var scale = 1
        for _ in 0..<places { scale *= 10 }
        let scaled = Int((value * Double(scale)).rounded())
        let fraction = String(scaled % scale)
        guard places > 0 else { return String(scaled) }
        return "\(scaled / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
    }
}

/// Nanoseconds of one call of `body`: the best of fifteen passes of `calls` calls, after one to warm up.
///
/// The best, ours and peers' alike: other work on the machine only ever adds to it.
func nanoseconds(calls: Int, _ body: () -> Void) -> Double {
    var best = Double.infinity
    for pass in 0..<16 {
        let start = mixpeers_thread_time()
        for _ in 0..<calls { body() }
        let end = mixpeers_thread_time()
        if pass > 0 { best = min(best, Double(end - start) / Double(calls)) }
    }
    return best
}
