import AllocationProbe
import SordinoRealtime
import Testing

@Suite struct RenderThreadTests {
    @Test func aThreadIsTheRenderThreadOnlyInsideARenderCall() {
        #expect(!RenderThread.isCurrent)
        assertControlThread()
        let outer = RenderThread.enter()
        #expect(RenderThread.isCurrent)
        assertRenderThread()
        let inner = RenderThread.enter()
        RenderThread.leave(inner)
        #expect(RenderThread.isCurrent)
        RenderThread.leave(outer)
        #expect(!RenderThread.isCurrent)
    }

    @Test func denormalsAreZeroInsideARenderCallAndNumbersOutside() {
        let tiny = Float.leastNormalMagnitude
        #expect(product(tiny, 0.5) > 0)
        let visit = RenderThread.enter()
        let inside = product(tiny, 0.5)
        RenderThread.leave(visit)
        #expect(inside == 0)
        #expect(product(tiny, 0.5) > 0)
    }

    @Test func enteringAndLeavingTouchesNoHeap() {
        var inside = false
        let calls = countingHeapCalls {
            let visit = RenderThread.enter()
            inside = RenderThread.isCurrent
            RenderThread.leave(visit)
        }
        #expect(calls == .none)
        #expect(inside)
    }

    @Test func theHostClockNeverGoesBackwards() {
        var before = HostClock.now()
        for _ in 0..<1000 {
            let now = HostClock.now()
            #expect(now >= before)
            before = now
        }
    }

    @Test func aCounterCountsAndResets() {
        let counter = RealtimeCounter()
        for _ in 0..<5 { counter.raiser.raise() }
        #expect(counter.count == 5)
        #expect(counter.reset() == 5)
        #expect(counter.count == 0)
    }

    /// Computed where it is called: the optimiser would compute it once, at build time.
    @inline(never) @_optimize(none) private func product(_ a: Float, _ b: Float) -> Float { a * b }
}
