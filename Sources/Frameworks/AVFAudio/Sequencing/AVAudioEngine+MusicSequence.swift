import AudioToolbox
import Foundation
import SordinoEngine

extension AVAudioEngine {
    /// The sequence that a `MusicPlayer` plays to the engine's units; nil for none.
    ///
    /// Its tracks play to the engine's first instrument.
    public var musicSequence: MusicSequence? {
        get { sequence }
        set {
            let former = sequence
            if let former, former != newValue { setEngine(nil, of: former) { nil } }
            sequence = newValue
            guard let newValue else { return }
            setEngine(core, of: newValue) { [weak self] in self?.firstInstrument?.unit.sequenceTarget() }
        }
    }

    /// Lends the sequence that a `MusicPlayer` plays to the engine's units.
    public func withMusicSequence<R, E: Error>(_ body: (borrowing MusicSequence?) throws(E) -> R) throws(E) -> R {
        try body(musicSequence)
    }

    /// The instrument that was attached first.
    var firstInstrument: AVAudioUnitMIDIInstrument? {
        core.locked {
            core.nodes.sorted { $0.key < $1.key }.compactMap { $0.value as? AVAudioUnitMIDIInstrument }.first
        }
    }
}
