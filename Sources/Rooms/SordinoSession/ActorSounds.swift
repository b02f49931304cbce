import SordinoPolicy

/// Makes the system's own actors heard: the ringing telephone, the caller, the alarm, the assistant.
///
/// - Thread: whichever performs the session's decisions, one call at a time; never the render thread.
package protocol ActorSounds: AnyObject, Sendable {
    /// Hears of each event before it is decided on: which of an actor's sounds is meant depends on what it does.
    func follow(_ event: Event)

    /// Begins or ends an actor's sound.
    func set(_ actor: SystemActor, sounds: Bool)

    /// Leaves an actor to the streams of another program until it falls silent.
    func leave(_ actor: SystemActor)
}
