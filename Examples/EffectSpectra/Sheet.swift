import Foundation

/// One diagram of a sheet.
struct Panel {
    struct Curve {
        var label: String
        /// x from 0 to 1, y in the panel's unit.
        var points: [(x: Double, y: Double)]
    }
    var title: String
    var note = ""
    var curves: [Curve]
    /// A thin grey curve behind the others.
    var reference: [(x: Double, y: Double)] = []
    var range: ClosedRange<Double>
    var xTicks: [(place: Double, label: String)]
    var yStep: Double

    static let frequencies: [(place: Double, label: String)] = [
        (20, "20"), (50, ""), (100, "100"), (200, ""), (500, ""), (1000, "1k"), (2000, ""), (5000, ""), (10_000, "10k"),
        (20_000, ""),
    ].map { (log10($0.0 / 20) / 3, $0.1) }
}

/// Diagrams in rows and columns, as one picture.
struct Sheet {
    var name: String
    var heading: String
    var caption: String
    /// The page's text under the picture.
    var table = ""
    var panels: [Panel]

    private static let colours = ["#1f6fb2", "#c4462f", "#2f8f5b", "#8a5bb5", "#b8860b"]
    private static let (width, height, left, top) = (300.0, 176.0, 34.0, 34.0)

    var svg: String {
        let columns = min(panels.count, 3)
        let rows = (panels.count + columns - 1) / columns
        let (w, h) = (Double(columns) * 340 + 20, Double(rows) * 250 + 16)
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(w)) \(Int(h))" width="\(Int(w))" height="\(Int(h))" \
            font-family="Helvetica, Arial, sans-serif" font-size="11">
            <rect width="100%" height="100%" fill="#ffffff"/>

            """
        for (index, panel) in panels.enumerated() {
            let (x, y) = (Double(index % columns) * 340 + 12, Double(index / columns) * 250 + 10)
            text += "<g transform=\"translate(\(Int(x)) \(Int(y)))\">\n\(Self.draw(panel))</g>\n"
        }
        return text + "</svg>\n"
    }

    private static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
    }

    private static func draw(_ panel: Panel) -> String {
        func place(_ x: Double, _ y: Double) -> String {
            let clamped = min(max(y, panel.range.lowerBound), panel.range.upperBound)
            let part = (clamped - panel.range.lowerBound) / (panel.range.upperBound - panel.range.lowerBound)
            return String(format: "%.1f %.1f", left + x * (width - left), top + (1 - part) * height)
        }
        func path(_ points: [(x: Double, y: Double)]) -> String {
            // A point on the edge is joined to the others by a straight line.
            let low = panel.range.lowerBound
            let drawn = points.indices.filter {
                $0 == 0 || $0 == points.count - 1 || points[$0].y > low || points[$0 - 1].y > low
                    || points[$0 + 1].y > low
            }
            return "M" + drawn.map { place(points[$0].x, points[$0].y) }.joined(separator: "L")
        }
        let title = escaped(panel.title)
        var text =
            "<text x=\"\(Int(left))\" y=\"12\" font-size=\"13\" font-weight=\"bold\" fill=\"#222\">\(title)</text>\n"
        text += "<text x=\"\(Int(left))\" y=\"26\" fill=\"#666\">\(escaped(panel.note))</text>\n"
        for tick in panel.xTicks {
            let x = left + tick.place * (width - left)
            text += String(
                format: "<path d=\"M%.1f %.1fV%.1f\" stroke=\"#e4e4e4\"/>", x, top, top + height)
            text += String(
                format: "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"#555\">%@</text>\n", x,
                top + height + 14, tick.label)
        }
        for y in stride(from: panel.range.lowerBound, through: panel.range.upperBound, by: panel.yStep) {
            let line = place(0, y)
            let end = place(1, y)
            text += "<path d=\"M\(line)L\(end)\" stroke=\"\(y == 0 ? "#bbb" : "#e4e4e4")\"/>"
            let height = line.split(separator: " ")[1]
            text +=
                "<text x=\"\(Int(left) - 5)\" y=\"\(height)\" dy=\"4\" text-anchor=\"end\" fill=\"#555\">\(Int(y))</text>\n"
        }
        if !panel.reference.isEmpty {
            text += "<path d=\"\(path(panel.reference))\" fill=\"none\" stroke=\"#bdbdbd\"/>\n"
        }
        for (index, curve) in panel.curves.enumerated() {
            let colour = colours[index % colours.count]
            text += "<path d=\"\(path(curve.points))\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"1.4\"/>\n"
            if panel.curves.count > 1 {
                let (x, label) = (Int(left) + 4 + index * 88, escaped(curve.label))
                text += "<text x=\"\(x)\" y=\"\(Int(top + height) + 29)\" fill=\"\(colour)\">\(label)</text>\n"
            }
        }
        return text
    }
}

/// The section with all sheets.
struct Section {
    /// The page has no lines between which the section stands.
    struct MarksAreMissing: Error {}

    private static let begin = "<!-- drawn -->\n"
    private static let end = "<!-- /drawn -->"

    private var text = """

        `swift run effect-spectra Documentation` makes this section by running the units at 48 kHz. Responses are levels in dB \
        over frequency in Hz, of the impulse response in the first channel. Spectra of a tone show the output for a sine of \
        220 Hz at -6 dB (grey: the sine); 0 dB is full scale.


        """

    mutating func add(_ sheet: Sheet) {
        text += "### \(sheet.heading)\n\n\(sheet.caption)\n\n![\(sheet.heading)](effects/\(sheet.name).svg)\n\n"
        if !sheet.table.isEmpty { text += sheet.table + "\n" }
    }

    /// Returns the page with this section between its two marks.
    func placed(in page: String) throws -> String {
        guard let start = page.range(of: Self.begin)?.upperBound, let stop = page.range(of: Self.end)?.lowerBound,
            start <= stop
        else { throw MarksAreMissing() }
        return page[..<start] + text + page[stop...]
    }
}
