import CStretchPeers
import Glibc

/// The engines side by side.
enum Table {
    typealias Engine = @Sendable (_ channels: [[Float]], _ rate: Double, _ cents: Double) -> [[Float]]

    static let engines: [(name: String, run: Engine)] = [
        ("ours", { Ours.run($0, rate: $1, cents: $2, sampleRate: Signals.sampleRate) }),
        ("rubberband R3", { rubberBand($0, $1, $2, engine: 3, isRealtime: false) }),
        ("rubberband R3 live", { rubberBand($0, $1, $2, engine: 3, isRealtime: true) }),
        ("rubberband R2", { rubberBand($0, $1, $2, engine: 2, isRealtime: false) }),
        ("soundtouch", { soundTouch($0, $1, $2, isQuick: false) }),
        ("soundtouch quick", { soundTouch($0, $1, $2, isQuick: true) }),
    ]

    static func run() {
        let onlyOurs = CommandLine.arguments.contains("--ours")
        let shown = onlyOurs ? Array(engines.prefix(1)) : engines
        quality(shown)
        speed(shown)
    }

    private static func quality(_ shown: [(name: String, run: Engine)]) {
        let triad = Signals.chord([220, 277.18, 329.63], partials: 1, seconds: 6)
        let rich = Signals.chord([220, 277.18, 329.63], partials: 6, seconds: 6)
        let full = Signals.chord([261.63, 329.63, 392], partials: 20, seconds: 5)
        let ticked = (samples: Signals.withTicks(triad.samples), hertz: triad.hertz)
        let attacks = Signals.attacks()
        row("engine", ["rate", "triad SNR", "rich chord", "full chord", "chord, ticks", "pre-echo", "in 20 ms"])
        for engine in shown {
            for rate in [1.5, 0.75] {
                let ratios = [triad, rich, full, ticked].map { chord in
                    Measures.chordRatio(engine.run([chord.samples], rate, 0)[0], hertz: chord.hertz)
                }
                let heard = Measures.attacks(
                    engine.run([attacks.samples], rate, 0)[0], places: attacks.places, rate: rate)
                row(
                    engine.name,
                    [format(rate, 2)] + ratios.map { format($0, 1) + " dB" }
                        + [format(heard.preEcho, 1) + " dB", format(heard.early, 2)])
            }
        }
    }

    private static func speed(_ shown: [(name: String, run: Engine)]) {
        let seconds = 12.0
        var numbers = Numbers(3)
        let chord = Signals.chord([110, 220, 277.18, 329.63], partials: 8, seconds: seconds).samples
        let channels = (0..<2).map { _ in chord.map { $0 + Float(0.01 * numbers.gaussian()) } }
        row("engine", ["x1.5", "x0.75", "+4 semitones", "(x real time, stereo)"])
        var ours: [Double] = []
        for engine in shown {
            let speeds = [(1.5, 0.0), (0.75, 0), (1, 400)].map { rate, cents in
                let times = (0..<3).map { _ in
                    let start = stretchpeers_thread_time()
                    _ = engine.run(channels, rate, cents)
                    return Double(stretchpeers_thread_time() - start) * 1e-9
                }
                return seconds / times.sorted()[1]
            }
            if ours.isEmpty { ours = speeds }
            row(
                engine.name,
                zip(speeds, ours).map { format($0, 1) + "  (ours x" + format($1 / $0, 1) + ")" })
        }
    }

    private static func rubberBand(
        _ channels: [[Float]], _ rate: Double, _ cents: Double, engine: Int32, isRealtime: Bool
    ) -> [[Float]] {
        peer(channels, rate) { input, output, frames, capacity in
            stretchpeers_rubberband(
                input, output, Int32(channels.count), frames, capacity, Signals.sampleRate, engine, isRealtime ? 1 : 0,
                rate, exp2(cents / 1_200))
        }
    }

    private static func soundTouch(_ channels: [[Float]], _ rate: Double, _ cents: Double, isQuick: Bool) -> [[Float]] {
        peer(channels, rate) { input, output, frames, capacity in
            stretchpeers_soundtouch(
                input, output, Int32(channels.count), frames, capacity, Signals.sampleRate, isQuick ? 1 : 0, rate,
                exp2(cents / 1_200))
        }
    }

    private static func peer(
        _ channels: [[Float]], _ rate: Double,
        _ run: (
            UnsafePointer<UnsafePointer<Float>>, UnsafePointer<UnsafeMutablePointer<Float>>, Int64, Int64
        ) -> Int64
    ) -> [[Float]] {
        let capacity = Int(Double(channels[0].count) / rate * 1.02) + 8_192
        let input = channels.map { channel in
            let plane = UnsafeMutablePointer<Float>.allocate(capacity: channel.count)
            plane.initialize(from: channel, count: channel.count)
            return plane
        }
        let output = channels.map { _ in
            let plane = UnsafeMutablePointer<Float>.allocate(capacity: capacity)
            plane.initialize(repeating: 0, count: capacity)
            return plane
        }
        defer { for plane in input + output { plane.deallocate() } }
        let written = run(input.map { UnsafePointer($0) }, output, Int64(channels[0].count), Int64(capacity))
        return output.map { Array(UnsafeBufferPointer(start: $0, count: Int(written))) }
    }

    private static func row(_ name: String, _ cells: [String]) {
        print(pad(name, 20) + cells.map { pad($0, 20) }.joined())
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    private static func format(_ value: Double, _ digits: Int) -> String {
        let scale = pow(10, Double(digits))
        let rounded = (abs(value) * scale).rounded()
        let whole = Int(rounded / scale)
        let rest = Int(rounded) - whole * Int(scale)
        let restText = String(rest)
        let fraction = digits == 0 ? "" : "." + String(repeating: "0", count: digits - restText.count) + restText
        return (value < 0 ? "-" : "") + String(whole) + fraction
    }
}
