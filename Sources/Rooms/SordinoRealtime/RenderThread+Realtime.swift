import CRealtime

/// The beginning and the end of every render call, and assertions about the calling thread.
///
/// The thread that renders may be the I/O thread or, offline, the caller's: "render thread" means *inside a render
/// call*.
package enum RenderThread {
    /// Marks the beginning of a render call on this thread: from here on denormal numbers count as zero.
    ///
    /// - Returns: The state that `leave` needs to restore the thread.
    /// - Thread: the one that is about to render. Calls nest.
    @_noAllocation @_noLocks
    package static func enter() -> RenderThreadVisit {
        crealtime_change_render_depth(1)
        return RenderThreadVisit(controlWord: crealtime_flush_denormals())
    }

    /// Marks the end of the render call that `enter` began.
    @_noAllocation @_noLocks
    package static func leave(_ visit: RenderThreadVisit) {
        crealtime_restore(visit.controlWord)
        crealtime_change_render_depth(-1)
    }

    /// Indicates whether this thread is inside a render call.
    package static var isCurrent: Bool {
        @_noAllocation @_noLocks get { crealtime_render_depth() > 0 }
    }
}

/// The state of a thread before a render call.
package struct RenderThreadVisit: BitwiseCopyable {
    let controlWord: UInt64
}

/// In debug builds, stops when the calling thread is not inside a render call.
@_noAllocation @_noLocks
package func assertRenderThread() {
    assert(RenderThread.isCurrent, "this belongs to the render thread")
}

/// In debug builds, stops when the calling thread is inside a render call.
@_noAllocation @_noLocks
package func assertControlThread() {
    assert(!RenderThread.isCurrent, "this must not be called while rendering: it may allocate or wait")
}
