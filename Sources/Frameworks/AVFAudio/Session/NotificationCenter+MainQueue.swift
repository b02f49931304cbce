import Dispatch
import Foundation
import SordinoEngine
import SordinoSession

extension NotificationCenter {
    /// Indicates whether the code runs where the main actor does: the main thread may have handed its queue to others.
    static var isOnMainQueue: Bool { Thread.isMainThread || DispatchQueue.isOnMain }

    /// Posts a notification; observers with the queue `.main` receive it also if it is posted from the main queue
    /// itself.
    ///
    /// Foundation on Linux lets a poster wait for such observers unless it is on the main thread or in an operation of
    /// theirs. In a program that calls `dispatchMain` other threads serve the main queue, which would wait for itself
    /// for ever: there it is posted a little later, in an operation. Programs of a simulated device are always notified
    /// at once.
    package func postFromAnywhere(
        name: NSNotification.Name, object: Any?, userInfo: [AnyHashable: Any]? = nil
    ) {
        guard Self.isOnMainQueue, !Thread.isMainThread, AppContext.given == nil,
            OperationQueue.current !== OperationQueue.main
        else {
            return post(name: name, object: object, userInfo: userInfo)
        }
        nonisolated(unsafe) let (object, userInfo) = (object, userInfo)
        OperationQueue.main.addOperation { self.post(name: name, object: object, userInfo: userInfo) }
    }
}
