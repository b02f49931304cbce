import CoreAudioTypes
import SordinoGraph
import SordinoHardware
import SordinoPolicy
import SordinoRealtime
import SordinoSession
import SordinoSignal
import SordinoWork
import Synchronization

/// The hardware as a unit, registered with the program's session.
///
/// Frames that the provider gives in the format `given` are played. When frames have come, the handler is called; these frames
/// are there, in the format `wanted`, until the block ends, for the handler and for the provider.
/// - Thread: control, one at a time.
package final class RemoteIO: @unchecked Sendable {
    /// The longest block that a handler and a provider meet, in frames.
    package static var maximumFrameCount: Int { LiveGraph.maximumFrameCount }

    /// The reason for which the hardware does not start.
    package enum StartError: Error {
        /// The session or the hardware refuses.
        case refused(EngineIO.StartError)
        /// A format that the graph cannot render.
        case format(GraphError)
    }

    private let io: EngineIO
    private let context: AppContext
    private let speech = Mutex(SpeechWatch())
    private let held: Held<RemoteIOState>
    private var arrivals: RemoteArrivals?
    private let leaving = Output()
    private let arriving = Input()
    /// Brings what the program gives to the hardware's rate and channels.
    package let mixer = Mixer()

    /// The format in which the program gives frames.
    package var given = UnitFormat(BusFormat(sampleRate: 44_100, channelCount: 2))
    /// The format in which the program takes frames.
    package var wanted = UnitFormat(BusFormat(sampleRate: 44_100, channelCount: 2))
    /// Indicates whether frames are taken from the hardware; holds from the next start on.
    package var isInputEnabled = false
    /// Indicates whether frames are given to the hardware; holds from the next start on.
    package var isOutputEnabled = true

    /// The taps whose channels follow the input channels of the hardware; holds from the next start on.
    package var taps: [StreamTap] {
        get { io.taps }
        set { io.taps = newValue }
    }

    /// When the next start begins, and that one alone; nil at once.
    package var startTime: AudioTimeStamp?
    /// Indicates whether sample times begin at 0 with each start; else they are those of the device, which continue.
    package var startsTimeAtZero = true

    /// Voice processing of what comes in; nil for a unit without.
    package let voice: VoiceLine?

    /// The ports that it uses in place of the route; holds from the next start on.
    ///
    /// If the program uses further ports, its channels are those of these.
    package var claim: PortClaim? {
        didSet { if claim !== oldValue { oldValue?.giveBack() } }
    }

    /// Makes the unit of a program; nothing is opened.
    package init(context: AppContext, voice: VoiceLine? = nil) {
        io = EngineIO(context: context, face: .ioUnit)
        io.voice = voice
        self.voice = voice
        self.context = context
        held = Held(RemoteIOState())
        held.pointer.pointee.news = io.haltFlags
    }

    deinit {
        speech.withLock { $0.pump }?.cancel()
        // The unit may be deallocated inside its own block: the objects that the block uses are kept until it is over.
        io.stop(closes: true) { [held, arrivals, io] in
            withExtendedLifetime(arrivals) { io.live.retire() }
            // The program's blocks often keep the block that reads the input, and with it the state.
            held.pointer.pointee = RemoteIOState()
        }
    }

    /// Gives frames that have come in the block at hand; keeps the state alone, so that it does not keep the hardware running.
    package var renderBlock: UnitRenderBlock {
        let held = held
        return { _, _, frameCount, bus, list, _, _ in renderRemote(held.pointer, frameCount, bus, list) }
    }

    /// Gives the frames that are played; set while nothing runs.
    package var provider: PullBlock? {
        didSet { held.pointer.pointee.provider.set(provider) }
    }

    /// Called when frames have arrived; set while the unit is stopped.
    package var handler: ArrivalBlock? {
        didSet { held.pointer.pointee.handler.block = handler }
    }

    /// The program's channel that each hardware channel plays, -1 for none; empty for the usual order.
    package var outputMap: [Int] {
        get { leaving.channelMap }
        set {
            leaving.channelMap = newValue
            planAnew()
        }
    }

    /// The hardware's channel that each program channel receives, -1 for none; empty for the usual order.
    package var inputMap: [Int] {
        get { arriving.channelMap }
        set {
            arriving.channelMap = newValue
            planAnew()
        }
    }

    /// Indicates whether the program receives silence instead of the input.
    package var isInputMuted: Bool {
        get { arriving.isMuted }
        set {
            arriving.isMuted = newValue
            voice?.isMuted = newValue
        }
    }

    /// Sets the closure that is called when speech begins (true) and ends while the input is muted; nil removes it.
    package func setSpeechListener(_ listener: (@Sendable (Bool) -> Void)?) {
        let changes = arriving.speechChangeCount
        arriving.isListeningForSpeech = listener != nil
        speech.withLock { speech in
            speech.listener = listener
            // A listener added during speech is notified at once.
            speech.reportedChanges = changes - changes % 2
            if listener == nil { speech.pump.take()?.cancel() }
            guard listener != nil, speech.pump == nil else { return }
            speech.pump = context.system.workers.addPump { [weak self] in self?.reportSpeech() ?? .asleep }
        }
    }

    private func reportSpeech() -> Workers.PumpResult {
        let now = arriving.speechChangeCount
        let (listener, told) = speech.withLock { speech in
            defer { speech.reportedChanges = now }
            return (speech.listener, speech.reportedChanges)
        }
        guard let listener, now > told else { return .idle }
        for change in told + 1...now {
            context.system.callbacks.deliver(.secondary, to: context) { listener(change % 2 == 1) }
        }
        return .worked
    }

    // MARK: The hardware

    /// The hardware as it is now for this program.
    package var hardwareFormat: EngineIO.Format { io.currentFormat(wantsInput: isInputEnabled) }

    /// Indicates whether there is an input.
    package var canPerformInput: Bool { io.currentFormat(wantsInput: true).inputChannels > 0 }

    /// Seconds between the program and the air.
    package var latencySeconds: Double { isInputEnabled ? io.inputLatencySeconds : io.outputLatencySeconds }

    /// Indicates whether blocks are rendered.
    package var isRunning: Bool { io.isRunning }

    /// Numbers of rendered blocks since the unit was made, and their cost.
    package var counts: RenderCounts { io.live.renderer.counts }

    /// Asks the session and starts the hardware.
    package func start() throws(StartError) {
        let stops: Int
        io.finishStop()
        do {
            try claim?.take()
        } catch { throw .refused(.session(error)) }
        do {
            stops = try io.allow(wantsInput: isInputEnabled, wantsOutput: isOutputEnabled || !isInputEnabled)
        } catch { throw .refused(error) }
        let format = hardwareFormat
        if !io.isRunning {
            prepareArrivals(format)
            held.pointer.pointee.clock = RemoteClock(
                start: startTime, startsAtZero: startsTimeAtZero, givenRate: given.bus.sampleRate,
                wantedRate: wanted.bus.sampleRate)
            startTime = nil
        }
        do { try plan(for: format) } catch { throw .format(error) }
        do { try io.start(for: format, wantsInput: isInputEnabled, stops: stops) } catch { throw .refused(error) }
    }

    /// Stops the hardware; the last block has been rendered when this returns.
    ///
    /// Inside a block it returns at once, and no further callback is made.
    ///
    /// - Parameter keepsPorts: Whether the program keeps the claimed ports, for a start that follows at once.
    package func stop(keepsPorts: Bool = false) {
        io.stop(closes: true) { [claim] in if !keepsPorts { claim?.giveBack() } }
    }

    /// Puts the program's channels on those of the claimed ports, where the route has more.
    private func place(on format: EngineIO.Format) {
        guard let claim else { return }
        let route = context.client.snapshot.route
        if route.outputs.count > 1 { leaving.channelMap = claim.outputMap(on: route.outputs) }
        if route.inputs.count > 1 { arriving.channelMap = claim.inputMap(on: route.inputs) }
        guard !io.taps.isEmpty else { return }
        // The channels of taps come last on both sides.
        let (tapped, present) = (io.taps.reduce(0) { $0 + $1.channelCount }, format.microphoneChannels)
        let own = max(0, wanted.bus.channelCount - tapped)
        var map = (0..<own).map { $0 < present ? $0 : -1 }
        if isInputEnabled, route.inputs.count > 1 { map = Array(arriving.channelMap.prefix(own)) }
        arriving.channelMap = map + (0..<tapped).map { present + $0 }
    }

    private func prepareArrivals(_ format: EngineIO.Format) {
        arrivals =
            (isInputEnabled || !format.taps.isEmpty) && format.inputChannels > 0
            ? RemoteArrivals(wanted, from: format.sampleRate, maximumFrameCount: LiveGraph.maximumFrameCount) : nil
        held.pointer.pointee.arrivals = arrivals?.state
    }

    /// Follows a changed map at once.
    private func planAnew() {
        // Another map changes no format: what could be rendered before still can.
        if io.isRunning, let format = io.format { try? plan(for: format) }
    }

    /// Makes the plan: the input's end first, so that its frames are there when the provider is asked.
    private func plan(for format: EngineIO.Format) throws(GraphError) {
        place(on: format)
        var graph = Graph()
        var roots: [NodeID] = []
        let context = UnsafeMutableRawPointer(held.pointer)
        if let arrivals {
            // The number of channels in the program's format, in their order: a mono program gets the first.
            let channels = BusFormat(sampleRate: format.sampleRate, channelCount: wanted.bus.channelCount)
            let input = graph.attach(arriving)
            let sink = graph.attach(
                Sink(ClientBlock(context: context, call: takeArrivals), keeping: RemoteKeeper(held, arrivals)))
            try graph.connect(BusID(input, 0), to: BusID(sink, 0), format: channels)
            roots.append(sink)
        }
        if isOutputEnabled {
            let source = graph.attach(
                Source(
                    ClientBlock(context: context, call: provideRemote), kind: given.kind,
                    isInterleaved: given.isInterleaved, channelCount: given.bus.channelCount, keeping: held))
            let mixer = graph.attach(self.mixer)
            let end = graph.attach(leaving)
            try graph.connect(BusID(source, 0), to: BusID(mixer, 0), format: given.bus)
            try graph.connect(
                BusID(mixer, 0), to: BusID(end, 0),
                format: BusFormat(sampleRate: format.sampleRate, channelCount: format.outputChannels))
            roots.append(end)
        }
        io.live.graph = graph
        try io.live.update(PlanCompiler.Request(roots: roots, sampleRate: format.sampleRate))
    }
}

/// A listener for speech into a muted input.
private struct SpeechWatch {
    var listener: (@Sendable (Bool) -> Void)?
    /// Beginnings and ends that the listener knows of.
    var reportedChanges = 0
    var pump: Pump?
}

/// Objects that a plan's sink needs.
private final class RemoteKeeper {
    private let held: Held<RemoteIOState>
    private let arrivals: RemoteArrivals

    init(_ held: Held<RemoteIOState>, _ arrivals: RemoteArrivals) { (self.held, self.arrivals) = (held, arrivals) }
}

/// The render thread's state of the hardware unit.
struct RemoteIOState {
    var provider = ClientPull()
    var handler = ClientArrival()
    var arrivals: UnsafeMutablePointer<RemoteArrivalsState>?
    var clock = RemoteClock()
    /// The flags that show whether the program has stopped the hardware inside this block.
    var news: UnsafePointer<EngineIOFlags>?

    init() {}
}
