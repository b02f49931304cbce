import CSystemd
import Glibc
import SordinoSession
import Synchronization

extension BusConnection {
    /// Calls a method and waits for what it returns.
    ///
    /// - Throws: `.timedOut` after `seconds`, `.refused` when the answer is an error.
    /// - Thread: any but the connection's and the render thread.
    package func ask(
        _ method: BusMethod, _ values: [WireValue] = [], signature: String = "", answer answerSignature: String,
        seconds: Double = 5
    ) throws(BusError) -> [WireValue] {
        try ask(method, values, signature: signature, seconds: seconds) { message throws(BusError) in
            if let error = message.error { throw error }
            return try message.read(signature: answerSignature, isAnswer: true)
        }
    }

    /// Calls a method and waits for what `read` makes of the answer, which may be an error.
    ///
    /// The calling thread sends and listens itself when the connection's own thread sleeps: two changes of threads fewer.
    /// Messages that arrive before the reply are then handled on it, in the order in which they were sent.
    ///
    /// - Parameter waitsForOthers: Whether to wait for another thread that has the connection.
    /// - Throws: `.timedOut` at once where another has the connection and it is not waited for.
    func ask<Value: Sendable>(
        _ method: BusMethod, _ values: [WireValue], signature: String, seconds: Double, waitsForOthers: Bool = true,
        read: @escaping @Sendable (BusMessage) throws(BusError) -> Value
    ) throws(BusError) -> Value {
        if take() { return try askHere(method, values, signature: signature, seconds: seconds, read: read) }
        guard waitsForOthers else { throw .timedOut }
        let answer = BusAnswer<Value>()
        let isSent = perform { link in
            do throws(BusError) {
                try link.call(method, values, signature: signature, seconds: seconds) { message in
                    answer.finish(.init { () throws(BusError) in try read(message) })
                }
            } catch {
                answer.finish(.failure(error))
            }
        }
        guard isSent else { throw .disconnected(errno: 0) }
        return try answer.wait(seconds: seconds + 1)
    }

    private final class AnswerHere<Value> {
        var result: Result<Value, BusError>?
    }

    /// The same on this thread, which has the connection.
    private func askHere<Value: Sendable>(
        _ method: BusMethod, _ values: [WireValue], signature: String, seconds: Double,
        read: @escaping (BusMessage) throws(BusError) -> Value
    ) throws(BusError) -> Value {
        // Jobs that were given before run first.
        runJobs()
        let answer = AnswerHere<Value>()
        do throws(BusError) {
            try link.call(method, values, signature: signature, seconds: seconds) { message in
                answer.result = answer.result ?? .init { () throws(BusError) in try read(message) }
            }
        } catch {
            answer.result = .failure(error)
        }
        giveBack(isBroken: !listen(until: { answer.result != nil }))
        // Without an answer the bus is gone; the connection's thread finds that out.
        guard let result = answer.result else { throw .disconnected(errno: 0) }
        return try result.get()
    }

    /// Processes messages of the bus, and runs jobs, until the condition holds.
    ///
    /// - Returns: False when the bus is gone.
    private func listen(until isSo: () -> Bool) -> Bool {
        while !isSo() {
            let result = cbus_process(link.bus)
            if result < 0 || !cbus_is_open(link.bus) { return false }
            link.runLateJobs()
            if runJobs() == nil || result > 0 { continue }
            let events = Int16(cbus_events(link.bus))
            var sources = (
                pollfd(fd: link.descriptor, events: events, revents: 0),
                pollfd(fd: askingWakeDescriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: link.output ?? -1, events: events & Int16(POLLOUT), revents: 0)
            )
            let deadline = link.deadline
            withUnsafeMutablePointer(to: &sources) { sources in
                sources.withMemoryRebound(to: pollfd.self, capacity: 3) { sources in
                    if poll(sources, 3, Self.milliseconds(until: deadline)) > 0, sources[1].revents != 0 {
                        silence(askingWakeDescriptor)
                    }
                }
            }
        }
        return true
    }
}
