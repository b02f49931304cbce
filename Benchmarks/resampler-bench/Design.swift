import Glibc

/// How the filters of few taps in `OptimalLowPass` were found.
///
/// Amplitudes of cosines over `span` frames, the first one fixed so that the response at 0 is 1: least squares over the stopband,
/// and over the passband with weights that rise wherever the deviation is too large.
struct LowPassDesign {
    /// Frames of the lower rate that the response lasts.
    var span: Double
    /// Edges of passband and stopband, in cycles a frame.
    var pass = 0.4535
    var stop: Double
    /// Deviation allowed at the edge of the passband, and below 0.3 cycles a frame, in dB.
    var ripple: Double
    var innerRipple: Double

    static let all: [(name: String, design: LowPassDesign)] = [
        ("wide", LowPassDesign(span: 72, stop: 0.5465, ripple: 0.008, innerRipple: 0.000_05)),
        ("sharp", LowPassDesign(span: 136, stop: 0.5, ripple: 0.008, innerRipple: 0.000_05)),
        ("mastering", LowPassDesign(span: 176, stop: 0.5, ripple: 0.0005, innerRipple: 0.0005)),
    ]

    /// The response of the cosine number `index` at a frequency, as a share of its amplitude.
    private func response(_ index: Int, _ frequency: Double) -> Double {
        let x = span * frequency
        return index == 0 ? sinc(x) : sinc(x - Double(index)) + sinc(x + Double(index))
    }

    private func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(Double.pi * x) / (Double.pi * x) }

    /// The amplitudes that were best, and what they let through from the stopband's edge on, in dB.
    func solve() -> (amplitudes: [Double], stopband: Double) {
        let count = Int((span * stop).rounded(.up)) + 5
        let passband = stride(from: 0, through: pass, by: pass / (7 * span * pass).rounded(.up)).map { $0 }
        let stopband = stride(from: stop, to: 5, by: 1 / (5 * span)).map { $0 }
        // The request to the others: that the first one's response be made up for.
        func row(_ frequency: Double, _ wanted: Double) -> [Double] {
            (1..<count).map { response($0, frequency) } + [wanted - response(0, frequency)]
        }
        let stops = triangle(stopband.map { row($0, 0) }, count)
        let passes = passband.map { row($0, 1) }
        // From the one to the other evenly in decibels' logarithm.
        let allowed = passband.map { frequency in
            let place = max(0, (frequency - 0.3) / (pass - 0.3))
            return pow(10, innerRipple * pow(ripple / innerRipple, place) / 20) - 1
        }
        var weights = allowed.map { 1e-9 * (allowed.max() ?? 1) / $0 }
        var best: (amplitudes: [Double], stopband: Double) = ([], 0)
        for round in 0..<160 {
            let weighted = zip(passes, weights).map { row, weight in row.map { $0 * weight.squareRoot() } }
            let amplitudes = [1] + solution(triangle(stops + weighted, count), count - 1)
            let deviations = zip(passes, allowed).map { abs(value($0, amplitudes)) / $1 }
            let through = stopband.map { abs(value(row($0, 0), amplitudes)) }.max() ?? 1
            let worst = deviations.max() ?? 1
            let level = 20 * log10(through)
            if worst < 1.06, level < best.stopband { best = (amplitudes, level) }
            for index in weights.indices {
                let ease = round > 5 && worst < 1 ? 0.7 : 1
                weights[index] = max(weights[index] * ease * pow(min(max(deviations[index], 0.3), 3), 0.6), 1e-24)
            }
        }
        return best
    }

    /// The shortfall of a row.
    private func value(_ row: [Double], _ amplitudes: [Double]) -> Double {
        zip(row, amplitudes.dropFirst()).reduce(-row[row.count - 1]) { $0 + $1.0 * $1.1 }
    }

    /// Rows of `count` numbers as a triangle that means the same, by Householder's reflections.
    private func triangle(_ rows: [[Double]], _ count: Int) -> [[Double]] {
        var rows = rows
        for column in 0..<min(count, rows.count) {
            let norm = (column..<rows.count).reduce(0) { $0 + rows[$1][column] * rows[$1][column] }.squareRoot()
            guard norm > 0 else { continue }
            var mirror = (column..<rows.count).map { rows[$0][column] }
            mirror[0] += mirror[0] < 0 ? -norm : norm
            let square = mirror.reduce(0) { $0 + $1 * $1 }
            for other in column..<count {
                var dot = 0.0
                for index in mirror.indices { dot += mirror[index] * rows[column + index][other] }
                let share = 2 * dot / square
                for index in mirror.indices { rows[column + index][other] -= share * mirror[index] }
            }
        }
        return Array(rows.prefix(count))
    }

    private func solution(_ rows: [[Double]], _ count: Int) -> [Double] {
        var result = [Double](repeating: 0, count: count)
        for index in (0..<count).reversed() {
            let known = ((index + 1)..<count).reduce(0) { $0 + rows[index][$1] * result[$1] }
            result[index] = (rows[index][count] - known) / rows[index][index]
        }
        return result
    }
}

/// Prints the amplitudes of all filters.
func printDesigns() {
    for (name, design) in LowPassDesign.all {
        let (amplitudes, stopband) = design.solve()
        print("\(name): \(decimal(stopband, 1)) dB")
        for amplitude in amplitudes { print("    \(amplitude),") }
    }
}
