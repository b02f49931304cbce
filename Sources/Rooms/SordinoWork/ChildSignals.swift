import Glibc

/// Runs a body with no signal blocked on this thread, and restores the blocked signals afterwards.
///
/// A process inherits the mask of the thread that starts it, and the worker threads of Swift and Dispatch block every
/// signal: one that is started outside of this cannot be asked to end.
/// - Thread: any.
package func withoutBlockedSignals<Result>(_ body: () throws -> Result) rethrows -> Result {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
}
