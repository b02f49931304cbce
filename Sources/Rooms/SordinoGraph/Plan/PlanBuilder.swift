import SordinoRealtime

/// Collects the steps, buffers and clocks of one plan.
struct PlanBuilder {
    private let graph: Graph
    private let request: PlanCompiler.Request
    private let order: PlanOrder
    private let regions: Regions
    private let clocks: [RegionKey: Held<BlockClock>]
    private let keeper = PlanKeeper()
    private var steps: [RenderStep] = []
    private var entries: [PlanOutline.Entry] = []
    private var demands: [(depth: Int, step: DemandStep)] = []
    private var buffers: [BusID: UnsafeMutablePointer<BusBuffer>] = [:]
    private var planesOfBus: [BusID: (frames: Int, planes: [UnsafeMutablePointer<Float>])] = [:]
    private var readersLeft: [BusID: Int] = [:]
    private var lastPlace: Place?
    private var freePlanes: [Int: [UnsafeMutablePointer<Float>]] = [:]

    /// A region, and what follows from it.
    private struct Place {
        let region: RegionKey
        let clock: Held<BlockClock>
        let sampleRate: Double
        let frameCount: Int
    }

    init(
        graph: Graph, request: PlanCompiler.Request, order: PlanOrder, regions: Regions,
        clocks: [RegionKey: Held<BlockClock>]
    ) {
        self.graph = graph
        self.request = request
        self.order = order
        self.regions = regions
        self.clocks = clocks
        let count = order.nodes.count
        steps.reserveCapacity(count)
        entries.reserveCapacity(count)
        buffers.reserveCapacity(count)
        planesOfBus.reserveCapacity(count)
        readersLeft.reserveCapacity(count)
        keeper.reserve(3 * count)
        for clock in clocks.values { keeper.retain(clock) }
        for node in order.nodes {
            for input in order.inputs(of: node) { readersLeft[input.source, default: 0] += 1 }
        }
    }

    /// The most frames that a region renders in one block.
    private func maximumFrameCount(of region: RegionKey) -> Int {
        guard let outer = region.outer else { return request.maximumFrameCount }
        let ratio: Double
        switch region {
        case .root: ratio = 1
        case .rate(let rate, let outer): ratio = rate / regions.sampleRate(of: outer)
        case .time(let node, let outer):
            let frames = maximumFrameCount(of: outer)
            return graph.nodes[node]?.inputFrameLimit(
                outputFrames: frames, sampleRate: regions.sampleRate(of: outer)) ?? frames
        }
        let slack = RateConverter.slackFrames(
            from: regions.sampleRate(of: region), to: regions.sampleRate(of: outer))
        return Int((Double(maximumFrameCount(of: outer)) * ratio).rounded(.up)) + slack
    }

    /// What a node needs to know of the region that it renders in; most nodes follow one of the same region.
    private mutating func place(of node: NodeID) -> Place? {
        guard let region = regions.regionOfNode[node] else { return nil }
        if let lastPlace, lastPlace.region == region { return lastPlace }
        guard let clock = clocks[region] else { return nil }
        lastPlace = Place(
            region: region, clock: clock, sampleRate: regions.sampleRate(of: region),
            frameCount: maximumFrameCount(of: region))
        return lastPlace
    }

