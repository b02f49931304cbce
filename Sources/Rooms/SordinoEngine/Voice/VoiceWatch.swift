import SordinoPolicy
import SordinoSession
import SordinoWork
import Synchronization

/// Stands between the session and a voice line while its stream runs: says how far others are to be turned down for it and
/// what it does, and brings it the person's choice of microphone mode.
///
/// - Thread: any but the render thread.
final class VoiceWatch: Sendable {
    private struct State {
        var line: VoiceLine?
        var io: SessionIO?
        var ducks = false
        /// Counts this one while it runs.
        var counter: RunningVoices?
        var pump: Pump?
        /// The latest report to the session.
        var told: UInt?
        var said: VoiceCondition?
        var looks = 0
    }

    private let client: SessionClient
    private let workers: Workers
    private let state = Mutex(State())

    /// The interval of looks at who speaks, and the number of them from one report to the next.
    private static let lookMilliseconds = 100
    private static let looksPerReport = 5

    init(context: AppContext) {
        client = context.client
        workers = context.system.workers
    }

    deinit {
        state.withLock { state in
            state.pump?.cancel()
            state.counter?.change(by: -1)
        }
    }

    /// Follows a line whose stream has started.
    ///
    /// - Parameters:
    ///   - io: The object that reports are of.
    ///   - ducks: Whether others are turned down for it.
    func begin(_ line: VoiceLine, _ io: SessionIO?, ducks: Bool) {
        // Not asked for when this is made: it may be made together with another object of the program.
        let counter = client.context.map(RunningVoices.of)
        state.withLock { state in
            if state.counter == nil {
                state.counter = counter
                counter?.change(by: 1)
            }
            (state.line, state.io, state.ducks, state.looks, state.said) = (line, io, ducks, 0, nil)
            if let pump = state.pump { return pump.wake() }
            state.pump = workers.addPump { [weak self] in self?.look() ?? .asleep }
        }
        _ = look()
    }

    /// Ends ducking after the stream has stopped.
    func end() {
        state.withLock { state in
            state.counter?.change(by: -1)
            (state.line, state.io, state.counter) = (nil, nil, nil)
        }
        _ = look()
    }

    private func look() -> Workers.PumpResult {
        let mode = client.snapshot.microphoneMode
        let (isOver, news, report) = state.withLock { state -> (Bool, UInt??, (SessionIO, VoiceCondition)?) in
            state.line?.mode = mode
            let level = state.line.flatMap { state.ducks ? $0.ducking.level(isSpeech: $0.isSpeech) : nil }
            defer { state.told = level }
            var report: (SessionIO, VoiceCondition)?
            if let line = state.line, let io = state.io, state.looks % Self.looksPerReport == 0 {
                var condition = line.condition
                condition?.duckingLevel = level
                if let condition, condition != state.said {
                    state.said = condition
                    report = (io, condition)
                }
            }
            state.looks += 1
            return (state.line == nil, level == state.told ? .none : .some(level), report)
        }
        // If the session refuses it, no other sound is ducked.
        if let news { try? client.ask(.prefer(.voiceDucking(level: news))) }
        if let (io, condition) = report { io.publish(condition) }
        return isOver ? .asleep : .resting(milliseconds: Self.lookMilliseconds)
    }
}

/// The number of a program's streams that run with voice processing.
package final class RunningVoices: Sendable {
    private let number = Atomic<Int>(0)

    private init() {}

    /// Those of a program.
    package static func of(_ context: AppContext) -> RunningVoices {
        context.attachment(RunningVoices.self) { _ in RunningVoices() }
    }

    func change(by step: Int) { number.add(step, ordering: .relaxed) }

    /// Indicates whether there is one.
    package var isAny: Bool { number.load(ordering: .relaxed) > 0 }
}
