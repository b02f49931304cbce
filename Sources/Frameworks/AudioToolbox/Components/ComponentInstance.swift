import AVAudioTypes
import CoreAudioTypes

/// The object behind an `AudioComponentInstance`: a unit or a codec.
class ComponentInstance: @unchecked Sendable {
    /// The component that it is an instance of.
    var component: RegisteredComponent { preconditionFailure("a unit or a codec says what it is an instance of") }

    /// Returns whether a function can be called on the instance.
    func canDo(_ selector: Int) -> Bool { false }

    /// The pointer that C holds.
    final var handle: AudioComponentInstance { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    /// The object behind a pointer that C holds.
    final class func behind(_ handle: AudioComponentInstance) -> ComponentInstance {
        Unmanaged<ComponentInstance>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
    }
}
