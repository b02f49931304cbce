import AVAudioTypes
import CoreAudioTypes
import Foundation

// Connections and callbacks of node inputs. A change is recorded at once, and takes effect with `AUGraphInitialize` or
// `AUGraphUpdate`.

/// Connects an output bus of a node to an input bus of another, which adopts its format.
///
/// - Returns: `kAUGraphErr_NodeNotFound`; `kAUGraphErr_InvalidConnection` if the input or the output is in use, or the
///   connection would make a cycle.
@discardableResult
public func AUGraphConnectNodeInput(
    _ inGraph: AUGraph, _ inSourceNode: AUNode, _ inSourceOutputNumber: UInt32, _ inDestNode: AUNode,
    _ inDestInputNumber: UInt32
) -> OSStatus {
    GraphObject.with(inGraph) { _, state in
        guard state.node(inSourceNode) != nil, state.node(inDestNode) != nil else { return kAUGraphErr_NodeNotFound }
        let socket = GraphObject.Socket(node: inDestNode, bus: inDestInputNumber)
        let isTaken = state.interactions.contains { interaction in
            if case .connection(inSourceNode, inSourceOutputNumber) = interaction.feed { return true }
            return interaction.socket == socket
        }
        let isRing =
            !state.isHardwareInput(inSourceNode, inSourceOutputNumber) && state.leads(inDestNode, to: inSourceNode)
        if isTaken || isRing { return kAUGraphErr_InvalidConnection }
        state.interactions.append(
            GraphObject.Interaction(socket: socket, feed: .connection(inSourceNode, bus: inSourceOutputNumber)))
        return noErr
    }
}

/// Sets the function that supplies the frames of a node's input bus.
///
/// - Parameter inInputCallback: The function; a nil `inputProc` disconnects the bus.
/// - Returns: `kAUGraphErr_NodeNotFound`; `kAUGraphErr_InvalidConnection` if the input is connected.
@discardableResult
public func AUGraphSetNodeInputCallback(
    _ inGraph: AUGraph, _ inDestNode: AUNode, _ inDestInputNumber: UInt32,
    _ inInputCallback: UnsafePointer<AURenderCallbackStruct>
) -> OSStatus {
    GraphObject.with(inGraph) { _, state in
        guard state.node(inDestNode) != nil else { return kAUGraphErr_NodeNotFound }
        let socket = GraphObject.Socket(node: inDestNode, bus: inDestInputNumber)
        if case .connection = state.interaction(into: socket)?.feed { return kAUGraphErr_InvalidConnection }
        let place = state.interactions.firstIndex { $0.socket == socket }
        let callback = inInputCallback.pointee
        guard callback.inputProc != nil else {
            if let place { state.interactions.remove(at: place) }
            return noErr
        }
        let interaction = GraphObject.Interaction(socket: socket, feed: .callback(callback))
        if let place { state.interactions[place] = interaction } else { state.interactions.append(interaction) }
        return noErr
    }
}

/// Removes the connection or function of a node's input bus.
///
/// - Returns: `kAUGraphErr_NodeNotFound`; `kAUGraphErr_InvalidConnection` if the bus has neither.
@discardableResult
public func AUGraphDisconnectNodeInput(
    _ inGraph: AUGraph, _ inDestNode: AUNode, _ inDestInputNumber: UInt32
) -> OSStatus {
    GraphObject.with(inGraph) { _, state in
        guard state.node(inDestNode) != nil else { return kAUGraphErr_NodeNotFound }
        let socket = GraphObject.Socket(node: inDestNode, bus: inDestInputNumber)
        guard let place = state.interactions.firstIndex(where: { $0.socket == socket }) else {
            return kAUGraphErr_InvalidConnection
        }
        state.interactions.remove(at: place)
        return noErr
    }
}

/// Removes the connections and functions of all input busses.
@discardableResult
public func AUGraphClearConnections(_ inGraph: AUGraph) -> OSStatus {
    GraphObject.with(inGraph) { _, state in
        state.interactions = []
        return noErr
    }
}

// MARK: - Queries

/// Returns the number of connections and functions.
@discardableResult
public func AUGraphGetNumberOfInteractions(
    _ inGraph: AUGraph, _ outNumInteractions: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    GraphObject.look(inGraph) { state in
        outNumInteractions.pointee = UInt32(state.interactions.count)
        return noErr
    }
}

/// Returns a connection or function by its index, from 0, in the order of their creation.
///
/// - Returns: -50 for an index beyond the last.
@discardableResult
public func AUGraphGetInteractionInfo(
    _ inGraph: AUGraph, _ inInteractionIndex: UInt32, _ outInteraction: UnsafeMutablePointer<AUNodeInteraction>
) -> OSStatus {
    GraphObject.look(inGraph) { state in
        guard Int(inInteractionIndex) < state.interactions.count else { return kAudio_ParamError }
        outInteraction.pointee = state.interactions[Int(inInteractionIndex)].inC
        return noErr
    }
}

/// Returns the number of connections and functions that a node is part of.
///
/// - Returns: `kAUGraphErr_NodeNotFound`.
@discardableResult
public func AUGraphCountNodeInteractions(
    _ inGraph: AUGraph, _ inNode: AUNode, _ outNumInteractions: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    GraphObject.look(inGraph) { state in
        guard state.node(inNode) != nil else { return kAUGraphErr_NodeNotFound }
        outNumInteractions.pointee = UInt32(state.interactions(of: inNode).count)
        return noErr
    }
}

/// Returns the connections and functions that a node is part of.
///
/// - Parameter ioNumInteractions: The number of entries with room; afterwards the number returned.
/// - Returns: `kAUGraphErr_NodeNotFound`.
@discardableResult
public func AUGraphGetNodeInteractions(
    _ inGraph: AUGraph, _ inNode: AUNode, _ ioNumInteractions: UnsafeMutablePointer<UInt32>,
    _ outInteractions: UnsafeMutablePointer<AUNodeInteraction>
) -> OSStatus {
    GraphObject.look(inGraph) { state in
        guard state.node(inNode) != nil else { return kAUGraphErr_NodeNotFound }
        let own = state.interactions(of: inNode).prefix(Int(ioNumInteractions.pointee))
        for (index, interaction) in own.enumerated() { outInteractions[index] = interaction.inC }
        ioNumInteractions.pointee = UInt32(own.count)
        return noErr
    }
}

extension GraphObject.Interaction {
    /// The interaction as a C struct.
    fileprivate var inC: AUNodeInteraction {
        var result = AUNodeInteraction()
        switch feed {
        case .connection(let node, let bus):
            result.nodeInteractionType = kAUNodeInteraction_Connection
            result.nodeInteraction.connection = AUNodeConnection(
                sourceNode: node, sourceOutputNumber: bus, destNode: socket.node, destInputNumber: socket.bus)
        case .callback(let callback):
            result.nodeInteractionType = kAUNodeInteraction_InputCallback
            result.nodeInteraction.inputCallback = AUNodeRenderCallback(
                destNode: socket.node, destInputNumber: socket.bus, cback: callback)
        }
        return result
    }
}
