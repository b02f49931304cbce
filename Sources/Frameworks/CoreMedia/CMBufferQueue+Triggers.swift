import CoreAudioTypes
import Foundation

/// Names a trigger of a queue.
public typealias CMBufferQueueTriggerToken = OpaquePointer

/// A function that is called when the condition of a trigger is met.
public typealias CMBufferQueueTriggerCallback = (UnsafeMutableRawPointer?, CMBufferQueueTriggerToken) -> Void

/// A closure that is called when the condition of a trigger is met.
public typealias CMBufferQueueTriggerHandler = (CMBufferQueueTriggerToken) -> Void

extension CMBufferQueue {
    /// The state for which a trigger waits.
    public enum TriggerCondition {
        /// The duration falls below this one.
        case whenDurationBecomesLessThan(CMTime)
        /// The duration falls to this one or below.
        case whenDurationBecomesLessThanOrEqualTo(CMTime)
        /// The duration rises above this one.
        case whenDurationBecomesGreaterThan(CMTime)
        /// The duration rises to this one or above.
        case whenDurationBecomesGreaterThanOrEqualTo(CMTime)
        /// The earliest presentation time in the queue changes.
        case whenMinPresentationTimeStampChanges
        /// The latest presentation time in the queue changes.
        case whenMaxPresentationTimeStampChanges
        /// The data of the first buffer becomes ready, or a buffer with ready data becomes the first.
        case whenDataBecomesReady
        /// The end is reached: marked, and no buffer waits.
        case whenEndOfDataReached
        /// The queue was emptied by a reset.
        case whenReset
        /// The number of buffers falls below this one.
        case whenBufferCountBecomesLessThan(CMItemCount)
        /// The number of buffers rises above this one.
        case whenBufferCountBecomesGreaterThan(CMItemCount)
    }

    /// The token that names an installed trigger.
    public typealias TriggerToken = CMBufferQueueTriggerToken

    struct Trigger {
        let condition: TriggerCondition
        let token: CMBufferQueueTriggerToken
        let call: (() -> Void)?
        /// The condition held after the last change.
        var held = false
    }

    /// A change of the queue, for conditions that are changes and not states.
    private struct Change {
        var isReset = false
        var movesEarliest = false
        var movesLatest = false
    }

    /// Changes the queue, then calls the triggers whose conditions became true.
    func change<Result>(isReset: Bool = false, _ body: (inout State) -> Result) -> Result {
        let (result, calls) = lock.withLock {
            let before = state.triggers.contains { $0.condition.isAboutPresentation } ? state.buffers : nil
            let result = body(&state)
            var change = Change(isReset: isReset)
            if let before {
                change.movesEarliest = earliest(before) != earliest(state.buffers)
                change.movesLatest = latest(before) != latest(state.buffers)
            }
            var calls: [() -> Void] = []
            for index in state.triggers.indices {
                let trigger = state.triggers[index]
                let holds = holds(trigger.condition, change)
                if holds, !trigger.held, let call = trigger.call { calls.append(call) }
                state.triggers[index].held = holds && !trigger.condition.isChange
            }
            return (result, calls)
        }
        for call in calls { call() }
        return result
    }

    private func holds(_ condition: TriggerCondition, _ change: Change) -> Bool {
        switch condition {
        case .whenDurationBecomesLessThan(let duration): state.duration < duration
        case .whenDurationBecomesLessThanOrEqualTo(let duration): state.duration <= duration
        case .whenDurationBecomesGreaterThan(let duration): state.duration > duration
        case .whenDurationBecomesGreaterThanOrEqualTo(let duration): state.duration >= duration
        case .whenMinPresentationTimeStampChanges: change.movesEarliest
        case .whenMaxPresentationTimeStampChanges: change.movesLatest
        case .whenDataBecomesReady: state.buffers.first.map { isReady($0) } ?? false
        case .whenEndOfDataReached: state.isEnded && state.buffers.isEmpty
        case .whenReset: change.isReset
        case .whenBufferCountBecomesLessThan(let count): state.buffers.count < count
        case .whenBufferCountBecomesGreaterThan(let count): state.buffers.count > count
        }
    }

    func install(
        _ condition: TriggerCondition, _ call: ((CMBufferQueueTriggerToken) -> Void)?
    ) throws -> CMBufferQueueTriggerToken {
        if let duration = condition.duration, !duration.isNumeric { try check(kCMBufferQueueError_BadTriggerDuration) }
        let token = try lock.withLock {
            guard let token = OpaquePointer(bitPattern: state.nextToken) else {
                throw statusError(kCMBufferQueueError_AllocationFailed)
            }
            state.nextToken += 1
            var trigger = Trigger(condition: condition, token: token, call: call.map { call in { call(token) } })
            trigger.held = holds(condition, Change())
            state.triggers.append(trigger)
            return token
        }
        observeReadiness()
        return token
    }

