import SordinoEngine

/// Plays a sequence to the units of an engine from now on; for engines.
///
/// - Parameters:
///   - core: The engine; nil to let go of the sequence.
///   - findStandard: Finds the unit that tracks play to; asked when a player gets ready.
/// - Returns: False for what is no sequence.
@discardableResult
package func setEngine(
    _ core: EngineCore?, of sequence: MusicSequence, _ findStandard: @escaping @Sendable () -> SequenceTarget?
) -> Bool {
    guard let sequence = MusicSequenceObject.all.object(sequence) else { return false }
    sequence.setEngine(core, findStandard)
    return true
}
