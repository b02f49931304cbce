import CoreAudioTypes

/// A handle of a graph of units, made by `NewAUGraph`.
public typealias AUGraph = OpaquePointer

/// A connection between two nodes.
public typealias AUNodeConnection = AudioUnitNodeConnection
