import SordinoRealtime

/// Collects the steps, buffers and clocks of one plan.
struct PlanBuilder {
    private let graph: Graph
    private let request: PlanCompiler.Request
    private let order: PlanOrder
    private let regions: Regions
    /// Of each region.
    private let clocks: [Held<BlockClock>]
    private let keeper: PlanKeeper
    private var buffers: BusBuffers
    private var steps: [RenderStep] = []
    private var entries: [PlanOutline.Entry] = []
    private var demands: [(depth: Int, step: DemandStep)] = []
    /// The formats of the last node's outputs: most nodes have the same.
    private var lastOutputs: [BusFormat] = []

    init(
        graph: Graph, request: PlanCompiler.Request, order: PlanOrder, regions: Regions, clocks: [Held<BlockClock>],
        store: SampleStore
    ) {
        self.graph = graph
        self.request = request
        self.order = order
        self.regions = regions
        self.clocks = clocks
        keeper = PlanKeeper(store: store)
        buffers = BusBuffers(order: order, keeper: keeper)
        let count = order.nodes.count
        steps.reserveCapacity(count)
        entries.reserveCapacity(count)
        keeper.reserve(3 * count)
        for clock in clocks { keeper.retain(clock) }
    }

    /// Adds the steps of the node at a place of the order: its converters, itself, its taps.
    mutating func add(at place: Int) throws(GraphError) {
        guard let region = regions.ofNode[place] else { return }
        let (node, processor, clock) = (order.nodes[place], order.processors[place], clocks[region])
        let (rate, frames) = (regions.all[region].sampleRate, regions.all[region].maximumFrameCount)
        let (convertsInputs, changesTime) = (processor.convertsInputs, processor.changesTime)
        keeper.retain(processor)
        let wires = order.inputs(at: place)
        let outputs = outputFormats(of: node, processor, first: wires.first?.connection.format, rate: rate)
        var inputs: [UnsafeMutablePointer<BusBuffer>] = []
        var attachments: [UnsafeMutableRawPointer?] = []
        var wired: [WiredInput] = []
        inputs.reserveCapacity(wires.count)
        attachments.reserveCapacity(wires.count)
        wired.reserveCapacity(wires.count)
        var temporary: [UnsafeMutablePointer<BusBuffer>] = []
        for wire in wires {
            let connection = wire.connection
            guard let buffer = buffers.buffer(of: wire) else { continue }
            var format = connection.format
            keeper.retain(connection)
            if convertsInputs, format.sampleRate != rate {
                let converted = convert(buffer, of: connection, to: rate, frames: frames, in: region)
                inputs.append(converted)
                temporary.append(converted)
                format.sampleRate = rate
            } else {
                if !convertsInputs, !changesTime, let output = outputs.first, !output.fits(format) {
                    throw .formatMismatch(node, input: format, output: output)
                }
                inputs.append(buffer)
            }
            attachments.append(UnsafeMutableRawPointer(connection.mix.held.own))
            wired.append(WiredInput(bus: connection.destination.bus, format: format, mix: connection.mix))
        }
        let recipe = try processor.prepare(
            Wiring(node: node, inputs: wired, outputs: outputs, maximumFrameCount: frames))
        keeper.retain(recipe.owner)
        let lends = processor.lendsOutput
        let inner = regions.within[place]
        let io = makeIO(
            clock: clock, inputs: inputs, attachments: attachments, outputCount: outputs.count,
            inner: inner.map { clocks[$0] }, scratchByteCount: recipe.scratchByteCount)
        for (bus, format) in outputs.enumerated() {
            io.pointee.outputs[bus] = buffers.make(
                place, bus, channelCount: format.channelCount, frames: frames, isShared: lends)
        }
        if let demand = recipe.demand, let inner { ask(demand, recipe.state, for: inner, from: clock) }
        let health = processor.health.state
        steps.append(
            RenderStep(
                run: recipe.run, state: recipe.state, io: io, health: processor.isExamined ? health : nil))
        entries.append(PlanOutline.Entry(node: node, role: .node, io: io, health: health))
        if !request.taps.isEmpty {
            for bus in outputs.indices {
                addTaps(of: BusID(node, bus), buffer: io.pointee.outputs[bus], clock: clock)
            }
        }
        for buffer in temporary { buffers.free(buffer, frames: frames) }
        for wire in wires { buffers.release(wire) }
        buffers.freeUnread(place)
    }

