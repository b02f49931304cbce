/// A first-in, first-out queue that never holds more than it was made for.
///
/// The owner decides at each `append` what to do when the queue is full: refuse, wait, or drop the reader that does not
/// fetch. Taking is as quick from a long queue as from a short one.
package struct BoundedQueue<Element> {
    /// The most elements that it holds.
    package let capacity: Int
    private var elements: [Element?] = []
    /// The index of the oldest element; those before it are gone.
    private var first = 0
    /// The number of elements that were refused because the queue was full.
    package private(set) var refusedCount = 0

    /// Makes an empty queue.
    ///
    /// - Parameter capacity: At least 1.
    package init(capacity: Int) {
        precondition(capacity > 0, "a queue holds one element at least")
        self.capacity = capacity
    }

    /// The number of waiting elements.
    package var count: Int { elements.count - first }
    /// Indicates whether nothing waits.
    package var isEmpty: Bool { count == 0 }
    /// Indicates whether `append` would refuse.
    package var isFull: Bool { count >= capacity }

    /// Adds an element at the end.
    ///
    /// - Returns: False when the queue is full: the element was not taken, and is counted.
    package mutating func append(_ element: Element) -> Bool {
        guard !isFull else {
            refusedCount += 1
            return false
        }
        elements.append(element)
        return true
    }

    /// Takes the oldest element; nil when nothing waits.
    package mutating func popFirst() -> Element? {
        guard first < elements.count else { return nil }
        let element = elements[first]
        elements[first] = nil
        first += 1
        if first == elements.count {
            elements.removeAll(keepingCapacity: true)
            first = 0
        } else if first > 64, first > elements.count / 2 {
            // Each element is moved once at most per time that as many were taken.
            elements.removeFirst(first)
            first = 0
        }
        return element
    }

    /// Takes all that waits, the oldest first.
    package mutating func takeAll() -> [Element] {
        defer {
            elements = []
            first = 0
        }
        return elements[first...].compactMap { $0 }
    }
}

extension BoundedQueue: Sendable where Element: Sendable {}
