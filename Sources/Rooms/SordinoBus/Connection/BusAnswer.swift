import SordinoWork
import Synchronization

/// One answer that a thread waits for while another brings it.
package final class BusAnswer<Value: Sendable>: Sendable {
    private let bell = Bell()
    private let result = Mutex<Result<Value, BusError>?>(nil)

    /// Makes an answer that nothing has brought yet.
    package init() {}

    /// Only the first answer counts.
    package func finish(_ answer: Result<Value, BusError>) {
        result.withLock { result in if result == nil { result = answer } }
        bell.ring()
    }

    /// Indicates whether it was brought.
    package var isThere: Bool { result.withLock { $0 != nil } }

    /// - Throws: The failure that was brought, or `.timedOut`.
    package func wait(seconds: Double) throws(BusError) -> Value {
        if result.withLock({ $0 }) == nil { _ = bell.wait(after: 0, milliseconds: Int(seconds * 1_000)) }
        guard let result = result.withLock({ $0 }) else { throw .timedOut }
        return try result.get()
    }
}

extension Result where Failure == BusError, Success: Sendable {
    /// Makes the answer from the result or the error of a body.
    package init(_ body: () throws(BusError) -> Success) {
        do { self = .success(try body()) } catch { self = .failure(error) }
    }
}
