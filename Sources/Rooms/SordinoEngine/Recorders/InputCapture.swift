import SordinoDevice
import SordinoGraph
import SordinoHardware
import SordinoPolicy
import SordinoSession

/// The input of a program, led into a tap or a recorder's ring by a graph of its own.
///
/// - Thread: control, one at a time.
final class InputCapture: Sendable {
    /// The stream of the device.
    let io: EngineIO
    /// The node of the input.
    let input = Input()

    init(context: AppContext, face: IOKind.Face) { io = EngineIO(context: context, face: face) }

    deinit { io.end() }

    /// The input as it is now for this program; without channels where there is none.
    var device: EngineIO.Format {
        var format = io.currentFormat(wantsInput: true)
        format.outputChannels = 0
        return format
    }

    /// Asks the session for the input, prepares for the device as it is then, and starts the stream.
    ///
    /// - Parameter prepare: Leads the input somewhere.
    /// - Throws: The refusal of the session, of the hardware or of `prepare`.
    func start(_ prepare: (EngineIO.Format) throws(EngineIO.StartError) -> Void) throws(EngineIO.StartError) {
        let stops = try io.allow(wantsInput: true, wantsOutput: false)
        let device = device
        try prepare(device)
        try io.start(for: device, wantsInput: true, stops: stops)
    }

    /// Leads the input into a tap, from the next block on.
    ///
    /// - Throws: `refused` for a rate that the graph does not render.
    func lead(into tap: Tap, sampleRate: Double) throws(HardwareError) {
        var graph = Graph()
        let node = graph.attach(input)
        graph.setOutputFormat(tap.format, of: BusID(node, 0))
        io.live.graph = graph
        try update(PlanCompiler.Request(roots: [node], sampleRate: sampleRate, taps: [BusID(node, 0): [tap]]))
    }

    /// Leads the input into a recorder's ring, from the next block on.
    ///
    /// - Throws: `refused` for a rate that the graph does not render.
    func lead(into capture: Capture, sampleRate: Double) throws(HardwareError) {
        let format = BusFormat(sampleRate: capture.sampleRate, channelCount: capture.channelCount)
        var graph = Graph()
        let (source, target) = (graph.attach(input), graph.attach(capture))
        do throws(GraphError) {
            try graph.connect(BusID(source, 0), to: BusID(target, 0), format: format)
        } catch { throw Self.refusal(error) }
        io.live.graph = graph
        try update(PlanCompiler.Request(roots: [target], sampleRate: sampleRate))
    }

    private func update(_ request: PlanCompiler.Request) throws(HardwareError) {
        do throws(GraphError) { try io.live.update(request) } catch { throw Self.refusal(error) }
    }

    private static func refusal(_ error: GraphError) -> HardwareError {
        .refused("the input cannot be rendered: \(error)")
    }
}
