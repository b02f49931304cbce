/// Names a region from plan to plan.
enum RegionKey: Hashable {
    case root
    /// What runs at another rate and enters the outer region through converters.
    indirect case rate(Double, within: RegionKey)
    /// What a node consumes that makes time run differently.
    indirect case time(NodeID, within: RegionKey)

    /// The region that asks this one.
    var outer: RegionKey? {
        switch self {
        case .root: nil
        case .rate(_, let outer), .time(_, let outer): outer
        }
    }

    var depth: Int { outer.map { $0.depth + 1 } ?? 0 }
}

/// Which node renders in which region.
///
/// A node belongs to the region of whoever reads it. If it is read from two, it would have to make two different numbers of
/// frames at once; then the graph cannot be rendered.
struct Regions {
    private(set) var regionOfNode: [NodeID: RegionKey] = [:]
    private var rates: [RegionKey: Double] = [:]
    /// All regions, each after the one that asks it.
    private(set) var keys: [RegionKey] = [.root]

    init(_ graph: Graph, order: PlanOrder, request: PlanCompiler.Request) throws(GraphError) {
        rates[.root] = request.sampleRate
        regionOfNode.reserveCapacity(order.nodes.count)
        for root in request.roots { regionOfNode[root] = .root }
        // Readers first.
        for node in order.nodes.reversed() {
            guard let processor = graph.nodes[node], let own = regionOfNode[node], let rate = rates[own] else {
                continue
            }
            for input in order.inputs(of: node) {
                let region: RegionKey
                if processor.changesTime {
                    region = .time(node, within: own)
                } else if processor.convertsInputs && input.format.sampleRate != rate {
                    region = .rate(input.format.sampleRate, within: own)
                } else {
                    region = own
                }
                if rates[region] == nil {
                    rates[region] = input.format.sampleRate
                    keys.append(region)
                }
                if let present = regionOfNode[input.source.node], present != region {
                    throw .splitAcrossRates(input.source.node, bus: input.source.bus)
                }
                regionOfNode[input.source.node] = region
            }
        }
        keys.sort { $0.depth < $1.depth }
    }

    func sampleRate(of key: RegionKey) -> Double { rates[key] ?? 0 }
}
