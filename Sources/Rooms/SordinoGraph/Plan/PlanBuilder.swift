import SordinoRealtime
import SordinoSignal

/// Collects the steps, buffers and banks of one plan that is made from nothing.
struct PlanBuilder {
    private let graph: Graph
    private let request: PlanCompiler.Request
    private let order: PlanOrder
    private let regions: Regions
    /// The clock of each region, by the region's number.
    private let clocks: [Held<BlockClock>]
    private let store: SampleStore
    private let stack: UnsafeMutablePointer<PlaneStack>
    private let keeper: PlanKeeper
    private var maker: StepMaker
    private var buffers: BusBuffers
    private var steps: [TrunkStep] = []
    private var meters: [UnsafeMutablePointer<HealthState>] = []
    private var entries: [Trunk.Entry] = []
    private var demands: [(depth: Int, demand: TrunkDemand)] = []
    /// The inputs of each gathering node.
    private(set) var banks: [MixerBank] = []
    private(set) var gatherers: [Gatherer] = []

    init(
        graph: Graph, request: PlanCompiler.Request, order: PlanOrder, regions: Regions, clocks: [Held<BlockClock>],
        store: SampleStore, stack: UnsafeMutablePointer<PlaneStack>
    ) {
        self.graph = graph
        self.request = request
        self.order = order
        self.regions = regions
        self.clocks = clocks
        self.store = store
        self.stack = stack
        keeper = PlanKeeper(store: store, pieceBytes: order.nodes.count < 64 ? 1 << 12 : 1 << 16)
        maker = StepMaker(graph: graph, keeper: keeper, stack: stack)
        buffers = BusBuffers(order: order, keeper: keeper)
        steps.reserveCapacity(order.nodes.count)
        entries.reserveCapacity(order.nodes.count)
    }

    /// Adds the steps of the node at a place of the order: its converters, itself, its taps.
    mutating func add(at place: Int) throws(GraphError) {
        guard let region = regions.ofNode[place] else { return }
        let (node, processor, clock) = (order.nodes[place], order.processors[place], clocks[region])
        let (rate, frames) = (regions.all[region].sampleRate, regions.all[region].maximumFrameCount)
        let (convertsInputs, gathers) = (processor.convertsInputs, processor.gathersInputs)
        let wires = order.inputs(at: place)
        var inputs: [(connection: Connection, buffer: UnsafeMutablePointer<BusBuffer>)] = []
        inputs.reserveCapacity(wires.count)
        var temporary: [UnsafeMutablePointer<BusBuffer>] = []
        for wire in wires {
            guard var buffer = buffers.buffer(of: wire) else { continue }
            if convertsInputs, wire.connection.isVaried || wire.connection.format.sampleRate != rate {
                buffer = convert(
                    buffer, of: wire.connection, to: rate, quality: processor.converterQuality, frames: frames,
                    in: region)
                temporary.append(buffer)
            }
            inputs.append((wire.connection, buffer))
        }
        let inner = regions.within[place]
        let made = try maker.makeStep(
            StepMaker.Order(
                node: node, processor: processor, inputs: inputs.map(\.connection), sampleRate: rate,
                frameCount: frames, clock: clock, inner: inner.map { clocks[$0] }),
            reading: gathers ? [] : inputs.map(\.buffer)
        ) { [buffers] maker, bus, format, frames in
            let buffer = maker.makeBuffer(
                channelCount: format.channelCount, frames: frames, isShared: processor.lendsOutput
            ) { buffers.plane(frames: $0) }
            buffers.set(buffer, of: place, bus, frames: frames)
            return buffer
        }
        if let demand = made.recipe.demand, let inner { ask(demand, made.recipe.state, for: inner, from: clock) }
        if gathers, let output = made.outputs.first { try addBank(at: place, fedBy: inputs, region: region, output) }
        let io = made.step.io
        append(
            made.step, bank: gathers ? banks.count - 1 : -1, processor.health, Trunk.Entry(node: node, role: .node))
        if !request.taps.isEmpty {
            for bus in made.outputs.indices {
                addTaps(of: BusID(node, bus), buffer: io.pointee.outputs[bus], clock: clock)
            }
        }
        for buffer in temporary { buffers.free(buffer, frames: frames) }
        for wire in wires { buffers.release(wire) }
        buffers.freeUnread(place)
    }
    /// Adds the inputs of a node that gathers, those from the trunk and those of its branches, by ascending bus.
    private mutating func addBank(
        at place: Int, fedBy inputs: [(connection: Connection, buffer: UnsafeMutablePointer<BusBuffer>)], region: Int,
        _ output: BusFormat
    ) throws(GraphError) {
        let gatherer = Gatherer(node: order.nodes[place], region: region, output: output)
        var branches: [Branch] = []
        let apart = order.branches(at: place)
        branches.reserveCapacity(inputs.count + apart.count)
        var next = inputs.startIndex
        for wire in apart {
            while next < inputs.endIndex, inputs[next].connection.destination < wire.connection.destination {
                branches.append(fedFromTrunk(inputs[next], output))
                next += 1
            }
            guard let inner = gatherer.region(of: wire.connection, regions) else { continue }
            branches.append(
                try Branch(
                    wire.connection, nodes: wire.nodes, of: graph,
                    at: Branch.Place(gathering: region, region: inner, regions: regions, clocks: clocks),
                    into: output, store: store, stack: stack))
        }
        branches += inputs[next...].map { fedFromTrunk($0, output) }
        banks.append(MixerBank(branches: branches))
        gatherers.append(gatherer)
        demands.append((regions.all[region].depth + 1, TrunkDemand(step: nil, bank: banks.count - 1)))
    }

