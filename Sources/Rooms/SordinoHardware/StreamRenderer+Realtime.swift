extension StreamRenderer {
    /// Lets the program render one block.
    ///
    /// The one place where a peer steps through a function pointer into a program's code.
    ///
    /// - Thread: render.
    @_noAllocation @_noLocks
    package func call(_ cycle: UnsafePointer<StreamCycle>) {
        // `StreamRenderer` requires a function that neither allocates, locks nor traps; the compiler cannot check a C
        // function.
        _unsafePerformance { render(context, UnsafeRawPointer(cycle)) }
    }
}
