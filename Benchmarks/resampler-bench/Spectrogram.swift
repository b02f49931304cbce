import SordinoRealtime
import SordinoSignal

/// Swept sines as pictures of time and frequency: the sweep is the rising line, all else the converter has added.
enum Spectrogram {
    private static let (columns, bands, binsTogether) = (90, 93, 11)
    /// From -180 to 0 dB in steps of 20.
    private static let colors = [
        "#10123a", "#1d2c6b", "#1f5a9c", "#1d8aa8", "#2fb28a", "#7cc95a", "#d3d23c", "#f4a12f", "#f25c3b", "#ffffff",
    ]

    /// Several converters side by side, as SVG.
    static func panels(from: Double, to: Double) -> String {
        let converters: [Converter] = [
            .ours(.linear), .ours(.good), .ours(.high), .ours(.mastering), .soxr(name: "quick", recipe: 0),
            .soxr(name: "HQ", recipe: 4),
        ]
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 520" font-family="sans-serif" font-size="12">
            <rect width="720" height="520" fill="white"/>
            <text x="20" y="22" font-size="15">Swept sine from 0 to \(Int(from / 2)) Hz, \(Int(from)) to \(Int(to)) Hz</text>

            """
        for (index, converter) in converters.enumerated() {
            let (x, y) = (20 + 235 * (index % 3), 52 + 224 * (index / 3))
            text += "<text x=\"\(x)\" y=\"\(y - 6)\">\(converter.name)</text>\n"
            text += "<g transform=\"translate(\(x) \(y)) scale(2.3 2.1)\">"
            text += picture(Quality(converter: converter, from: from, to: to)) + "</g>\n"
        }
        let key = "up: 0 to \(Int(to / 2)) Hz; to the right: 0 to 4 s; dBFS:"
        text += "<text x=\"20\" y=\"506\">\(key)</text>"
        for (index, color) in colors.enumerated() {
            let x = 360 + 34 * index
            text += "<rect x=\"\(x)\" y=\"484\" width=\"34\" height=\"10\" fill=\"\(color)\" stroke=\"#888\"/>"
            text += "<text x=\"\(x + 17)\" y=\"506\" text-anchor=\"middle\">\(20 * (index - 9))</text>"
        }
        return text + "</svg>\n"
    }

    /// Cells of one colour as one path: a stroke for each run of cells in a row.
    private static func picture(_ quality: Quality) -> String {
        let levels = levels(quality)
        var paths = [String](repeating: "", count: colors.count)
        for band in 0..<bands {
            var column = 0
            while column < columns {
                let level = levels[column][band]
                var end = column
                while end < columns, levels[end][band] == level { end += 1 }
                paths[level] += "M\(column) \(bands - 1 - band)h\(end - column)"
                column = end
            }
        }
        // The darkest is the ground; strokes lie around the middle of a row.
        var text = "<rect width=\"\(columns)\" height=\"\(bands)\" fill=\"\(colors[0])\"/>"
        text += "<g transform=\"translate(0 .5)\">"
        for (path, color) in zip(paths, colors).dropFirst() where !path.isEmpty {
            text += "<path stroke=\"\(color)\" stroke-width=\"1.05\" d=\"\(path)\"/>"
        }
        return text + "</g>"
    }

    /// The loudest of each band in each column, as an index into the colours.
    private static func levels(_ quality: Quality) -> [[Int]] {
        let seconds = 4.0
        let rate = quality.from
        let input = (0..<Int(rate * seconds)).map { frame in
            let time = Double(frame) / rate
            // Cycles so far: the integral of a frequency that rises to half the rate.
            let cycles = rate / 2 * time * time / (2 * seconds)
            return Float(0.9 * RealtimeMath.sin(2 * Double.pi * (cycles - cycles.rounded(.down))))
        }
        let output = quality.converter.convert(input, from: rate, to: quality.to)
        let count = 2048
        let window = Window.kaiser(shape: 22)
        let weights = (0..<count).map { window.value(at: (Double($0) + 0.5) / Double(count)) }
        let sum = weights.reduce(0, +)
        return (0..<columns).map { column in
            let begin = column * max(0, output.count - count) / columns
            guard begin + count <= output.count else { return [Int](repeating: 0, count: bands) }
            var real = weights.indices.map { Double(output[begin + $0]) * weights[$0] }
            var imaginary = [Double](repeating: 0, count: count)
            quality.transform(&real, &imaginary)
            return (0..<bands).map { band in
                let power = (band * binsTogether..<(band + 1) * binsTogether).map { bin in
                    real[bin] * real[bin] + imaginary[bin] * imaginary[bin]
                }
                let level = 20 * RealtimeMath.log10(max((power.max() ?? 0).squareRoot() * 2 / sum, 1e-12))
                return min(max(Int((level / 20 + 9).rounded()), 0), colors.count - 1)
            }
        }
    }
}
