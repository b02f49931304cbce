import Synchronization

/// Something that a virtual device calls around every block.
package final class VirtualHook: Sendable {
    private let body: @Sendable () -> Bool
    private let cancelled = Atomic(false)

    init(_ body: @escaping @Sendable () -> Bool) { self.body = body }

    /// Is not called any more, but for a call that another thread is in.
    package func cancel() { cancelled.store(true, ordering: .relaxed) }

    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    /// - Returns: Whether it did anything.
    func call() -> Bool { isCancelled ? false : body() }
}
