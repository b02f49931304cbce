import SordinoRealtime
import Synchronization

/// Serves the parts of one graph that have work beside the render thread: those that have rung, and those whose time
/// has come.
///
/// A host looks as often as it likes: while no bell has rung and no time has come, a look costs a few nanoseconds for
/// any number of there are. So a host that renders by hand looks after each block, and one that runs in the background
/// every few milliseconds.
/// - Thread: any but the render thread. Parts are served one at a time.
package final class ServiceDesk: Sendable {
    /// Blocks are added up in whole nanoseconds: without a grace, a time at a block's end would come a block later.
    private static let graceSeconds = 1e-6

    private struct State: Sendable {
        /// By number; nil where a part has left.
        var parts: [(any Served)?] = []
        /// The time at which each is to be served again, in rendered seconds; infinity for those that wait for their
        /// bell.
        var dues: [Double] = []
        var slots: [ObjectIdentifier: Int] = [:]
        var freeSlots: [Int] = []
        var wake: (@Sendable () -> Void)?
    }

    /// For the render thread.
    let board: ServiceBoard
    private let state = Guarded(State())
    /// The earliest time that any part has asked for, as bits.
    private let earliest = Atomic<UInt64>(Double.infinity.bitPattern)

    init() {
        let count = ServiceBoard.slotLimit / 64
        board = ServiceBoard(words: Lent(.allocate(capacity: count)), any: Lent(.allocate(capacity: 1)))
        for index in 0..<count { (board.words.value + index).initialize(to: Atomic(0)) }
        board.any.value.initialize(to: Atomic(0))
    }

    deinit {
        board.words.value.deinitialize(count: ServiceBoard.slotLimit / 64)
        board.words.value.deallocate()
        board.any.value.deinitialize(count: 1)
        board.any.value.deallocate()
    }

    /// Sets the call that follows when a part rings from a thread of the program: it wakes a host that sleeps.
    package func setWake(_ wake: (@Sendable () -> Void)?) { state.withLock { $0.wake = wake } }

    // MARK: Parts

    /// Serves a part from now on; nothing happens if it has no work, or is here already.
    package func admit(_ part: any Served) {
        guard let bell = part.bell else { return }
        let slot = state.withLock { state -> Int? in
            guard state.slots[ObjectIdentifier(part)] == nil else { return nil }
            let slot = state.freeSlots.popLast() ?? state.parts.count
            if slot == state.parts.count {
                state.parts.append(part)
                state.dues.append(.infinity)
            } else {
                state.parts[slot] = part
            }
            state.slots[ObjectIdentifier(part)] = slot
            return slot
        }
        guard let slot else { return }
        bell.hang(at: self, slot: slot)
        ring(slot)
    }

    /// Serves a part no more.
    package func dismiss(_ part: any Served) {
        let isHere = state.withLock { state -> Bool in
            guard let slot = state.slots.removeValue(forKey: ObjectIdentifier(part)) else { return false }
            state.freeSlots.append(slot)
            state.parts[slot] = nil
            state.dues[slot] = .infinity
            return true
        }
        if isHere { part.bell?.hang(at: nil, slot: -1) }
    }

    func ring(_ slot: Int) {
        board.ring(slot)
        state.withLock { $0.wake }?()
    }

    // MARK: Service

    /// Returns whether a bell has rung or the time of a part has come.
    package func hasWork(at seconds: Double) -> Bool {
        board.any.value.pointee.load(ordering: .acquiring) != 0
            || Double(bitPattern: earliest.load(ordering: .relaxed)) <= seconds
    }

    /// Serves the parts that have rung, and those whose time has come, in the order of their numbers.
    ///
    /// - Parameters:
    ///   - seconds: Seconds that were rendered; they only rise.
    ///   - request: The circumstances of each part.
    ///   - call: Takes the calls to the program.
    /// - Returns: Seconds until the next part is due; nil when none is before it rings.
    @discardableResult
    package func serve(
        at seconds: Double, request: (any Served) -> ServiceRequest, call: (@escaping ServiceCall) -> Void
    ) -> Double? {
        if hasWork(at: seconds) {
            for (slot, part) in takeDue(at: seconds) {
                var due = Double.infinity
                if case .after(let delay) = part.serve(request(part), call: call) {
                    due = seconds + max(delay - Self.graceSeconds, 0)
                }
                state.withLock { state in
                    guard state.parts[slot] === part else { return }
                    state.dues[slot] = due
                    if due < Double(bitPattern: earliest.load(ordering: .relaxed)) {
                        earliest.store(due.bitPattern, ordering: .relaxed)
                    }
                }
            }
        }
        let next = Double(bitPattern: earliest.load(ordering: .relaxed))
        return next == .infinity ? nil : max(next - seconds, 0)
    }

    /// The parts that have work now; they are due no more.
    private func takeDue(at seconds: Double) -> [(slot: Int, part: any Served)] {
        state.withLock { state in
            var slots: [Int] = []
            if board.any.value.pointee.exchange(0, ordering: .acquiring) != 0 {
                for word in 0..<min(state.parts.count + 63, ServiceBoard.slotLimit) / 64 {
                    guard board.words.value[word].load(ordering: .relaxed) != 0 else { continue }
                    var bits = board.words.value[word].exchange(0, ordering: .acquiring)
                    while bits != 0 {
                        // Numbers beyond the board share a bit.
                        let first = word * 64 + bits.trailingZeroBitCount
                        slots += stride(from: first, to: state.parts.count, by: ServiceBoard.slotLimit)
                        bits &= bits - 1
                    }
                }
            }
            let first = Double(bitPattern: earliest.load(ordering: .relaxed))
            if first <= seconds { slots += state.dues.indices.filter { state.dues[$0] <= seconds } }
            // A part that rang may be the one that was due first. If not, the others need not be looked at.
            var isFirstGone = first <= seconds
            slots.sort()
            var found: [(slot: Int, part: any Served)] = []
            for slot in slots where found.last?.slot != slot {
                if state.dues[slot] <= first { isFirstGone = true }
                state.dues[slot] = .infinity
                if let part = state.parts[slot] { found.append((slot, part)) }
            }
            if isFirstGone, first < .infinity {
                earliest.store(state.dues.reduce(.infinity, min).bitPattern, ordering: .relaxed)
            }
            return found
        }
    }
}
