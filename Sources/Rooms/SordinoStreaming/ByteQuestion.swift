import SordinoRealtime
import SordinoWork

/// A question to the program for bytes of a resource that it provides itself.
///
/// - Thread: any; one waits for the answer.
package final class ByteQuestion: Sendable {
    /// The program's description of its resource.
    package struct Resource: Equatable, Sendable {
        /// The size in bytes; nil if the program does not state it.
        package var byteCount: Int64?
        /// Indicates whether any part can be requested.
        package var givesParts: Bool

        /// Describes the resource as the program answered.
        package init(byteCount: Int64?, givesParts: Bool) {
            (self.byteCount, self.givesParts) = (byteCount, givesParts)
        }
    }

    private enum Ending {
        case complete
        case failed(StreamError)
        case moved(String)
    }

    private struct State {
        var bytes: [UInt8] = []
        var resource = Resource(byteCount: nil, givesParts: false)
        var ending: Ending?
        var isCancelled = false
        var cancel: (@Sendable () -> Void)?
    }

    /// Bytes that a program may hand over at once where the length is not known: 256 MiB.
    static let byteLimit = 1 << 28

    /// The first byte that is wanted.
    package let offset: Int64
    /// Bytes that are wanted; nil for all that follow.
    package let byteCount: Int64?
    /// Indicates whether the program is also asked to describe the resource.
    package let isAboutResource: Bool
    private let state = Guarded(State())
    private let bell = Bell()

    init(offset: Int64, byteCount: Int64?, isAboutResource: Bool) {
        self.offset = offset
        self.byteCount = byteCount
        self.isAboutResource = isAboutResource
    }

    // MARK: For the program

    /// The program's description of the resource.
    package var resource: Resource {
        get { state.withLock { $0.resource } }
        set { state.withLock { $0.resource = newValue } }
    }

    /// Bytes that have arrived.
    package var arrivedCount: Int { state.withLock { $0.bytes.count } }

    /// Indicates whether the question is answered, has failed or is no longer asked.
    package var isOver: Bool { state.withLock { $0.ending != nil } }

    /// Indicates whether it is no longer asked.
    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Takes the next bytes of the answer; more than were asked for are left out.
    package func append(_ bytes: [UInt8]) {
        state.withLock { state in
            guard state.ending == nil else { return }
            let limit = min(byteCount ?? Int64(Self.byteLimit), Int64(Self.byteLimit))
            let room = Int(limit) - state.bytes.count
            state.bytes += bytes.prefix(room)
            if byteCount == nil, bytes.count > room {
                state.ending = .failed(.sound("a resource of more than \(Self.byteLimit) bytes"))
            }
        }
        bell.ring()
    }

    /// Ends the answer; only the first end counts.
    ///
    /// - Parameter failure: Why there are no more bytes, if there should be.
    package func finish(_ failure: StreamError? = nil) { end(failure.map { .failed($0) } ?? .complete) }

    /// Ends the answer: the resource lies at another address.
    package func finish(movedTo address: String) { end(.moved(address)) }

    /// Has a function called when the question is no longer asked.
    package func whenCancelled(_ cancel: @escaping @Sendable () -> Void) {
        state.withLock { if $0.ending == nil { $0.cancel = cancel } }
    }

    private func end(_ ending: Ending) {
        state.withLock { state in
            guard state.ending == nil else { return }
            (state.ending, state.cancel) = (ending, nil)
        }
        bell.ring()
    }

    // MARK: For the asking side

    /// Cancels the question; its wait fails with `connection`.
    func cancel() {
        let cancel = state.withLock { state in
            guard state.ending == nil else { return (@Sendable () -> Void)?.none }
            defer { (state.ending, state.cancel) = (.failed(.connection("it was cancelled")), nil) }
            state.isCancelled = true
            return state.cancel
        }
        bell.ring()
        cancel?()
    }

    /// Waits for the end of the answer.
    ///
    /// - Returns: The address where the resource lies instead; nil if it is this one.
    func wait() throws(StreamError) -> String? {
        while true {
            let seen = bell.count
            switch state.withLock({ $0.ending }) {
            case .complete: return nil
            case .failed(let reason): throw reason
            case .moved(let address): return address
            case nil: bell.wait(after: seen)
            }
        }
    }

    /// Waits until some bytes are there.
    ///
    /// - Parameter range: Counted from the question's first.
    /// - Returns: Those bytes; fewer if the answer ends before.
    func bytes(_ range: Range<Int>) throws(StreamError) -> [UInt8] {
        while true {
            let seen = bell.count
            let (bytes, failure) = state.withLock { state -> ([UInt8]?, StreamError?) in
                if state.bytes.count >= range.upperBound { return (Array(state.bytes[range]), nil) }
                switch state.ending {
                case .failed(let reason): return (nil, reason)
                case .moved: return (nil, .changed)
                case .complete: return (Array(state.bytes.dropFirst(range.lowerBound)), nil)
                case nil: return (nil, nil)
                }
            }
            if let failure { throw failure }
            if let bytes { return bytes }
            bell.wait(after: seen)
        }
    }
}

/// The questions about one resource; another thread can end the one that is waited for.
///
/// - Thread: any.
package final class ByteQuestions: Sendable {
    private struct State {
        var current: ByteQuestion?
        var isOver = false
    }

    private let state = Guarded(State())
    private let put: @Sendable (ByteQuestion) -> Void

    /// Takes the function that puts a question to the program; it does not wait for the answer.
    package init(_ put: @escaping @Sendable (ByteQuestion) -> Void) { self.put = put }

    deinit { end() }

    /// Ends the question that is asked, and every later one at once.
    package func end() {
        let current = state.withLock { state in
            defer { (state.current, state.isOver) = (nil, true) }
            return state.current
        }
        current?.cancel()
    }

    /// Asks; the question before is given up if it has not been answered.
    ///
    /// - Parameter byteCount: Bytes that are wanted; nil for all that follow.
    func ask(from offset: Int64, byteCount: Int64?, isAboutResource: Bool = false) throws(StreamError) -> ByteQuestion {
        let question = ByteQuestion(offset: offset, byteCount: byteCount, isAboutResource: isAboutResource)
        let (before, isOver) = state.withLock { state in
            if state.isOver { return (ByteQuestion?.none, true) }
            defer { state.current = question }
            return (state.current, false)
        }
        guard !isOver else { throw .connection("it was cancelled") }
        before?.cancel()
        put(question)
        return question
    }
}
