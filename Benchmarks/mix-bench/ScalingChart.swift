import Foundation

/// How a block's cost grows with the voices, and a plan's with the nodes, as a picture.
func scalingChart(_ pool: VoicePool) -> String {
    let counts = [16, 64, 256, 1024, 4096]
    func series(block: Int) -> [(x: Double, y: Double)] {
        counts.map { (Double($0), blockMicroseconds(pool, voices: $0, block: block)) }
    }
    let compiled = [10, 100, 1000, 10_000].map { (x: Double($0), y: compileMilliseconds(pool, nodes: $0)) }
    for (count, time) in zip(counts, series(block: 512)) { print("\(count) voices: \(time.y) us") }
    return ScalingChart.svg([
        .init(
            title: "Rendering", horizontal: "voices", vertical: "microseconds a block",
            series: [
                ("512 frames (10,667 µs of sound)", "#2186eb", series(block: 512)),
                ("128 frames (2,667 µs of sound)", "#e12d39", series(block: 128)),
            ]),
        .init(
            title: "Compiling", horizontal: "nodes", vertical: "milliseconds a plan",
            series: [("players on a mixer", "#3f9142", compiled)]),
    ])
}

/// Two series on logarithmic axes, as SVG: what doubles with its cause is a straight line at 45 degrees.
struct ScalingChart {
    /// One panel: a title, what the axes say, and points.
    struct Panel {
        let title: String
        let horizontal: String
        let vertical: String
        let series: [(name: String, color: String, points: [(x: Double, y: Double)])]
    }

    private static let (width, height, left, top) = (330.0, 250.0, 62.0, 40.0)

    /// The picture of all panels, side by side.
    static func svg(_ panels: [Panel]) -> String {
        let total = Double(panels.count) * (width + left + 20)
        var out =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(total) \(height + top + 50)\" "
            + "font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
        for (index, panel) in panels.enumerated() {
            out += "<g transform=\"translate(\(Double(index) * (width + left + 20) + left) \(top))\">\n"
            out += draw(panel) + "</g>\n"
        }
        return out + "</svg>\n"
    }

    private static func draw(_ panel: Panel) -> String {
        let points = panel.series.flatMap(\.points)
        let (x0, x1) = decades(points.map(\.x))
        let (y0, y1) = decades(points.map(\.y))
        func place(_ point: (x: Double, y: Double)) -> (Double, Double) {
            (
                (log10(point.x) - x0) / (x1 - x0) * width,
                height - (log10(point.y) - y0) / (y1 - y0) * height
            )
        }
        var out = "<text x=\"0\" y=\"-18\" font-size=\"13\" fill=\"#1f2933\">\(panel.title)</text>\n"
        for decade in stride(from: x0, through: x1, by: 1) {
            let x = (decade - x0) / (x1 - x0) * width
            out += "<line x1=\"\(x)\" y1=\"0\" x2=\"\(x)\" y2=\"\(height)\" stroke=\"#e4e7eb\"/>\n"
            out +=
                "<text x=\"\(x)\" y=\"\(height + 16)\" text-anchor=\"middle\" fill=\"#52606d\">\(label(decade))</text>\n"
        }
        for decade in stride(from: y0, through: y1, by: 1) {
            let y = height - (decade - y0) / (y1 - y0) * height
            out += "<line x1=\"0\" y1=\"\(y)\" x2=\"\(width)\" y2=\"\(y)\" stroke=\"#e4e7eb\"/>\n"
            out += "<text x=\"-6\" y=\"\(y + 4)\" text-anchor=\"end\" fill=\"#52606d\">\(label(decade))</text>\n"
        }
        out += "<text x=\"\(width / 2)\" y=\"\(height + 34)\" text-anchor=\"middle\">\(panel.horizontal)</text>\n"
        out +=
            "<text transform=\"translate(-46 \(height / 2)) rotate(-90)\" text-anchor=\"middle\">\(panel.vertical)</text>\n"
        for (number, series) in panel.series.enumerated() {
            let path = series.points.map { point in
                let (x, y) = place(point)
                return "\(x.rounded()),\(y.rounded())"
            }.joined(separator: " ")
            out += "<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(series.color)\" stroke-width=\"2\"/>\n"
            for point in series.points {
                let (x, y) = place(point)
                out += "<circle cx=\"\(x.rounded())\" cy=\"\(y.rounded())\" r=\"3\" fill=\"\(series.color)\"/>\n"
            }
            out +=
                "<text x=\"8\" y=\"\(16 + 16 * Double(number))\" fill=\"\(series.color)\">\(series.name)</text>\n"
        }
        return out
    }

    /// The powers of ten around the numbers.
    private static func decades(_ numbers: [Double]) -> (Double, Double) {
        let low = floor(log10(numbers.min() ?? 1))
        let high = ceil(log10(numbers.max() ?? 10))
        return (low, max(high, low + 1))
    }

    private static func label(_ decade: Double) -> String {
        decade >= 0 ? "\(Int(pow(10, decade)))" : "\(pow(10, decade))"
    }
}
