import AVAudioTypes
import AudioToolbox
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph
import SordinoSession
import Synchronization

/// What is inside an engine: its graph, the plan that is made of it, and who renders it.
///
/// Nodes speak to it rather than to `AVAudioEngine`, which programs may subclass.
/// - Thread: any but the render thread; one lock for everything on the control side. Client code is never called with the lock held,
///   and the session is never asked.
final class EngineCore: @unchecked Sendable {
    /// How the engine is rendered.
    enum Mode {
        case live
        case manual(Manual)
    }

    let lock = NSRecursiveLock()
    weak var face: AVAudioEngine?

    // Under the lock, all of it.
    var graph = Graph()
    var nodes: [NodeID: AVAudioNode] = [:]
    var formats: [BusID: AVAudioFormat] = [:]
    var taps: [BusID: EngineTap] = [:]
    var outputNode: AVAudioOutputNode?
    var inputNode: AVAudioInputNode?
    var mainMixer: AVAudioMixerNode?
    /// Whether the main mixer's connection to the output has the hardware's format, whatever that is.
    var mainMixerFollowsHardware = false
    var manualInputFormat: AVAudioFormat?
    var mode = Mode.live
    /// Whether the engine was started and not stopped or paused; what the hardware does stands in `io`.
    var isStarted = false
    /// Whether the graph has changed since the last plan.
    var isDirty = true
    var io: EngineIO?
    /// What the last live plan was made for.
    var plannedFormat: EngineIO.Format?
    /// What was set for voice processing; nil while it is off.
    var voice: VoiceProcessing?
    /// What connections of MIDI lead from each source.
    var midiHubs: [NodeID: MIDIHub] = [:]
    /// Nodes in the order in which they came, for those who visit them all the time; nil after one came or went.
    private var visited: (players: [AVAudioPlayerNode], all: [AVAudioNode])?
    /// Faults that the program was told of.
    var reportedFaults: [NodeID: Int] = [:]
    /// Whether the hardware may rest while nothing plays, and since which frame nothing does.
    var isAutoShutdownEnabled = false
    var idleSince: Int64?
    /// Whether the hardware rests; for the program the engine runs.
    var isResting = false
    /// The program that the engine belongs to; nil until it is known.
    var context: AppContext?

    let compiler = PlanCompiler()
    let renderer = Renderer()
    let service: EngineService

    init() {
        service = EngineService()
        service.core = self
        renderer.desk.setWake { [weak service] in service?.wake() }
    }

    deinit { service.end() }

    /// Runs `body` with the engine locked.
    func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    // MARK: Nodes

    func attach(_ node: AVAudioNode) {
        locked {
            let present = node.attachment
            // Apple's words; attaching twice to the same engine is allowed.
            requireCondition(
                present == nil || present?.core === self,
                "required condition is false: nil == owningEngine || GetEngine() == owningEngine")
            guard present == nil else { return }
            let id = graph.attach(node.processor)
            nodes[id] = node
            visited = nil
            node.setAttachment(self, id)
            renderer.desk.admit(node.processor)
        }
    }

    func detach(_ node: AVAudioNode) {
        locked {
            let id = requireAttached(node)
            let player = node as? AVAudioPlayerNode
            player?.stop()
            renderer.desk.dismiss(node.processor)
            for bus in taps.keys where bus.node == id { endTap(bus) }
            try? graph.detach(id)
            nodes[id] = nil
            visited = nil
            reportedFaults[id] = nil
            formats = formats.filter { $0.key.node != id }
            forgetMIDI(of: id)
            node.mixing?.lead(to: [])
            node.setAttachment(nil, nil)
            if node === outputNode { outputNode = nil }
            if node === inputNode { inputNode = nil }
            if node === mainMixer { mainMixer = nil }
            graphChanged()
        }
    }

    /// The nodes in the order in which they came, and the players among them; with the engine locked.
    func nodesInOrder() -> (players: [AVAudioPlayerNode], all: [AVAudioNode]) {
        if let visited { return visited }
        let all = nodes.keys.sorted().compactMap { nodes[$0] }
        let found = (all.compactMap { $0 as? AVAudioPlayerNode }, all)
        visited = found
        return found
    }

    /// The node's place in this engine; stops the program if it is not attached here.
    func requireAttached(_ node: AVAudioNode) -> NodeID {
        guard let (core, id) = node.attachment, core === self else {
            stopOnMisuse("required condition is false: [_nodes containsObject: node]")
        }
        return id
    }

    // MARK: The nodes that come by themselves

    func output() -> AVAudioOutputNode {
        locked {
            if let outputNode { return outputNode }
            let node = AVAudioOutputNode()
            attach(node)
            outputNode = node
            return node
        }
    }

    func input() -> AVAudioInputNode {
        locked {
            if let inputNode { return inputNode }
            let node = AVAudioInputNode()
            attach(node)
            node.input.isMuted = voice?.isInputMuted ?? false
            inputNode = node
            return node
        }
    }

