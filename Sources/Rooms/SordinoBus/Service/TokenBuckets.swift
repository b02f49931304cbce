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

    mutating func isFull(now: Double) -> Bool {
        fill(now)
        return tokens >= capacity
    }

    private mutating func fill(_ now: Double) {
        tokens = min(capacity, tokens + max(0, now - filledAt) * perSecond)
        filledAt = now
    }
}

/// A bucket for each program, whether it is registered or not.
///
/// A bucket outlives the connections of its program until it is full again: reconnecting gains nothing.
struct TokenBuckets {
    /// Buckets that are kept; above it those that are full again go, and newcomers share one.
    static let limit = 2_048

    private let capacity: Double
    private let perSecond: Double
    private var buckets: [String: TokenBucket] = [:]

    init(capacity: Double, perSecond: Double) { (self.capacity, self.perSecond) = (capacity, perSecond) }

    /// - Returns: Whether the program may ask for something of this cost.
    mutating func take(_ cost: Double, for program: String, now: Double) -> Bool {
        var key = program
        if buckets[key] == nil, buckets.count >= Self.limit {
            for (other, bucket) in buckets {
                var bucket = bucket
                if bucket.isFull(now: now) { buckets[other] = nil }
            }
            if buckets.count >= Self.limit { key = "" }
        }
        return buckets[key, default: TokenBucket(capacity: capacity, perSecond: perSecond, now: now)]
            .take(cost, now: now)
    }
}
