import CMicroHTTP
import SordinoRealtime

/// One request on its way: its body as far as it has come, then its answer.
final class HTTPExchange: Sendable {
    enum Step {
        /// The body is whole.
        case ask([UInt8])
        case send(HTTPAnswer)
        case wait
    }

    private struct State {
        var body: [UInt8] = []
        var isAsked = false
        var answer: HTTPAnswer?
        var isAside = false
        var stream: HTTPStream?
    }

    let head: HTTPHead
    private let connection: Lent<UnsafeMutableRawPointer>
    private let state = Guarded(State())

    init(_ connection: UnsafeMutableRawPointer, _ head: HTTPHead) {
        self.connection = Lent(connection)
        self.head = head
    }

    /// Takes a piece of the body.
    ///
    /// - Returns: False when the body is too long: the connection is closed.
    func append(_ bytes: UnsafeRawBufferPointer, most: Int) -> Bool {
        state.withLock { state in
            guard state.body.count + bytes.count <= most else { return false }
            state.body.append(contentsOf: bytes)
            return true
        }
    }

    func next() -> Step {
        state.withLock { state in
            if let answer = state.answer { return .send(answer) }
            guard !state.isAsked else { return .wait }
            state.isAsked = true
            return .ask(state.body)
        }
    }

    /// Sets the connection aside until `take`.
    ///
    /// - Thread: the server's.
    func setAside() {
        state.withLock { state in
            guard state.answer == nil, !state.isAside else { return }
            state.isAside = true
            cmicrohttp_suspend(connection.value)
        }
    }

    /// Takes the answer; a second one is dropped.
    func take(_ answer: HTTPAnswer) {
        let wasAside = state.withLock { state in
            guard state.answer == nil else { return false }
            state.answer = answer
            defer { state.isAside = false }
            return state.isAside
        }
        // A connection that is set aside cannot end before this.
        if wasAside { cmicrohttp_resume(connection.value) }
    }

    func watch(_ stream: HTTPStream) { state.withLock { $0.stream = stream } }

    /// Ends the exchange.
    ///
    /// - Returns: The stream that was its answer.
    func end() -> HTTPStream? {
        state.withLock { state in
            state.isAside = false
            // A late answer has no connection any more.
            state.answer = state.answer ?? HTTPAnswer(refusal: 503, "")
            defer { state.stream = nil }
            return state.stream
        }
    }
}

/// Reads headers or arguments of a request.
enum HTTPFields {
    private final class List {
        var fields: [HTTPHead.Field] = []
    }

    static func of(_ connection: UnsafeMutableRawPointer, _ kind: Int) -> [HTTPHead.Field] {
        let list = List()
        cmicrohttp_values(
            connection, Int32(kind),
            { context, _, name, value in
                guard let context, let name else { return 0 }
                let list = Unmanaged<List>.fromOpaque(context).takeUnretainedValue()
                guard list.fields.count < HTTPHead.mostFields else { return 0 }
                list.fields.append(
                    HTTPHead.Field(String(cString: name), value.map { String(cString: $0) } ?? ""))
                return 1
            }, Unmanaged.passUnretained(list).toOpaque())
        return list.fields
    }
}

/// The connections of a server, and which of them gives its place to another.
final class HTTPConnections: Sendable {
    private struct Entry {
        let number: UInt
        let socket: Int32
        var lastNanoseconds: UInt64
        /// A viewer's, which is never told to leave.
        var isKept = false
        var leaves = false
    }

    private struct State {
        var entries: [Entry] = []
        var last: UInt = 0
    }

    private let state = Guarded(State())
    private let most: Int
    private let youngNanoseconds: UInt64

    init(most: Int, youngNanoseconds: UInt64) { (self.most, self.youngNanoseconds) = (most, youngNanoseconds) }

    var count: Int { state.withLock { $0.entries.count } }

    /// Returns whether there is room for one more; where there is none, ends the connection that was idle longest.
    func makesRoom(now: UInt64) -> Bool {
        state.withLock { state in
            guard state.entries.count(where: { !$0.leaves }) >= most else { return true }
            let idle = state.entries.indices.filter { index in
                let entry = state.entries[index]
                return !entry.isKept && !entry.leaves && now - min(now, entry.lastNanoseconds) >= youngNanoseconds
            }
            guard let index = idle.min(by: { state.entries[$0].lastNanoseconds < state.entries[$1].lastNanoseconds })
            else { return false }
            state.entries[index].leaves = true
            // The library finds its end, and frees it on its own thread, which is this.
            shutdown(state.entries[index].socket, Int32(SHUT_RDWR))
            return true
        }
    }

    func add(socket: Int32, now: UInt64) -> UInt {
        state.withLock { state in
            state.last += 1
            state.entries.append(Entry(number: state.last, socket: socket, lastNanoseconds: now))
            return state.last
        }
    }

    func touch(_ number: UInt, now: UInt64) { change(number) { $0.lastNanoseconds = now } }
    func keep(_ number: UInt) { change(number) { $0.isKept = true } }
    func remove(_ number: UInt) { state.withLock { $0.entries.removeAll { $0.number == number } } }

    private func change(_ number: UInt, _ body: (inout Entry) -> Void) {
        state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.number == number }) else { return }
            body(&state.entries[index])
        }
    }
}
