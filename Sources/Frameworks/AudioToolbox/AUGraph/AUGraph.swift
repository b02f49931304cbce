import AVAudioTypes
import CoreAudioTypes
import Foundation

// Graphs of units, as C makes, opens and gives them back.

/// Makes a graph without nodes.
@discardableResult
public func NewAUGraph(_ outGraph: UnsafeMutablePointer<AUGraph?>) -> OSStatus {
    outGraph.pointee = GraphObject.all.insert(GraphObject())
    return noErr
}

/// Stops a graph, closes it and gives it back.
///
/// - Returns: -50 for what is no graph.
@discardableResult
public func DisposeAUGraph(_ inGraph: AUGraph) -> OSStatus {
    let status = AUGraphClose(inGraph)
    if status == noErr { _ = GraphObject.all.remove(inGraph) }
    return status
}

/// Makes the units of all nodes, so that they can be set up.
///
/// - Returns: `kAUGraphErr_InvalidAudioUnit` if there is no such unit, else what the unit reports; then the graph stays closed.
@discardableResult
public func AUGraphOpen(_ inGraph: AUGraph) -> OSStatus { GraphObject.with(inGraph) { $0.open(&$1) } }

/// Stops the graph and gives its units back; nodes and what feeds them stay.
@discardableResult
public func AUGraphClose(_ inGraph: AUGraph) -> OSStatus {
    GraphObject.with(inGraph) { graph, state in
        graph.close(&state)
        return noErr
    }
}

/// Connects the units and gets those ready to render that are part of an interaction, and the output unit.
///
/// - Returns: `kAUGraphErr_InvalidAudioUnit` while the graph is closed, else what the first unit reports that cannot do it; then no unit
///   is ready.
@discardableResult
public func AUGraphInitialize(_ inGraph: AUGraph) -> OSStatus {
    GraphObject.with(inGraph) { graph, state in
        guard state.isOpen else { return kAUGraphErr_InvalidAudioUnit }
        return graph.initialize(&state)
    }
}

/// Stops the graph and gives back what its units need to render.
@discardableResult
public func AUGraphUninitialize(_ inGraph: AUGraph) -> OSStatus {
    GraphObject.with(inGraph) { graph, state in
        graph.uninitialize(&state)
        return noErr
    }
}

/// Says whether the graph has units.
@discardableResult
public func AUGraphIsOpen(_ inGraph: AUGraph, _ outIsOpen: UnsafeMutablePointer<DarwinBoolean>) -> OSStatus {
    GraphObject.look(inGraph) { state in
        outIsOpen.pointee = DarwinBoolean(state.isOpen)
        return noErr
    }
}

/// Says whether the graph is ready to render.
@discardableResult
public func AUGraphIsInitialized(
    _ inGraph: AUGraph, _ outIsInitialized: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    GraphObject.look(inGraph) { state in
        outIsInitialized.pointee = DarwinBoolean(state.isInitialized)
        return noErr
    }
}
