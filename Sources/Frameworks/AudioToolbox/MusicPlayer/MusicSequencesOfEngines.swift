import SordinoEngine

/// Plays a sequence to the units of an engine from now on.
///
/// - Parameters:
///   - core: The engine; nil to detach the sequence from its engine.
///   - findStandard: Finds the unit for tracks without a destination; called when a player is prepared.
/// - Returns: False for an invalid sequence.
@discardableResult
package func setEngine(
    _ core: EngineCore?, of sequence: MusicSequence, _ findStandard: @escaping @Sendable () -> SequenceTarget?
) -> Bool {
    guard let sequence = MusicSequenceObject.all.object(sequence) else { return false }
    sequence.setEngine(core, findStandard)
    return true
}
