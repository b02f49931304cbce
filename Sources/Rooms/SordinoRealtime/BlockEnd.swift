/// Waits for the end of a block that another thread renders.
package enum BlockEnd {
    /// 50 µs: shorter than any block.
    private static let interval: UInt64 = 50_000

    /// Waits while a block is being rendered.
    ///
    /// - Parameters:
    ///   - seconds: The maximum time to wait; infinity for as long as the block takes.
    ///   - isInside: Returns whether the block is being rendered; called every 50 µs.
    /// - Returns: Whether the block has ended.
    /// - Thread: any but the one that renders the block.
    @discardableResult
    package static func wait(atMost seconds: Double = .infinity, while isInside: () -> Bool) -> Bool {
        var rounds = seconds * 1e9 / Double(interval)
        while isInside() {
            guard rounds > 0 else { return false }
            rounds -= 1
            ThreadPriority.sleep(untilHostTime: HostClock.now() + interval)
        }
        return true
    }
}
