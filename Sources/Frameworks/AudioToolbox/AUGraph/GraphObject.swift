import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoRealtime
import Synchronization

/// The object behind an `AUGraph`: nodes, their input connections, and the units that are made of them when the graph
/// is opened.
///
/// The graph makes the units and connects them; the output unit pulls them to render. An interaction is recorded at
/// once and applied to the units when the graph is initialised or updated.
/// - Thread: any; the lock is not held while the session is called.
final class GraphObject: Sendable {
    /// An input bus of a node.
    struct Socket: Hashable {
        let node: AUNode
        let bus: UInt32
    }

    /// The source of an input's frames.
    enum Feed {
        case connection(AUNode, bus: UInt32)
        case callback(AURenderCallbackStruct)

        func isSame(as other: Feed) -> Bool {
            switch (self, other) {
            case (.connection(let node, let bus), .connection(let otherNode, let otherBus)):
                node == otherNode && bus == otherBus
            case (.callback(let one), .callback(let two)):
                unsafeBitCast(one.inputProc, to: UInt.self) == unsafeBitCast(two.inputProc, to: UInt.self)
                    && one.inputProcRefCon == two.inputProcRefCon
            default: false
            }
        }
    }

    struct Interaction {
        let socket: Socket
        let feed: Feed
    }

    struct Node {
        let id: AUNode
        let description: AudioComponentDescription
        /// The unit of the node; nil while the graph is closed.
        var unit: UnitInstance?

        var isOutput: Bool { description.componentType == kAudioUnitType_Output }
    }

    /// A function that is called before and after each block of the graph.
    struct Notify {
        let proc: AURenderCallback
        let context: UnsafeMutableRawPointer?
    }

    struct State {
        var nodes: [Node] = []
        var lastNode: AUNode = 0
        /// The recorded interactions, in the order of their creation.
        var interactions: [Interaction] = []
        /// The interactions that are applied to the units.
        var wired: [Socket: Feed] = [:]
        var notifies: [Notify] = []
        var isOpen = false
        var isInitialized = false
        /// Indicates whether a graph was started whose output unit is pulled by the program.
        var isStarted = false
    }

    static let all = HandleTable<GraphObject>()
    let gate = UnitGate()
    private let state = Mutex(State())

    deinit { state.withLock { close(&$0) } }

    /// Runs `body` with the graph of a handle, its lock held.
    ///
    /// - Returns: -50 for an invalid handle, `kAUGraphErr_CannotDoInCurrentContext` in a render callback if another
    ///   thread holds the lock or if `body` changes the graph.
    static func with(_ handle: AUGraph, changes: Bool = true, _ body: (GraphObject, inout State) -> OSStatus)
        -> OSStatus
    {
        guard let graph = all.object(handle) else { return kAudio_ParamError }
        guard RenderThread.isCurrent else { return graph.state.withLock { body(graph, &$0) } }
        if changes { return kAUGraphErr_CannotDoInCurrentContext }
        return graph.state.withLockIfAvailable { body(graph, &$0) } ?? kAUGraphErr_CannotDoInCurrentContext
    }

    /// Runs `body`, which changes nothing, with the graph of a handle.
    static func look(_ handle: AUGraph, _ body: (State) -> OSStatus) -> OSStatus {
        with(handle, changes: false) { body($1) }
    }
}

extension GraphObject.State {
    func index(of node: AUNode) -> Int? { nodes.firstIndex { $0.id == node } }

    func node(_ id: AUNode) -> GraphObject.Node? { nodes.first { $0.id == id } }

    /// The output node, which the hardware or the program pulls.
    var output: GraphObject.Node? { nodes.first(where: \.isOutput) }

    func interaction(into socket: GraphObject.Socket) -> GraphObject.Interaction? {
        interactions.first { $0.socket == socket }
    }

    /// The interactions that a node is part of.
    func interactions(of node: AUNode) -> [GraphObject.Interaction] {
        interactions.filter { interaction in
            if case .connection(node, _) = interaction.feed { return true }
            return interaction.socket.node == node
        }
    }

    /// Indicates whether blocks are rendered, or may be at any moment.
    var isRunning: Bool {
        guard let unit = output?.unit?.unit else { return false }
        return unit.backing?.hardware == nil ? isStarted : unit.isRunning
    }

    /// Returns whether frames of a node reach another one, or both are the same; input from the hardware ends a path.
    func leads(_ source: AUNode, to target: AUNode) -> Bool {
        if source == target { return true }
        return interactions.contains { interaction in
            guard interaction.socket.node == target, case .connection(let before, let bus) = interaction.feed,
                !isHardwareInput(before, bus)
            else { return false }
            return leads(source, to: before)
        }
    }

    /// Returns whether an output bus delivers the input of the hardware.
    func isHardwareInput(_ id: AUNode, _ bus: UInt32) -> Bool {
        guard bus == 1, let node = node(id) else { return false }
        return node.isOutput && node.description.componentSubType != kAudioUnitSubType_GenericOutput
    }
}
