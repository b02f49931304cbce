import Dispatch
import Glibc

/// The signals SIGINT, SIGTERM and SIGHUP, which end a command even while its main queue is blocked.
package struct EndingSignals {
    private let sources: [any DispatchSourceSignal]

    /// Observes the signals for as long as the value exists.
    ///
    /// - Parameters:
    ///   - seconds: The time that `body` has to end the process before the signal itself ends it.
    ///   - body: Called on the main queue with the signal's number.
    package init(seconds: Double, _ body: @escaping @MainActor @Sendable (Int32) -> Void) {
        let queue = DispatchQueue(label: "org.sordino.signals")
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                DispatchQueue.main.async { MainActor.assumeIsolated { body(number) } }
                // The main queue may be waiting for a disk, a server or a device.
                queue.asyncAfter(deadline: .now() + seconds) {
                    Keyboard.restore()
                    signal(number, SIG_DFL)
                    // The process may have been started with the signal blocked.
                    var only = sigset_t()
                    sigemptyset(&only)
                    sigaddset(&only, number)
                    pthread_sigmask(SIG_UNBLOCK, &only, nil)
                    raise(number)
                }
            }
            source.resume()
            return source
        }
    }
}
