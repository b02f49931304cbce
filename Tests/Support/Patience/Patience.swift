import Glibc

/// Waits of tests for what other threads and processes do.
///
/// A wait ends when its condition holds. It gives up after so many looks, not after so many seconds: on a machine with other work
/// each look comes later, on both sides. A quiet machine takes about a minute for them all.
package enum Patience {
    /// Looks every millisecond at first, then every ten.
    private static let quickLooks = 2_000, slowLooks = 6_000
    /// The looks of a wait for what has to come.
    package static let allLooks = quickLooks + slowLooks

    /// Waits until something is there.
    ///
    /// - Parameter looks: When to give up: fewer for what may as well not come.
    /// - Returns: What was found; nil when it never came.
    package static func first<Found>(looks: Int = allLooks, _ find: () throws -> Found?) rethrows -> Found? {
        for look in 0..<looks {
            if let found = try find() { return found }
            usleep(look < quickLooks ? 1_000 : 10_000)
        }
        return try find()
    }

    /// Waits until something is so.
    ///
    /// - Returns: Whether it came to be so.
    @discardableResult
    package static func until(_ isSo: () throws -> Bool) rethrows -> Bool {
        try first { try isSo() ? true : nil } ?? false
    }
}
