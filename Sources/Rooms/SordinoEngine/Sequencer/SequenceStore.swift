import SordinoGraph
import SordinoMIDI
import SordinoRealtime

/// A sequence that programs edit while it plays: its content, the destinations of its tracks, and who plays it.
///
/// - Thread: any but the render thread.
package final class SequenceStore: @unchecked Sendable {
    /// The state that the lock protects.
    private struct State {
        var content = SequenceContent()
        var destinations = SequenceDestinations()
        var players: [WeakSequencer] = []
    }

    private struct WeakSequencer {
        weak var sequencer: Sequencer?
    }

    private let lock = ReentrantLock()
    private var state = State()

    /// Makes a sequence with a tempo track alone.
    package init() {}

    private func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    /// Looks at the content.
    package func read<Result>(_ body: (SequenceContent) throws -> Result) rethrows -> Result {
        try locked { try body(state.content) }
    }

    /// Changes the content; those who play it play the change.
    package func edit<Result>(_ body: (inout SequenceContent) throws -> Result) rethrows -> Result {
        let result = try locked { try body(&state.content) }
        tell()
        return result
    }

    /// The destinations; those who play the sequence play to them from the next block on.
    package var destinations: SequenceDestinations {
        get { locked { state.destinations } }
        set {
            locked { state.destinations = newValue }
            tell()
        }
    }

    /// The content and the destinations of one moment.
    var snapshot: (content: SequenceContent, destinations: SequenceDestinations) {
        locked { (state.content, state.destinations) }
    }

    private func tell() {
        for player in locked({ state.players }) { player.sequencer?.contentChanged() }
    }

    /// Adds a player that follows changes from now on.
    func add(_ sequencer: Sequencer) {
        locked {
            state.players.removeAll { $0.sequencer == nil }
            state.players.append(WeakSequencer(sequencer: sequencer))
        }
    }

    /// Removes a player; it follows no further changes.
    func remove(_ sequencer: Sequencer) {
        locked { state.players.removeAll { $0.sequencer == nil || $0.sequencer === sequencer } }
    }

    /// Indicates whether anybody plays the sequence.
    package var hasPlayer: Bool { locked { state.players.contains { $0.sequencer != nil } } }
}

/// The destinations of a sequence's tracks.
package struct SequenceDestinations: Sendable {
    /// By the numbers of tracks.
    package var targets: [Int: SequenceTarget] = [:]
    /// The destination of tracks that have none of their own.
    package var standard: SequenceTarget?
    /// Called while rendering with each client event: a `SequenceUserMessage`.
    package var user: SequenceUserCall?

    /// Makes destinations of nothing.
    package init() {}
}
