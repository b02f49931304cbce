import CMainQueue

/// The main queue in programs whose main thread runs neither Foundation's run loop nor `dispatchMain()`.
package enum MainQueue {
    /// Adds the main queue to GLib's default main context, if the program has loaded GLib by now, as programs of GTK and Qt
    /// have.
    ///
    /// This is harmless in a program that runs another loop: the loop that runs on the main thread serves the queue.
    package static func join() { _ = cmainqueue_join_glib() }

    /// A descriptor that becomes readable when work waits on the queue; nil if the system gives none.
    package static var descriptor: Int32? {
        let descriptor = cmainqueue_descriptor()
        return descriptor >= 0 ? descriptor : nil
    }

    /// Runs the work that waits on the queue.
    ///
    /// - Thread: the main thread; on other threads it does nothing.
    package static func serve() { cmainqueue_serve() }
}
