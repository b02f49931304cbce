import CoreAudioTypes
import SordinoGraph
import SordinoRealtime
import SordinoSession
import SordinoSignal
import SordinoWork

/// Renders a processor outside of any engine, as a graph of its own: what is pulled leads into it, and it into the output.
///
/// - Thread: `prepare` and `retire` one at a time while nothing renders; the block on one thread.
package final class UnitHost: @unchecked Sendable {
    private let unit: any Processor
    private let live = LiveGraph()
    private let pull = Held(ClientPull())
    private let held: Held<UnitHostState>
    private var sources: [Held<HostSourceState>] = []
    private var planes: PackedPlanes?
    /// One for each output bus of a unit that has several; else empty.
    private var captures: [UnitCapture] = []

    /// The unit's node and the request for its plan; nil before `prepare` and after `retire`.
    private var made: (node: NodeID, request: PlanCompiler.Request)?
    /// Held while a plan is compiled.
    private let planning = ReentrantLock()
    /// Serves the unit while it is rendered on a device's thread.
    private var pump: Pump?
    /// For units of programs that have no device.
    private static let workers = Workers(.onThreads)

    /// Makes a host that is not ready.
    package init(_ unit: any Processor) {
        self.unit = unit
        // A mixer's inputs may be left open.
        held = Held(
            UnitHostState(
                renderer: live.renderer.state, pull: pull.pointer, needsInputs: unit.inputBusLimit == 1))
    }

    deinit {
        (unit as? SpatialMixer)?.setVarying(for: self, nil)
        live.renderer.desk.dismiss(unit)
        held.pointer.pointee.release()
    }

    /// The render thread's part; valid as long as this object.
    var state: UnsafeMutablePointer<UnitHostState> { held.pointer }

    /// The workers for a unit's duties beside the render thread.
    static var currentWorkers: Workers { AppContext.currentIfMade?.system.workers ?? workers }

    /// Sets the call that precedes and follows each block that a program pulls on a thread of its own.
    ///
    /// It receives the number of frames to read ahead. Its context must outlive the blocks.
    func setDesk(_ call: ControlCall) { held.pointer.pointee.desk = call }

    /// Renders one block of an output bus.
    package var renderBlock: UnitRenderBlock {
        // The plan's memory belongs to this object.
        let host = self
        return { _, time, frameCount, bus, list, _, pull in
            ClientPull.lend(pull, to: host.pull.pointer) { renderHost(host.state, time, frameCount, bus, list) }
        }
    }

    /// Makes the graph for formats.
    ///
    /// - Throws: `GraphError` for formats that the graph cannot connect or compile.
    package func prepare(inputs: [UnitFormat], outputs: [UnitFormat], maximumFrameCount: Int) throws(GraphError) {
        planning.lock()
        defer { planning.unlock() }
        var graph = Graph()
        let node = graph.attach(unit)
        guard let output = outputs.first else { throw .noSuchBus(node, bus: 0) }
        var roots: [NodeID] = []
        forget()
        for (bus, format) in inputs.enumerated() {
            let pull = Held(HostSourceState(host: held.pointer, bus: bus))
            sources.append(pull)
            let source = graph.attach(
                Source(
                    ClientBlock(context: UnsafeMutableRawPointer(pull.pointer), call: pullHostSource),
                    kind: format.kind, isInterleaved: format.isInterleaved, channelCount: format.bus.channelCount,
                    keeping: pull))
            try graph.connect(BusID(source, 0), to: BusID(node, bus), format: format.bus)
        }
        if outputs.count > 1 {
            captures = outputs.map { UnitCapture($0, maximumFrameCount: maximumFrameCount) }
            for (bus, capture) in captures.enumerated() {
                roots.append(graph.attach(Sink(capture.client, keeping: capture)))
                try graph.connect(BusID(node, bus), to: BusID(roots[bus], 0), format: outputs[bus].bus)
            }
        } else {
            roots.append(graph.attach(Output()))
            try graph.connect(BusID(node, 0), to: BusID(roots[0], 0), format: output.bus)
        }
        if let mixer = unit as? SpatialMixer {
            mixer.setVarying(for: self) { [weak self] in self?.vary($0) }
            for bus in inputs.indices where mixer.varies(bus) { graph.vary(at: BusID(node, bus)) }
            serveUnit()
        }
        let request = PlanCompiler.Request(
            roots: roots, sampleRate: output.bus.sampleRate,
            maximumFrameCount: min(maximumFrameCount, LiveGraph.maximumFrameCount))
        let plan = try live.compiler.compile(graph, request)
        live.graph = graph
        made = (node, request)
        planes = captures.isEmpty ? PackedPlanes(output, maximumFrameCount: maximumFrameCount) : nil
        held.pointer.pointee.arrange(
            planes: planes?.state, sources: sources.map(\.pointer), captures: captures.map(\.state))
        live.renderer.publish(plan)
    }

    /// Serves the unit from now on, unless an engine does.
    private func serveUnit() {
        guard unit.bell?.isHeard == false else { return }
        live.renderer.desk.admit(unit)
        setDesk(
            ControlCall(context: Unmanaged.passUnretained(self).toOpaque()) { host, _ in
                Unmanaged<UnitHost>.fromOpaque(host).takeUnretainedValue().serve()
            })
        pump = Self.currentWorkers.addPump { [weak self] in
            guard let self else { return .asleep }
            serve()
            return .idle
        }
    }

    private func serve() {
        _ = live.renderer.desk.serve(
            at: live.renderer.renderedSeconds, request: { _ in ServiceRequest(readAheadFrames: 0) }, call: { $0() })
    }

    /// Inserts a rate converter before an input to which the unit has given a playback rate, from the next block on.
    private func vary(_ bus: Int) {
        planning.lock()
        defer { planning.unlock() }
        guard let made else { return }
        live.graph.vary(at: BusID(made.node, bus))
        // Only a converter was inserted; if compiling fails, the previous plan continues.
        try? live.update(made.request)
    }

    /// Releases the plan, the connected units and the buffers.
    package func retire() {
        pump?.cancel()
        pump = nil
        planning.lock()
        defer { planning.unlock() }
        live.renderer.desk.dismiss(unit)
        made = nil
        live.retire()
        live.compiler.resetTime()
        forget()
    }

    private func forget() {
        held.pointer.pointee.release()
        (sources, captures) = ([], [])
        planes = nil
    }
}

