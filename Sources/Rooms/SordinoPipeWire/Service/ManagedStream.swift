import SordinoHardware
import SordinoPolicy
import Synchronization

/// A program's stream on the stage, as the control side knows it.
///
/// - Thread: the loop lock is held.
final class ManagedStream {
    let found: FoundStream
    let stageStream: StageStream
    let end: StreamEnd
    /// Numbers in the stage's pools.
    let outputs: [Int]
    let inputs: [Int]
    let references: [Int]
    /// The start that the program asks for; 0 while it is stopped.
    var wanted: Int32 = 0
    /// Indicates whether it was started before: its node has been paused since, or will have been.
    var hasRun = false
    /// The start that it was told to begin.
    var told: Int32 = 0
    /// Since when its links are up and carry nothing, in monotonic nanoseconds, and how often they were made again for that.
    var deadSince: UInt64?
    var revivals = 0
    /// Until when at most what follows its last samples is waited for, in monotonic nanoseconds; nil while it runs or is over.
    var fadesUntil: UInt64?

    /// Returns whether it has stopped, and nothing of it is heard any more.
    func hasFaded(_ now: UInt64) -> Bool {
        fadesUntil.map { $0 <= now || !end.cell.pointee.sounds.load(ordering: .relaxed) } ?? false
    }

    init(
        _ found: FoundStream, stageStream: StageStream, end: StreamEnd, outputs: [Int], inputs: [Int],
        references: [Int]
    ) {
        self.found = found
        self.stageStream = stageStream
        self.end = end
        self.outputs = outputs
        self.inputs = inputs
        self.references = references
    }
}

/// A port of the device on the stage.
final class ManagedPort {
    let named: NamedPort
    let end: PortEnd
    /// Numbers in the stage's pool.
    let numbers: [Int]
    /// Numbers of the ports that hear what others play here.
    let others: [Int]
    /// The time at which a stream last used it, in monotonic nanoseconds.
    var lastUsed: UInt64 = 0
    /// Indicates whether its links have become active since they were made.
    var isOpen: Bool {
        get { end.cell.pointee.isOpen.load(ordering: .relaxed) }
        set { end.cell.pointee.isOpen.store(newValue, ordering: .releasing) }
    }

    init(_ named: NamedPort, end: PortEnd, numbers: [Int], others: [Int]) {
        self.named = named
        self.end = end
        self.numbers = numbers
        self.others = others
    }
}
