/// The rules of managed audio as one value: events in, effects out. The same events give the same effects.
package struct Policy: Sendable {
    package let settings: PolicySettings

    package init(settings: PolicySettings = PolicySettings()) { self.settings = settings }

    /// Takes in one event and says what follows from it.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - moment: When; never earlier than that of the event before.
    /// - Returns: What to do, in order.
    package mutating func handle(_ event: Event, at moment: Moment) -> [Effect] {
        []
    }
}
