import SordinoGraph
import SordinoSession
import Synchronization

/// The engine below the faces: a graph, the plan that is made of it, and its renderer.
///
/// A face's node objects are its members. Formats, errors and times are the graph's; the face translates them.
/// - Thread: any but the render thread; one lock for everything on the control side. Client code is never called with the lock held,
///   and the session is never asked.
package final class EngineCore: @unchecked Sendable {
    /// The way in which the engine is rendered.
    enum Mode {
        case live
        case manual(Manual)
    }

    private let lock = ReentrantLock()
    /// Receives the engine's notices: use and change of the hardware, muted nodes.
    package weak var face: (any EngineFace)?

    // Under the lock, all of it.
    /// The graph, and what renders it; `graph` shows it.
    let live = LiveGraph()
    package internal(set) var nodes: [NodeID: any EngineMember] = [:]
    var formats: [BusID: EngineFormat] = [:]
    var taps: [BusID: EngineTap] = [:]
    package internal(set) var outputNode: (any EngineMember)?
    package internal(set) var inputNode: (any EngineMember)?
    package internal(set) var mainMixer: (any EngineMember)?
    /// The nodes at which client blocks take the sound.
    private var sinks: Set<NodeID> = []
    /// The nodes that send the events of sequences.
    private var sequencers: Set<NodeID> = []
    /// Indicates whether the connection from the main mixer to the output always has the format of the hardware.
    var mainMixerFollowsHardware = false
    var manualInputFormat: EngineFormat?
    var mode = Mode.live
    /// Indicates whether the engine was started and not stopped or paused; what the hardware does stands in `io`.
    var isStarted = false
    /// The changes since the last plan; nil for none.
    var change: PlanCompiler.Request.Changes? = .anything
    var io: EngineIO?
    /// The format that the last live plan was made for.
    var plannedFormat: EngineIO.Format?
    /// The settings of voice processing; nil while it is off.
    var voice: VoiceProcessing?
    /// The MIDI connections of each source.
    var midiHubs: [NodeID: MIDIHub] = [:]
    /// Faults that the program was told of.
    var reportedFaults: [NodeID: Int] = [:]
    /// The count of faults, when they were looked at last.
    var seenFaults = 0
    /// Indicates whether the hardware may rest while nothing plays, and since which frame nothing does.
    private var mayRest = false
    var idleSince: Int64?
    /// Indicates whether the hardware rests; for the program the engine runs.
    var isResting = false
    /// The program that the engine belongs to; nil until it is known.
    var context: AppContext?

    /// Work that the program requested inside a block.
    let afterBlock = AfterBlock()
    /// Does the work beside rendering.
    package let service: EngineService

    /// Makes an engine without nodes.
    ///
    /// Where no program was chosen for the running code, the engine belongs to the one that first uses the hardware with
    /// it: whether the process's own program exists yet must make no difference.
    package init() {
        service = EngineService()
        service.core = self
        context = AppContext.chosen
        renderer.desk.setWake { [weak service] in service?.wake() }
    }

    deinit { service.end() }

    /// The nodes and their connections, to look at.
    package var graph: Graph { live.graph }
    /// The renderer of the plans, with its times and counts.
    package var renderer: Renderer { live.renderer }

    /// Runs `body` with the engine locked.
    package func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    /// As `locked`, for bodies that throw one kind of error.
    func lockedThrowing<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    /// Indicates whether the hardware may rest while nothing plays.
    package var isAutoShutdownEnabled: Bool {
        get { locked { mayRest } }
        set {
            locked {
                mayRest = newValue
                idleSince = nil
            }
        }
    }

    // MARK: Nodes

    /// Takes a node in; nothing happens if it is here already.
    ///
    /// - Throws: `EngineMisuse.attachedElsewhere`.
    package func attach(_ node: any EngineMember) throws(EngineMisuse) {
        lock.lock()
        defer { lock.unlock() }
        if let present = node.seat.attachment {
            guard present.core === self else { throw .attachedElsewhere }
            return
        }
        let id = live.graph.attach(node.processor)
        nodes[id] = node
        if node.isSink { sinks.insert(id) }
        if case .sequencer = node.role {
            sequencers.insert(id)
            graphChanged(outputsOf: [])
        }
        node.seat.set(self, id)
        renderer.desk.admit(node.processor)
        (node.processor as? SpatialMixer)?.setVarying(for: self) { [weak self] in self?.vary(at: BusID(id, $0)) }
    }

    /// Lets a node go, with its connections; a player is stopped.
    ///
    /// - Throws: `EngineMisuse.notAttached`.
    package func detach(_ node: any EngineMember) throws(EngineMisuse) {
        let ended = try lockedThrowing { () throws(EngineMisuse) in
            let id = try place(of: node)
            if let player = node.player { stop(player) }
            renderer.desk.dismiss(node.processor)
            (node.processor as? SpatialMixer)?.setVarying(for: self, nil)
            let ended = taps.filter { $0.key.node == id }
            for bus in ended.keys { endTap(bus) }
            let sources = graph.inputs(of: id).map(\.source.node)
            for bus in 0..<max(node.processor.outputBusCount, 1) { formats[BusID(id, bus)] = nil }
            try? live.graph.detach(id)
            nodes[id] = nil
            sinks.remove(id)
            sequencers.remove(id)
            reportedFaults[id] = nil
            forgetMIDI(of: id)
            node.levels?.lead(to: [])
            node.seat.set(nil, nil)
            if node === outputNode { outputNode = nil }
            if node === inputNode { inputNode = nil }
            if node === mainMixer { mainMixer = nil }
            graphChanged(outputsOf: sources, .graphAlone)
            return ended.values.map { $0 }
        }
        for tap in ended { service.finish(tap) }
    }

    /// Stops a player of this engine and calls its completions.
    package func stop(_ player: Player) {
        let completions = player.stop()
        settleIfNothingRenders(player)
        for completion in completions { service.call(completion) }
        service.wake()
    }

    /// Lets a player obey at once while nothing renders.
    package func settleIfNothingRenders(_ player: Player) {
        locked { if !isRunning { player.settle() } }
    }

    /// The node's place in this engine.
    ///
    /// - Throws: `EngineMisuse.notAttached`.
    func place(of node: any EngineMember) throws(EngineMisuse) -> NodeID {
        guard let (core, id) = node.seat.attachment, core === self else { throw .notAttached }
        return id
    }

    // MARK: The nodes that come by themselves

    /// The output; made by `make` at first use.
    package func output(make: () -> any EngineMember) -> any EngineMember {
        locked {
            if let outputNode { return outputNode }
            let node = make()
            attachNew(node)
            outputNode = node
            return node
        }
    }

    /// The input; made by `make` at first use.
    package func input(make: () -> any EngineMember) -> any EngineMember {
        locked {
            if let inputNode { return inputNode }
            let node = make()
            attachNew(node)
            node.input?.isMuted = voice?.isInputMuted ?? false
            inputNode = node
            return node
        }
    }

    /// The mixer that leads to the output; made by `make` and connected at first use.
    package func main(make: () -> any EngineMember, output makeOutput: () -> any EngineMember) -> any EngineMember {
        locked {
            if let mainMixer { return mainMixer }
            let node = make()
            attachNew(node)
            mainMixer = node
            let output = output(make: makeOutput)
            if inputConnection(of: output, bus: 0) == nil { connectMainMixerToHardware() }
            return node
        }
    }

    private func attachNew(_ node: any EngineMember) {
        do { try attach(node) } catch { preconditionFailure("a new node is attached nowhere: \(error)") }
    }

    // MARK: Plans

    /// The graph is another one: renders it from the next block on, or from the next start.
    ///
    /// - Parameters:
    ///   - changed: The nodes whose outputs lead elsewhere now; nil if any may.
    ///   - change: What may be another.
    func graphChanged(outputsOf changed: [NodeID]? = nil, _ change: PlanCompiler.Request.Changes = .anything) {
        note(change)
        updateMixing(changed)
        if isResting { service.wake() }
        // Offline, the next block makes the plan.
        guard isRunning, !isOffline else { return }
        do {
            try makePlan()
        } catch {
            preconditionFailure("a change that was accepted cannot be rendered: \(error)")
        }
    }

    /// Remembers for the next plan what may be another.
    func note(_ change: PlanCompiler.Request.Changes) {
        if self.change != .anything { self.change = change }
    }

    /// Makes a plan of the graph as it is, if it has changed.
    func makePlan() throws(GraphError) {
        guard let change else { return }
        let target = renderTarget
        if mainMixerFollowsHardware { connectMainMixerToHardware() }
        try live.update(
            PlanCompiler.Request(
                roots: roots, sampleRate: target.sampleRate, maximumFrameCount: target.maximumFrameCount,
                taps: taps.mapValues { [$0.tap] }, changes: change))
        self.change = nil
    }

    /// Sets which channel of the graph each channel of the output plays, or of the stream each channel of the input gives.
    ///
    /// - Parameter map: -1 for silence; empty for the usual order.
    package func setChannelMap(_ map: [Int], of node: any EngineMember) {
        locked {
            switch node.role {
            case .output(let output) where output.channelMap != map: output.channelMap = map
            case .input(let input) where input.channelMap != map: input.channelMap = map
            default: return
            }
            graphChanged(outputsOf: [])
        }
    }

    /// Sequencers and senders of MIDI, which come before their receivers; the output; an input that only a tap or the
    /// search for speech uses; and sinks.
    private var roots: [NodeID] {
        var roots = sequencers.sorted() + midiRoots
        if let id = outputNode?.seat.attachment?.id { roots.append(id) }
        if let id = inputNode?.seat.attachment?.id, graph.outputs(of: id).isEmpty,
            listensForSpeech || taps.keys.contains(where: { $0.node == id })
        {
            roots.append(id)
        }
        roots += sinks.filter { !graph.inputs(of: $0).isEmpty }.sorted()
        return roots
    }

    /// The rate and the longest block of rendering.
    private var renderTarget: (sampleRate: Double, maximumFrameCount: Int) {
        switch mode {
        case .live: (outputHardwareFormat.bus.sampleRate, LiveGraph.maximumFrameCount)
        case .manual(let manual):
            (manual.format.bus.sampleRate, min(manual.maximumFrameCount, ManualRenderer.pieceFrames))
        }
    }

    /// Indicates whether the engine renders, or would if its hardware did not rest.
    package var isRunning: Bool {
        locked {
            switch mode {
            case .live: isStarted && (isResting || (io?.isRunning ?? false))
            case .manual: isStarted
            }
        }
    }

    /// Indicates whether the engine is rendered by hand and does not keep time.
    var isOffline: Bool { if case .manual(let manual) = mode { manual.mode == .offline } else { false } }

    /// Gives sources the mixer inputs they lead to: those whose outputs changed, and all that get there without a mixer
    /// between.
    func updateMixing(_ changed: [NodeID]?) {
        var pending = changed ?? Array(nodes.keys)
        var seen = Set(pending)
        while let id = pending.popLast() {
            guard let node = nodes[id] else { continue }
            node.levels?.lead(to: mixerConnections(from: id).map(\.mix))
            if let levels = node.levels, levels.rate != 1, vary(id) { note(.graphAlone) }
            if changed == nil || node.isMixer { continue }
            for input in graph.inputs(of: id) where seen.insert(input.source.node).inserted {
                pending.append(input.source.node)
            }
        }
    }

    /// Plays a source at the rate that its levels, or its way to an environment, ask for.
    ///
    /// Nothing happens on a way that branches: the source would have to be at two times at once.
    package func vary(from id: NodeID) {
        locked {
            if vary(id) { graphChanged(outputsOf: [], .graphAlone) }
        }
    }

    /// Inserts a rate converter before an input of a spatial mixer that has a playback rate.
    ///
    /// Does nothing if the input's sources also feed other nodes, as for rates of sources.
    private func vary(at input: BusID) {
        locked {
            guard varySpace(input) else { return }
            graphChanged(outputsOf: [], .graphAlone)
        }
    }

    /// Marks an input for rate conversion if its spatial mixer has set a rate for it.
    ///
    /// - Returns: Whether it was marked now.
    @discardableResult
    func varySpace(_ input: BusID) -> Bool {
        guard let mixer = nodes[input.node]?.processor as? SpatialMixer, mixer.varies(input.bus),
            let connection = graph.connection(into: input), !connection.isVaried,
            isUnbranched(connection.source.node)
        else { return false }
        live.graph.vary(at: input)
        return true
    }

    /// Returns whether a node and all nodes before it have at most one output connection.
    private func isUnbranched(_ node: NodeID) -> Bool {
        graph.outputs(of: node).count <= 1 && graph.inputs(of: node).allSatisfy { isUnbranched($0.source.node) }
    }

    /// Notes the ways from a source that have a rate of their own; whether there is a new one.
    private func vary(_ id: NodeID) -> Bool {
        var (node, isNew) = (id, false)
        while graph.outputs(of: node).count == 1, let connection = graph.outputs(of: node).first {
            if let space = connection.mix.space, !connection.isVaried, space.rate != 1 {
                live.graph.vary(at: connection.destination)
                isNew = true
            }
            if nodes[connection.destination.node]?.isMixer ?? true { break }
            node = connection.destination.node
        }
        return isNew
    }

    /// The connections into mixers that a source leads to through nodes that do not mix.
    func mixerConnections(from id: NodeID) -> [Connection] {
        var found: [Connection] = []
        var pending = [id]
        while let node = pending.popLast() {
            for connection in graph.outputs(of: node) {
                if nodes[connection.destination.node]?.isMixer ?? false {
                    found.append(connection)
                } else {
                    pending.append(connection.destination.node)
                }
            }
        }
        return found
    }

    /// The gains of a mixer's input, if a source leads there.
    package func mixInput(from id: NodeID, to bus: BusID) -> MixInput? {
        locked { mixerConnections(from: id).first { $0.destination == bus }?.mix }
    }
}
