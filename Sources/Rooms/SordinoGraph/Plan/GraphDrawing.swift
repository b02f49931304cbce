/// A picture of a graph as SVG: nodes in layers from the sources to the output, formats along the connections, load as
/// a bar.
///
/// Sources of the same kind that lead to the same place are drawn as one when there are many: a thousand players are
/// one box.
package struct GraphDrawing {
    /// One node to draw.
    package struct Node {
        let id: NodeID
        let name: String
        let load: Load
        let isMuted: Bool

        /// Describes a node.
        ///
        /// - Parameter name: The text in the box.
        package init(id: NodeID, name: String, load: Load, isMuted: Bool) {
            self.id = id
            self.name = name
            self.load = load
            self.isMuted = isMuted
        }
    }

    /// One box of the picture.
    private struct Box {
        var title: String
        var load: Load
        var isMuted: Bool
        var ids: [NodeID]
        var layer = 0
        var row = 0.0
    }

    /// One line of the picture; several connections between the same boxes are one.
    private struct Line: Hashable {
        let from: Int
        let into: Int
        let label: String
    }

    private var boxes: [Box] = []
    private var lines: [Line] = []

    /// Above so many alike, sources are drawn as one.
    private static let crowd = 8
    private static let (width, height, gapX, gapY) = (168.0, 46.0, 120.0, 18.0)

    /// Draws the nodes and the connections between them.
    ///
    /// - Parameters:
    ///   - nodes: In the order in which they are to appear, from top to bottom.
    ///   - graph: The connections between them.
    ///   - kind: A key that is equal for sources of one kind: the name without a number, for instance.
    package init(_ nodes: [Node], of graph: Graph, kind: (NodeID) -> String) {
        var boxOfNode: [NodeID: Int] = [:]
        var crowds: [String: [Int]] = [:]
        for (index, node) in nodes.enumerated() where graph.inputs(of: node.id).isEmpty {
            let outputs = graph.outputs(of: node.id)
            guard outputs.count == 1, let only = outputs.first else { continue }
            crowds["\(kind(node.id)) \(only.destination.node) \(only.format)", default: []].append(index)
        }
        var crowdOfNode: [NodeID: String] = [:]
        for (key, members) in crowds where members.count > Self.crowd {
            for member in members { crowdOfNode[nodes[member].id] = key }
        }
        var boxOfCrowd: [String: Int] = [:]
        for node in nodes {
            if let crowd = crowdOfNode[node.id], let box = boxOfCrowd[crowd] {
                boxes[box].load = boxes[box].load + node.load
                boxes[box].isMuted = boxes[box].isMuted || node.isMuted
                boxes[box].ids.append(node.id)
                boxOfNode[node.id] = box
                continue
            }
            let crowd = crowdOfNode[node.id]
            if let crowd { boxOfCrowd[crowd] = boxes.count }
            boxOfNode[node.id] = boxes.count
            boxes.append(
                Box(
                    title: crowd == nil ? node.name : kind(node.id), load: node.load, isMuted: node.isMuted,
                    ids: [node.id]))
        }
        var seen: Set<Line> = []
        for connection in graph.connections {
            guard let from = boxOfNode[connection.source.node], let into = boxOfNode[connection.destination.node]
            else { continue }
            let line = Line(from: from, into: into, label: Self.label(connection.format))
            if seen.insert(line).inserted { lines.append(line) }
        }
        arrange()
    }

    private static func label(_ format: BusFormat) -> String {
        let channels =
            format.channelCount == 1 ? "mono" : format.channelCount == 2 ? "stereo" : "\(format.channelCount) ch"
        let kilohertz = format.sampleRate / 1000
        let isWhole = kilohertz == kilohertz.rounded()
        return "\(channels) \(PlanOutline.decimal(kilohertz, isWhole ? 0 : 2)) kHz"
    }

    // MARK: Where everything goes

    /// Each box one layer after the last that leads into it; rows so that lines are short.
    private mutating func arrange() {
        // A graph without cycles: after as many rounds as there are boxes nothing moves.
        for _ in boxes.indices {
            var isDone = true
            for line in lines where boxes[line.into].layer <= boxes[line.from].layer {
                boxes[line.into].layer = boxes[line.from].layer + 1
                isDone = false
            }
            if isDone { break }
        }
        // Sources stand just before the boxes that they lead to.
        for index in boxes.indices where !lines.contains(where: { $0.into == index }) {
            let next = lines.filter { $0.from == index }.map { boxes[$0.into].layer }.min()
            if let next { boxes[index].layer = next - 1 }
        }
        for layer in 0...(boxes.map(\.layer).max() ?? 0) {
            var members = boxes.indices.filter { boxes[$0].layer == layer }
            let wanted = members.map { index -> Double in
                let rows = lines.filter { $0.into == index }.map { boxes[$0.from].row }
                return rows.isEmpty ? .infinity : rows.reduce(0, +) / Double(rows.count)
            }
            let rank = Dictionary(uniqueKeysWithValues: zip(members, wanted))
            members.sort { one, other in
                let (a, b) = (rank[one] ?? 0, rank[other] ?? 0)
                return a == b ? one < other : a < b
            }
            for (row, index) in members.enumerated() {
                boxes[index].row = Double(row) - Double(members.count - 1) / 2
            }
        }
    }

    // MARK: The picture

    /// The picture.
    ///
    /// - Parameter title: Written above it.
    package func svg(title: String) -> String {
        let layers = (boxes.map(\.layer).max() ?? 0) + 1
        let rows = boxes.map { abs($0.row) }.max() ?? 0
        let width = 40 + Double(layers) * Self.width + Double(layers - 1) * Self.gapX
        let middle = 64 + rows * (Self.height + Self.gapY) + Self.height / 2
        let height = 2 * middle - 24
        func place(_ box: Box) -> (x: Double, y: Double) {
            (20 + Double(box.layer) * (Self.width + Self.gapX), middle + box.row * (Self.height + Self.gapY))
        }
        var out =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Self.number(width)) \(Self.number(height))\" "
            + "font-family=\"sans-serif\" font-size=\"12\">\n"
            + "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
            + "<text x=\"20\" y=\"26\" font-size=\"14\" fill=\"#1f2933\">\(Self.escaped(title))</text>\n"
        for line in lines {
            let (from, into) = (place(boxes[line.from]), place(boxes[line.into]))
            let (x1, x2) = (from.x + Self.width, into.x)
            let bend = (x2 - x1) / 2
            out +=
                "<path d=\"M\(Self.number(x1)) \(Self.number(from.y)) C\(Self.number(x1 + bend)) \(Self.number(from.y)) "
                + "\(Self.number(x2 - bend)) \(Self.number(into.y)) \(Self.number(x2)) \(Self.number(into.y))\" "
                + "fill=\"none\" stroke=\"#7b8794\" stroke-width=\"1.5\"/>\n"
        }
        var written: Set<String> = []
        for line in lines where written.insert("\(line.from) \(line.label)").inserted {
            let from = place(boxes[line.from])
            out +=
                "<text x=\"\(Self.number(from.x + Self.width + 8))\" y=\"\(Self.number(from.y - 5))\" "
                + "font-size=\"10\" fill=\"#52606d\" stroke=\"#ffffff\" stroke-width=\"4\" paint-order=\"stroke\">"
                + "\(Self.escaped(line.label))</text>\n"
        }
        for box in boxes { out += picture(of: box, at: place(box)) }
        return out + "</svg>\n"
    }

    private func picture(of box: Box, at place: (x: Double, y: Double)) -> String {
        let (x, y) = (place.x, place.y - Self.height / 2)
        let share = box.load.share
        let border = box.isMuted ? "#ba2525" : "#3e4c59"
        let title = box.ids.count > 1 ? "\(box.title) x \(box.ids.count)" : box.title
        let cost = box.load.blockCount > 0 ? "\(PlanOutline.decimal(share * 100, 2)) % of the time" : "not measured yet"
        // The bar is full at a tenth of the time there is: a node that takes more than that is worth a look.
        let bar = min(share * 10, 1) * (Self.width - 2)
        return
            "<rect x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(Self.width))\" "
            + "height=\"\(Self.number(Self.height))\" rx=\"5\" fill=\"#f5f7fa\" stroke=\"\(border)\"/>\n"
            + "<rect x=\"\(Self.number(x + 1))\" y=\"\(Self.number(y + Self.height - 6))\" "
            + "width=\"\(Self.number(bar))\" height=\"5\" fill=\"#2186eb\"/>\n"
            + "<text x=\"\(Self.number(x + 10))\" y=\"\(Self.number(y + 17))\" fill=\"#1f2933\">"
            + "\(Self.escaped(title))</text>\n"
            + "<text x=\"\(Self.number(x + 10))\" y=\"\(Self.number(y + 33))\" font-size=\"10\" fill=\"#52606d\">"
            + "\(box.isMuted ? "muted by a fault" : cost)</text>\n"
    }

    private static func number(_ value: Double) -> String { PlanOutline.decimal(value, 1) }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
