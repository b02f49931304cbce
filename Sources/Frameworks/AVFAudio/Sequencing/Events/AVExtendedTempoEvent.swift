import Foundation
import SordinoMIDI

/// A tempo that holds until the next one.
///
/// - Source: Apple, AVFAudio, `AVExtendedTempoEvent`.
open class AVExtendedTempoEvent: AVMusicEvent {
    /// Beats per minute, above 0.
    open var tempo: Double

    /// Makes a change of the tempo.
    public init(tempo: Double) { self.tempo = tempo }

    override var stored: SequenceEvent.Kind? {
        .tempo(tempo)
    }
}
