import SordinoPolicy
import SordinoSession
import SordinoWork
import Synchronization

/// Says to the session how far others are to be turned down for a voice, while its stream runs.
///
/// - Thread: any but the render thread.
final class VoiceDuckingWatch: @unchecked Sendable {
    private struct State {
        var line: VoiceLine?
        var pump: Pump?
        /// What the session was told last.
        var told: UInt?
    }

    private let client: SessionClient
    private let workers: Workers
    private let state = Mutex(State())

    /// The interval of looks at who speaks.
    private static let lookMilliseconds = 100

    init(client: SessionClient, workers: Workers) {
        self.client = client
        self.workers = workers
    }

    deinit { state.withLock { $0.pump }?.cancel() }

    /// Follows a line whose stream has started.
    func begin(_ line: VoiceLine) {
        state.withLock { state in
            state.line = line
            if let pump = state.pump { return pump.wake() }
            state.pump = workers.addPump { [weak self] in self?.look() ?? .asleep }
        }
        _ = look()
    }

    /// The stream has stopped: nobody is turned down any more.
    func end() {
        state.withLock { $0.line = nil }
        _ = look()
    }

    private func look() -> Workers.PumpResult {
        let (isOver, news) = state.withLock { state -> (Bool, UInt??) in
            let level = state.line.flatMap { $0.ducking.level(isSpeech: $0.isSpeech) }
            defer { state.told = level }
            return (state.line == nil, level == state.told ? .none : .some(level))
        }
        // A session that refuses it turns nobody down.
        if let news { try? client.ask(.prefer(.voiceDucking(level: news))) }
        return isOver ? .asleep : .resting(milliseconds: Self.lookMilliseconds)
    }
}
