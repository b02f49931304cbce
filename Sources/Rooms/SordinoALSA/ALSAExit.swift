import Glibc
import SordinoRealtime

/// The end of the process: frames that wait in a card are lost with it, so `exit` waits until they have been heard.
///
/// A program may end as soon as its player has, and the last two blocks are in the card then.
enum ALSAExit {
    private static let devices = Guarded<[ALSAFigures]>([])
    private static let isAwaited: Bool = atexit { ALSAExit.wait() } == 0
    private static let longestNanoseconds: UInt64 = 1_000_000_000

    /// Has the end of the process wait for a device, as long as it is open.
    static func add(_ figures: ALSAFigures) {
        _ = isAwaited
        devices.withLock { $0.append(figures) }
    }

    static func remove(_ figures: ALSAFigures) { devices.withLock { $0.removeAll { $0 === figures } } }

    private static func wait() {
        let ends = devices.withLock { $0.map { UInt64($0.soundEnd.load(ordering: .relaxed)) } }
        let now = HostClock.now()
        if let end = ends.max(), end > now { ThreadPriority.sleep(untilHostTime: min(end, now + longestNanoseconds)) }
    }
}
