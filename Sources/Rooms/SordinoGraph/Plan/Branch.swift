import SordinoRealtime

/// The nodes that lead to one input of a gathering node and nowhere else, compiled apart from the rest of the plan, so
/// that plans can share them.
///
/// Where nodes of the rest, the trunk, lead to the input, the branch has no steps and is only the input.
final class Branch {
    let connection: Connection
    let input: BankInput
    /// Each after the steps that lead into it; the rate converter last.
    let steps: UnsafeBufferPointer<RenderStep>
    /// The meter of each step.
    let meters: UnsafePointer<UnsafeMutablePointer<HealthState>>
    /// The node of each step; of the converter, the node that gathers.
    let nodes: UnsafePointer<NodeID>
    /// The demand of the rate converter.
    let demand: DemandStep?
    /// The region that the nodes render in; nil if the trunk renders the input.
    let region: Int?
    /// Frames of memory that the plan's stack has to have for the branch.
    let stackFrames: Int
    private let keeper: PlanKeeper

    /// Makes the input that a bus of the trunk leads to.
    ///
    /// - Parameter buffer: The input, at the rate of the node that gathers.
    init(
        fedFromTrunk buffer: UnsafeMutablePointer<BusBuffer>, _ connection: Connection, into output: BusFormat,
        keeper: PlanKeeper
    ) {
        self.connection = connection
        self.keeper = keeper
        input = Self.input(buffer, connection, output, keeper)
        steps = UnsafeBufferPointer(start: nil, count: 0)
        meters = UnsafePointer(keeper.room(for: UnsafeMutablePointer<HealthState>.self, 0))
        nodes = UnsafePointer(keeper.room(for: NodeID.self, 0))
        demand = nil
        region = nil
        stackFrames = 0
    }

    /// Compiles the nodes of a branch.
    ///
    /// - Parameters:
    ///   - branch: The nodes, each after those that lead into it.
    ///   - place: Where the node that gathers renders, and the nodes of the branch.
    ///   - output: The output format of the node that gathers.
    /// - Throws: `GraphError` when a node cannot work at its formats.
    init(
        _ connection: Connection, nodes branch: [NodeID], of graph: Graph, at place: Place, into output: BusFormat,
        store: SampleStore, stack: UnsafeMutablePointer<PlaneStack>
    ) throws(GraphError) {
        let isConverted = place.region != place.gathering
        let count = branch.count + (isConverted ? 1 : 0)
        let keeper = PlanKeeper(store: store, pieceBytes: count * Self.bytesOfStep)
        let steps = keeper.room(for: RenderStep.self, count)
        let meters = keeper.room(for: UnsafeMutablePointer<HealthState>.self, count)
        let nodes = keeper.room(for: NodeID.self, count)
        var maker = StepMaker(graph: graph, keeper: keeper, stack: stack)
        var buffers: [(node: NodeID, buffer: UnsafeMutablePointer<BusBuffer>)] = []
        let clock = place.clocks[place.region]
        for (index, node) in branch.enumerated() {
            guard let processor = graph.nodes[node] else { throw .unknownNode(node) }
            let wire = graph.inputs(of: node).first
            let step = try maker.makeStep(
                StepMaker.Order(
                    node: node, processor: processor, inputs: wire.map { [$0] } ?? [],
                    sampleRate: place.regions.all[place.region].sampleRate,
                    frameCount: place.regions.all[place.region].maximumFrameCount, clock: clock),
                reading: wire.flatMap { wire in buffers.first { $0.node == wire.source.node } }.map { [$0.buffer] }
                    ?? []
            ) { maker, _, format, frames in
                maker.makeBuffer(channelCount: format.channelCount, frames: frames, isShared: processor.lendsOutput) {
                    keeper.samples(frameCount: $0)
                }
            }
            (steps + index).initialize(to: step.step)
            (meters + index).initialize(to: processor.health.state)
            (nodes + index).initialize(to: node)
            buffers.append((node, step.step.io.pointee.outputs[0]))
        }
        guard var buffer = buffers.last?.buffer else { throw .unknownNode(connection.source.node) }
        if isConverted {
            let converter = maker.converter(of: connection, to: place.regions.all[place.gathering].sampleRate)
            let io = maker.makeIO(
                clock: place.clocks[place.gathering], inputs: [buffer], outputCount: 1, inner: clock)
            buffer = maker.makeBuffer(
                channelCount: connection.format.channelCount,
                frames: place.regions.all[place.gathering].maximumFrameCount, isShared: false
            ) { keeper.samples(frameCount: $0) }
            io.pointee.outputs[0] = buffer
            (steps + branch.count).initialize(
                to: RenderStep(run: runRateConverter, state: converter.state, io: io, health: nil))
            (meters + branch.count).initialize(to: converter.health.state)
            (nodes + branch.count).initialize(to: connection.destination.node)
            demand = DemandStep(
                run: demandRateConverter, state: converter.state, asking: place.clocks[place.gathering].pointer,
                asked: clock.pointer, limit: place.regions.all[place.region].maximumFrameCount)
        } else {
            demand = nil
        }
        self.connection = connection
        self.keeper = keeper
        self.steps = UnsafeBufferPointer(start: steps, count: count)
        self.meters = UnsafePointer(meters)
        self.nodes = UnsafePointer(nodes)
        region = place.region
        stackFrames = maker.stackFrames
        input = Self.input(buffer, connection, output, keeper)
    }

    /// The place in which a branch renders.
    struct Place {
        /// Of the node that gathers.
        let gathering: Int
        /// Of the branch's nodes.
        let region: Int
        let regions: Regions
        /// The clock of each region, by the region's number.
        let clocks: [Held<BlockClock>]
    }

    /// The memory of a step with stereo outputs, in bytes.
    private static let bytesOfStep = 256

    private static func input(
        _ buffer: UnsafeMutablePointer<BusBuffer>, _ connection: Connection, _ output: BusFormat, _ keeper: PlanKeeper
    ) -> BankInput {
        BankInput(
            buffer: buffer, mix: connection.mix.held.own,
            fold: connection.fold(into: output).flatMap { UnsafePointer(keeper.copy($0).baseAddress) },
            sides: connection.sides(in: output))
    }

    /// Nodes that were prepared for the branch.
    var nodeCount: Int { steps.count - (demand == nil ? 0 : 1) }

    /// The input bus of the gathering node that the branch leads to.
    var bus: Int { connection.destination.bus }

    /// Bytes of sample memory that belong to the branch alone.
    var sampleByteCount: Int { isFedFromTrunk ? 0 : keeper.sampleByteCount }

    /// Indicates whether the trunk renders the input.
    var isFedFromTrunk: Bool { region == nil }

    /// Sources of one side of the sum that the input may become.
    var sourceCount: Int { input.fold == nil ? 1 : input.buffer.pointee.channelCount }
}
