import SordinoRealtime

/// The parts of a graph's newest plan, from which the next plan is made by changing them.
///
/// - Thread: control, one at a time.
final class Blueprint {
    private let request: PlanCompiler.Request
    private let rule: BranchRule
    private let store: SampleStore
    private let stack: Held<PlaneStack>
    /// The graph's changes that are in it.
    private var editCount: Int
    private var regions: Regions
    /// The clock of each region, by the region's number.
    private var clocks: [Held<BlockClock>]
    /// Branches of each region, and one more where the trunk renders in it; a region without any is no part of the
    /// plan.
    private var uses: [Int]
    private let trunk: Trunk
    private let trunkNodes: [NodeID: Int]
    private var banks: [MixerBank]
    private let gatherers: [Gatherer]
    private let bankNumbers: [NodeID: Int]
    private var stackFrames: Int

    /// Compiles the whole of a graph.
    ///
    /// - Parameter former: The blueprint of the plan before: regions that are still there keep their times.
    /// - Throws: `GraphError`.
    init(
        _ graph: Graph, _ request: PlanCompiler.Request, after former: Blueprint?, store: SampleStore,
        stack: Held<PlaneStack>
    ) throws(GraphError) {
        self.request = request
        self.store = store
        self.stack = stack
        rule = BranchRule(request)
        editCount = graph.editCount
        let order = PlanOrder(graph, rule, from: request.roots)
        regions = try Regions(order: order, request: request)
        let known = former?.clocksInUse ?? [:]
        clocks = regions.all.map { known[$0.key] ?? Held(BlockClock(sampleRate: $0.sampleRate)) }
        var builder = PlanBuilder(
            graph: graph, request: request, order: order, regions: regions, clocks: clocks, store: store,
            stack: stack.pointer)
        for place in order.nodes.indices { try builder.add(at: place) }
        trunk = builder.finish()
        trunkNodes = order.places
        (banks, gatherers) = (builder.banks, builder.gatherers)
        var numbers: [NodeID: Int] = [:]
        for (number, gatherer) in gatherers.enumerated() { numbers[gatherer.node] = number }
        bankNumbers = numbers
        uses = regions.all.map { $0.holdsTrunk ? 1 : 0 }
        stackFrames = trunk.stackFrames
        for bank in banks {
            for part in bank.parts { for branch in part.branches { count(branch, by: 1) } }
        }
    }

    private func count(_ branch: Branch, by change: Int) {
        stackFrames += change * branch.stackFrames
        if let region = branch.region { uses[region] += change }
    }

    /// Nodes that were prepared to make it.
    var nodeCount: Int {
        banks.reduce(trunkNodes.count) { count, bank in
            bank.parts.reduce(count) { count, part in
                part.branches.reduce(count) { $0 + $1.nodeCount }
            }
        }
    }

    // MARK: Times

    private var clocksInUse: [RegionKey: Held<BlockClock>] {
        var found: [RegionKey: Held<BlockClock>] = [:]
        for (region, clock) in clocks.enumerated() where uses[region] > 0 { found[regions.all[region].key] = clock }
        return found
    }

    /// Starts all times of the regions anew; nothing may be rendering.
    func resetTime() {
        for clock in clocks { clock.pointer.pointee.isSet = false }
    }

    // MARK: Edits

    /// Takes over the changes of the graph, if all of them lie in branches.
    ///
    /// - Parameter work: The counts of the work done are added to it.
    /// - Returns: Whether it did; otherwise nothing happened.
    /// - Throws: `GraphError` when a node cannot work at its formats; then nothing happened.
    func patch(
        _ graph: Graph, _ request: PlanCompiler.Request, _ work: inout PlanCompiler.Work
    ) throws(GraphError) -> Bool {
        guard request.isSame(as: self.request), let edits = graph.edits(since: editCount),
            let inputs = changedInputs(graph, edits)
        else { return false }
        var changes: [(number: Int, bus: Int, branch: Branch?)] = []
        var begun: Set<Int> = []
        for input in inputs.count > 1 ? inputs.sorted() : Array(inputs) {
            guard let number = bankNumbers[input.node] else { return false }
            let old = banks[number].branch(at: input.bus)
            if let old, old.isFedFromTrunk { return false }
            guard let connection = graph.connection(into: input) else {
                if old != nil { changes.append((number, input.bus, nil)) }
                continue
            }
            guard let nodes = rule.branch(connection, graph), !nodes.contains(where: { trunkNodes[$0] != nil })
            else { return false }
            let region = regions.makeRegion(of: connection, around: gatherers[number].region)
            begin(region, &begun)
            let place = Branch.Place(
                gathering: gatherers[number].region, region: region, regions: regions, clocks: clocks)
            let branch = try Branch(
                connection, nodes: nodes, of: graph, at: place, into: gatherers[number].output, store: store,
                stack: stack.pointer)
            work.preparedNodeCount += nodes.count
            changes.append((number, input.bus, branch))
        }
        for (number, bus, branch) in changes {
            if let branch { count(branch, by: 1) }
            if let old = banks[number].branch(at: bus) { count(old, by: -1) }
            let bank = banks[number].replacing(bus, with: branch)
            work.movedInputCount += bank.movedInputCount
            banks[number] = bank
        }
        editCount = graph.editCount
        return true
    }

    /// A region comes into use: one that was not in the last plan begins with a time of its own.
    private func begin(_ region: Int, _ begun: inout Set<Int>) {
        if region == clocks.count {
            clocks.append(Held(BlockClock(sampleRate: regions.all[region].sampleRate)))
            uses.append(0)
        } else if uses[region] == 0, !begun.contains(region) {
            clocks[region] = Held(BlockClock(sampleRate: regions.all[region].sampleRate))
        }
        begun.insert(region)
    }

    /// The inputs of nodes that gather whose branches may be other ones; nil if the trunk may be another one.
    private func changedInputs(_ graph: Graph, _ edits: ArraySlice<GraphEdit>) -> Set<BusID>? {
        var found: Set<BusID> = []
        // From each edit downstream: where a branch was cut, the edit that cut it nearest to its end finds that end.
        var seen: Set<NodeID> = []
        var pending: [NodeID] = []
        for edit in edits {
            pending.append(edit.source)
            if let destination = edit.destination {
                if bankNumbers[destination.node] != nil {
                    found.insert(destination)
                } else {
                    pending.append(destination.node)
                }
            }
            while let node = pending.popLast() {
                if trunkNodes[node] != nil { return nil }
                guard seen.insert(node).inserted else { continue }
                for connection in graph.outputs(of: node) {
                    if bankNumbers[connection.destination.node] != nil {
                        found.insert(connection.destination)
                    } else {
                        pending.append(connection.destination.node)
                    }
                }
            }
        }
        return found
    }

    // MARK: Plans

    /// Frames that buses take of the shared planes if all of them write in one block.
    var sharedFrames: Int { stackFrames }

    /// Bytes of scratch memory that the largest bank needs.
    var scratchByteCount: Int {
        (banks.map(\.sourceCount).max() ?? 0) * 2 * MixerBank.bytesOfSource
    }

    /// Returns the outline of a plan.
    func outline(_ shared: PlanOutline.SharedMemory) -> PlanOutline {
        PlanOutline(
            sampleRate: request.sampleRate, maximumFrameCount: request.maximumFrameCount, trunk: trunk, banks: banks,
            clocks: clocks.indices.filter { uses[$0] > 0 }.map { clocks[$0] }, shared: shared,
            stackFrames: stackFrames)
    }
}
