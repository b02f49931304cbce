import Dispatch
import Glibc

/// The signals SIGINT, SIGTERM and SIGHUP, which end a command even while its main queue is blocked.
package struct EndingSignals {
    private let sources: [any DispatchSourceSignal]

    /// Observes the signals for as long as the value exists, but for those that the process was started to ignore.
    ///
    /// - Parameters:
    ///   - seconds: Returns the time that `body` has to end the process before the signal itself ends it; called on
    ///     another queue when a signal comes.
    ///   - body: Called on the main queue with the signal's number.
    package init(
        seconds: @escaping @Sendable () -> Double, _ body: @escaping @MainActor @Sendable (Int32) -> Void
    ) {
        let queue = DispatchQueue(label: "org.sordino.signals")
        sources = [SIGINT, SIGTERM, SIGHUP].compactMap { number in
            // `nohup`, and scripts for what they start in the background, have a program ignore some of them.
            guard !isIgnored(number) else { return nil }
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                DispatchQueue.main.async { MainActor.assumeIsolated { body(number) } }
                // The main queue may be waiting for a disk, a server or a device.
                queue.asyncAfter(deadline: .now() + seconds()) { performDefaultAction(of: number) }
            }
            source.resume()
            return source
        }
    }
}

/// Returns whether the process was started to ignore a signal.
private func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
}

/// Restores the terminal's settings and lets a signal do what it does to a process that does not observe it; returns if that
/// does not end the process.
func performDefaultAction(of number: Int32) {
    Keyboard.restore()
    let handler = signal(number, SIG_DFL)
    // The process may have been started with the signal blocked, and Dispatch blocks those that it observes.
    var (only, before) = (sigset_t(), sigset_t())
    sigemptyset(&only)
    sigaddset(&only, number)
    pthread_sigmask(SIG_UNBLOCK, &only, &before)
    raise(number)
    pthread_sigmask(SIG_SETMASK, &before, nil)
    signal(number, handler)
}
