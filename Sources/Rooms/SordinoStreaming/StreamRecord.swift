import Glibc

/// Counts of the questions that one sound has asked servers, and of their outcomes.
package struct StreamRecord: Sendable {
    /// A question without an answer, an answer that was refused, or a connection that broke off.
    package struct Failure: Equatable, Sendable {
        package var address: String
        package var reason: StreamError
        /// The time of the failure, in seconds since 1970.
        package var seconds: Double
    }

    /// The latest failures; older ones are dropped.
    package static let failureLimit = 64

    /// The number of answers that began.
    package private(set) var requestCount = 0
    /// Bytes of the bodies of answers.
    package private(set) var byteCount: Int64 = 0
    /// Seconds in which answers were waited for.
    package private(set) var transferSeconds = 0.0
    /// The address that answered last.
    package private(set) var address: String?
    /// All failures so far.
    package private(set) var failureCount = 0
    package private(set) var failures: [Failure] = []

    /// Counts an answer's head.
    mutating func answered(_ address: String) { (requestCount, self.address) = (requestCount + 1, address) }

    /// Counts time, and the bytes that came in it.
    mutating func waited(_ seconds: Double, byteCount: Int) {
        transferSeconds += seconds
        self.byteCount += Int64(byteCount)
    }

    /// Records a failure at the present time.
    mutating func failed(_ address: String, _ reason: StreamError) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        failureCount += 1
        if failures.count >= Self.failureLimit { failures.removeFirst() }
        failures.append(
            Failure(address: address, reason: reason, seconds: Double(now.tv_sec) + Double(now.tv_nsec) / 1e9))
    }
}
