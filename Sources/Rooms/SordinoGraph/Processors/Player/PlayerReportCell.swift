import Synchronization

/// A player's latest report, set by the render thread without waiting and read whole by any thread.
///
/// A sequence number stands before and after: odd while the report is being written. Readers try again then; the writer
/// never waits, and on the machines at hand it needs plain stores alone, since a thousand players report in each block.
struct PlayerReportCell: ~Copyable {
    let sequence = Atomic<UInt>(0)
    let flags = Atomic<UInt>(0)
    let origin = Atomic<Int64>(0)
    let sampleTime = Atomic<Int64>(0)
    let hostNanoseconds = Atomic<Int64>(-1)
    let frameCount = Atomic<Int>(0)
    let sampleRate = Atomic<UInt64>(0)
    let obeyed = Atomic<Int>(0)
    let position = Atomic<Int>(0)

    /// The latest whole report.
    func latest() -> PlayerReport {
        while true {
            let before = sequence.load(ordering: .acquiring)
            var report = PlayerReport()
            let flags = flags.load(ordering: .acquiring)
            report.isStarted = flags & 1 != 0
            report.wasRendered = flags & 2 != 0
            report.isFalling = flags & 4 != 0
            report.origin = origin.load(ordering: .acquiring)
            report.sampleTime = sampleTime.load(ordering: .acquiring)
            report.hostNanoseconds = hostNanoseconds.load(ordering: .acquiring)
            report.frameCount = frameCount.load(ordering: .acquiring)
            report.obeyed = obeyed.load(ordering: .acquiring)
            report.position = position.load(ordering: .acquiring)
            report.sampleRate = Double(bitPattern: sampleRate.load(ordering: .acquiring))
            // Each load acquires the release of its store: a newer value is seen together with the odd number before
            // it.
            if before & 1 == 0, sequence.load(ordering: .relaxed) == before { return report }
        }
    }
}
