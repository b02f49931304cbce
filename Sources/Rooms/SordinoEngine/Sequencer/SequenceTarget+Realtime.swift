import SordinoGraph

/// Hands a message of a sequence to the block of a destination.
@_noAllocation @_noLocks
func handSequenceMessage(_ context: UnsafeMutableRawPointer, _ message: UnsafeMutableRawPointer) -> Int32 {
    context.assumingMemoryBound(to: ClientMessage.self).pointee(message)
    return 0
}
