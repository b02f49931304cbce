import COpenAL
import SordinoRealtime

/// Renders a device for the graph; outlives the device as long as a plan refers to it.
final class SceneRenderer: Sendable {
    var pointer: OpaquePointer { @_noAllocation @_noLocks get { lent.value } }
    private let lent: Lent<OpaquePointer>

    /// Makes the renderer of a device of openal-soft's; nil without memory.
    init?(_ device: OpaquePointer) {
        guard let pointer = coal_renderer_make(device) else { return nil }
        lent = Lent(pointer)
    }

    deinit { coal_renderer_free(pointer) }

    /// Lets no block be rendered from now on, and waits for the one that is.
    func silence() { coal_renderer_silence(pointer) }

    /// Stops the scene after so many frames, or lets it advance again.
    func hold(_ isHeld: Bool, after frames: Int = 0) { coal_renderer_hold(pointer, isHeld, Int32(clamping: frames)) }
}
