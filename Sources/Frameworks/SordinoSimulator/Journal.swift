import Foundation
import Synchronization

/// An entry of a device's journal of notifications.
public struct JournalEntry: Hashable, Sendable, CustomStringConvertible {
    /// Seconds on the device's clock.
    public let time: Double
    /// The name of the program that received it.
    public let app: String
    /// The notification, with its values.
    public let notification: HeardNotification

    /// Such as "Music: interruption began".
    public var description: String { "\(app): \(notification)" }
}

/// A step of a test that is impossible in the device's present state, such as hanging up without a call.
public struct ImpossibleStep: Error, Hashable, Sendable, CustomStringConvertible {
    /// Seconds on the device's clock.
    public let time: Double
    /// The reason and what to do first, such as "there is no call to end: let one ring first".
    public let sentence: String

    /// Such as "at 3.2 s: there is no call to end: let one ring first".
    public var description: String { "at \((time * 1_000).rounded() / 1_000) s: \(sentence)" }
}

/// The notifications of all programs of a device in the order of their arrival, and the impossible steps.
final class Journal: Sendable {
    private let lines = Mutex<[JournalEntry]>([])
    private let recordedImpossibleSteps = Mutex<[ImpossibleStep]>([])
    private let clock: @Sendable () -> Double

    init(clock: @escaping @Sendable () -> Double) { self.clock = clock }

    var entries: [JournalEntry] { lines.withLock { $0 } }

    func write(_ notification: HeardNotification, app: String) {
        let entry = JournalEntry(time: clock(), app: app, notification: notification)
        lines.withLock { $0.append(entry) }
    }

    var impossibleSteps: [ImpossibleStep] { recordedImpossibleSteps.withLock { $0 } }

    /// Records an impossible step and prints it to standard error, for tests that do not read `impossibleSteps`.
    func object(_ sentence: String) {
        let step = ImpossibleStep(time: clock(), sentence: sentence)
        recordedImpossibleSteps.withLock { $0.append(step) }
        FileHandle.standardError.write(Data("Sordino: simulated device, \(step)\n".utf8))
    }

    func forget() { lines.withLock { $0 = [] } }
}
