import SordinoRealtime
import SordinoSignal

/// The measures of the public comparisons of converters, as numbers.
struct Quality {
    let converter: Converter
    let from: Double
    let to: Double

    private var lowerNyquist: Double { min(from, to) / 2 }

    /// A sine through the converter, the part where nothing begins or ends.
    func steady(_ hertz: Double, amplitude: Double = 0.891_250_938) -> ArraySlice<Float> {
        let count = Int(from * 0.45)
        let input = (0..<count).map { Float(amplitude * RealtimeMath.sin(2 * Double.pi * hertz * Double($0) / from)) }
        let output = converter.convert(input, from: from, to: to)
        let begin = Int(to * 0.12)
        return output[begin..<min(begin + Int(to * 0.2), output.count)]
    }

    /// Distortion and noise of a tone at -1 dBFS over the whole output band, in dB.
    func distortion(_ hertz: Double) -> Double {
        let fit = Sine(steady(hertz), cyclesPerSample: hertz / to)
        return 20 * RealtimeMath.log10(fit.residual / (fit.amplitude / 2.0.squareRoot()))
    }

    /// The worst of tones from 1 kHz to 0.907 of the lower Nyquist frequency.
    func worstDistortion() -> Double {
        let top = 0.907 * lowerNyquist
        return [1009, 0.3 * top, 0.55 * top, 0.8 * top, 0.95 * top, top].map { distortion($0) }.max() ?? 0
    }

    /// The level of a tone, in dB.
    func level(_ hertz: Double) -> Double {
        20 * RealtimeMath.log10(Sine(steady(hertz), cyclesPerSample: hertz / to).amplitude / 0.891_250_938)
    }

    /// The largest deviation of the level up to 0.907 of the lower Nyquist frequency, in dB.
    func ripple() -> Double {
        (0...24).map { abs(level(20 + (0.907 * lowerNyquist - 20) * Double($0) / 24)) }.max() ?? 0
    }

    /// Where the level falls to -3 dB, as a fraction of the lower Nyquist frequency.
    func edge() -> Double {
        var (low, high) = (0.5, 1.0)
        for _ in 0..<9 {
            let middle = (low + high) / 2
            if level(middle * lowerNyquist) > -3.01 { low = middle } else { high = middle }
        }
        return low
    }

    /// The loudest that comes of tones which do not fit: aliases (downwards) or images of tones near the edge (upwards), in dB.
    func folded() -> Double {
        if to < from {
            return [1.02, 1.05, 1.1, 1.2, 1.4, 1.7].compactMap { place in
                place * lowerNyquist < from / 2 ? rms(steady(place * lowerNyquist)) : nil
            }.max() ?? 0
        }
        return [0.93, 0.96, 0.98].map { distortion($0 * lowerNyquist) }.max() ?? 0
    }

    func rms(_ samples: ArraySlice<Float>) -> Double {
        let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)
        return 20 * RealtimeMath.log10(max(power.squareRoot(), 1e-12) / 0.630_957)
    }

    /// Milliseconds of input given after an impulse until its peak is there, in blocks of four frames.
    func latency() -> Double {
        let conversion = converter.start(from: from, to: to)
        let lead = Int(from)
        _ = conversion.feed(ArraySlice([Float](repeating: 0, count: 4)))
        var fed = 4
        while fed < lead {
            _ = conversion.feed(ArraySlice([Float](repeating: 0, count: 4)))
            fed += 4
        }
        var best: (level: Float, frames: Int) = (0, 0)
        for block in 0..<Int(from / 4 * 0.06) {
            let peak = conversion.feed([block == 0 ? 1 : 0, 0, 0, 0]).map { abs($0) }.max() ?? 0
            if peak > best.level { best = (peak, 4 * (block + 1)) }
        }
        return Double(best.frames) / from * 1000
    }
}

/// A sine of known frequency taken out of a signal by least squares.
struct Sine {
    let amplitude: Double
    let residual: Double

    init(_ samples: ArraySlice<Float>, cyclesPerSample: Double) {
        var m = [Double](repeating: 0, count: 9)
        var r = [0.0, 0, 0]
        let omega = 2 * Double.pi * cyclesPerSample
        let basis = samples.indices.map { index in
            let angle = omega * Double(index - samples.startIndex)
            return (RealtimeMath.sin(angle), RealtimeMath.cos(angle))
        }
        for (sample, (s, c)) in zip(samples, basis) {
            let row = [s, c, 1]
            for i in 0..<3 {
                for j in 0..<3 { m[3 * i + j] += row[i] * row[j] }
                r[i] += row[i] * Double(sample)
            }
        }
        for pivot in 0..<3 {
            for row in 0..<3 where row != pivot {
                let factor = m[3 * row + pivot] / m[3 * pivot + pivot]
                for column in 0..<3 { m[3 * row + column] -= factor * m[3 * pivot + column] }
                r[row] -= factor * r[pivot]
            }
        }
        let (a, b, d) = (r[0] / m[0], r[1] / m[4], r[2] / m[8])
        amplitude = (a * a + b * b).squareRoot()
        var sum = 0.0
        for (sample, (s, c)) in zip(samples, basis) {
            let rest = Double(sample) - (a * s + b * c + d)
            sum += rest * rest
        }
        residual = (sum / Double(max(samples.count, 1))).squareRoot()
    }
}

/// The numbers of every quality and of soxr.
func qualityTable() {
    print(
        "Purity: tones of -1 dBFS, float32 in and out; dB below the tone unless said otherwise. worst: from 1 kHz to 0.907"
    )
    print(
        "of the lower Nyquist frequency, the whole output band counted. ripple: up to there, in dB. edge: -3 dB, as a")
    print("fraction of it. folded: aliases of tones above it, or images of tones just below it. latency in ms.")
    print(columns("rates", "converter", "997 Hz", "worst", "ripple", "edge", "folded", "latency"))
    for (from, to) in measuredRates {
        for converter in Converter.ours + Converter.peers {
            let quality = Quality(converter: converter, from: from, to: to)
            print(
                columns(
                    "\(Int(from)) -> \(Int(to))", converter.name, decimal(quality.distortion(997), 1),
                    decimal(quality.worstDistortion(), 1), decimal(quality.ripple(), 5), decimal(quality.edge(), 3),
                    decimal(quality.folded(), 1), decimal(quality.latency(), 2)))
        }
    }
    print("")
}