    /// Adds the steps of one node: its converters, itself, its taps.
    mutating func add(_ node: NodeID) throws(GraphError) {
        guard let processor = graph.nodes[node], let place = place(of: node) else { return }
        let (region, clock, rate, frames) = (place.region, place.clock, place.sampleRate, place.frameCount)
        keeper.retain(processor)
        var inputs: [UnsafeMutablePointer<BusBuffer>] = []
        var attachments: [UnsafeMutableRawPointer?] = []
        var wired: [WiredInput] = []
        var temporary: [[UnsafeMutablePointer<Float>]] = []
        let connections = order.inputs(of: node)
        let outputs = outputFormats(of: node, processor, connections: connections, rate: rate)
        for connection in connections {
            guard let buffer = buffers[connection.source] else { continue }
            var format = connection.format
            keeper.retain(connection)
            if processor.convertsInputs {
                if format.sampleRate != rate {
                    let (converted, planes) = convert(buffer, of: connection, to: rate, frames: frames, in: region)
                    inputs.append(converted)
                    temporary.append(planes)
                    format.sampleRate = rate
                } else {
                    inputs.append(buffer)
                }
            } else {
                if let output = outputs.first, output != format, !processor.changesTime {
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
        var made: [UnsafeMutablePointer<BusBuffer>] = []
        for (bus, format) in outputs.enumerated() { made.append(makeBuffer(BusID(node, bus), format, frames: frames)) }
        let inner = processor.changesTime ? clocks[.time(node, within: region)] : nil
        let io = makeIO(
            clock: clock, inputs: inputs, attachments: attachments, outputs: made, inner: inner,
            scratchByteCount: recipe.scratchByteCount)
        if let demand = recipe.demand { demandFrames(demand, recipe.state, of: node, from: clock) }
        append(
            RenderStep(
                run: recipe.run, state: recipe.state, io: io,
                health: processor.isExamined ? processor.health.state : nil),
            PlanOutline.Entry(node: node, role: .node, io: io, health: processor.health.state))
        for bus in outputs.indices { addTaps(of: BusID(node, bus), buffer: made[bus], clock: clock) }
        for planes in temporary { freePlanes[frames, default: []] += planes }
        for connection in connections { release(connection.source) }
        for bus in outputs.indices where readersLeft[BusID(node, bus)] == nil { free(BusID(node, bus)) }
    }

    /// A node's output formats: as connected; else, for what nobody has told, as its input.
    private func outputFormats(
        of node: NodeID, _ processor: any Processor, connections: [Connection], rate: Double
    ) -> [BusFormat] {
        (0..<processor.outputBusCount).map { bus in
            var format =
                graph.outputFormat(of: BusID(node, bus)) ?? connections.first?.format
                ?? BusFormat(sampleRate: rate, channelCount: 2)
            format.sampleRate = rate
            return format
        }
    }

    // MARK: Steps

    private mutating func append(_ step: RenderStep, _ entry: PlanOutline.Entry) {
        steps.append(step)
        entries.append(entry)
    }

    private mutating func convert(
        _ buffer: UnsafeMutablePointer<BusBuffer>, of connection: Connection, to rate: Double, frames: Int,
        in region: RegionKey
    ) -> (UnsafeMutablePointer<BusBuffer>, [UnsafeMutablePointer<Float>]) {
        let format = connection.format
        let inner = RegionKey.rate(format.sampleRate, within: region)
        let converter: RateConverter
        if let present = connection.converter, present.suits(format, to: rate) {
            converter = present
        } else {
            converter = RateConverter(
                from: format.sampleRate, to: rate, channelCount: format.channelCount)
            connection.converter = converter
        }
        keeper.retain(converter)
        let planes = takePlanes(count: format.channelCount, frames: frames)
        let output = keeper.place(makeBuffer(planes))
        guard let innerClock = clocks[inner], let outerClock = clocks[region] else { return (output, planes) }
        demands.append(
            (
                inner.depth,
                DemandStep(
                    run: demandRateConverter, state: converter.state, asking: outerClock.pointer,
                    asked: innerClock.pointer, limit: maximumFrameCount(of: inner))
            ))
        let io = makeIO(clock: outerClock, inputs: [buffer], attachments: [nil], outputs: [output], inner: innerClock)
        append(
            RenderStep(run: runRateConverter, state: converter.state, io: io, health: nil),
            PlanOutline.Entry(
                node: connection.destination.node, role: .converter(bus: connection.destination.bus), io: io,
                health: converter.health.state))
        return (output, planes)
    }

    private mutating func demandFrames(
        _ demand: @escaping RunDemand, _ state: UnsafeMutableRawPointer, of node: NodeID, from clock: Held<BlockClock>
    ) {
        guard let own = regions.regionOfNode[node] else { return }
        let inner = RegionKey.time(node, within: own)
        guard let innerClock = clocks[inner] else { return }
        demands.append(
            (
                inner.depth,
                DemandStep(
                    run: demand, state: state, asking: clock.pointer, asked: innerClock.pointer,
                    limit: maximumFrameCount(of: inner))
            ))
    }

    private mutating func addTaps(
        of bus: BusID, buffer: UnsafeMutablePointer<BusBuffer>, clock: Held<BlockClock>
    ) {
        for tap in request.taps[bus] ?? [] {
            keeper.retain(tap)
            let io = makeIO(clock: clock, inputs: [buffer], attachments: [nil], outputs: [])
            append(
                RenderStep(run: runTap, state: tap.state, io: io, health: nil),
                PlanOutline.Entry(node: bus.node, role: .tap(bus: bus.bus), io: io, health: tap.health.state))
        }
    }

    private func makeIO(
        clock: Held<BlockClock>, inputs: [UnsafeMutablePointer<BusBuffer>], attachments: [UnsafeMutableRawPointer?],
        outputs: [UnsafeMutablePointer<BusBuffer>], inner: Held<BlockClock>? = nil,
        scratchByteCount: Int = 0
    ) -> UnsafeMutablePointer<StepIO> {
        let inputs = keeper.copy(inputs)
        let attachments = keeper.copy(attachments)
        let outputs = keeper.copy(outputs)
        guard let first = inputs.baseAddress, let attachment = attachments.baseAddress, let output = outputs.baseAddress
        else { preconditionFailure("a plan's memory always has an address") }
        return keeper.place(
            StepIO(
                clock: clock.pointer, inputClock: (inner ?? clock).pointer, inputs: first, inputCount: inputs.count,
                attachments: attachment, outputs: output, outputCount: outputs.count,
                scratch: keeper.bytes(scratchByteCount)))
    }

    // MARK: Buffers

    private mutating func makeBuffer(
        _ bus: BusID, _ format: BusFormat, frames: Int
    ) -> UnsafeMutablePointer<BusBuffer> {
        let planes = takePlanes(count: format.channelCount, frames: frames)
        let buffer = keeper.place(makeBuffer(planes))
        planesOfBus[bus] = (frames, planes)
        buffers[bus] = buffer
        return buffer
    }

    private func makeBuffer(_ planes: [UnsafeMutablePointer<Float>]) -> BusBuffer {
        guard let channels = keeper.copy(planes).baseAddress, let own = keeper.copy(planes).baseAddress
        else { preconditionFailure("a plan's memory always has an address") }
        return BusBuffer(channels: channels, own: own, channelCount: planes.count)
    }

    private mutating func takePlanes(count: Int, frames: Int) -> [UnsafeMutablePointer<Float>] {
        (0..<count).map { _ in freePlanes[frames]?.popLast() ?? keeper.samples(frameCount: frames) }
    }

    /// One reader is done; after the last one the memory is free for the steps that follow.
    private mutating func release(_ bus: BusID) {
        guard let left = readersLeft[bus] else { return }
        readersLeft[bus] = left - 1
        if left == 1 { free(bus) }
    }

    private mutating func free(_ bus: BusID) {
        guard let (frames, planes) = planesOfBus.removeValue(forKey: bus) else { return }
        freePlanes[frames, default: []] += planes
    }

    /// The plan.
    func finish() -> (plan: UnsafeMutablePointer<RenderPlan>, outline: PlanOutline) {
        let plan = UnsafeMutablePointer<RenderPlan>.allocate(capacity: 1)
        // A region is asked after the one outside it knows its own number.
        let ordered = demands.sorted { $0.depth < $1.depth }.map(\.step)
        plan.initialize(
            to: RenderPlan(
                maximumFrameCount: request.maximumFrameCount, sampleRate: request.sampleRate, steps: steps,
                meters: entries.map(\.health), demands: ordered,
                clocks: regions.keys.compactMap { clocks[$0]?.pointer },
                keeper: keeper))
        let outline = PlanOutline(
            entries: entries, sampleRate: request.sampleRate, maximumFrameCount: request.maximumFrameCount,
            clockCount: regions.keys.count, keeper: keeper)
        return (plan, outline)
    }
}
