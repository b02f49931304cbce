import SordinoRealtime

/// Sordino's own work beside the audio thread: reading files, decoding, collecting what the audio thread sends up.
///
/// Two kinds. A *job* runs once, in the order of submission. A *pump* is called again and again as long as it finds
/// something to do; so a reader keeps a ring filled without any call by the audio thread. On a device that runs by
/// itself, jobs have one thread, pumps another, and pumps that write files a third: a disk that stalls while it is
/// written to holds up no player. On a pulled device all run on the thread that pulls, before each block, until no job
/// and no pump has anything to do; so a run is the same every time.
package final class Workers: Sendable {
    /// The threads that run the work.
    package enum Running: Sendable { case onThreads, inline }

    /// The result of one run of a pump.
    package enum PumpResult: Hashable, Sendable {
        /// It did something and is to be called again at once.
        case worked
        /// Nothing to do now; look again in a few milliseconds (before the next block on a pulled device).
        case idle
        /// Nothing to do for so long; look again then, or after `Pump.wake` (before the next block on a pulled device).
        case resting(milliseconds: Int)
        /// Nothing to do until `Pump.wake` is called: no thread wakes for it.
        case asleep
    }

    /// The interval at which a thread looks at its `idle` pumps.
    package static let pollMilliseconds = 4

    package let running: Running
    private let jobs = WorkLoop()
    private let pumps = WorkLoop()
    private let writers = WorkLoop()
    private let isRunningInline = Guarded(false)

    package init(_ running: Running) { self.running = running }

    deinit {
        jobs.end()
        pumps.end()
        writers.end()
    }

    /// Waits until jobs and pumps of a device that runs by itself have nothing left to do now.
    ///
    /// - Thread: any but the render thread and the workers' own.
    package func waitUntilQuiet() {
        guard running == .onThreads else { return }
        jobs.waitUntilQuiet()
        pumps.waitUntilQuiet()
        writers.waitUntilQuiet()
    }

    /// Runs `job` once, after all that were submitted before it.
    ///
    /// - Thread: any but the render thread.
    package func submit(_ job: @escaping @Sendable () -> Void) {
        jobs.append(job)
        if running == .onThreads { jobs.beginIfNeeded() }
    }

    /// Calls `work` from now on as its results ask for.
    ///
    /// It is never called twice at a time.
    ///
    /// - Parameter writesFiles: Whether the pump waits for a disk that is written to.
    /// - Returns: Holds the pump; it ends with `cancel` or when this is released.
    /// - Thread: any but the render thread.
    package func addPump(writesFiles: Bool = false, _ work: @escaping @Sendable () -> PumpResult) -> Pump {
        let loop = writesFiles ? writers : pumps
        let cell = PumpCell(work: work, loop: loop)
        loop.add(cell)
        if running == .onThreads { loop.beginIfNeeded() }
        return Pump(cell: cell)
    }

    /// Runs all work that there is on this thread; does nothing on a device that runs by itself.
    ///
    /// - Returns: Whether anything was done.
    @discardableResult
    package func runUntilQuiet() -> Bool {
        guard running == .inline else { return false }
        let isNested = isRunningInline.withLock { running in
            defer { running = true }
            return running
        }
        // Work that makes the device move would run work inside work.
        guard !isNested else { return false }
        defer { isRunningInline.withLock { $0 = false } }
        var didAnything = false
        while jobs.runOneJob() || pumps.runPumpsOnce() || writers.runPumpsOnce() { didAnything = true }
        return didAnything
    }
}

/// The handle of a pump, which ends it.
package final class Pump: Sendable {
    private let cell: PumpCell

    fileprivate init(cell: PumpCell) { self.cell = cell }

    /// Makes a pump that is asleep look again.
    ///
    /// Cheap when it is awake.
    ///
    /// - Thread: any but the render thread.
    package func wake() { cell.wake() }

    /// Ends the pump: its closure is not running any more and is released when this returns, unless the pump itself
    /// calls this.
    package func cancel() { cell.cancel() }

    deinit { cell.cancel() }
}
