import AVAudioTypes
import CoreAudioTypes
import Foundation

// The nodes of a graph.

/// Adds a node for a unit; if the graph is open, the unit is made.
///
/// In a graph that is ready to render, the unit gets ready with the update that makes it part of an interaction.
///
/// - Parameter outNode: Its number, which no other node of the graph ever has.
/// - Returns: `kAUGraphErr_OutputNodeErr` for a second output unit, `kAUGraphErr_InvalidAudioUnit` in an open graph if there is no such unit.
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

/// Removes a node and all interactions that it is part of; what others hear of it ends with the next update.
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

/// Gives a node's description, and its unit, which belongs to the graph; nil while the graph is closed.
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

/// Says how many nodes there are.
@discardableResult
public func AUGraphGetNodeCount(_ inGraph: AUGraph, _ outNumberOfNodes: UnsafeMutablePointer<UInt32>) -> OSStatus {
    GraphObject.look(inGraph) { state in
        outNumberOfNodes.pointee = UInt32(state.nodes.count)
        return noErr
    }
}

/// Gives the number of a node by its place, from 0, in the order in which nodes were added.
///
/// - Returns: `kAUGraphErr_NodeNotFound` behind the last.
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
    /// Forgets a node; its unit goes when no input leads to it any more.
    func removeNode(at index: Int, _ state: inout State) {
        let node = state.nodes.remove(at: index)
        let own = state.interactions(of: node.id).map(\.socket)
        state.interactions.removeAll { own.contains($0.socket) }
        state.wired = state.wired.filter { $0.key.node != node.id }
        guard let unit = node.unit else { return }
        // Nothing may be told of a unit that is gone; those that are connected to it keep it until the update.
        _ = AudioComponentInstanceDispose(unit.handle)
    }
}
