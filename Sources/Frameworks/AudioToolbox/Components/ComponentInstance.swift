import AVAudioTypes
import CoreAudioTypes

/// The object behind an `AudioComponentInstance`: a unit or a codec.
class ComponentInstance: @unchecked Sendable {
    /// The component that this object is an instance of.
    var component: RegisteredComponent { preconditionFailure("a unit or a codec says what it is an instance of") }

    /// Returns whether the instance implements the function of a selector.
    func canDo(_ selector: Int) -> Bool { false }

    /// The `AudioComponentInstance` of this object, which does not retain it.
    final var handle: AudioComponentInstance { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    /// Returns the object of an `AudioComponentInstance`.
    final class func behind(_ handle: AudioComponentInstance) -> ComponentInstance {
        Unmanaged<ComponentInstance>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
    }
}
