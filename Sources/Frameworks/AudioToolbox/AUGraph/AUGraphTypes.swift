import CoreAudioTypes

/// A graph of units, as `NewAUGraph` gives it.
public typealias AUGraph = OpaquePointer

/// A connection of two nodes.
public typealias AUNodeConnection = AudioUnitNodeConnection
