import Synchronization

/// An entry of a device's journal of notifications.
public struct JournalEntry: Hashable, Sendable, CustomStringConvertible {
    /// Seconds on the device's clock.
    public let time: Double
    /// The program's name.
    public let app: String
    /// The notification.
    public let notification: HeardNotification

    /// Such as "Music: interruption began".
    public var description: String { "\(app): \(notification)" }
}

/// The notifications of all programs of a device, in one order.
final class Journal: Sendable {
    private let lines = Mutex<[JournalEntry]>([])
    private let clock: @Sendable () -> Double

    init(clock: @escaping @Sendable () -> Double) { self.clock = clock }

    var entries: [JournalEntry] { lines.withLock { $0 } }

    func write(_ notification: HeardNotification, app: String) {
        let entry = JournalEntry(time: clock(), app: app, notification: notification)
        lines.withLock { $0.append(entry) }
    }

    func forget() { lines.withLock { $0 = [] } }
}
