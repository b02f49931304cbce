import Foundation
import SordinoMIDI

/// A value of a unit's parameter.
///
/// - Source: Apple, AVFAudio, `AVParameterEvent`.
open class AVParameterEvent: AVMusicEvent {
    /// The identifier of the parameter.
    open var parameterID: UInt32
    /// The scope of the parameter.
    open var scope: UInt32
    /// The element of the scope.
    open var element: UInt32
    /// The value that the parameter gets.
    open var value: Float

    /// Makes an event that sets a parameter.
    public init(parameterID: UInt32, scope: UInt32, element: UInt32, value: Float) {
        (self.parameterID, self.scope, self.element, self.value) = (parameterID, scope, element, value)
    }

    override var stored: SequenceEvent.Kind? {
        .parameter(SequenceParameter(id: parameterID, scope: scope, element: element, value: value))
    }
}
