// swift-format-ignore-file
import AVFoundation
import os

enum LoggerAndLocks {
    static func run() throws {
        let logger = Logger(subsystem: "org.example.player", category: "audio")
        let name = "song"
        logger.info("playing \(name, privacy: .public) at \(44_100) Hz")
        logger.error("level \(0.5, format: .fixed(precision: 2))")
        os_log("old style %{public}@", log: .default, type: .info, name)
        let lock = OSAllocatedUnfairLock(initialState: 0)
        lock.withLock { $0 += 1 }
        var unfair = os_unfair_lock()
        os_unfair_lock_lock(&unfair)
        os_unfair_lock_unlock(&unfair)
        let signposter = OSSignposter(subsystem: "org.example.player", category: "render")
        let state = signposter.beginInterval("render", id: signposter.makeSignpostID())
        signposter.endInterval("render", state)
        check(lock.withLock { $0 } == 1, "lock")
        let start = mach_absolute_time()
        var timebase = mach_timebase_info_data_t()
        mach_timebase_info(&timebase)
        check(mach_absolute_time() >= start && timebase.denom > 0, "host time")
    }
}
