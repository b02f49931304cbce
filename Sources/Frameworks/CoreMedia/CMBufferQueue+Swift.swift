import Foundation

/// Returns a time of a buffer.
public typealias CMBufferGetTimeHandler = (CMBuffer) -> CMTime
/// Answers a question about a buffer.
public typealias CMBufferGetBooleanHandler = (CMBuffer) -> Bool
/// Returns the order of two buffers.
public typealias CMBufferCompareHandler = (CMBuffer, CMBuffer) -> CFComparisonResult
/// The order of two objects.
public enum CFComparisonResult: Int, Sendable {
    /// The first comes first.
    case compareLessThan = -1
    /// The two objects rank equally.
    case compareEqualTo = 0
    /// The second comes first.
    case compareGreaterThan = 1
}

/// Returns the bytes of a buffer.
public typealias CMBufferGetSizeHandler = (CMBuffer) -> Int

extension CMBufferQueue {
    /// The closures by which a queue asks about its buffers.
    public struct Handlers {
        /// The closures while they are chosen.
        public struct Builder {
            /// Returns the time at which a buffer is decoded.
            public var getDecodeTimeStamp: CMBufferGetTimeHandler?
            /// Returns the time at which a buffer is presented.
            public var getPresentationTimeStamp: CMBufferGetTimeHandler?
            /// Returns the duration of a buffer.
            public var getDuration: CMBufferGetTimeHandler?
            /// Returns whether the data of a buffer is ready; nil if it always is.
            public var isDataReady: CMBufferGetBooleanHandler?
            /// The order in which buffers leave; nil for the order of arrival.
            public var compare: CMBufferCompareHandler?
            /// Returns the bytes of a buffer.
            public var getSize: CMBufferGetSizeHandler?
            /// The notification that the buffers of these closures post when their data becomes ready.
            var dataBecameReady: CFString?
        }

        let builder: Builder

        /// Makes closures with a function that sets them; buffers without a duration count nothing.
        public init(withHandlers body: (inout Builder) -> Void) {
            var builder = Builder()
            body(&builder)
            self.builder = builder
        }

        /// Returns the same closures but those that a function sets.
        public func withHandlers(_ body: (inout Builder) -> Void) -> Handlers {
            Handlers { builder in
                builder = self.builder
                body(&builder)
            }
        }

        /// Closures for sample buffers, in the order of arrival.
        public static var unsortedSampleBuffers: Handlers {
            func ask<Answer>(_ other: Answer, _ question: @escaping (CMSampleBuffer) -> Answer) -> (CMBuffer) -> Answer
            {
                { buffer in (buffer as? CMSampleBuffer).map(question) ?? other }
            }
            return Handlers { builder in
                builder.getDecodeTimeStamp = ask(.invalid) { $0.outputDecodeTimeStamp }
                builder.getPresentationTimeStamp = ask(.invalid) { $0.outputPresentationTimeStamp }
                builder.getDuration = ask(.invalid) { $0.outputDuration }
                builder.isDataReady = ask(false) { $0.isReady }
                builder.getSize = ask(0) { $0.totalSampleSize }
                builder.dataBecameReady = kCMSampleBufferNotification_DataBecameReady
            }
        }

        /// Closures for sample buffers, the earliest presentation first.
        public static var outputPTSSortedSampleBuffers: Handlers {
            func time(_ buffer: CMBuffer) -> CMTime {
                (buffer as? CMSampleBuffer)?.outputPresentationTimeStamp ?? .invalid
            }
            return unsortedSampleBuffers.withHandlers { builder in
                builder.compare = { first, second in
                    let (first, second) = (time(first), time(second))
                    return first < second ? .compareLessThan : first == second ? .compareEqualTo : .compareGreaterThan
                }
            }
        }

