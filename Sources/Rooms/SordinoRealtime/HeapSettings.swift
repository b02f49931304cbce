import CRealtime

/// The settings of the process's heap.
package enum HeapSettings {
    /// Has the heap give memory back to the system soon, for programs that run long and whose work comes and goes.
    ///
    /// Left to itself the heap keeps the holes between what stays: of the service's memory a third, once a hundred programs have
    /// come.
    /// - Thread: before others are begun.
    package static func keepSmall() { crealtime_keep_heap_small() }
}
