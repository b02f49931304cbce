import CoreAudioTypes
import Foundation
import SordinoRealtime
import Synchronization

/// An object that a buffer queue holds, mostly a `CMSampleBuffer`.
public typealias CMBuffer = CFTypeRef

/// The functions by which a queue asks about its buffers.
public struct CMBufferCallbacks {
    /// The version of the struct: 0 or 1.
    public var version: UInt32
    /// Handed to all of them.
    public var refcon: UnsafeMutableRawPointer?
    /// Returns the time at which a buffer is decoded; nil if that does not matter.
    public var getDecodeTimeStamp: ((CMBuffer, UnsafeMutableRawPointer?) -> CMTime)?
    /// Returns the time at which a buffer is presented; nil if that does not matter.
    public var getPresentationTimeStamp: ((CMBuffer, UnsafeMutableRawPointer?) -> CMTime)?
    /// Returns the duration of a buffer.
    public var getDuration: (CMBuffer, UnsafeMutableRawPointer?) -> CMTime
    /// Indicates whether a buffer's data is ready; nil if it always is.
    public var isDataReady: ((CMBuffer, UnsafeMutableRawPointer?) -> Boolean)?
    /// The order in which buffers leave: below 0 if the first leaves before the second; nil for the order of arrival.
    public var compare: ((CMBuffer, CMBuffer, UnsafeMutableRawPointer?) -> Int)?
    /// Posted by a buffer when its data becomes ready; nil if buffers post nothing.
    ///
    /// A queue with a trigger for ready data observes it on its first buffer.
    public var dataBecameReadyNotification: CFString?
    /// Bytes of a buffer; nil if that does not matter.
    public var getSize: ((CMBuffer, UnsafeMutableRawPointer?) -> Int)?

    /// Makes callbacks of functions.
    public init(
        version: UInt32, refcon: UnsafeMutableRawPointer?,
        getDecodeTimeStamp: ((CMBuffer, UnsafeMutableRawPointer?) -> CMTime)?,
        getPresentationTimeStamp: ((CMBuffer, UnsafeMutableRawPointer?) -> CMTime)?,
        getDuration: @escaping (CMBuffer, UnsafeMutableRawPointer?) -> CMTime,
        isDataReady: ((CMBuffer, UnsafeMutableRawPointer?) -> Boolean)?,
        compare: ((CMBuffer, CMBuffer, UnsafeMutableRawPointer?) -> Int)?, dataBecameReadyNotification: CFString?,
        getSize: ((CMBuffer, UnsafeMutableRawPointer?) -> Int)?
    ) {
        self.version = version
        self.refcon = refcon
        self.getDecodeTimeStamp = getDecodeTimeStamp
        self.getPresentationTimeStamp = getPresentationTimeStamp
        self.getDuration = getDuration
        self.isDataReady = isDataReady
        self.compare = compare
        self.dataBecameReadyNotification = dataBecameReadyNotification
        self.getSize = getSize
    }
}

/// A queue of buffers with times and durations.
///
/// - Thread: any.
public final class CMBufferQueue: Hashable, @unchecked Sendable {
    struct State {
        var buffers: [CMBuffer] = []
        var duration = CMTime.zero
        var isEnded = false
        var triggers: [Trigger] = []
        var nextToken = 1
        /// Observes the notification of buffers that became ready; nil without a trigger for that.
        var readinessObserver: (any NSObjectProtocol)?
    }

    let lock = NSLock()
    var state = State()
    let callbacks: CMBufferCallbacks
    /// Buffers at most; 0 for any number.
    let capacity: Int

    init(capacity: Int, _ callbacks: CMBufferCallbacks) {
        self.capacity = capacity
        self.callbacks = callbacks
    }

    deinit {
        if let observer = state.readinessObserver { NotificationCenter.default.removeObserver(observer) }
    }

    func read<Result>(_ body: (State) -> Result) -> Result { lock.withLock { body(state) } }

    func length(_ buffer: CMBuffer) -> CMTime {
        let length = callbacks.getDuration(buffer, callbacks.refcon)
        return length.isNumeric ? length : .zero
    }

    func isReady(_ buffer: CMBuffer) -> Bool {
        callbacks.isDataReady.map { $0(buffer, callbacks.refcon) != 0 } ?? true
    }

    func presentation(_ buffer: CMBuffer) -> CMTime {
        callbacks.getPresentationTimeStamp?(buffer, callbacks.refcon) ?? .invalid
    }

