import Foundation
import SordinoMIDI

/// A unit's state, set at a beat.
///
/// - Source: Apple, AVFAudio, `AVAUPresetEvent`.
open class AVAUPresetEvent: AVMusicEvent {
    /// The scope.
    open var scope: UInt32
    /// The element of the scope.
    open var element: UInt32
    /// The state.
    public let presetDictionary: [AnyHashable: Any]

    /// Makes a state.
    public init(scope: UInt32, element: UInt32, dictionary presetDictionary: [AnyHashable: Any]) {
        (self.scope, self.element, self.presetDictionary) = (scope, element, presetDictionary)
    }

    override var stored: SequenceEvent.Kind? {
        .preset(SequencePreset(scope: scope, element: element, state: NSDictionary(dictionary: presetDictionary)))
    }
}
