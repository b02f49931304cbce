import AVFAudio
import Dispatch
import SordinoEngine
import SordinoRealtime
import SordinoSession
import SordinoWork

/// Asks a program for sample buffers, one call at a time, while more are needed.
///
/// - Thread: any.
final class MediaRequests: Sendable {
    /// Whether sample buffers are needed.
    enum Need: Sendable {
        case now
        /// Not now; time passes, so that it will be soon.
        case later
        /// Not before something happens.
        case none
    }

    private struct State {
        var queue: DispatchQueue?
        var block: (@Sendable () -> Void)?
        /// Counts requests, so that the call of an earlier one is not taken for one of the present.
        var number = 0
        var isCalling = false
        /// Indicates whether the last call left the need as it was.
        var isFruitless = false
        var look: @Sendable () -> Need = { .none }
    }

    /// Milliseconds until a program is asked again that had nothing, and between two looks at the need.
    private static let (patience, interval) = (5, 50)

    private weak let context: AppContext?
    private let state = Guarded(State())
    private let pump = Guarded<Pump?>(nil)

    init(_ context: AppContext) { self.context = context }

    func setLook(_ look: @escaping @Sendable () -> Need) { state.withLock { $0.look = look } }

    /// Indicates whether a program is asked.
    var isActive: Bool { state.withLock { $0.block != nil } }

    /// Asks a program from now on, in place of an earlier request.
    func begin(_ queue: DispatchQueue, _ block: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.number += 1
            (state.queue, state.block, state.isCalling, state.isFruitless) = (queue, block, false, false)
        }
        pump.withLock { pump in
            if pump == nil { pump = context?.system.workers.addPump { [weak self] in self?.serve() ?? .asleep } }
            pump?.wake()
        }
    }

    /// Asks for no more media.
    func stop() {
        state.withLock { state in
            state.number += 1
            (state.queue, state.block, state.isCalling) = (nil, nil, false)
        }
    }

    /// Looks at the need again.
    func wake() { pump.withLock { $0 }?.wake() }

    /// Ends all requests and calls.
    func end() {
        stop()
        pump.withLock { $0 }?.cancel()
    }

    private func serve() -> Workers.PumpResult {
        let (look, isIdle) = state.withLock { ($0.look, $0.block == nil || $0.isCalling) }
        guard !isIdle else { return .asleep }
        switch look() {
        case .none: return .asleep
        case .later: return .resting(milliseconds: Self.interval)
        case .now: break
        }
        let call = state.withLock { state -> (DispatchQueue, @Sendable () -> Void, Int)? in
            guard let queue = state.queue, let block = state.block, !state.isCalling else { return nil }
            guard !state.isFruitless else {
                state.isFruitless = false
                return nil
            }
            state.isCalling = true
            return (queue, block, state.number)
        }
        guard let call else { return .resting(milliseconds: Self.patience) }
        deliver(call.0, call.1, call.2)
        return .asleep
    }

    private func deliver(_ queue: DispatchQueue, _ block: @escaping @Sendable () -> Void, _ number: Int) {
        let call: @Sendable () -> Void = { [weak self] in
            guard let self, state.withLock({ $0.number == number }) else { return }
            block()
            let look = state.withLock { $0.look }
            let need = look()
            state.withLock { state in
                guard state.number == number else { return }
                state.isCalling = false
                if case .now = need { state.isFruitless = true }
            }
            wake()
        }
        guard let context else { return }
        if queue.isMain {
            context.system.callbacks.deliver(.main, to: context, call)
        } else if context.system.isPulled {
            // A pulled device waits for the program, so that runs are reproducible.
            context.system.callbacks.deliver(.secondary, to: context) {
                queue.sync { AppContext.run(in: context, call) }
            }
        } else {
            queue.async { AppContext.run(in: context, call) }
        }
    }
}
