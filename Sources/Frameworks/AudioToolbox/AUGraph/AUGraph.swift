import AVAudioTypes
import CoreAudioTypes
import Foundation

// The C functions that make, open, initialise and dispose of graphs.

/// Makes a graph without nodes.
@discardableResult
public func NewAUGraph(_ outGraph: UnsafeMutablePointer<AUGraph?>) -> OSStatus {
    outGraph.pointee = GraphObject.all.insert(GraphObject())
    return noErr
}

/// Stops and closes a graph, and disposes of it.
///
/// - Returns: -50 for an invalid handle.
@discardableResult
public func DisposeAUGraph(_ inGraph: AUGraph) -> OSStatus {
    let status = AUGraphClose(inGraph)
    if status == noErr { _ = GraphObject.all.remove(inGraph) }
    return status
}

/// Makes the units of all nodes, so that they can be configured.
///
/// - Returns: `kAUGraphErr_InvalidAudioUnit` for an unknown unit, else the error of a unit; the graph then stays
///   closed.
@discardableResult
public func AUGraphOpen(_ inGraph: AUGraph) -> OSStatus { GraphObject.with(inGraph) { $0.open(&$1) } }

/// Stops the graph and disposes of its units; nodes and interactions stay.
@discardableResult
public func AUGraphClose(_ inGraph: AUGraph) -> OSStatus {
    GraphObject.with(inGraph) { graph, state in
        graph.close(&state)
        return noErr
    }
}

/// Connects the units, and initialises the output unit and those that are part of an interaction.
///
/// - Returns: `kAUGraphErr_InvalidAudioUnit` while the graph is closed, else the first error of a unit; then no unit is
///   initialised.
@discardableResult
public func AUGraphInitialize(_ inGraph: AUGraph) -> OSStatus {
    GraphObject.with(inGraph) { graph, state in
        guard state.isOpen else { return kAUGraphErr_InvalidAudioUnit }
        return graph.initialize(&state)
    }
}

/// Stops the graph and uninitialises its units.
@discardableResult
public func AUGraphUninitialize(_ inGraph: AUGraph) -> OSStatus {
    GraphObject.with(inGraph) { graph, state in
        graph.uninitialize(&state)
        return noErr
    }
}

/// Returns whether the graph is open.
@discardableResult
public func AUGraphIsOpen(_ inGraph: AUGraph, _ outIsOpen: UnsafeMutablePointer<DarwinBoolean>) -> OSStatus {
    GraphObject.look(inGraph) { state in
        outIsOpen.pointee = DarwinBoolean(state.isOpen)
        return noErr
    }
}

/// Returns whether the graph is initialised.
@discardableResult
public func AUGraphIsInitialized(
    _ inGraph: AUGraph, _ outIsInitialized: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    GraphObject.look(inGraph) { state in
        outIsInitialized.pointee = DarwinBoolean(state.isInitialized)
        return noErr
    }
}
