import SordinoGraph
import Synchronization

/// Volume, pan and place of one source, for all inputs of mixers and environments that it leads to.
package final class MixLevels: Sendable {
    private struct State: Sendable {
        var volume: Float = 1
        var pan: Float = 0
        var space = SpaceValues()
        var rate: Float = 1
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

    /// The values that environments apply to the source.
    package var space: SpaceValues { state.withLock { $0.space } }

    /// The rate that environments play the source at; an engine has to be told with `vary`.
    package var rate: Float {
        get { state.withLock { $0.rate } }
        set {
            state.withLock { state in
                state.rate = newValue
                for input in state.inputs { input.space?.rate = newValue }
            }
        }
    }

    /// Changes what environments apply to the source.
    package func changeSpace(_ edit: (inout SpaceValues) -> Void) {
        state.withLock { state in
            edit(&state.space)
            for input in state.inputs { input.space?.values = state.space }
        }
    }

    /// Sets the inputs that the source leads to from now on; those that are new to it take over its levels.
    func lead(to connected: [MixInput]) {
        let (new, volume, pan) = state.withLock { state in
            let new = connected.filter { input in !state.inputs.contains { $0 === input } }
            state.inputs = connected
            for input in new {
                input.space?.values = state.space
                input.space?.rate = state.rate
            }
            return (new, state.volume, state.pan)
        }
        for input in new {
            input.volume = volume
            input.pan = pan
        }
    }
}
