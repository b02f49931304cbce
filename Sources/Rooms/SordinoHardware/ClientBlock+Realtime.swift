extension StreamRenderer {
    /// Lets the program render one block.
    ///
    /// The one place where a peer steps through a function pointer into a program's code.
    ///
    /// - Thread: render.
    @_noAllocation @_noLocks
    package func call(_ cycle: UnsafePointer<StreamCycle>) {
        // Whoever made the renderer promises that its function neither allocates, locks nor traps.
        _unsafePerformance { render(context, UnsafeRawPointer(cycle)) }
    }
}
