import Synchronization

/// The choice of blocks that are measured step by step.
enum LoadSampling {
    /// One block in so many.
    ///
    /// A look at the clock takes 20 to 30 ns, a voice in a block of 512 frames 85: one block in 64 costs half a
    /// percent.
    static var interval: Int { @_noAllocation @_noLocks get { 64 } }
    /// The first of them, counted from 0: the very first blocks still fetch their memory.
    static var first: Int { @_noAllocation @_noLocks get { 7 } }
}

extension LoadState {
    /// Counts a block.
    ///
    /// - Thread: render, one at a time; so plain stores will do.
    @_noAllocation @_noLocks
    func add(nanoseconds: Int, heard: Int) {
        let busy = busyNanoseconds.load(ordering: .relaxed)
        busyNanoseconds.store(busy &+ nanoseconds, ordering: .relaxed)
        heardNanoseconds.store(heardNanoseconds.load(ordering: .relaxed) &+ heard, ordering: .relaxed)
        blocks.store(blocks.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        if nanoseconds > longestNanoseconds.load(ordering: .relaxed) {
            longestNanoseconds.store(nanoseconds, ordering: .relaxed)
        }
    }
}
