import SordinoPolicy

/// Makes the system's own actors heard: the ringing telephone, the caller, the alarm, the assistant.
///
/// - Thread: whichever performs the session's decisions, one call at a time; never the render thread.
package protocol ActorSounds: AnyObject, Sendable {
    /// Receives each event before its decision: the state of the actor selects which of its sounds is played.
    func follow(_ event: Event)

    /// Begins or ends an actor's sound.
    func set(_ actor: SystemActor, sounds: Bool)

    /// Leaves an actor to the streams of another program until it falls silent.
    func leave(_ actor: SystemActor)
}
