import CoreAudioTypes

/// A graph of units, as `NewAUGraph` gives it.
public typealias AUGraph = OpaquePointer

/// A connection of two nodes.
public typealias AUNodeConnection = AudioUnitNodeConnection

/// An interaction that is a connection of two nodes.
public var kAUNodeInteraction_Connection: UInt32 { 1 }

/// An interaction that is a function which feeds an input.
public var kAUNodeInteraction_InputCallback: UInt32 { 2 }

/// The graph has no such node.
public var kAUGraphErr_NodeNotFound: OSStatus { -10860 }

/// The connection cannot be made, or there is none.
public var kAUGraphErr_InvalidConnection: OSStatus { -10861 }

/// A graph has one output unit: it has none, or one already, or it is in use.
public var kAUGraphErr_OutputNodeErr: OSStatus { -10862 }

/// The call was made from a render callback: it can be made again later, on another thread.
public var kAUGraphErr_CannotDoInCurrentContext: OSStatus { -10863 }

/// The node's unit cannot be made, or not yet be used.
public var kAUGraphErr_InvalidAudioUnit: OSStatus { -10864 }
