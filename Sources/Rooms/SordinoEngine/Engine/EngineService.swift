import Dispatch
import SordinoDevice
import SordinoGraph
import SordinoRealtime
import SordinoSession
import SordinoWork
import Synchronization

/// The work of an engine beside rendering: files are read ahead, taps collected, completions called, used plans freed.
///
/// Live it is a pump of the device, and callbacks are made on the device's queue. By hand callbacks are made on a queue
/// of the engine, since there is no device whose time they could keep; offline the next block waits for them.
package final class EngineService: @unchecked Sendable {
    weak var core: EngineCore?
    private let pump = Mutex<Pump?>(nil)
    /// For engines that are on no device.
    private static let workers = Workers(.onThreads)
    private let callbacks = DispatchQueue(label: "org.sordino.engine.callbacks")
    /// Calls that have not returned.
    private let pendingCalls = Atomic<Int>(0)
    private static let chosenKey = DispatchSpecificKey<Bool>()

    /// Frames that files are read ahead while rendering keeps time.
    package static let liveFrames = 32_768

    init() {}

    /// Begins to serve in the background, unless the engine is rendered offline.
    func begin() {
        guard let core else { return }
        let workers: Workers? =
            switch core.locked({ core.mode }) {
            case .live: core.program.system.workers
            case .manual(let manual): manual.mode == .realtime ? Self.workers : nil
            }
        pump.withLock { pump in
            if let pump { return pump.wake() }
            pump = workers?.addPump { [weak self] in self?.step() ?? .asleep }
        }
    }

    /// Ends the background work.
    func end() { pump.withLock { $0.take() }?.cancel() }

    /// Looks now: something was scheduled, started or stopped.
    package func wake() { pump.withLock { $0 }?.wake() }

    private func step() -> Workers.PumpResult {
        guard let core else { return .asleep }
        var didWork = core.lookAtHardware()
        if run(readAhead: Self.liveFrames) { didWork = true }
        if core.endRestIfNeeded() || core.restIfIdle() { didWork = true }
        if didWork { return .worked }
        return core.locked { core.isRunning && !core.isResting } ? .idle : .asleep
    }

    /// Does all there is to do.
    ///
    /// - Parameter frames: How far files are read ahead.
    /// - Returns: Whether a callback became due.
    @discardableResult
    func run(readAhead frames: Int) -> Bool {
        guard let core else { return false }
        let (seconds, latency) = core.locked {
            core.renderer.collect()
            return (core.renderer.renderedSeconds, core.outputLatency)
        }
        var didCall = false
        core.renderer.desk.serve(
            at: seconds, request: { _ in ServiceRequest(readAheadFrames: frames, secondsToAir: latency) },
            call: { completion in
                didCall = true
                call(completion)
            })
        core.reportFaults()
        for event in core.takeSpeechEvents() {
            didCall = true
            call(event)
        }
        return didCall
    }

    /// Reads a player's files ahead now.
    package func prepare(_ player: Player, frameCount: Int) {
        _ = player.serve(ServiceRequest(readAheadFrames: min(frameCount, Player.readAheadLimit))) { call($0) }
    }

    /// Serves a part for the last time, and waits until its calls have returned.
    func finish(_ part: any Served) {
        _ = part.serve(ServiceRequest(readAheadFrames: 0)) { call($0) }
        waitForCalls()
    }

    // MARK: Calls

    /// Set while the program is called.
    @TaskLocal private static var isCalling = false

    /// Calls the program back.
    package func call(_ job: @escaping @Sendable () -> Void) {
        guard let core else { return }
        let (mode, context) = core.locked { (core.mode, core.context) }
        pendingCalls.add(1, ordering: .relaxed)
        let counted: @Sendable () -> Void = { [pending = self] in
            Self.$isCalling.withValue(true, operation: job)
            pending.pendingCalls.subtract(1, ordering: .releasing)
        }
        if case .live = mode, let context {
            context.system.callbacks.deliver(.secondary, to: context, counted)
        } else {
            callbacks.async { AppContext.run(in: context, counted) }
        }
    }

    /// Waits until earlier callbacks have returned, for at most a second, because a callback may wait for the caller.
    ///
    /// Inside a callback and inside a block it returns at once.
    func waitForCalls() {
        guard pendingCalls.load(ordering: .acquiring) > 0, !Self.isCalling, !RenderThread.isCurrent, let core else {
            return
        }
        let (mode, context) = core.locked { (core.mode, core.context) }
        let done = DispatchSemaphore(value: 0)
        if case .live = mode, let context {
            let queue = context.system.callbacks
            // On a pulled device no other thread makes the calls.
            if context.system.workers.running == .inline {
                _ = queue.drain()
                return
            }
            if let chosen = queue.chosenQueue {
                chosen.setSpecific(key: Self.chosenKey, value: true)
                if DispatchQueue.getSpecific(key: Self.chosenKey) == true { return }
            }
            queue.deliver(.secondary) { done.signal() }
        } else {
            callbacks.async { done.signal() }
        }
        _ = done.wait(timeout: .now() + 1)
    }
}
