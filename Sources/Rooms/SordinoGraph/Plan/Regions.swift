/// Names a region from plan to plan.
enum RegionKey: Hashable {
    case root
    /// Nodes that run at another rate and enter the outer region through converters.
    indirect case rate(Double, within: RegionKey)
    /// Nodes that lead to an input which is played at a speed of its own.
    indirect case speed(BusID, within: RegionKey)
    /// Nodes whose output a node consumes at another speed.
    indirect case time(NodeID, within: RegionKey)
}

/// The region in which each node renders.
///
/// A node belongs to the region of the node that reads it. If it is read from two, it would have to make two different
/// numbers of frames at once; then the graph cannot be rendered.
struct Regions {
    /// The nodes that render the same number of frames in each block.
    struct Region {
        let key: RegionKey
        let sampleRate: Double
        /// The number of surrounding regions.
        let depth: Int
        /// The most frames that it renders in one block.
        let maximumFrameCount: Int
        /// The regions at other rates within it.
        var rates: [Int] = []
        /// Indicates whether nodes of the trunk render in it, not of branches alone.
        var holdsTrunk = false
    }

    /// Each after the one that asks it, the root first.
    private(set) var all: [Region]
    /// The region of the node at each place of the order; nil for a node without readers.
    private(set) var ofNode: [Int?]
    /// The region that the node at a place consumes, if its time runs differently.
    private(set) var within: [Int: Int] = [:]
    /// The regions that lead to inputs with speeds of their own.
    private var speeds: [BusID: Int] = [:]

    init(order: PlanOrder, request: PlanCompiler.Request) throws(GraphError) {
        all = [
            Region(
                key: .root, sampleRate: request.sampleRate, depth: 0, maximumFrameCount: request.maximumFrameCount,
                holdsTrunk: true)
        ]
        ofNode = Array(repeating: nil, count: order.nodes.count)
        for root in request.roots {
            if let place = order.place(of: root) { ofNode[place] = 0 }
        }
        // Readers first.
        for place in order.nodes.indices.reversed() {
            guard let own = ofNode[place] else { continue }
            let inputs = order.inputs(at: place)
            let processor = order.processors[place]
            let (changesTime, convertsInputs) = (processor.changesTime, processor.convertsInputs)
            for input in inputs {
                let connection = input.connection
                let region: Int
                if changesTime {
                    region = time(at: place, order, own, connection.format.sampleRate)
                } else if convertsInputs {
                    region = makeRegion(of: connection, around: own)
                } else {
                    region = own
                }
                if let present = ofNode[input.source], present != region {
                    throw .splitAcrossRates(connection.source.node, bus: connection.source.bus)
                }
                ofNode[input.source] = region
                all[region].holdsTrunk = true
            }
            for branch in order.branches(at: place) { _ = makeRegion(of: branch.connection, around: own) }
        }
    }

    /// The region of another rate within one; nil if there is none.
    func rate(_ sampleRate: Double, in outer: Int) -> Int? {
        all[outer].rates.first { all[$0].sampleRate == sampleRate }
    }

    /// The region that leads to an input of a node in a region: that one itself, or one within; nil if there is none
    /// yet.
    func region(of connection: Connection, in outer: Int) -> Int? {
        if connection.isVaried { return speeds[connection.destination] }
        let rate = connection.format.sampleRate
        return rate == all[outer].sampleRate ? outer : self.rate(rate, in: outer)
    }

    /// The region that leads to an input of a node in a region, which may be known.
    mutating func makeRegion(of connection: Connection, around outer: Int) -> Int {
        if connection.isVaried { return makeSpeed(of: connection, in: outer) }
        let rate = connection.format.sampleRate
        return rate == all[outer].sampleRate ? outer : makeRate(rate, in: outer)
    }

    private mutating func makeSpeed(of connection: Connection, in outer: Int) -> Int {
        if let known = speeds[connection.destination] { return known }
        let rate = connection.format.sampleRate
        let ratio = rate / all[outer].sampleRate * Double(InputSpeed.fastest)
        let slack = RateConverter.slackFrames(from: rate * Double(InputSpeed.fastest), to: all[outer].sampleRate)
        all.append(
            Region(
                key: .speed(connection.destination, within: all[outer].key), sampleRate: rate,
                depth: all[outer].depth + 1,
                maximumFrameCount: Int((Double(all[outer].maximumFrameCount) * ratio).rounded(.up)) + slack))
        speeds[connection.destination] = all.count - 1
        return all.count - 1
    }

    /// The region of another rate within one, which may be known.
    private mutating func makeRate(_ sampleRate: Double, in outer: Int) -> Int {
        if let known = rate(sampleRate, in: outer) { return known }
        let frames = Double(all[outer].maximumFrameCount) * (sampleRate / all[outer].sampleRate)
        let slack = RateConverter.slackFrames(from: sampleRate, to: all[outer].sampleRate)
        all.append(
            Region(
                key: .rate(sampleRate, within: all[outer].key), sampleRate: sampleRate, depth: all[outer].depth + 1,
                maximumFrameCount: Int(frames.rounded(.up)) + slack))
        all[outer].rates.append(all.count - 1)
        return all.count - 1
    }

    /// The region that a node consumes, which may be known from another of its inputs.
    private mutating func time(at place: Int, _ order: PlanOrder, _ outer: Int, _ sampleRate: Double) -> Int {
        if let known = within[place] { return known }
        let frames = order.processors[place].inputFrameLimit(
            outputFrames: all[outer].maximumFrameCount, sampleRate: all[outer].sampleRate)
        all.append(
            Region(
                key: .time(order.nodes[place], within: all[outer].key), sampleRate: sampleRate,
                depth: all[outer].depth + 1, maximumFrameCount: frames))
        within[place] = all.count - 1
        return all.count - 1
    }
}
