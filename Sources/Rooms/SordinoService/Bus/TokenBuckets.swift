import Glibc
import SordinoBus

/// A limit of a caller's rate: bursts up to `capacity`, `perSecond` in the long run.
struct TokenBucket {
    let capacity: Double
    let perSecond: Double
    private var tokens: Double
    private var filledAt: Double

    init(capacity: Double, perSecond: Double, now: Double) {
        self.capacity = capacity
        self.perSecond = perSecond
        tokens = capacity
        filledAt = now
    }

    /// Takes `cost` tokens; a cost above the capacity needs a full bucket.
    ///
    /// - Returns: Whether there were enough.
    mutating func take(_ cost: Double, now: Double) -> Bool {
        fill(now)
        let needed = min(cost, capacity)
        guard tokens >= needed else { return false }
        tokens -= needed
        return true
    }

    /// Returns whether there are enough tokens, without taking them.
    mutating func has(_ cost: Double, now: Double) -> Bool {
        fill(now)
        return tokens >= min(cost, capacity)
    }

    /// Returns the number of tokens at a time.
    func level(now: Double) -> Double { min(capacity, tokens + max(0, now - filledAt) * perSecond) }

    private mutating func fill(_ now: Double) {
        tokens = level(now: now)
        filledAt = now
    }
}

/// A bucket for each payer, registered or not.
///
/// A bucket is kept after its payer has disconnected, so that reconnecting gives no new tokens.
package struct TokenBuckets {
    /// The maximum number of buckets.
    ///
    /// At the limit the fullest are removed: their payers gain least from a new bucket.
    static let limit = 2_048

    private let capacity: Double
    private let perSecond: Double
    private var buckets: [String: TokenBucket] = [:]

    package init(capacity: Double, perSecond: Double) { (self.capacity, self.perSecond) = (capacity, perSecond) }

    /// The number of buckets kept.
    var count: Int { buckets.count }

    /// Takes tokens from the bucket of a payer, if it has enough.
    ///
    /// - Returns: Whether there were enough tokens.
    package mutating func take(_ cost: Double, for payer: String, now: Double) -> Bool {
        makeRoom(for: payer, now)
        return buckets[payer, default: TokenBucket(capacity: capacity, perSecond: perSecond, now: now)]
            .take(cost, now: now)
    }

    /// Returns whether `take` would succeed.
    mutating func has(_ cost: Double, for payer: String, now: Double) -> Bool {
        buckets[payer]?.has(cost, now: now) ?? true
    }

    private mutating func makeRoom(for payer: String, _ now: Double) {
        guard buckets.count >= Self.limit, buckets[payer] == nil else { return }
        // Removes half of them, so that sorting is needed only once for a thousand new payers.
        let levels = buckets.map { (name: $0.key, level: $0.value.level(now: now)) }.sorted { $0.level > $1.level }
        for bucket in levels.prefix(Self.limit / 2) { buckets[bucket.name] = nil }
    }

    /// The present time of the monotonic clock, in seconds.
    package static var now: Double {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }
}
