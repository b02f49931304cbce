import AllocationProbe
import SordinoRealtime
import Testing

@Suite struct AllocationProbeTests {
    @Test(.enabled(if: allocationProbeWorks, "A sanitizer owns the heap: heap tests prove nothing in this build."))
    func anArrayIsCountedAndArithmeticIsNot() {
        var sum = 0
        #expect(countingHeapCalls { for index in 0..<100 { sum &+= index } } == .none)
        let calls = countingHeapCalls { sum &+= Array(repeating: 1, count: sum).count }
        #expect(calls.allocations > 0)
        #expect(calls.frees > 0)
    }

    @Test(.enabled(if: allocationProbeWorks, "A sanitizer owns the heap: heap tests prove nothing in this build."))
    func anObjectIsCounted() {
        var kept: Ring<Int>?
        #expect(countingHeapCalls { kept = Ring(capacity: 4) }.allocations >= 3)
        #expect(kept?.capacity == 4)
    }
}
