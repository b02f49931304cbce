import CoreAudioTypes
import SordinoGraph
import SordinoRealtime
import SordinoSession
import SordinoWork

/// A generator unit over the player of the graph: what is scheduled plays from the start time on, each thing at its own time on the
/// line that begins there.
///
/// In an engine the engine does the player's work beside the render thread. Rendered on its own, the unit does it on a worker, and
/// in the render call itself where a program pulls it from a thread of its own, so that nothing is late offline.
/// - Thread: one at a time. Completions come on the worker's thread, or after a block on the program's own.
package final class ScheduledPlayer: @unchecked Sendable {
    /// The processor that plays the schedule.
    package let player = Player()
    private let host: UnitHost
    private let pump = Guarded<Pump?>(nil)
    /// Held while completions are called, one after the other.
    private let calling = ReentrantLock()

    /// The time from which the line counts, as it was set.
    package private(set) var startTime = AudioTimeStamp()

    /// Makes a player that is not ready.
    package init() {
        host = UnitHost(player)
        host.setDesk(
            ControlCall(context: Unmanaged.passUnretained(self).toOpaque()) {
                Unmanaged<ScheduledPlayer>.fromOpaque($0).takeUnretainedValue().serve(readAhead: $1)
            })
    }

    deinit { pump.withLock { $0?.cancel() } }

    /// The block that renders the player.
    package var renderBlock: UnitRenderBlock {
        let player = self
        return { _, time, frameCount, bus, list, _, _ in
            renderHost(player.host.state, time, frameCount, bus, list)
        }
    }

    /// Gets ready to render on its own.
    ///
    /// - Throws: `GraphError` for formats that the graph cannot connect or compile.
    package func prepare(outputs: [UnitFormat], maximumFrameCount: Int) throws(GraphError) {
        try host.prepare(inputs: [], outputs: outputs, maximumFrameCount: maximumFrameCount)
    }

    /// Gives back what `prepare` got.
    package func retire() { host.retire() }

    /// Forgets what is scheduled and when it was to start; everything that waits is complete.
    package func reset() {
        startTime = AudioTimeStamp()
        let completions = player.stop()
        calling.withLock {
            for completion in completions { completion() }
        }
    }

    /// Starts the player's time: at a sample time of the unit, at a host time, or with the next block.
    package func start(at time: AudioTimeStamp) {
        startTime = time
        if player.isPlaying { player.pause() }
        if time.hasSampleTime, time.mSampleTime >= 0, time.mSampleTime < 1e15 {
            player.play(atFrame: Int64(time.mSampleTime))
        } else if time.hasHostTime, time.mHostTime > 0 {
            player.play(hostNanoseconds: Int64(clamping: time.mHostTime))
        } else {
            player.play()
        }
        wake()
    }

    /// The frame of player time behind the last block; nil before it has begun.
    package var currentFrame: Int64? {
        let report = player.latestReport
        guard player.isPlaying, report.isStarted else { return nil }
        return report.sampleTime + Int64(report.frameCount) - report.origin
    }

    /// Adds a sound to the schedule.
    package func schedule(_ sound: PlayerSound) {
        player.schedule(sound)
        wake()
    }

    /// Reads ahead and calls the completions that are due.
    package func serve(readAhead frameCount: Int) {
        calling.withLock { _ = player.serve(ServiceRequest(readAheadFrames: frameCount)) { $0() } }
    }

    /// Lets a worker serve the player until nothing waits any more; in an engine the engine serves it.
    private func wake() {
        if isServedByHost { return }
        let workers = UnitHost.currentWorkers
        pump.withLock { pump in
            if let pump { return pump.wake() }
            pump = workers.addPump { [weak self] in self?.step() ?? .asleep }
        }
    }

    private var isServedByHost: Bool { player.bell?.isHeard ?? false }

    private func step() -> Workers.PumpResult {
        if isServedByHost { return .asleep }
        serve(readAhead: Player.readAheadLimit)
        return player.waitingCount > 0 ? .idle : .asleep
    }
}