        /// The closures as callbacks for the C functions.
        var callbacks: CMBufferCallbacks {
            let builder = builder
            return CMBufferCallbacks(
                version: 1, refcon: nil,
                getDecodeTimeStamp: builder.getDecodeTimeStamp.map { get in { buffer, _ in get(buffer) } },
                getPresentationTimeStamp: builder.getPresentationTimeStamp.map { get in { buffer, _ in get(buffer) } },
                getDuration: { buffer, _ in builder.getDuration?(buffer) ?? .zero },
                isDataReady: builder.isDataReady.map { get in { buffer, _ in get(buffer) ? 1 : 0 } },
                compare: builder.compare.map { get in { first, second, _ in get(first, second).rawValue } },
                dataBecameReadyNotification: builder.dataBecameReady,
                getSize: builder.getSize.map { get in { buffer, _ in get(buffer) } })
        }
    }

    /// Makes an empty queue.
    ///
    /// - Parameters:
    ///   - capacity: Buffers at most; 0 for any number.
    ///   - handlers: How it learns of its buffers.
    /// - Throws: `kCMBufferQueueError_RequiredParameterMissing` for a capacity below 0.
    public convenience init(capacity: CMItemCount = 120, handlers: Handlers) throws {
        if capacity < 0 { try check(kCMBufferQueueError_RequiredParameterMissing) }
        self.init(capacity: capacity, handlers.callbacks)
    }

    /// Puts a buffer at the end, or in its place where the handlers compare.
    ///
    /// - Throws: `kCMBufferQueueError_QueueIsFull`, `kCMBufferQueueError_EnqueueAfterEndOfData`.
    public func enqueue(_ buffer: CMBuffer) throws { try check(CMBufferQueueEnqueue(self, buffer: buffer)) }
    /// Removes the first buffer and returns it; nil if the queue is empty.
    public func dequeue() -> CMBuffer? { CMBufferQueueDequeue(self) }
    /// Takes the first buffer if its data is ready.
    public func dequeueIfDataReady() -> CMBuffer? { CMBufferQueueDequeueIfDataReady(self) }
    /// The first buffer, which stays.
    public var head: CMBuffer? { CMBufferQueueGetHead(self) }
    /// Indicates whether no buffer waits.
    public var isEmpty: Bool { CMBufferQueueIsEmpty(self) }
    /// The number of buffers that wait.
    public var bufferCount: CMItemCount { CMBufferQueueGetBufferCount(self) }
    /// The duration of all buffers together.
    public var duration: CMTime { CMBufferQueueGetDuration(self) }
    /// The presentation time of the first buffer.
    public var firstPresentationTimeStamp: CMTime { CMBufferQueueGetFirstPresentationTimeStamp(self) }
    /// The decode time of the first buffer.
    public var firstDecodeTimeStamp: CMTime { CMBufferQueueGetFirstDecodeTimeStamp(self) }
    /// The earliest presentation of all buffers.
    public var minPresentationTimeStamp: CMTime { CMBufferQueueGetMinPresentationTimeStamp(self) }
    /// The latest presentation of all buffers.
    public var maxPresentationTimeStamp: CMTime { CMBufferQueueGetMaxPresentationTimeStamp(self) }
    /// The latest end of all buffers.
    public var endPresentationTimeStamp: CMTime { CMBufferQueueGetEndPresentationTimeStamp(self) }
    /// Marks the end: no buffer will follow.
    public func markEndOfData() throws { try check(CMBufferQueueMarkEndOfData(self)) }
    /// Indicates whether the end was marked.
    public var containsEndOfData: Bool { CMBufferQueueContainsEndOfData(self) }
    /// Indicates whether the end was marked and no buffer waits.
    public var isAtEndOfData: Bool { CMBufferQueueIsAtEndOfData(self) }
    /// Removes all buffers and the mark of the end.
    public func reset() throws { try check(CMBufferQueueReset(self)) }
    /// Removes all buffers and the mark of the end, then calls a closure with each of those buffers.
    public func reset(_ body: (CMBuffer) -> Void) throws {
        for buffer in takeAll() { body(buffer) }
    }
}
