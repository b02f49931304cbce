import CMainQueue
import Glibc
import Synchronization

/// The main queue in programs whose main thread runs neither Foundation's run loop nor `dispatchMain()`.
package enum MainQueue {
    /// Indicates whether the program has asked for the descriptor, or was told that it has to.
    private static let isSettled = Atomic(false)

    /// The sentence for a program of Qt whose loop does not run the queue.
    private static let sentence = """
        Sordino: Qt runs a loop of its own here, without GLib: notifications and callbacks wait until a QSocketNotifier \
        for SordinoProgram.mainQueueDescriptor calls SordinoProgram.serveMainQueue() (in C: SordinoMainQueueDescriptor, \
        SordinoServeMainQueue)

        """

    /// Adds the main queue to GLib's default main context, if the program has loaded GLib by now, as programs of GTK and Qt
    /// have.
    ///
    /// This is harmless in a program that runs another loop: the loop that runs on the main thread serves the queue. A
    /// program whose loop is Qt's own gets one sentence that says what is missing.
    package static func join() {
        _ = cmainqueue_join_glib()
        guard !isSettled.load(ordering: .relaxed), cmainqueue_is_qt_alone() != 0,
            !isSettled.exchange(true, ordering: .relaxed)
        else { return }
        _ = sentence.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }

    /// A descriptor that becomes readable when work waits on the queue; nil if the system gives none.
    package static var descriptor: Int32? {
        isSettled.store(true, ordering: .relaxed)
        let descriptor = cmainqueue_descriptor()
        return descriptor >= 0 ? descriptor : nil
    }

    /// Runs the work that waits on the queue.
    ///
    /// - Thread: the main thread; on other threads it does nothing.
    package static func serve() { cmainqueue_serve() }
}
