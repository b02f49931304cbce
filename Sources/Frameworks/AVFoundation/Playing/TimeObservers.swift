import CoreMedia
import Foundation
import SordinoEngine
import SordinoRealtime
import SordinoSession

/// An object whose time is observed.
protocol TimeLine: AnyObject {
    /// The program to which the object belongs.
    var context: AppContext { get }
    /// Returns the time now.
    func currentTime() -> CMTime
    /// Sets the time base of the object, if it has one, to its time.
    func setTimebase()
}

/// Names an observer of time.
final class TimeObserverToken: NSObject, Sendable {
    let number: Int

    init(_ number: Int) {
        self.number = number
        super.init()
    }
}

/// The observers of the time of a player or a synchronizer.
final class TimeObservers: Sendable {
    /// The condition for a call.
    enum Rule: Sendable {
        /// Called when another stretch of so many seconds begins, and after jumps.
        case every(Double, @Sendable (CMTime) -> Void)
        /// Called when one of these times is passed.
        case at([Double], @Sendable () -> Void)
    }

    private struct Observer: Sendable {
        var rule: Rule
        var queue: DispatchQueue?
        /// The stretch of the last call.
        var stretch: Double?
    }

    private struct State: Sendable {
        var observers: [Int: Observer] = [:]
        var next = 0
        /// The time at the last look; nil after a jump.
        var last: Double?
    }

    /// The class whose time is observed, for the words of an exception.
    private let owner: String
    private let state = Guarded(State())

    init(of owner: String) { self.owner = owner }

    var isEmpty: Bool { state.withLock { $0.observers.isEmpty } }

    /// Adds a function to be called periodically; an interval that is none stops the program.
    func addPeriodic(
        _ interval: CMTime, _ queue: DispatchQueue?, _ block: @escaping @Sendable (CMTime) -> Void
    ) -> TimeObserverToken {
        requireCondition(
            interval.isNumeric && interval > .zero,
            "*** -[\(owner) addPeriodicTimeObserverForInterval:queue:usingBlock:] interval must be greater than zero")
        return add(.every(interval.seconds, block), queue)
    }

    /// Adds a function to be called at times; none of them stops the program.
    func addBoundary(
        _ times: [NSValue], _ queue: DispatchQueue?, _ block: @escaping @Sendable () -> Void
    ) -> TimeObserverToken {
        requireCondition(
            !times.isEmpty,
            "*** -[\(owner) addBoundaryTimeObserverForTimes:queue:usingBlock:] times must not be empty")
        return add(.at(times.map(\.timeValue.seconds).filter(\.isFinite).sorted(), block), queue)
    }

    private func add(_ rule: Rule, _ queue: DispatchQueue?) -> TimeObserverToken {
        TimeObserverToken(
            state.withLock { state in
                state.next += 1
                state.observers[state.next] = Observer(rule: rule, queue: queue)
                return state.next
            })
    }

    /// Removes an observer; what is no token of observers stops the program.
    func remove(_ observer: Any) {
        guard let token = observer as? TimeObserverToken else {
            stopOnMisuse("*** -[\(owner) removeTimeObserver:] the observer was not returned by this class")
        }
        state.withLock { $0.observers[token.number] = nil }
    }

    /// Called when the time has jumped, stopped or resumed; periodic observers are called.
    func jump(_ line: some TimeLine) {
        line.setTimebase()
        state.withLock { state in
            state.last = nil
            for number in state.observers.keys { state.observers[number]?.stretch = nil }
        }
        look(line)
    }

    /// Calls the observers that are due at the time of an object.
    func look(_ line: some TimeLine) {
        let time = line.currentTime()
        let now = time.seconds
        guard now.isFinite else { return }
        let calls = state.withLock { state -> [(DispatchQueue?, @Sendable () -> Void)] in
            let last = state.last
            state.last = now
            var calls: [(DispatchQueue?, @Sendable () -> Void)] = []
            for number in state.observers.keys.sorted() {
                guard let observer = state.observers[number] else { continue }
                switch observer.rule {
                case .every(let seconds, let block):
                    let stretch = (now / seconds).rounded(.down)
                    guard observer.stretch != stretch else { continue }
                    state.observers[number]?.stretch = stretch
                    calls.append((observer.queue, { block(time) }))
                case .at(let times, let block):
                    guard let last, times.contains(where: { $0 > last && $0 <= now }) else { continue }
                    calls.append((observer.queue, block))
                }
            }
            return calls
        }
        let context = line.context
        for (queue, call) in calls {
            if let queue, !queue.isMain {
                queue.async(execute: call)
            } else {
                context.system.callbacks.deliver(.main, to: context, call)
            }
        }
    }
}
