import Glibc
import SordinoRealtime

/// A list of jobs and pumps, and the thread that runs them once one is asked for.
final class WorkLoop: Sendable {
    private struct State {
        var jobs = BoundedQueue<@Sendable () -> Void>(capacity: WorkLoop.capacity)
        /// The thread that runs the jobs; 0 before there is one.
        var thread: UInt = 0
        var pumps: [PumpCell] = []
        var hasThread = false
        var hasEnded = false
        /// The number of times in a row that the thread found nothing to do.
        var quietCount = 0
    }

    private let state = Guarded(State())
    private let bell = Bell()
    private let quiet = Bell()

    /// The most jobs that wait; a thread that submits more runs one itself or waits until there is room.
    static let capacity = 16_384

    /// Adds a job.
    ///
    /// At the bound the oldest job is run first if this is the thread of the loop or there is none; other threads wait
    /// for that thread.
    func append(_ job: @escaping @Sendable () -> Void) {
        while true {
            let seen = quiet.count
            let (isTaken, runsHere) = state.withLock { state in
                // A loop that has ended runs nothing.
                (state.hasEnded || state.jobs.append(job), !state.hasThread || state.thread == UInt(pthread_self()))
            }
            if isTaken { break }
            if runsHere { _ = runOneJob() } else { _ = quiet.wait(after: seen, milliseconds: 10) }
        }
        bell.ring()
    }

    func add(_ pump: PumpCell) {
        state.withLock { $0.pumps.append(pump) }
        bell.ring()
    }

    func remove(_ pump: PumpCell) {
        state.withLock { state in state.pumps.removeAll { $0 === pump } }
    }

    func ring() { bell.ring() }

    /// Waits until the thread has looked at everything once more and found nothing to do.
    func waitUntilQuiet() {
        // The present look may have begun before this call, so the second one counts.
        for _ in 0..<2 {
            let (before, isRunning) = state.withLock { ($0.quietCount, $0.hasThread && !$0.hasEnded) }
            guard isRunning else { return }
            bell.ring()
            var seen = quiet.count
            while state.withLock({ $0.quietCount == before && !$0.hasEnded }) {
                seen = quiet.wait(after: seen, milliseconds: 100)
            }
        }
    }

    func end() {
        state.withLock { $0.hasEnded = true }
        bell.ring()
    }

    /// - Returns: Whether there was a job.
    func runOneJob() -> Bool {
        let job = state.withLock { $0.jobs.popFirst() }
        job?()
        return job != nil
    }

    /// - Returns: Whether any pump did something.
    func runPumpsOnce() -> Bool {
        var didAnything = false
        for pump in state.withLock({ $0.pumps }) where pump.run() == .worked { didAnything = true }
        return didAnything
    }

    func beginIfNeeded() {
        let begins = state.withLock { state in
            guard !state.hasThread, !state.hasEnded else { return false }
            state.hasThread = true
            return true
        }
        if begins { startThread { [self] in runAsThread() } }
    }

    private func runAsThread() {
        state.withLock { $0.thread = UInt(pthread_self()) }
        var seen = bell.count
        while !state.withLock({ $0.hasEnded }) {
            if runOneJob() { continue }
            if runPumpsOnce() { continue }
            state.withLock { $0.quietCount += 1 }
            quiet.ring()
            let milliseconds = state.withLock { $0.pumps }.compactMap(\.restMilliseconds).min()
            seen = bell.wait(after: seen, milliseconds: milliseconds)
        }
    }
}

/// A pump as its loop sees it.
final class PumpCell: Sendable {
    private struct State {
        var work: (@Sendable () -> Workers.PumpResult)?
        var isAsleep = false
        /// The time that the loop rests between looks while it is awake.
        var rest = Workers.pollMilliseconds
        var wokeWhileRunning = false
        var runner: UInt = 0
    }

    private let state: Guarded<State>
    /// Held while the pump works, so that `cancel` can wait for it.
    private let turn = Guarded(())
    private let loop: WorkLoop

    init(work: @escaping @Sendable () -> Workers.PumpResult, loop: WorkLoop) {
        state = Guarded(State(work: work))
        self.loop = loop
    }

    /// Milliseconds until it is to be looked at again; nil while it is asleep.
    var restMilliseconds: Int? { state.withLock { $0.isAsleep ? nil : $0.rest } }

    func run() -> Workers.PumpResult {
        turn.withLock { _ in
            let work = state.withLock { state -> (@Sendable () -> Workers.PumpResult)? in
                guard !state.isAsleep else { return nil }
                state.runner = UInt(pthread_self())
                state.wokeWhileRunning = false
                return state.work
            }
            guard let work else { return .asleep }
            let result = work()
            state.withLock { state in
                state.runner = 0
                state.isAsleep = result == .asleep && !state.wokeWhileRunning
                state.rest = Workers.pollMilliseconds
                if case .resting(let milliseconds) = result, !state.wokeWhileRunning { state.rest = milliseconds }
            }
            return result
        }
    }

    func wake() {
        let wasResting = state.withLock { state in
            defer {
                state.isAsleep = false
                state.rest = Workers.pollMilliseconds
            }
            state.wokeWhileRunning = true
            return state.isAsleep || state.rest > Workers.pollMilliseconds
        }
        if wasResting { loop.ring() }
    }

    func cancel() {
        let isOwnThread = state.withLock { state in
            state.work = nil
            return state.runner == UInt(pthread_self())
        }
        loop.remove(self)
        if !isOwnThread { turn.withLock { _ in } }
    }
}
