import SordinoPolicy

/// Every sequence of so many letters, the shorter ones first; what sequences have in common is walked once.
///
/// A state is left in every way when a sequence leads to it first, with the most letters to come: another sequence to the same
/// state can lead to nothing new.
struct EventSearch {
    /// How many letters were tried, each in a state of its own.
    private(set) var tried = 0
    /// How many states were left in every way.
    private(set) var states = 0
    /// The sequence that ended in a fault, and the fault.
    private(set) var fault: String?

    init<State: Hashable>(
        _ alphabet: [Event], from start: State, depth: Int, step: (inout State, Event) -> String?
    ) {
        // 64 bits with a seed of this run: states that are not the same have one number about once in 10^8 runs.
        var seen: Set = [start.hashValue]
        var level: [(state: State, path: [Event])] = [(start, [])]
        for left in (0..<depth).reversed() {
            var next: [(state: State, path: [Event])] = []
            states += level.count
            for (state, path) in level {
                for event in alphabet {
                    var after = state
                    tried += 1
                    if let fault = step(&after, event) {
                        self.fault = "\(fault)\n" + (path + [event]).map { "  \($0)" }.joined(separator: "\n")
                        return
                    }
                    if left > 0, seen.insert(after.hashValue).inserted { next.append((after, path + [event])) }
                }
            }
            level = next
        }
    }
}
