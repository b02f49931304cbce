import AVAudioTypes
import CoreAudioTypes
import Foundation

// The C functions of a graph's nodes.

/// Adds a node for a unit, which is made at once if the graph is open.
///
/// In an initialised graph, the unit is initialised by the update that makes it part of an interaction.
///
/// - Parameter outNode: Receives its number, which the graph never uses again.
/// - Returns: `kAUGraphErr_OutputNodeErr` for a second output unit, `kAUGraphErr_InvalidAudioUnit` in an open graph for
///   an unknown unit.
@discardableResult
public func AUGraphAddNode(
    _ inGraph: AUGraph, _ inDescription: UnsafePointer<AudioComponentDescription>,
    _ outNode: UnsafeMutablePointer<AUNode>
) -> OSStatus {
    GraphObject.with(inGraph) { graph, state in
        let node = GraphObject.Node(id: state.lastNode + 1, description: inDescription.pointee)
        if node.isOutput, state.output != nil { return kAUGraphErr_OutputNodeErr }
        state.nodes.append(node)
        if state.isOpen {
            let status = graph.makeUnit(state.nodes.count - 1, &state)
            guard status == noErr else {
                state.nodes.removeLast()
                return status
            }
        }
        state.lastNode = node.id
        outNode.pointee = node.id
        return noErr
    }
}

/// Removes a node with its interactions; its sound ends with the next update.
///
/// - Returns: `kAUGraphErr_NodeNotFound`, or `kAUGraphErr_OutputNodeErr` for the output node of a graph that runs.
@discardableResult
public func AUGraphRemoveNode(_ inGraph: AUGraph, _ inNode: AUNode) -> OSStatus {
    GraphObject.with(inGraph) { graph, state in
        guard let index = state.index(of: inNode) else { return kAUGraphErr_NodeNotFound }
        if state.nodes[index].isOutput, state.isRunning { return kAUGraphErr_OutputNodeErr }
        graph.removeNode(at: index, &state)
        return noErr
    }
}

/// Returns a node's description, and its unit, which belongs to the graph; nil while the graph is closed.
///
/// - Returns: `kAUGraphErr_NodeNotFound`.
@discardableResult
public func AUGraphNodeInfo(
    _ inGraph: AUGraph, _ inNode: AUNode, _ outDescription: UnsafeMutablePointer<AudioComponentDescription>?,
    _ outAudioUnit: UnsafeMutablePointer<AudioUnit?>?
) -> OSStatus {
    GraphObject.look(inGraph) { state in
        guard let node = state.node(inNode) else { return kAUGraphErr_NodeNotFound }
        outDescription?.pointee = node.description
        outAudioUnit?.pointee = node.unit?.handle
        return noErr
    }
}

/// Returns the number of nodes.
@discardableResult
public func AUGraphGetNodeCount(_ inGraph: AUGraph, _ outNumberOfNodes: UnsafeMutablePointer<UInt32>) -> OSStatus {
    GraphObject.look(inGraph) { state in
        outNumberOfNodes.pointee = UInt32(state.nodes.count)
        return noErr
    }
}

/// Returns a node by its index, from 0, in the order in which nodes were added.
///
/// - Returns: `kAUGraphErr_NodeNotFound` for an index beyond the last.
@discardableResult
public func AUGraphGetIndNode(
    _ inGraph: AUGraph, _ inIndex: UInt32, _ outNode: UnsafeMutablePointer<AUNode>
) -> OSStatus {
    GraphObject.look(inGraph) { state in
        guard Int(inIndex) < state.nodes.count else { return kAUGraphErr_NodeNotFound }
        outNode.pointee = state.nodes[Int(inIndex)].id
        return noErr
    }
}

extension GraphObject {
    /// Removes a node; units that are connected to its unit retain that until they are disconnected.
    func removeNode(at index: Int, _ state: inout State) {
        let node = state.nodes.remove(at: index)
        let own = state.interactions(of: node.id).map(\.socket)
        state.interactions.removeAll { own.contains($0.socket) }
        state.wired = state.wired.filter { $0.key.node != node.id }
        guard let unit = node.unit else { return }
        // A disposed unit must not be called; units that are connected to it retain it until the update.
        _ = AudioComponentInstanceDispose(unit.handle)
    }
}