    /// Returns the earliest presentation of buffers.
    func earliest(_ buffers: [CMBuffer]) -> CMTime {
        buffers.map { presentation($0) }.filter(\.isNumeric).min() ?? .invalid
    }

    /// Returns the latest presentation of buffers.
    func latest(_ buffers: [CMBuffer]) -> CMTime {
        buffers.map { presentation($0) }.filter(\.isNumeric).max() ?? .invalid
    }

    func decode(_ buffer: CMBuffer) -> CMTime {
        callbacks.getDecodeTimeStamp?(buffer, callbacks.refcon) ?? .invalid
    }

    func append(_ buffer: CMBuffer) -> OSStatus {
        let length = length(buffer)
        return change { state in
            if state.isEnded { return kCMBufferQueueError_EnqueueAfterEndOfData }
            if capacity > 0, state.buffers.count >= capacity { return kCMBufferQueueError_QueueIsFull }
            var place = state.buffers.count
            if let compare = callbacks.compare {
                while place > 0, compare(buffer, state.buffers[place - 1], callbacks.refcon) < 0 { place -= 1 }
            }
            state.buffers.insert(buffer, at: place)
            state.duration = state.duration + length
            return noErr
        }
    }

    func take(ifReady: Bool) -> CMBuffer? {
        change { state in
            guard let first = state.buffers.first, !ifReady || isReady(first) else { return nil }
            state.buffers.removeFirst()
            state.duration = state.buffers.isEmpty ? .zero : state.duration - length(first)
            return first
        }
    }

    /// Removes all buffers and the mark of the end, and returns those buffers.
    func takeAll() -> [CMBuffer] {
        change(isReset: true) { state in
            let buffers = state.buffers
            state.buffers = []
            state.duration = .zero
            state.isEnded = false
            return buffers
        }
    }

    /// Returns whether both are one object.
    public static func == (lhs: CMBufferQueue, rhs: CMBufferQueue) -> Bool { lhs === rhs }
    /// Hashes the identity of the object.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Calls a function with callbacks for sample buffers, which leave in the order of arrival.
///
/// - Returns: Good for the whole program.
public func CMBufferQueueGetCallbacksForUnsortedSampleBuffers() -> UnsafePointer<CMBufferCallbacks> {
    unsortedCallbacks.pointer.value
}

/// Keeps callbacks where a pointer to them stays good.
private struct KeptCallbacks: Sendable {
    let pointer: Lent<UnsafePointer<CMBufferCallbacks>>

