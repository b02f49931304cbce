import BenchmarkRatios
import CMixPeers
import SordinoSignal

/// The pairs of rates that are measured.
let measuredRates: [(from: Double, to: Double)] = [
    (44_100, 48_000), (48_000, 44_100), (16_000, 48_000), (96_000, 44_100), (48_000, 16_000),
]

/// Times real time of a stereo stream in blocks of 512 input frames: ours, soxr, ratio.
///
/// Passes of ours and of the peer alternate, so that a change of the machine's speed meets both.
func speedTable() {
    print("Speed: times real time, stereo float32, blocks of 512 input frames, one processor; larger is better.")
    let targets: [(ResamplerQuality, peer: Int, least: Double)] = [
        (.linear, 0, 0), (.voice, 0, 0), (.good, 0, 0), (.high, 1, 1.8), (.mastering, 2, 1),
    ]
    print(columns("rates", "quality", "ours", "peer", "peer's", "ratio", "target"))
    for (from, to) in measuredRates {
        for target in targets {
            let peer = Converter.peers[target.peer]
            let times = secondsPerBlock([.ours(target.0), peer], from: from, to: to)
            let (ours, theirs) = (512 / from / times[0], 512 / from / times[1])
            Ratios.more("resampler: \(Int(from)) to \(Int(to)) \(target.0)", ours: ours, theirs: theirs)
            let isAimedAt = target.0 != .high || to > from || from == 48_000 && to == 44_100 || from == 96_000
            let verdict =
                target.least == 0 || !isAimedAt
                ? "-" : ">= \(decimal(target.least, 1)) x" + (ours / theirs >= target.least ? "" : "  MISSED")
            print(
                columns(
                    "\(Int(from)) -> \(Int(to))", "\(target.0)", decimal(ours, 0), peer.name, decimal(theirs, 0),
                    decimal(ours / theirs, 2) + " x", verdict))
        }
    }
    print("")
}

/// The cheap qualities beside the shortest loops that do as much, in nanoseconds for each stereo frame made.
func floorTable() {
    print("Cheap qualities, 44.1 to 48 kHz: nanoseconds for a stereo frame, beside a bare loop with 256-bit registers.")
    print(columns("quality", "taps", "ours", "bare loop", "ratio"))
    let frames = 1024
    let inputs = [Float](repeating: 0.1, count: 2 * frames)
    let bank = [Float](repeating: 0.01, count: 160 * 32)
    var (left, right) = ([Float](repeating: 0, count: frames), [Float](repeating: 0, count: frames))
    for (quality, taps) in [(ResamplerQuality.linear, 2), (.voice, 16), (.good, 32)] {
        let ours = secondsPerBlock([.ours(quality)], from: 44_100, to: 48_000)[0] / (512 * 160 / 147) * 1e9
        var best = Double.infinity
        for _ in 0..<15 {
            let start = mixpeers_thread_time()
            for _ in 0..<600 {
                if taps == 2 {
                    mixpeers_bare_lines(&left, &right, inputs, inputs, frames)
                } else {
                    mixpeers_bare_polyphase(&left, &right, inputs, inputs, bank, Int32(taps), frames)
                }
            }
            best = min(best, Double(mixpeers_thread_time() - start) / Double(600 * frames))
        }
        print(
            columns(
                "\(quality)", "\(taps)", decimal(ours, 2), decimal(best, 2), decimal(best / ours, 2) + " x"))
    }
    print("")
}

/// The best of fifteen passes for each, taken in turn: what else runs on the machine only ever makes a pass slower.
private func secondsPerBlock(_ converters: [Converter], from: Double, to: Double) -> [Double] {
    let conversions = converters.map { $0.start(from: from, to: to) }
    let calls = 600
    var passes = [[Double]](repeating: [], count: converters.count)
    for _ in 0..<15 {
        for (index, conversion) in conversions.enumerated() {
            let start = mixpeers_thread_time()
            for _ in 0..<calls { conversion.repeatLast(frameCount: 512) }
            let end = mixpeers_thread_time()
            passes[index].append(Double(end - start) / Double(calls) / 1e9)
        }
    }
    return passes.map { $0.min() ?? 0 }
}

/// A line of a table.
func columns(_ cells: String...) -> String {
    let widths = [16, 12, 9, 12, 9, 9, 9, 9, 9, 9]
    return zip(cells, widths).map { $0 + String(repeating: " ", count: max(0, $1 - $0.count)) }.joined(separator: " ")
}

/// A number with so many decimal places.
func decimal(_ value: Double, _ places: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "-" }
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (abs(value) * scale).rounded()
    let sign = value < 0 && scaled > 0 ? "-" : ""
    let whole = Int(scaled / scale)
    guard places > 0 else { return sign + String(whole) }
    let fraction = String(Int(scaled) - whole * Int(scale))
    return sign + "\(whole)." + String(repeating: "0", count: places - fraction.count) + fraction
}
