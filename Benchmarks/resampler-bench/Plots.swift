import Glibc
import SordinoRealtime
import SordinoSignal

/// A curve of a plot.
struct Curve {
    let name: String
    let color: String
    let points: [(x: Double, y: Double)]
}

/// A plot with straight axes, as SVG.
struct Plot {
    let title: String
    let xName: String
    let yName: String
    let x: ClosedRange<Double>
    let y: ClosedRange<Double>
    let xStep: Double
    let yStep: Double

    private static let (width, height, left, top, right, bottom) = (720.0, 372.0, 64.0, 48.0, 20.0, 48.0)

    private func place(_ point: (x: Double, y: Double)) -> String {
        let across = (point.x - x.lowerBound) / (x.upperBound - x.lowerBound)
        let up = (min(max(point.y, y.lowerBound), y.upperBound) - y.lowerBound) / (y.upperBound - y.lowerBound)
        return decimal(Self.left + across * (Self.width - Self.left - Self.right), 1) + ","
            + decimal(Self.height - Self.bottom - up * (Self.height - Self.top - Self.bottom), 1)
    }

    func svg(_ curves: [Curve]) -> String {
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 372" font-family="sans-serif" font-size="12">
            <rect width="720" height="372" fill="white"/><text x="64" y="20" font-size="15">\(title)</text>

            """
        for mark in stride(from: x.lowerBound, through: x.upperBound + xStep / 100, by: xStep) {
            let foot = place((mark, y.lowerBound)).split(separator: ",")
            let head = place((mark, y.upperBound)).split(separator: ",")
            text += "<path d=\"M\(foot[0]) \(foot[1])V\(head[1])\" stroke=\"#ddd\"/>"
            text += "<text x=\"\(foot[0])\" y=\"340\" text-anchor=\"middle\">\(label(mark, xStep))</text>\n"
        }
        for mark in stride(from: y.lowerBound, through: y.upperBound + yStep / 100, by: yStep) {
            let foot = place((x.lowerBound, mark)).split(separator: ",")
            text += "<path d=\"M\(foot[0]) \(foot[1])H700\" stroke=\"#ddd\"/>"
            text += "<text x=\"58\" y=\"\(foot[1])\" text-anchor=\"end\" dy=\"4\">\(label(mark, yStep))</text>\n"
        }
        text += "<text x=\"382\" y=\"362\" text-anchor=\"middle\">\(xName)</text>"
        text += "<text transform=\"translate(14 186) rotate(-90)\" text-anchor=\"middle\">\(yName)</text>\n"
        for (index, curve) in curves.enumerated() {
            // Nothing is drawn along the bottom once a curve has left the plot.
            let last = curve.points.lastIndex { $0.y > y.lowerBound } ?? 0
            let points = curve.points.prefix(last + 2).map { place($0) }.joined(separator: " ")
            text += "<polyline fill=\"none\" stroke=\"\(curve.color)\" stroke-width=\"1.4\" points=\"\(points)\"/>\n"
            text +=
                "<text x=\"\(64 + 110 * index)\" y=\"39\" fill=\"\(curve.color)\">\(curve.name)</text>\n"
        }
        return text + "</svg>\n"
    }

    private func label(_ mark: Double, _ step: Double) -> String {
        decimal(mark, step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3)
    }
}

/// The plots of the documentation: 44.1 to 48 kHz and 96 to 44.1 kHz.
func writePlots(into folder: String) {
    let shown: [(Converter, String)] = [
        (.ours(.good), "#c80"), (.ours(.high), "#06c"), (.ours(.mastering), "#083"),
        (.soxr(name: "HQ", recipe: 4), "#b3b"),
    ]
    write(folder, "resampler-spectrogram-96000-44100", Spectrogram.panels(from: 96_000, to: 44_100))
    for (from, to) in [(44_100.0, 48_000.0), (96_000, 44_100)] {
        let rates = "\(Int(from)) to \(Int(to)) Hz"
        let name = "\(Int(from))-\(Int(to))"
        let top = min(from, to) / 2
        let tones = (1...60).map { top * Double($0) / 60 - 10 }
        write(
            folder, "resampler-sweep-\(name)",
            Plot(
                title: "Swept sine, \(rates)", xName: "Hz", yName: "distortion, noise, images: dB",
                x: 0...24_000, y: -160...0, xStep: 4000, yStep: 20),
            shown
        ) { quality in tones.map { ($0, quality.distortion($0)) } }
        write(
            folder, "resampler-passband-\(name)",
            Plot(
                title: "Level, \(rates)", xName: "Hz", yName: "dB", x: 16_000...24_000, y: -6...1, xStep: 1000,
                yStep: 1),
            shown
        ) { quality in
            stride(from: 16_000.0, to: min(from / 2, 24_000), by: 200).map { hertz in
                (hertz, hertz < to / 2 ? quality.level(hertz) : -7)
            }
        }
        write(
            folder, "resampler-tone-\(name)",
            Plot(
                title: "997 Hz at -1 dBFS, \(rates)", xName: "Hz", yName: "dB", x: 0...24_000, y: -200...0,
                xStep: 4000, yStep: 20),
            [shown[1], shown[2]]
        ) { $0.spectrum(997) }
        write(
            folder, "resampler-impulse-\(name)",
            Plot(
                title: "Impulse, \(rates)", xName: "ms from the peak", yName: "of the peak", x: -2...2,
                y: -0.4...1.2, xStep: 0.5, yStep: 0.2),
            shown
        ) { $0.impulse() }
        if to < from {
            let above = (1...40).map { top + (from / 2 - top) * Double($0) / 41 }
            write(
                folder, "resampler-aliases-\(name)",
                Plot(
                    title: "What comes back of tones that do not fit, \(rates)", xName: "Hz of the tone", yName: "dB",
                    x: 20_000...48_000, y: -180...0, xStep: 4000, yStep: 20),
                shown
            ) { quality in above.map { ($0, quality.leftOver($0)) } }
        }
    }
}

private func write(
    _ folder: String, _ name: String, _ plot: Plot, _ shown: [(Converter, String)],
    points: (Quality) -> [(x: Double, y: Double)]
) {
    let rates = name.split(separator: "-").compactMap { Double($0) }
    let curves = shown.map { converter, color in
        Curve(
            name: converter.name, color: color,
            points: points(Quality(converter: converter, from: rates[0], to: rates[1])))
    }
    write(folder, name, plot.svg(curves))
}

private func write(_ folder: String, _ name: String, _ text: String) {
    guard let file = fopen("\(folder)/\(name).svg", "w") else { return print("cannot write into \(folder)") }
    fputs(text, file)
    fclose(file)
}

extension Quality {
    /// The spectrum of a tone, in dB below full scale: the loudest of each of some hundred bands.
    func spectrum(_ hertz: Double) -> [(x: Double, y: Double)] {
        let samples = steady(hertz)
        let count = 8192
        let part = Array(samples.prefix(count)).map(Double.init)
        guard part.count == count else { return [] }
        var (real, imaginary) = ([Double](repeating: 0, count: count), [Double](repeating: 0, count: count))
        let window = Window.kaiser(shape: 20)
        var sum = 0.0
        for index in 0..<count {
            let weight = window.value(at: (Double(index) + 0.5) / Double(count))
            real[index] = part[index] * weight
            sum += weight
        }
        transform(&real, &imaginary)
        let together = 8
        return (0..<count / 2 / together).map { band in
            let power =
                (band * together..<(band + 1) * together).map {
                    real[$0] * real[$0] + imaginary[$0] * imaginary[$0]
                }.max() ?? 0
            let level = 20 * RealtimeMath.log10(max(power.squareRoot() * 2 / sum, 1e-12))
            return ((Double(band) + 0.5) * Double(together) * to / Double(count), level)
        }
    }

    /// The response to an impulse, around its peak.
    func impulse() -> [(x: Double, y: Double)] {
        var input = [Float](repeating: 0, count: Int(from * 0.2))
        input[Int(from * 0.08)] = 1
        let output = converter.convert(input, from: from, to: to)
        guard let peak = output.indices.max(by: { output[$0] < output[$1] }) else { return [] }
        let reach = Int(to * 0.002)
        return (-reach...reach).compactMap { offset in
            output.indices.contains(peak + offset)
                ? (Double(offset) / to * 1000, Double(output[peak + offset] / output[peak])) : nil
        }
    }

    /// The level of what comes of a tone, in dB below it.
    func leftOver(_ hertz: Double) -> Double { rms(steady(hertz)) }

    /// The discrete Fourier transform in place, in double precision; a power of two.
    func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
        let count = real.count
        var reversed = 0
        for index in 1..<count {
            var bit = count / 2
            while reversed & bit != 0 {
                reversed ^= bit
                bit /= 2
            }
            reversed |= bit
            if index < reversed {
                real.swapAt(index, reversed)
                imaginary.swapAt(index, reversed)
            }
        }
        var span = 1
        while span < count {
            for offset in 0..<span {
                let angle = -Double.pi * Double(offset) / Double(span)
                let (c, s) = (RealtimeMath.cos(angle), RealtimeMath.sin(angle))
                for a in stride(from: offset, to: count, by: 2 * span) {
                    let b = a + span
                    let (x, y) = (real[b] * c - imaginary[b] * s, real[b] * s + imaginary[b] * c)
                    (real[b], imaginary[b]) = (real[a] - x, imaginary[a] - y)
                    (real[a], imaginary[a]) = (real[a] + x, imaginary[a] + y)
                }
            }
            span *= 2
        }
    }
}
