import CRealtime

/// Settings of the heap of this process.
package enum HeapSettings {
    /// Has the heap give memory back to the system soon, for programs that run long and whose work comes and goes.
    ///
    /// By default the heap keeps the holes between living blocks: a third of the memory of the session service, once a
    /// hundred programs have come.
    /// - Thread: before others are begun.
    package static func keepSmall() { crealtime_keep_heap_small() }
}
