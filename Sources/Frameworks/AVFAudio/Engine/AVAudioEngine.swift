import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph
import SordinoSession

/// Renders a graph of connected nodes, for the hardware or for the program itself.
///
/// Nodes are attached, connected by their buses and played. The graph may be changed while it is rendered; a change
/// takes effect with the next block, without a gap on other paths. A node's output may be connected to several inputs.
/// - Thread: any but the render thread.
/// - Source: Apple, AVFAudio, `AVAudioEngine`.
open class AVAudioEngine: NSObject, @unchecked Sendable {
    let core = EngineCore()
    /// The sequence that a `MusicPlayer` plays to the engine's units.
    var sequence: MusicSequence?

    /// Makes an engine without nodes.
    public override init() {
        super.init()
        core.face = self
    }

    deinit { core.end() }

    // MARK: Nodes

    /// Takes a node in.
    ///
    /// It belongs to one engine at a time.
    open func attach(_ node: AVAudioNode) { EngineError.stopping { try core.attach(node) } }

    /// Lets a node go, with its connections.
    open func detach(_ node: AVAudioNode) { EngineError.stopping { try core.detach(node) } }

    /// All nodes that are attached, those that came by themselves included.
    open var attachedNodes: Set<AVAudioNode> {
        core.locked { Set(core.nodes.values.compactMap { $0 as? AVAudioNode }) }
    }

    /// The node that leads to the output device; made at first use.
    open var outputNode: AVAudioOutputNode { node(core.output { AVAudioOutputNode() }) }

    /// The node that delivers sound from the input device; made at first use, not connected.
    open var inputNode: AVAudioInputNode { node(core.input { AVAudioInputNode() }) }

    /// A mixer that leads to the output; made and connected at first use.
    open var mainMixerNode: AVAudioMixerNode {
        node(
            core.main {
                AVAudioMixerNode()
            } output: {
                AVAudioOutputNode()
            })
    }

    /// A node that this engine has made.
    private func node<Node: AVAudioNode>(_ member: any EngineMember) -> Node {
        guard let node = member as? Node else { preconditionFailure("the engine keeps the nodes that it was given") }
        return node
    }

    // MARK: Running

    /// Gets everything ready, so that `start` takes less time.
    open func prepare() { core.prepare() }

    /// Starts rendering: on hardware, activating the audio session if it is not active.
    ///
    /// - Throws: An `NSError`: of the session when it refuses, of the graph (`kAudioUnitErr_FormatNotSupported`, ...)
    ///   when it cannot be rendered, of the hardware when it does not run.
    open func start() throws {
        do { try core.start() } catch { throw EngineError.error(error, call: "start") }
        if isInManualRenderingMode { return }
        for case let node as AVAudioEnvironmentNode in attachedNodes { node.followRoute() }
    }

    /// Pauses: everything stays where it is, and `start` continues from there.
    open func pause() { core.pause() }

    /// Stops: sounds that were playing begin again at the next `start`.
    open func stop() { core.stop() }

    /// Clears the state of all nodes, such as tails; in manual rendering the time line starts at 0 again.
    open func reset() { core.reset() }

    /// Indicates whether the hardware may rest while nothing plays; false by default.
    ///
    /// It starts again when a player does.
    ///
    /// It rests after three seconds in which no player plays, no node uses the input, no tap is installed and no source
    /// node is attached. `isRunning` stays true.
    open var isAutoShutdownEnabled: Bool {
        get { core.isAutoShutdownEnabled }
        set { core.isAutoShutdownEnabled = newValue }
    }

    /// Indicates whether the engine renders.
    open var isRunning: Bool { core.isRunning }

    /// The engine, its nodes, and their connections with formats.
    open override var description: String { core.describe(title: "AVAudioEngine") }
}

extension AVAudioEngine: EngineFace {
    /// Makes the program's session, so that interruptions reach it even if the program never asks for it.
    package func willUseHardware(of program: AppContext) { _ = AVAudioSession.session(of: program) }

    /// Posts that the hardware has changed.
    package func hardwareChanged() {
        NotificationCenter.default.post(name: .AVAudioEngineConfigurationChange, object: self)
    }

    /// Posts that a node was muted.
    package func nodeFaulted(_ node: any EngineMember) {
        NotificationCenter.default.post(
            name: .SordinoEngineNodeFault, object: self, userInfo: [SordinoEngineNodeKey: node])
    }
}