    func main() -> AVAudioMixerNode {
        locked {
            if let mainMixer { return mainMixer }
            let node = AVAudioMixerNode()
            attach(node)
            mainMixer = node
            let output = output()
            if inputConnection(of: output, bus: 0) == nil { connectMainMixerToHardware() }
            return node
        }
    }

    // MARK: Plans

    /// The graph is another one: renders it from the next block on, or from the next start.
    ///
    /// - Parameter changed: The nodes whose outputs lead elsewhere now; nil if any may.
    func graphChanged(outputsOf changed: [NodeID]? = nil) {
        isDirty = true
        updateMixing(changed)
        if isResting { service.wake() }
        guard isRunning, case .live = mode else { return }
        do {
            try makePlan()
        } catch {
            stopOnMisuse("required condition is false: the graph can be rendered (\(error))")
        }
    }

    /// Makes a plan of the graph as it is, if it has changed.
    func makePlan() throws(GraphError) {
        lookAtChannelMap()
        guard isDirty else { return }
        let target = renderTarget
        if mainMixerFollowsHardware { connectMainMixerToHardware() }
        let plan = try compiler.compile(
            graph,
            PlanCompiler.Request(
                roots: roots, sampleRate: target.format.sampleRate, maximumFrameCount: target.maximumFrameCount,
                taps: taps.mapValues { [$0.tap] }))
        renderer.publish(plan)
        isDirty = false
    }

    /// The maps that were set on the units of output and input hold from the next plan on: at the latest from the next start.
    private func lookAtChannelMap() {
        if let outputNode, let unit = outputNode.knownUnit {
            let map = unit.channelMap?.map(\.intValue) ?? []
            if outputNode.output.channelMap != map {
                outputNode.output.channelMap = map
                isDirty = true
            }
        }
        if let inputNode, let unit = inputNode.knownUnit {
            let map = unit.channelMap?.map(\.intValue) ?? []
            if inputNode.input.channelMap != map {
                inputNode.input.channelMap = map
                isDirty = true
            }
        }
    }

    /// Senders of MIDI, which come before those they send to; the output; an input to which only a tap listens, or who wants to
    /// know of speech; and sinks.
    private var roots: [NodeID] {
        var roots = midiRoots
        if let (_, id) = outputNode?.attachment { roots.append(id) }
        if let (_, id) = inputNode?.attachment, graph.outputs(of: id).isEmpty,
            listensForSpeech || taps.keys.contains(where: { $0.node == id })
        {
            roots.append(id)
        }
        for id in nodes.keys.sorted() where nodes[id] is AVAudioSinkNode && !graph.inputs(of: id).isEmpty {
            roots.append(id)
        }
        return roots
    }

    /// What is rendered: the format and the longest block.
    private var renderTarget: (format: AVAudioFormat, maximumFrameCount: Int) {
        switch mode {
        // 4096: the longest block of any hardware that Sordino knows; longer ones are rendered in pieces.
        case .live: (outputHardwareFormat, 4096)
        case .manual(let manual): (manual.format, min(Int(manual.maximumFrameCount), ManualRenderer.pieceFrames))
        }
    }

    var isRunning: Bool {
        switch mode {
        case .live: isStarted && (isResting || (io?.isRunning ?? false))
        case .manual: isStarted
        }
    }

    /// Tells sources which mixer inputs they lead to: those whose outputs changed, and all that get there without a mixer between.
    private func updateMixing(_ changed: [NodeID]?) {
        var pending = changed ?? Array(nodes.keys)
        var seen = Set(pending)
        while let id = pending.popLast() {
            guard let node = nodes[id] else { continue }
            node.mixing?.lead(to: mixerConnections(from: id).map(\.mix))
            if changed == nil || node is AVAudioMixerNode { continue }
            for input in graph.inputs(of: id) where seen.insert(input.source.node).inserted {
                pending.append(input.source.node)
            }
        }
    }

    /// The connections into mixers that a source leads to through nodes that do not mix.
    func mixerConnections(from id: NodeID) -> [Connection] {
        var found: [Connection] = []
        var pending = [id]
        while let node = pending.popLast() {
            for connection in graph.outputs(of: node) {
                if nodes[connection.destination.node] is AVAudioMixerNode {
                    found.append(connection)
                } else {
                    pending.append(connection.destination.node)
                }
            }
        }
        return found
    }

    /// The gains of a mixer's input, if a source leads there.
    func mixInput(from id: NodeID, to bus: BusID) -> MixInput? {
        locked { mixerConnections(from: id).first { $0.destination == bus }?.mix }
    }
}

extension AVAudioFormat {
    /// What the graph needs to know of a format.
    var bus: BusFormat { BusFormat(sampleRate: sampleRate, channelCount: Int(channelCount)) }
}