    init(_ callbacks: CMBufferCallbacks) {
        let memory = UnsafeMutablePointer<CMBufferCallbacks>.allocate(capacity: 1)
        memory.initialize(to: callbacks)
        pointer = Lent(UnsafePointer(memory))
    }
}

private let unsortedCallbacks = KeptCallbacks(CMBufferQueue.Handlers.unsortedSampleBuffers.callbacks)
private let sortedCallbacks = KeptCallbacks(CMBufferQueue.Handlers.outputPTSSortedSampleBuffers.callbacks)

/// Calls a function with callbacks for sample buffers, which leave in the order of their output presentation times.
///
/// - Returns: Valid for the whole program.
public func CMBufferQueueGetCallbacksForSampleBuffersSortedByOutputPTS() -> UnsafePointer<CMBufferCallbacks> {
    sortedCallbacks.pointer.value
}

/// Makes an empty queue.
///
/// - Parameters:
///   - capacity: Buffers at most; 0 for any number.
///   - callbacks: How it learns of its buffers; copied.
@discardableResult
public func CMBufferQueueCreate(
    allocator: CFAllocator?, capacity: CMItemCount, callbacks: UnsafePointer<CMBufferCallbacks>,
    queueOut: UnsafeMutablePointer<CMBufferQueue?>
) -> OSStatus {
    guard capacity >= 0, callbacks.pointee.version <= 1 else {
        return kCMBufferQueueError_InvalidCMBufferCallbacksStruct
    }
    queueOut.pointee = CMBufferQueue(capacity: capacity, callbacks.pointee)
    return noErr
}

/// Puts a buffer at the end, or in its place where the callbacks compare.
@discardableResult
public func CMBufferQueueEnqueue(_ queue: CMBufferQueue, buffer: CMBuffer) -> OSStatus { queue.append(buffer) }

/// Removes the first buffer and returns it; nil if the queue is empty.
@discardableResult
public func CMBufferQueueDequeue(_ queue: CMBufferQueue) -> CMBuffer? { queue.take(ifReady: false) }

/// Takes the first buffer if its data is ready.
@discardableResult
public func CMBufferQueueDequeueIfDataReady(_ queue: CMBufferQueue) -> CMBuffer? { queue.take(ifReady: true) }

/// Returns the first buffer, which stays.
public func CMBufferQueueGetHead(_ queue: CMBufferQueue) -> CMBuffer? { queue.read { $0.buffers.first } }

/// Returns whether no buffer waits.
public func CMBufferQueueIsEmpty(_ queue: CMBufferQueue) -> Bool { queue.read { $0.buffers.isEmpty } }

/// Returns the number of buffers that wait.
public func CMBufferQueueGetBufferCount(_ queue: CMBufferQueue) -> CMItemCount { queue.read { $0.buffers.count } }

/// Returns how long the buffers last together.
public func CMBufferQueueGetDuration(_ queue: CMBufferQueue) -> CMTime { queue.read { $0.duration } }

/// Marks the end: no buffer will follow.
@discardableResult
public func CMBufferQueueMarkEndOfData(_ queue: CMBufferQueue) -> OSStatus {
    queue.change { $0.isEnded = true }
    return noErr
}

/// Returns whether the end was marked.
public func CMBufferQueueContainsEndOfData(_ queue: CMBufferQueue) -> Bool { queue.read { $0.isEnded } }

/// Returns whether the end was marked and no buffer waits.
public func CMBufferQueueIsAtEndOfData(_ queue: CMBufferQueue) -> Bool {
    queue.read { $0.isEnded && $0.buffers.isEmpty }
}

/// Removes all buffers and the mark of the end.
@discardableResult
public func CMBufferQueueReset(_ queue: CMBufferQueue) -> OSStatus {
    _ = queue.takeAll()
    return noErr
}

/// Removes all buffers and the mark of the end, then calls a function with each of those buffers.
@discardableResult
public func CMBufferQueueResetWithCallback(
    _ queue: CMBufferQueue, callback: (CMBuffer, UnsafeMutableRawPointer?) -> Void, refcon: UnsafeMutableRawPointer?
) -> OSStatus {
    for buffer in queue.takeAll() { callback(buffer, refcon) }
    return noErr
}

/// Calls a function with each buffer that waits, until it returns anything but 0.
///
/// - Returns: The function's last answer.
@discardableResult
public func CMBufferQueueCallForEachBuffer(
    _ queue: CMBufferQueue, callback: (CMBuffer, UnsafeMutableRawPointer?) -> OSStatus, refcon: UnsafeMutableRawPointer?
) -> OSStatus {
    for buffer in queue.read({ $0.buffers }) {
        let status = callback(buffer, refcon)
        guard status == noErr else { return status }
    }
    return noErr
}

/// Returns the bytes of all buffers together; 0 if the queue has no `getSize` function.
public func CMBufferQueueGetTotalSize(_ queue: CMBufferQueue) -> Int {
    guard let size = queue.callbacks.getSize else { return 0 }
    return queue.read { $0.buffers }.reduce(0) {
        $0.addingReportingOverflow(size($1, queue.callbacks.refcon)).partialValue
    }
}

/// Returns when the first buffer is presented.
public func CMBufferQueueGetFirstPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
    queue.read { $0.buffers.first }.map { queue.presentation($0) } ?? .invalid
}

/// Returns when the first buffer is decoded.
public func CMBufferQueueGetFirstDecodeTimeStamp(_ queue: CMBufferQueue) -> CMTime {
    queue.read { $0.buffers.first }.map { queue.decode($0) } ?? .invalid
}

/// Returns the earliest decoding of all buffers.
public func CMBufferQueueGetMinDecodeTimeStamp(_ queue: CMBufferQueue) -> CMTime {
    queue.read { $0.buffers }.map { queue.decode($0) }.filter(\.isNumeric).min() ?? .invalid
}

/// Returns the earliest presentation of all buffers.
public func CMBufferQueueGetMinPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
    queue.earliest(queue.read { $0.buffers })
}

/// Returns the latest presentation of all buffers.
public func CMBufferQueueGetMaxPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
    queue.latest(queue.read { $0.buffers })
}

/// Returns the latest end of all buffers.
public func CMBufferQueueGetEndPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
    queue.read { $0.buffers }.map { queue.presentation($0) + queue.length($0) }.filter(\.isNumeric).max() ?? .invalid
}
