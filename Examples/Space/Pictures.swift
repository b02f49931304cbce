// The two kinds of pictures that the examples draw, as SVG.

import Foundation

private let colours = ["#1f6fb2", "#c4462f", "#2f8f5b"]

private func frame(_ width: Int, _ height: Int, _ title: String, _ content: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
    font-family="Helvetica, Arial, sans-serif" font-size="11">
    <rect width="100%" height="100%" fill="#ffffff"/>
    <text x="16" y="20" font-size="13" font-weight="bold" fill="#222">\(title)</text>
    \(content)</svg>

    """
}

/// Curves over time.
func lines(
    _ title: String, unit: String, range: ClosedRange<Double>, labels: [String],
    curves: [(label: String, values: [Double])]
) -> String {
    let (left, top, width, height) = (48.0, 36.0, 540.0, 180.0)
    func y(_ value: Double) -> Double {
        let held = min(max(value, range.lowerBound), range.upperBound)
        return top + height * (range.upperBound - held) / (range.upperBound - range.lowerBound)
    }
    var text = ""
    for step in 0...4 {
        let value = range.lowerBound + Double(step) / 4 * (range.upperBound - range.lowerBound)
        text += String(format: "<path d=\"M%.0f %.1fH%.0f\" stroke=\"#e4e4e4\"/>", left, y(value), left + width)
        text += String(
            format: "<text x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\" fill=\"#666\">%.0f %@</text>\n", left - 4,
            y(value) + 4, value, unit)
    }
    for (index, label) in labels.enumerated() {
        let x = left + width * Double(index) / Double(max(labels.count - 1, 1))
        text += String(
            format: "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\" fill=\"#666\">%@</text>\n", x,
            top + height + 16,
            label)
    }
    for (index, curve) in curves.enumerated() {
        let points = curve.values.enumerated().map { place, value in
            String(
                format: "%.1f %.1f", left + width * Double(place) / Double(max(curve.values.count - 1, 1)), y(value))
        }
        text += "<path d=\"M\(points.joined(separator: "L"))\" fill=\"none\" stroke=\"\(colours[index])\""
        text += " stroke-width=\"1.5\"/>\n"
        text += String(
            format: "<text x=\"%.0f\" y=\"%.0f\" fill=\"%@\">%@</text>\n", left + 8 + 90 * Double(index),
            top + height + 34, colours[index], curve.label)
    }
    return frame(620, 260, title, text)
}

/// One polar diagram: angles in degrees clockwise from above, ahead at the top.
struct Polar {
    var title: String
    var range: ClosedRange<Double>
    var unit: String
    var curves: [(label: String, points: [(angle: Double, value: Double)])]
    /// Measurements, drawn as dots in the colours of the curves.
    var dots: [[(angle: Double, value: Double)]] = []
}

/// Polar diagrams side by side.
func polar(_ title: String, _ diagrams: [Polar]) -> String {
    var text = ""
    let radius = 120.0
    for (number, diagram) in diagrams.enumerated() {
        let (x, y) = (150 + 290 * Double(number), 190.0)
        func place(_ angle: Double, _ value: Double) -> String {
            let span = diagram.range.upperBound - diagram.range.lowerBound
            let held = min(max((value - diagram.range.lowerBound) / span, 0), 1) * radius
            return String(
                format: "%.1f %.1f", x + held * sin(angle * .pi / 180), y - held * cos(angle * .pi / 180))
        }
        for ring in 1...4 {
            let r = radius * Double(ring) / 4
            let value =
                diagram.range.lowerBound + (diagram.range.upperBound - diagram.range.lowerBound) * Double(ring) / 4
            text += String(
                format: "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"none\" stroke=\"#e4e4e4\"/>", x, y, r)
            text += String(
                format: "<text x=\"%.1f\" y=\"%.1f\" fill=\"#999\">%.0f</text>\n", x + 2, y - r + 11, value)
        }
        text += String(
            format: "<text x=\"%.1f\" y=\"48\" text-anchor=\"middle\" fill=\"#222\">%@ (%@)</text>\n", x,
            diagram.title, diagram.unit)
        for (index, curve) in diagram.curves.enumerated() {
            let points = curve.points.map { place($0.angle, $0.value) }
            text += "<path d=\"M\(points.joined(separator: "L"))Z\" fill=\"none\" stroke=\"\(colours[index])\""
            text += " stroke-width=\"1.5\"/>\n"
            if number == 0 {
                text += String(
                    format: "<text x=\"%.0f\" y=\"346\" fill=\"%@\">%@</text>\n", 20 + 130 * Double(index),
                    colours[index], curve.label)
            }
        }
        for (index, dots) in diagram.dots.enumerated() {
            for dot in dots {
                let point = place(dot.angle, dot.value).split(separator: " ")
                text += "<circle cx=\"\(point[0])\" cy=\"\(point[1])\" r=\"1.8\" fill=\"\(colours[index])\"/>\n"
            }
        }
    }
    return frame(290 * diagrams.count + 10, 356, title, text)
}