    func remove(_ token: CMBufferQueueTriggerToken) -> Bool {
        let wasThere = lock.withLock {
            guard let index = state.triggers.firstIndex(where: { $0.token == token }) else { return false }
            state.triggers.remove(at: index)
            return true
        }
        observeReadiness()
        return wasThere
    }

    func test(_ token: CMBufferQueueTriggerToken) -> Bool {
        lock.withLock {
            state.triggers.first { $0.token == token }.map { holds($0.condition, Change()) } ?? false
        }
    }

    /// Observes the buffers' notification as long as a trigger waits for the data of the first buffer.
    private func observeReadiness() {
        guard let name = callbacks.dataBecameReadyNotification.map({ NSNotification.Name($0 as String) }) else {
            return
        }
        let center = NotificationCenter.default
        let old: (any NSObjectProtocol)? = lock.withLock {
            let isWanted = state.triggers.contains { $0.condition.isAboutReadiness }
            if isWanted == (state.readinessObserver != nil) { return nil }
            if let observer = state.readinessObserver {
                state.readinessObserver = nil
                return observer
            }
            state.readinessObserver = center.addObserver(forName: name, object: nil, queue: nil) { [weak self] note in
                guard let self, let buffer = note.object as? CMBuffer,
                    lock.withLock({ state.buffers.first === buffer })
                else { return }
                change { _ in }
            }
            return nil
        }
        if let old { center.removeObserver(old) }
    }

    /// Installs a closure that is called when the queue reaches a state.
    ///
    /// - Parameters:
    ///   - condition: The state.
    ///   - body: Called on the thread that changes the queue or makes data ready; it may change the queue.
    /// - Returns: The name of the trigger.
    /// - Throws: `kCMBufferQueueError_BadTriggerDuration` for a duration that is not numeric.
    @discardableResult
    public func installTrigger(
        condition: TriggerCondition, _ body: CMBufferQueueTriggerHandler? = nil
    ) throws -> TriggerToken { try install(condition, body) }

    /// Removes a trigger.
    ///
    /// - Throws: `kCMBufferQueueError_InvalidTriggerToken`.
    public func removeTrigger(_ triggerToken: TriggerToken) throws {
        if !remove(triggerToken) { try check(kCMBufferQueueError_InvalidTriggerToken) }
    }

    /// Returns whether the condition of a trigger holds now; false for conditions that are changes.
    public func testTrigger(_ triggerToken: TriggerToken) -> Bool { test(triggerToken) }
}

extension CMBufferQueue.TriggerCondition {
    /// Returns the condition of C that compares with a duration or with nothing; nil for others.
    init?(_ condition: CMBufferQueueTriggerCondition, _ duration: CMTime) {
        switch condition {
        case 1: self = .whenDurationBecomesLessThan(duration)
        case 2: self = .whenDurationBecomesLessThanOrEqualTo(duration)
        case 3: self = .whenDurationBecomesGreaterThan(duration)
        case 4: self = .whenDurationBecomesGreaterThanOrEqualTo(duration)
        case 5: self = .whenMinPresentationTimeStampChanges
        case 6: self = .whenMaxPresentationTimeStampChanges
        case 7: self = .whenDataBecomesReady
        case 8: self = .whenEndOfDataReached
        case 9: self = .whenReset
        default: return nil
        }
    }

    /// Returns the condition of C that compares with a number of buffers; nil for others.
    init?(_ condition: CMBufferQueueTriggerCondition, threshold: CMItemCount) {
        switch condition {
        case 10: self = .whenBufferCountBecomesLessThan(threshold)
        case 11: self = .whenBufferCountBecomesGreaterThan(threshold)
        default: return nil
        }
    }

    fileprivate var duration: CMTime? {
        switch self {
        case .whenDurationBecomesLessThan(let duration), .whenDurationBecomesLessThanOrEqualTo(let duration),
            .whenDurationBecomesGreaterThan(let duration), .whenDurationBecomesGreaterThanOrEqualTo(let duration):
            duration
        default: nil
        }
    }

    fileprivate var isAboutPresentation: Bool {
        switch self {
        case .whenMinPresentationTimeStampChanges, .whenMaxPresentationTimeStampChanges: true
        default: false
        }
    }

    fileprivate var isAboutReadiness: Bool {
        if case .whenDataBecomesReady = self { return true }
        return false
    }

    /// Holds only at the moment of a change.
    fileprivate var isChange: Bool {
        if case .whenReset = self { return true }
        return isAboutPresentation
    }
}

