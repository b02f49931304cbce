import COpenAL

/// What the graph calls to render a device; it outlives the device as long as a plan keeps it.
final class SceneRenderer: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Makes the renderer of a device of openal-soft's; nil without memory.
    init?(_ device: OpaquePointer) {
        guard let pointer = coal_renderer_make(device) else { return nil }
        self.pointer = pointer
    }

    deinit { coal_renderer_free(pointer) }

    /// Lets no block be rendered from now on, and waits for the one that is.
    func silence() { coal_renderer_silence(pointer) }

    /// Holds the scene still after so many frames, or lets it go on.
    func hold(_ isHeld: Bool, after frames: Int = 0) { coal_renderer_hold(pointer, isHeld, Int32(clamping: frames)) }
}
