import SordinoGraph
import Synchronization

/// Volume and pan of one source, for all mixer inputs that it leads to.
package final class MixLevels: Sendable {
    private struct State: Sendable {
        var volume: Float = 1
        var pan: Float = 0
        /// The mixer inputs that the source leads to now.
        var inputs: [MixInput] = []
    }

    private let state = Mutex(State())

    /// Makes levels that change nothing.
    package init() {}

    /// 0 to 1, linear; 1 at first.
    package var volume: Float {
        get { state.withLock { $0.volume } }
        set {
            let inputs = state.withLock { state in
                state.volume = newValue
                return state.inputs
            }
            for input in inputs { input.volume = newValue }
        }
    }

    /// -1 (left) to 1 (right); 0 at first.
    package var pan: Float {
        get { state.withLock { $0.pan } }
        set {
            let inputs = state.withLock { state in
                state.pan = newValue
                return state.inputs
            }
            for input in inputs { input.pan = newValue }
        }
    }

    /// Sets the inputs that the source leads to from now on; those that are new to it take over its levels.
    func lead(to connected: [MixInput]) {
        let (new, volume, pan) = state.withLock { state in
            let new = connected.filter { input in !state.inputs.contains { $0 === input } }
            state.inputs = connected
            return (new, state.volume, state.pan)
        }
        for input in new {
            input.volume = volume
            input.pan = pan
        }
    }
}
