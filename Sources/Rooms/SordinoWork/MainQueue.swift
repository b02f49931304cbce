import CMainQueue

/// The main queue in programs whose main thread runs neither Foundation's run loop nor `dispatchMain()`.
package enum MainQueue {
    /// Lets GLib's main loop serve the main queue, if the program has GLib loaded by now, as programs of GTK and Qt have.
    ///
    /// A program that runs another loop loses nothing: the queue is served by whichever runs on the main thread.
    package static func join() { _ = cmainqueue_join_glib() }

    /// The descriptor that becomes readable when the queue has work; nil if the system gives none.
    package static var descriptor: Int32? {
        let descriptor = cmainqueue_descriptor()
        return descriptor >= 0 ? descriptor : nil
    }

    /// Runs the work that waits.
    ///
    /// - Thread: the main thread; nothing happens on another one.
    package static func serve() { cmainqueue_serve() }
}