/// Installs a trigger and stores its token in `tokenOut`.
private func install(
    _ queue: CMBufferQueue, _ condition: CMBufferQueue.TriggerCondition?,
    _ tokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?, _ call: ((CMBufferQueueTriggerToken) -> Void)?
) -> OSStatus {
    guard let condition else { return kCMBufferQueueError_InvalidTriggerCondition }
    // A trigger with neither a token nor a function could be neither tested nor called.
    guard call != nil || tokenOut != nil else { return kCMBufferQueueError_RequiredParameterMissing }
    do {
        let token = try queue.install(condition, call)
        tokenOut?.pointee = token
        return noErr
    } catch { return OSStatus(truncatingIfNeeded: (error as NSError).code) }
}

/// Installs a function that is called when the queue reaches a state.
///
/// - Parameters:
///   - triggerCallback: Called on the thread that changes the queue or makes data ready; nil for a trigger that is only
///     tested.
///   - triggerRefcon: Handed to it.
///   - triggerCondition: One of `kCMBufferQueueTrigger_...`, but none about the number of buffers.
///   - triggerTime: The duration that the condition compares with.
///   - triggerTokenOut: Receives the trigger's name.
@discardableResult
public func CMBufferQueueInstallTrigger(
    _ queue: CMBufferQueue, callback triggerCallback: CMBufferQueueTriggerCallback?,
    refcon triggerRefcon: UnsafeMutableRawPointer?, condition triggerCondition: CMBufferQueueTriggerCondition,
    time triggerTime: CMTime, triggerTokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?
) -> OSStatus {
    install(
        queue, CMBufferQueue.TriggerCondition(triggerCondition, triggerTime), triggerTokenOut,
        triggerCallback.map { callback in { callback(triggerRefcon, $0) } })
}

/// Installs a function that is called when the number of buffers reaches a threshold.
///
/// - Parameters:
///   - triggerCallback: Called on the thread that changes the queue; nil for a trigger that is only tested.
///   - triggerRefcon: Handed to it.
///   - triggerCondition: One of `kCMBufferQueueTrigger_WhenBufferCountBecomes...`.
///   - triggerThreshold: The number that the condition compares with.
///   - triggerTokenOut: Receives the trigger's name.
@discardableResult
public func CMBufferQueueInstallTriggerWithIntegerThreshold(
    _ queue: CMBufferQueue, callback triggerCallback: CMBufferQueueTriggerCallback?,
    refcon triggerRefcon: UnsafeMutableRawPointer?, condition triggerCondition: CMBufferQueueTriggerCondition,
    threshold triggerThreshold: CMItemCount, triggerTokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?
) -> OSStatus {
    install(
        queue, CMBufferQueue.TriggerCondition(triggerCondition, threshold: triggerThreshold), triggerTokenOut,
        triggerCallback.map { callback in { callback(triggerRefcon, $0) } })
}

/// Installs a closure that is called when the queue reaches a state; its parameters are those of
/// `CMBufferQueueInstallTrigger`.
@discardableResult
public func CMBufferQueueInstallTriggerHandler(
    _ queue: CMBufferQueue, _ triggerCondition: CMBufferQueueTriggerCondition, _ triggerTime: CMTime,
    _ triggerTokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?, _ handler: CMBufferQueueTriggerHandler?
) -> OSStatus {
    install(queue, CMBufferQueue.TriggerCondition(triggerCondition, triggerTime), triggerTokenOut, handler)
}

/// Installs a closure that is called when the number of buffers reaches a threshold.
///
/// Its parameters are those of `CMBufferQueueInstallTriggerWithIntegerThreshold`.
@discardableResult
public func CMBufferQueueInstallTriggerHandlerWithIntegerThreshold(
    _ queue: CMBufferQueue, _ triggerCondition: CMBufferQueueTriggerCondition, _ triggerThreshold: CMItemCount,
    _ triggerTokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?, _ handler: CMBufferQueueTriggerHandler?
) -> OSStatus {
    install(
        queue, CMBufferQueue.TriggerCondition(triggerCondition, threshold: triggerThreshold), triggerTokenOut, handler)
}

/// Removes a trigger from its queue.
@discardableResult
public func CMBufferQueueRemoveTrigger(
    _ queue: CMBufferQueue, triggerToken: CMBufferQueueTriggerToken
) -> OSStatus { queue.remove(triggerToken) ? noErr : kCMBufferQueueError_InvalidTriggerToken }

/// Returns whether the condition of a trigger holds now; false for conditions that are changes.
public func CMBufferQueueTestTrigger(_ queue: CMBufferQueue, triggerToken: CMBufferQueueTriggerToken) -> Bool {
    queue.test(triggerToken)
}
