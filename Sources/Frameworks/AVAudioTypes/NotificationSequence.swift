import Foundation

extension NotificationCenter {
    /// An asynchronous sequence of the notifications with one name.
    public final class Notifications: AsyncSequence, Sendable {
        /// The elements: posted notifications.
        public typealias Element = Notification

        /// A notification that passes from the posting thread to the waiting task.
        private struct Posted: @unchecked Sendable { let notification: Notification }

        /// Removes the observer when the sequence and its iterators are deallocated.
        private final class Observer: @unchecked Sendable {
            let center: NotificationCenter
            let token: any NSObjectProtocol

            init(_ center: NotificationCenter, _ token: any NSObjectProtocol) {
                (self.center, self.token) = (center, token)
            }

            deinit { center.removeObserver(token) }
        }

        private let stream: AsyncStream<Posted>
        private let observer: Observer

        fileprivate init(_ center: NotificationCenter, _ name: Notification.Name, _ object: AnyObject?) {
            let (stream, continuation) = AsyncStream.makeStream(of: Posted.self, bufferingPolicy: .bufferingNewest(64))
            self.stream = stream
            let token = center.addObserver(forName: name, object: object, queue: nil) { notification in
                continuation.yield(Posted(notification: notification))
            }
            observer = Observer(center, token)
        }

        /// Iterates over the notifications that are posted from the sequence's creation on.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private var iterator: AsyncStream<Posted>.Iterator
            private let observer: Observer

            fileprivate init(_ sequence: Notifications) {
                iterator = sequence.stream.makeAsyncIterator()
                observer = sequence.observer
            }

            /// Returns the next notification; nil when the task is cancelled.
            public mutating func next() async -> Notification? { await iterator.next()?.notification }
        }

        /// Makes the iterator.
        ///
        /// Only one task at a time may use it.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
    }

    /// Returns the notifications of one name as an asynchronous sequence.
    ///
    /// Observation begins with this call. If the task is slower than the sender, the latest 64 notifications are kept.
    /// - Parameter object: The sender; nil for any.
    public func notifications(named name: Notification.Name, object: (AnyObject & Sendable)? = nil) -> Notifications {
        Notifications(self, name, object)
    }
}
