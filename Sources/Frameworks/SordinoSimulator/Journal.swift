import Foundation
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

/// A step of a test that could not happen on its device, such as hanging up without a call.
public struct ImpossibleStep: Error, Hashable, Sendable, CustomStringConvertible {
    /// Seconds on the device's clock.
    public let time: Double
    /// The reason, such as "there is no call to end".
    public let sentence: String

    /// Such as "at 3.2 s: there is no call to end".
    public var description: String { "at \((time * 1_000).rounded() / 1_000) s: \(sentence)" }
}

/// The notifications of all programs of a device, in one order, and the steps that could not happen.
final class Journal: Sendable {
    private let lines = Mutex<[JournalEntry]>([])
    private let objections = Mutex<[ImpossibleStep]>([])
    private let clock: @Sendable () -> Double

    init(clock: @escaping @Sendable () -> Double) { self.clock = clock }

    var entries: [JournalEntry] { lines.withLock { $0 } }

    func write(_ notification: HeardNotification, app: String) {
        let entry = JournalEntry(time: clock(), app: app, notification: notification)
        lines.withLock { $0.append(entry) }
    }

    var impossibleSteps: [ImpossibleStep] { objections.withLock { $0 } }

    /// Records a step that could not happen, and says so on standard error: a test that asks for nothing sees it, too.
    func object(_ sentence: String) {
        let step = ImpossibleStep(time: clock(), sentence: sentence)
        objections.withLock { $0.append(step) }
        FileHandle.standardError.write(Data("Sordino: simulated device, \(step)\n".utf8))
    }

    func forget() { lines.withLock { $0 = [] } }
}
