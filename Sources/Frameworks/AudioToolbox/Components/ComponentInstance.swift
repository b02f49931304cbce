import AVAudioTypes
import CoreAudioTypes
import Synchronization

/// The object behind an `AudioComponentInstance`: a unit or a codec.
class ComponentInstance: @unchecked Sendable {
    private static let all = HandleSlots<ComponentInstance>()

    /// The component that this object is an instance of.
    var component: RegisteredComponent { preconditionFailure("a unit or a codec says what it is an instance of") }

    /// The `AudioComponentInstance` of this object, which does not retain it.
    final let handle: AudioComponentInstance
    private let isHeld = Atomic(false)

    init() {
        handle = Self.all.reserve()
        Self.all.set(handle, to: self)
    }

    deinit { Self.all.free(handle) }

    /// Returns whether the instance implements the function of a selector.
    func canDo(_ selector: Int) -> Bool { false }

    /// Returns the handle for the program, which holds the object until it disposes of it.
    final func hold() -> AudioComponentInstance {
        if !isHeld.exchange(true, ordering: .relaxed) { _ = Unmanaged.passRetained(self) }
        return handle
    }

    /// Ends the program's hold, whose reference the caller has to release; false if there is none.
    final func endHold() -> Bool { isHeld.exchange(false, ordering: .relaxed) }

    /// Returns the object of an `AudioComponentInstance`; nil for one that was disposed of, and for other pointers.
    final class func behind(_ handle: AudioComponentInstance) -> ComponentInstance? { all.object(handle) }
}
