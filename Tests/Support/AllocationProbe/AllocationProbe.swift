import CAllocationProbe

/// The heap allocations made by a piece of code.
package struct HeapCalls: Equatable, CustomStringConvertible {
    /// Calls of malloc and its family.
    package var allocations: Int
    /// Blocks given back.
    package var frees: Int

    /// No request and no release.
    package static let none = HeapCalls(allocations: 0, frees: 0)

    package var description: String { "\(allocations) allocations, \(frees) frees" }
}

/// Runs `body` and counts its heap calls on this thread.
///
/// `#expect(countingHeapCalls { processor.render(block) } == .none)`: make everything that `body` needs before, and capture
/// no existential that would be boxed on the way. Where a sanitizer owns the heap, the answer is always `.none`:
/// `allocationProbeWorks` tells.
@inline(never)
package func countingHeapCalls(_ body: () -> Void) -> HeapCalls {
    callocationprobe_begin()
    body()
    let counts = callocationprobe_end()
    return HeapCalls(allocations: Int(counts.allocations), frees: Int(counts.frees))
}

/// Runs `body` and counts the bytes that this thread has taken from the heap in it and not given back.
///
/// The caller keeps the results. Where a sanitizer owns the heap, the answer is always 0.
@inline(never)
package func countingHeapBytes(_ body: () throws -> Void) rethrows -> Int {
    callocationprobe_begin()
    do { try body() } catch {
        _ = callocationprobe_end()
        throw error
    }
    return Int(callocationprobe_end().bytes)
}

/// Indicates whether heap calls are really counted in this build.
package var allocationProbeWorks: Bool { callocationprobe_works() != 0 }
