import Foundation
import SordinoMIDI

/// A unit's state, set at a beat.
///
/// - Source: Apple, AVFAudio, `AVAUPresetEvent`.
open class AVAUPresetEvent: AVMusicEvent {
    /// The scope in the unit.
    open var scope: UInt32
    /// The element of the scope.
    open var element: UInt32
    /// The state of the unit, as its presets hold it.
    public let presetDictionary: [AnyHashable: Any]

    /// Makes an event that sets a state.
    public init(scope: UInt32, element: UInt32, dictionary presetDictionary: [AnyHashable: Any]) {
        (self.scope, self.element, self.presetDictionary) = (scope, element, presetDictionary)
    }

    override var stored: SequenceEvent.Kind? {
        .preset(SequencePreset(scope: scope, element: element, state: NSDictionary(dictionary: presetDictionary)))
    }
}
