import BenchmarkRatios
import CEffectsPeers
import SordinoGraph

/// One effect and its peers; a file in Rows each.
struct Row: Sendable {
    let name: String
    /// Made and set.
    let unit: @Sendable () -> UnitProcessor
    /// The level of the noise.
    var level: Float = 0.5
    /// The required speed, x real time.
    var budget: Double?
    let peers: [Peer]

    nonisolated(unsafe) private static var missed: [String] = []

    static func printHead() { print(line("effect", "ours", "peer", "peer's", "ratio", "budget")) }

    /// Measures ours and every peer, and prints a line for each.
    func run() {
        let ours = Measure.timesRealTime(of: unit(), level: level)
        var verdict = "-"
        if let budget {
            verdict = ">= \(Int(budget))" + (ours >= budget ? "" : "  MISSED")
            if ours < budget { Self.missed.append(name) }
        }
        print(Self.line(name, "\(Int(ours))", "", "", "", verdict))
        for peer in peers {
            guard let theirs = peer.timesRealTime() else {
                print(Self.line("", "", peer.name, "-", "(not here)", ""))
                continue
            }
            Ratios.more("effects: \(name) / \(peer.name)", ours: ours, theirs: theirs)
            let tenths = Int((ours / theirs * 10).rounded())
            print(Self.line("", "", peer.name, "\(Int(theirs))", "\(tenths / 10).\(tenths % 10) x", ""))
        }
    }

    /// Says which budgets were missed.
    static func finish() {
        print("")
        print(missed.isEmpty ? "Every budget was kept." : "Missed: " + missed.joined(separator: ", "))
    }

    private static func line(_ columns: String...) -> String {
        zip(columns, [34, 8, 34, 8, 10, 0]).map { $0 + String(repeating: " ", count: max(0, $1 - $0.count)) }
            .joined(separator: " ")
    }
}
