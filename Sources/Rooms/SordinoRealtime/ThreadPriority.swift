import CRealtime

/// Priority and pace of a thread that must meet deadlines.
package enum ThreadPriority {
    /// Asks that the calling thread run before ordinary threads (SCHED_FIFO).
    ///
    /// Refusal is no fault: rendering continues, less punctual.
    ///
    /// - Parameter level: 1 to 99; 60 leaves room above for the audio server's own loop.
    /// - Returns: Nil when granted, else the system's error number (`EPERM` for most users without a limit set).
    @discardableResult
    package static func requestRealtime(level: Int32 = 60) -> Int32? {
        let result = crealtime_request_fifo(level)
        return result == 0 ? nil : result
    }

    /// Makes the calling thread an ordinary one again.
    ///
    /// - Returns: Nil when done, else the system's error number.
    @discardableResult
    package static func requestOrdinary() -> Int32? {
        let result = crealtime_request_ordinary()
        return result == 0 ? nil : result
    }

    /// Sleeps until the host clock reaches `nanoseconds`; returns at once when that is past.
    ///
    /// - Thread: a paced device's own thread, between blocks.
    package static func sleep(untilHostTime nanoseconds: UInt64) {
        _ = crealtime_sleep_until(nanoseconds)
    }
}
