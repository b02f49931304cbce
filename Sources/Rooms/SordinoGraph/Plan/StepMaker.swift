import SordinoRealtime
import SordinoSignal

/// Makes steps in the memory of one part of a plan.
struct StepMaker {
    /// The request for a step.
    struct Order {
        let node: NodeID
        let processor: any Processor
        /// The connections that lead into the node, with the formats in which they arrive.
        let inputs: [Connection]
        /// Of the node's region.
        let sampleRate: Double
        /// The most frames of a block in the node's region.
        let frameCount: Int
        let clock: Held<BlockClock>
        /// The region that the node consumes, if it is another one.
        var inner: Held<BlockClock>?
    }

    /// A step that was made.
    struct Made {
        let step: RenderStep
        let recipe: StepRecipe
        /// The formats of the output buses.
        let outputs: [BusFormat]
    }

    private let graph: Graph
    private let keeper: PlanKeeper
    private let stack: UnsafeMutablePointer<PlaneStack>
    /// Frames of memory that the stack has to have for the buffers that were made.
    private(set) var stackFrames = 0

    init(graph: Graph, keeper: PlanKeeper, stack: UnsafeMutablePointer<PlaneStack>) {
        self.graph = graph
        self.keeper = keeper
        self.stack = stack
    }

    /// Makes the step of a node.
    ///
    /// - Parameters:
    ///   - buffers: The input, at the rate of the region in which the node lies unless the node changes time.
    ///   - makeOutput: Makes the buffer of an output bus.
    /// - Throws: `GraphError` when the node cannot work at its formats.
    mutating func makeStep(
        _ order: Order, reading buffers: [UnsafeMutablePointer<BusBuffer>],
        makeOutput: (inout StepMaker, _ bus: Int, BusFormat, _ frames: Int) -> UnsafeMutablePointer<BusBuffer>
    ) throws(GraphError) -> Made {
        let (node, processor) = (order.node, order.processor)
        let (convertsInputs, changesTime) = (processor.convertsInputs, processor.changesTime)
        let outputs = outputFormats(of: order)
        var wired: [WiredInput] = []
        if !processor.gathersInputs {
            for connection in order.inputs {
                var format = connection.format
                if convertsInputs {
                    format.sampleRate = order.sampleRate
                } else if !changesTime, let output = outputs.first, !output.fits(format) {
                    throw .formatMismatch(node, input: format, output: output)
                }
                wired.append(
                    WiredInput(bus: connection.destination.bus, format: format, space: connection.mix.space))
            }
        }
        for connection in order.inputs { keeper.retain(connection) }
        let recipe = try processor.prepare(
            Wiring(node: node, inputs: wired, outputs: outputs, maximumFrameCount: order.frameCount))
        keeper.retain(processor)
        if recipe.owner !== processor { keeper.retain(recipe.owner) }
        let io = makeIO(
            clock: order.clock, inputs: buffers, outputCount: outputs.count, inner: order.inner,
            scratchByteCount: recipe.scratchByteCount)
        for (bus, format) in outputs.enumerated() {
            io.pointee.outputs[bus] = makeOutput(&self, bus, format, order.frameCount)
        }
        let health = processor.isExamined ? processor.health.state : nil
        return Made(
            step: RenderStep(run: recipe.run, state: recipe.state, io: io, health: health), recipe: recipe,
            outputs: outputs)
    }

    /// Returns the output formats of a node: as connected; for buses without a connection, as its input.
    func outputFormats(of order: Order) -> [BusFormat] {
        func format(_ bus: Int) -> BusFormat {
            var format =
                graph.outputFormat(of: BusID(order.node, bus)) ?? order.inputs.first?.format
                ?? BusFormat(sampleRate: order.sampleRate, channelCount: 2)
            format.sampleRate = order.sampleRate
            return format
        }
        let count = order.processor.outputBusCount
        return count == 1 ? [format(0)] : (0..<count).map(format)
    }

    /// A step's place, with room for its outputs behind it.
    func makeIO(
        clock: Held<BlockClock>, inputs: [UnsafeMutablePointer<BusBuffer>], outputCount: Int,
        inner: Held<BlockClock>? = nil, scratchByteCount: Int = 0
    ) -> UnsafeMutablePointer<StepIO> {
        let place = keeper.room(for: StepIO.self, 1)
        let outputs = keeper.room(for: UnsafeMutablePointer<BusBuffer>.self, outputCount)
        let first = keeper.room(for: UnsafeMutablePointer<BusBuffer>.self, inputs.count)
        for index in inputs.indices { first[index] = inputs[index] }
        keeper.retain(clock)
        if let inner { keeper.retain(inner) }
        place.initialize(
            to: StepIO(
                clock: clock.pointer, inputClock: (inner ?? clock).pointer, inputs: first, inputCount: inputs.count,
                outputs: outputs, outputCount: outputCount, scratch: keeper.bytes(scratchByteCount)))
        return place
    }

    /// Makes a buffer.
    ///
    /// - Parameters:
    ///   - isShared: Whether its producer mostly lends samples, and takes memory from the stack when it has to.
    ///   - plane: Gives the memory of a channel of a buffer that has its own.
    mutating func makeBuffer(
        channelCount: Int, frames: Int, isShared: Bool, plane: (_ frames: Int) -> UnsafeMutablePointer<Float>
    ) -> UnsafeMutablePointer<BusBuffer> {
        let place = keeper.room(for: BusBuffer.self, 1)
        let channels = keeper.room(for: UnsafeMutablePointer<Float>.self, 2 * channelCount)
        let own = channels + channelCount
        if isShared { stackFrames += channelCount * PlaneStack.rounded(frames) }
        for channel in 0..<channelCount {
            // A step that writes to shared memory asks for it first (`needOwn`); until then the pointers must not be
            // used.
            let start = isShared ? UnsafeMutableRawPointer(place).assumingMemoryBound(to: Float.self) : plane(frames)
            (own + channel).initialize(to: start)
            (channels + channel).initialize(to: start)
        }
        place.initialize(
            to: BusBuffer(channels: channels, own: own, channelCount: channelCount, stack: isShared ? stack : nil))
        return place
    }

    /// The converter of a connection, kept while rates and channels stay.
    func converter(
        of connection: Connection, to rate: Double, quality: ResamplerQuality = .good
    ) -> RateConverter {
        let format = connection.format
        let converter: RateConverter
        if let present = connection.converter,
            present.suits(format, to: rate, quality: quality, speed: connection.speed)
        {
            converter = present
        } else {
            converter = RateConverter(
                from: format.sampleRate, to: rate, channelCount: format.channelCount, quality: quality,
                speed: connection.speed)
            connection.converter = converter
        }
        keeper.retain(converter)
        return converter
    }
}
