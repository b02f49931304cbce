import CoreAudioTypes
import SordinoRealtime

/// A queue of pointers without locks: one thread puts in, one takes out, neither waits.
public final class CMSimpleQueue: Hashable, Sendable {
    private static let capacityLimit = 1 << 24

    private let ring: Ring<UnsafeRawPointer>
    /// Elements it holds at most; the ring may have room for more.
    public let capacity: Int

    /// Makes an empty queue.
    ///
    /// - Throws: `kCMSimpleQueueError_ParameterOutOfRange` for a capacity below 1 or above 2^24.
    public init(capacity: Int) throws {
        guard capacity > 0, capacity <= Self.capacityLimit else {
            throw statusError(kCMSimpleQueueError_ParameterOutOfRange)
        }
        self.capacity = capacity
        ring = Ring(capacity: capacity)
    }

    /// The number of elements in the queue.
    public var count: Int { ring.consumer.readableCount }

    /// The oldest element; it stays.
    public var head: UnsafeRawPointer? { ring.consumer.peek() }

    /// Appends an element.
    ///
    /// - Throws: `kCMSimpleQueueError_QueueIsFull`.
    public func enqueue(_ element: UnsafeRawPointer) throws { try check(append(element)) }

    /// Removes the oldest element and returns it; nil if the queue is empty.
    public func dequeue() -> UnsafeRawPointer? { ring.consumer.pop() }

    /// Removes all elements; for the consuming thread.
    public func reset() { ring.consumer.discardAll() }

    fileprivate func append(_ element: UnsafeRawPointer) -> OSStatus {
        guard ring.consumer.readableCount < capacity, ring.producer.push(element) else {
            return kCMSimpleQueueError_QueueIsFull
        }
        return noErr
    }

    /// Returns whether both are one object.
    public static func == (lhs: CMSimpleQueue, rhs: CMSimpleQueue) -> Bool { lhs === rhs }
    /// Hashes the identity of the object.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Makes an empty queue.
@discardableResult
public func CMSimpleQueueCreate(
    allocator: CFAllocator?, capacity: Int32, queueOut: UnsafeMutablePointer<CMSimpleQueue?>
) -> OSStatus {
    guard let queue = try? CMSimpleQueue(capacity: Int(capacity)) else {
        return kCMSimpleQueueError_ParameterOutOfRange
    }
    queueOut.pointee = queue
    return noErr
}

/// Appends an element; `kCMSimpleQueueError_QueueIsFull` if there is no room.
@discardableResult
public func CMSimpleQueueEnqueue(_ queue: CMSimpleQueue, element: UnsafeRawPointer) -> OSStatus {
    queue.append(element)
}

/// Removes the oldest element and returns it; nil if the queue is empty.
@discardableResult
public func CMSimpleQueueDequeue(_ queue: CMSimpleQueue) -> UnsafeRawPointer? { queue.dequeue() }

/// Returns the oldest element without removing it; nil if the queue is empty.
public func CMSimpleQueueGetHead(_ queue: CMSimpleQueue) -> UnsafeRawPointer? { queue.head }

/// Removes all elements; for the consuming thread.
@discardableResult
public func CMSimpleQueueReset(_ queue: CMSimpleQueue) -> OSStatus {
    queue.reset()
    return noErr
}

/// Returns the elements that a queue holds at most.
public func CMSimpleQueueGetCapacity(_ queue: CMSimpleQueue) -> Int32 { Int32(clamping: queue.capacity) }

/// Returns the elements that wait.
public func CMSimpleQueueGetCount(_ queue: CMSimpleQueue) -> Int32 { Int32(clamping: queue.count) }

/// Returns how full a queue is, 0 to 1.
public func CMSimpleQueueGetFullness(_ queue: CMSimpleQueue) -> Float32 {
    Float32(queue.count) / Float32(queue.capacity)
}