/// The render thread's part of a host.
struct UnitHostState {
    let renderer: UnsafeMutablePointer<RendererState>
    let needsInputs: Bool
    /// The source of the input during a call.
    let pull: UnsafeMutablePointer<ClientPull>
    /// Work beside the render thread, where a program pulls on a thread of its own.
    var desk: ControlCall?
    var planes: PackedPlanesState?
    var sources: UnsafeMutablePointer<UnsafeMutablePointer<HostSourceState>>?
    var sourceCount = 0
    var captures: UnsafeMutablePointer<UnsafeMutablePointer<UnitCaptureState>>?
    var captureCount = 0

    init(
        renderer: UnsafeMutablePointer<RendererState>, pull: UnsafeMutablePointer<ClientPull>, needsInputs: Bool
    ) {
        (self.renderer, self.pull, self.needsInputs) = (renderer, pull, needsInputs)
    }

    /// Takes on what belongs to a plan; nothing is rendering.
    mutating func arrange(
        planes: PackedPlanesState?, sources: [UnsafeMutablePointer<HostSourceState>],
        captures: [UnsafeMutablePointer<UnitCaptureState>]
    ) {
        release()
        self.planes = planes
        self.sources = Self.row(sources)
        self.captures = Self.row(captures)
        (sourceCount, captureCount) = (sources.count, captures.count)
    }

    /// Forgets what belongs to a plan; nothing is rendering.
    mutating func release() {
        sources?.deallocate()
        captures?.deallocate()
        (planes, sources, captures) = (nil, nil, nil)
        (sourceCount, captureCount) = (0, 0)
    }

    private static func row<Value>(_ values: [Value]) -> UnsafeMutablePointer<Value>? {
        guard !values.isEmpty else { return nil }
        let row = UnsafeMutablePointer<Value>.allocate(capacity: values.count)
        for (index, value) in values.enumerated() { (row + index).initialize(to: value) }
        return row
    }
}

/// The source of one input bus of a host.
struct HostSourceState {
    let host: UnsafeMutablePointer<UnitHostState>
    let bus: Int
    /// The status of the block at hand.
    var status: OSStatus = 0
}
