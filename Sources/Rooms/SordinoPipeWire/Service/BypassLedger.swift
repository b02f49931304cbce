/// Counts how often nodes of managed programs are linked past the stage, so that removing the links has an end.
///
/// A value; its owner says what was removed.
package struct BypassLedger {
    private struct Count {
        /// Links that were removed since `since`; one link may be noted several times, and counts once.
        var links: Set<UInt32> = []
        var since: UInt64
    }

    package init() {}

    private var counts: [UInt32: Count] = [:]
    /// The processes whose new nodes are removed, with the end of the ban in monotonic nanoseconds.
    private var banned: [Int32: UInt64] = [:]

    /// Links of one node that are removed within `windowNanoseconds` before it is given up: several for each channel, as a
    /// session manager may try once more after a change of devices.
    package static let limit = 16
    package static let windowNanoseconds: UInt64 = 10_000_000_000

    /// Notes that a link of a node was removed.
    ///
    /// - Parameters:
    ///   - link: Its serial number.
    ///   - channels: The node's channels, because a session manager makes a link for each.
    /// - Returns: Whether the limit is exceeded and the node has to be removed.
    package mutating func note(_ node: UInt32, link: UInt32, channels: Int = 0, at now: UInt64) -> Bool {
        var count = counts[node] ?? Count(since: now)
        if now >= count.since + Self.windowNanoseconds { count = Count(since: now) }
        count.links.insert(link)
        counts[node] = count
        return count.links.count > max(Self.limit, 4 * channels)
    }

    /// Bans new nodes of a process for `windowNanoseconds`; each attempt begins the time anew.
    package mutating func ban(_ process: Int32, at now: UInt64) {
        banned = banned.filter { $1 > now }
        if banned.count < Self.limit * Self.limit { banned[process] = now + Self.windowNanoseconds }
    }

    /// Returns whether new nodes of a process are to be removed.
    package func isBanned(_ process: Int32, at now: UInt64) -> Bool { (banned[process] ?? 0) > now }

    /// Forgets a node that was removed; another may get its number.
    package mutating func forget(_ node: UInt32) { counts[node] = nil }
}