    /// A node's output formats: as connected; else, for what nobody has told, as its input.
    private mutating func outputFormats(
        of node: NodeID, _ processor: any Processor, first: BusFormat?, rate: Double
    ) -> [BusFormat] {
        func format(_ bus: Int) -> BusFormat {
            var format =
                graph.outputFormat(of: BusID(node, bus)) ?? first ?? BusFormat(sampleRate: rate, channelCount: 2)
            format.sampleRate = rate
            return format
        }
        let count = processor.outputBusCount
        if count == 1 {
            let only = format(0)
            if lastOutputs.count != 1 || lastOutputs[0] != only { lastOutputs = [only] }
        } else {
            lastOutputs = (0..<count).map(format)
        }
        return lastOutputs
    }

    // MARK: Steps

    private mutating func convert(
        _ buffer: UnsafeMutablePointer<BusBuffer>, of connection: Connection, to rate: Double, frames: Int,
        in region: Int
    ) -> UnsafeMutablePointer<BusBuffer> {
        let format = connection.format
        let converter: RateConverter
        if let present = connection.converter, present.suits(format, to: rate) {
            converter = present
        } else {
            converter = RateConverter(
                from: format.sampleRate, to: rate, channelCount: format.channelCount)
            connection.converter = converter
        }
        keeper.retain(converter)
        let output = buffers.make(channelCount: format.channelCount, frames: frames)
        // Found when the regions were.
        guard let inner = regions.rate(format.sampleRate, in: region) else { return output }
        ask(demandRateConverter, converter.state, for: inner, from: clocks[region])
        let io = makeIO(
            clock: clocks[region], inputs: [buffer], attachments: [nil], outputCount: 1, inner: clocks[inner])
        io.pointee.outputs[0] = output
        steps.append(RenderStep(run: runRateConverter, state: converter.state, io: io, health: nil))
        entries.append(
            PlanOutline.Entry(
                node: connection.destination.node, role: .converter(bus: connection.destination.bus), io: io,
                health: converter.health.state))
        return output
    }

    /// Lets a step say how many frames it needs of the region within.
    private mutating func ask(
        _ demand: @escaping RunDemand, _ state: UnsafeMutableRawPointer, for inner: Int, from clock: Held<BlockClock>
    ) {
        demands.append(
            (
                regions.all[inner].depth,
                DemandStep(
                    run: demand, state: state, asking: clock.pointer, asked: clocks[inner].pointer,
                    limit: regions.all[inner].maximumFrameCount)
            ))
    }

    private mutating func addTaps(
        of bus: BusID, buffer: UnsafeMutablePointer<BusBuffer>, clock: Held<BlockClock>
    ) {
        for tap in request.taps[bus] ?? [] {
            keeper.retain(tap)
            let io = makeIO(clock: clock, inputs: [buffer], attachments: [nil], outputCount: 0)
            steps.append(RenderStep(run: runTap, state: tap.state, io: io, health: nil))
            entries.append(
                PlanOutline.Entry(node: bus.node, role: .tap(bus: bus.bus), io: io, health: tap.health.state))
        }
    }

    /// A step's place, with room for its outputs behind it.
    private func makeIO(
        clock: Held<BlockClock>, inputs: [UnsafeMutablePointer<BusBuffer>], attachments: [UnsafeMutableRawPointer?],
        outputCount: Int, inner: Held<BlockClock>? = nil, scratchByteCount: Int = 0
    ) -> UnsafeMutablePointer<StepIO> {
        let place = keeper.room(for: StepIO.self, 1)
        let outputs = keeper.room(for: UnsafeMutablePointer<BusBuffer>.self, outputCount)
        let first = keeper.room(for: UnsafeMutablePointer<BusBuffer>.self, inputs.count)
        let attached = keeper.room(for: UnsafeMutableRawPointer?.self, inputs.count)
        for index in inputs.indices {
            first[index] = inputs[index]
            attached[index] = attachments[index]
        }
        place.initialize(
            to: StepIO(
                clock: clock.pointer, inputClock: (inner ?? clock).pointer, inputs: first, inputCount: inputs.count,
                attachments: attached, outputs: outputs, outputCount: outputCount,
                scratch: keeper.bytes(scratchByteCount)))
        return place
    }

    /// The plan.
    func finish() -> (plan: UnsafeMutablePointer<RenderPlan>, outline: PlanOutline) {
        let plan = UnsafeMutablePointer<RenderPlan>.allocate(capacity: 1)
        // A region is asked after the one outside it knows its own number.
        let ordered = demands.sorted { $0.depth < $1.depth }.map(\.step)
        plan.initialize(
            to: RenderPlan(
                maximumFrameCount: request.maximumFrameCount, sampleRate: request.sampleRate, steps: steps,
                meters: entries.map(\.health), demands: ordered, clocks: clocks.map(\.pointer),
                stack: buffers.finish(), keeper: keeper))
        keeper.finish()
        let outline = PlanOutline(
            entries: entries, sampleRate: request.sampleRate, maximumFrameCount: request.maximumFrameCount,
            clockCount: clocks.count, keeper: keeper)
        return (plan, outline)
    }
}
