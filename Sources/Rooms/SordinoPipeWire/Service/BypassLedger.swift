/// Counts how often nodes of managed programs are linked past the stage, so that removing the links has an end.
///
/// A value; its owner says what was removed.
package struct BypassLedger {
    private struct Count {
        /// Links that were removed since `since`; one link is noted whenever somebody looks, and counts once.
        var links: Set<UInt32> = []
        var since: UInt64
    }

    package init() {}

    private var counts: [UInt32: Count] = [:]

    /// Links of one node that are removed within `windowNanoseconds` before it is given up: several for each channel, as a
    /// session manager may try once more after a change of devices.
    package static let limit = 16
    package static let windowNanoseconds: UInt64 = 10_000_000_000

    /// Notes that a link of a node was removed.
    ///
    /// - Parameter link: Its serial number.
    /// - Returns: Whether that was once too often.
    package mutating func note(_ node: UInt32, link: UInt32, at now: UInt64) -> Bool {
        var count = counts[node] ?? Count(since: now)
        if now >= count.since + Self.windowNanoseconds { count = Count(since: now) }
        count.links.insert(link)
        counts[node] = count
        return count.links.count > Self.limit
    }

    /// The node is gone; another may get its number.
    package mutating func forget(_ node: UInt32) { counts[node] = nil }
}