    private func fedFromTrunk(
        _ input: (connection: Connection, buffer: UnsafeMutablePointer<BusBuffer>), _ output: BusFormat
    ) -> Branch {
        Branch(fedFromTrunk: input.buffer, input.connection, into: output, keeper: keeper)
    }

    // MARK: Steps

    private mutating func convert(
        _ buffer: UnsafeMutablePointer<BusBuffer>, of connection: Connection, to rate: Double,
        quality: ResamplerQuality, frames: Int, in region: Int
    ) -> UnsafeMutablePointer<BusBuffer> {
        let converter = maker.converter(of: connection, to: rate, quality: quality)
        let output = maker.makeBuffer(
            channelCount: connection.format.channelCount, frames: frames, isShared: false
        ) { [buffers] in buffers.plane(frames: $0) }
        // Found when the regions were.
        guard let inner = regions.region(of: connection, in: region) else { return output }
        ask(demandRateConverter, converter.state, for: inner, from: clocks[region])
        let io = maker.makeIO(clock: clocks[region], inputs: [buffer], outputCount: 1, inner: clocks[inner])
        io.pointee.outputs[0] = output
        append(
            RenderStep(run: runRateConverter, state: converter.state, io: io, health: nil), converter.health,
            Trunk.Entry(node: connection.destination.node, role: .converter(bus: connection.destination.bus)))
        return output
    }

    /// Adds a demand: a step's function for the number of frames that it needs of the region within.
    private mutating func ask(
        _ demand: @escaping RunDemand, _ state: UnsafeMutableRawPointer, for inner: Int, from clock: Held<BlockClock>
    ) {
        let step = DemandStep(
            run: demand, state: state, asking: clock.pointer, asked: clocks[inner].pointer,
            limit: regions.all[inner].maximumFrameCount)
        demands.append((regions.all[inner].depth, TrunkDemand(step: step, bank: -1)))
    }

    private mutating func addTaps(
        of bus: BusID, buffer: UnsafeMutablePointer<BusBuffer>, clock: Held<BlockClock>
    ) {
        for tap in request.taps[bus] ?? [] {
            keeper.retain(tap)
            let io = maker.makeIO(clock: clock, inputs: [buffer], outputCount: 0)
            append(
                RenderStep(run: runTap, state: tap.state, io: io, health: nil), tap.health,
                Trunk.Entry(node: bus.node, role: .tap(bus: bus.bus)))
        }
    }

    private mutating func append(_ step: RenderStep, bank: Int = -1, _ meter: Health, _ entry: Trunk.Entry) {
        steps.append(TrunkStep(step: step, bank: bank))
        meters.append(meter.state)
        entries.append(entry)
    }

    /// The trunk, when every node is added.
    func finish() -> Trunk {
        // A region is asked only when the number of frames of the region outside it is known.
        let ordered = demands.sorted { $0.depth < $1.depth }.map(\.demand)
        return Trunk(
            steps: steps, meters: meters, demands: ordered, entries: entries, stackFrames: maker.stackFrames,
            keeper: keeper)
    }
}

/// A node that gathers, as the compiler of its branches needs it.
struct Gatherer {
    let node: NodeID
    /// The region that it renders in.
    let region: Int
    /// The format of the result.
    let output: BusFormat

    /// The region that the branch behind a connection renders in; nil if there is none yet.
    func region(of connection: Connection, _ regions: Regions) -> Int? {
        regions.region(of: connection, in: region)
    }
}
