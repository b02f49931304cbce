import Synchronization

/// One answer that a thread waits for while another brings it.
final class BusAnswer<Value: Sendable>: Sendable {
    private let bell = Bell()
    private let result = Mutex<Result<Value, BusError>?>(nil)

    /// Only the first answer counts.
    func finish(_ answer: Result<Value, BusError>) {
        result.withLock { result in if result == nil { result = answer } }
        bell.ring()
    }

    /// - Throws: The failure that was brought, or `.timedOut`.
    func wait(seconds: Double) throws(BusError) -> Value {
        if result.withLock({ $0 }) == nil { _ = bell.wait(after: 0, milliseconds: Int(seconds * 1_000)) }
        guard let result = result.withLock({ $0 }) else { throw .timedOut }
        return try result.get()
    }
}

extension Result where Failure == BusError, Success: Sendable {
    /// What the body returns or throws.
    init(_ body: () throws(BusError) -> Success) {
        do { self = .success(try body()) } catch { self = .failure(error) }
    }
}

extension BusConnection {
    /// Calls a method and waits for what it returns.
    ///
    /// - Throws: `.timedOut` after `seconds`, `.refused` when the answer is an error.
    /// - Thread: any but the connection's and the render thread.
    package func ask(
        _ method: BusMethod, _ values: [WireValue] = [], signature: String = "", answer answerSignature: String,
        seconds: Double = 5
    ) throws(BusError) -> [WireValue] {
        let answer = BusAnswer<[WireValue]>()
        let isThere = perform { link in
            do throws(BusError) {
                try link.call(method, values, signature: signature, seconds: seconds) { message in
                    answer.finish(
                        .init { () throws(BusError) in
                            if let error = message.error { throw error }
                            return try message.read(signature: answerSignature, isAnswer: true)
                        })
                }
            } catch {
                answer.finish(.failure(error))
            }
        }
        guard isThere else { throw .disconnected(errno: 0) }
        return try answer.wait(seconds: seconds + 1)
    }
}
