import Glibc
import SordinoRealtime
import SordinoWork

/// The end of the process: frames that wait in a card are lost with it, so `exit` waits until they have been heard.
///
/// A program may end as soon as its player has, and the last two blocks are in the card then. The device is closed after that: some
/// plugins of ALSA write what they hold only then.
enum ALSAExit {
    private struct Device: Sendable {
        let figures: ALSAFigures
        let close: @Sendable () -> Void
    }

    private static let devices = Guarded<[Device]>([])
    private static let isAwaited: Bool = atexit { ALSAExit.wait() } == 0
    private static let longestNanoseconds: UInt64 = 1_000_000_000

    /// Has the end of the process wait for a device, as long as it is open.
    static func add(_ figures: ALSAFigures, close: @escaping @Sendable () -> Void) {
        _ = isAwaited
        devices.withLock { $0.append(Device(figures: figures, close: close)) }
    }

    static func remove(_ figures: ALSAFigures) { devices.withLock { $0.removeAll { $0.figures === figures } } }

    private static func wait() {
        let devices = devices.withLock { $0 }
        let now = HostClock.now()
        if let end = devices.map({ UInt64($0.figures.soundEnd.load(ordering: .relaxed)) }).max(), end > now {
            ThreadPriority.sleep(untilHostTime: min(end, now + longestNanoseconds))
        }
        guard !devices.isEmpty else { return }
        // A device that hangs must not hold the process.
        let closed = Bell()
        let seen = closed.count
        let isClosing = startThreadIfPossible {
            for device in devices { device.close() }
            closed.ring()
        }
        if isClosing { _ = closed.wait(after: seen, milliseconds: Int(longestNanoseconds / 1_000_000)) }
    }
}
