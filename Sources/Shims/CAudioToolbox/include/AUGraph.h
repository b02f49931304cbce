// Graphs of units.
#pragma once

#include <CCoreAudioTypes.h>

enum : uint32_t {
    /// An interaction that is a connection of two nodes.
    kAUNodeInteraction_Connection = 1,
    /// An interaction that is a function which feeds an input.
    kAUNodeInteraction_InputCallback = 2,
};

enum : OSStatus {
    /// The graph has no such node.
    kAUGraphErr_NodeNotFound = -10860,
    /// The connection cannot be made, or there is none.
    kAUGraphErr_InvalidConnection = -10861,
    /// A graph has one output unit: it has none, or one already, or it is in use.
    kAUGraphErr_OutputNodeErr = -10862,
    /// The call was made from a render callback: it can be made again later, on another thread.
    kAUGraphErr_CannotDoInCurrentContext = -10863,
    /// The node's unit cannot be made, or not yet be used.
    kAUGraphErr_InvalidAudioUnit = -10864,
};
