import SordinoGraph

/// A mistake of the program in the use of an engine.
package enum EngineMisuse: Error, Hashable, Sendable {
    /// The node belongs to another engine.
    case attachedElsewhere
    /// The node is not attached to this engine.
    case notAttached
    /// The source has no such output bus.
    case noSuchOutputBus
    /// The format has no rate or no channels.
    case invalidFormat
    /// The engine has neither an input nor an output node.
    case nothingToRender
    /// A unit cannot send MIDI to itself.
    case loopOfMIDI
    /// The bus has a tap already.
    case tapPresent
    /// The bus cannot have a tap of this format.
    case tapFormat
    /// The graph that a change of a running engine made cannot be rendered.
    case graph(GraphError)
}

/// The reason for which an engine refused a request.
package enum EngineFailure: Error, Sendable {
    case graph(GraphError)
    /// The session or the hardware refuses.
    case io(EngineIO.StartError)
    /// The engine runs, and this can only be done while it is stopped.
    case running
    /// The engine is rendered by hand, or is not.
    case wrongMode
    /// The format cannot be rendered.
    case format
    /// There is no room for so many frames.
    case tooManyFrames
}
