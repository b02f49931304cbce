import AllocationProbe
import SordinoRealtime
import Testing

private struct Plan: ~Copyable {
    let number: Int
}

@_noAllocation @_noLocks
private func takeNumber(_ renderer: HandOverRenderer<Plan>) -> Int {
    guard let plan = renderer.takeUp() else { return -1 }
    return plan.pointee.number
}

/// Makes plans and remembers which were freed.
private final class Workshop {
    var freed: [Int] = []
    func plan(_ number: Int) -> UnsafeMutablePointer<Plan> {
        let plan = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
        plan.initialize(to: Plan(number: number))
        return plan
    }
    func free(_ plan: UnsafeMutablePointer<Plan>) {
        freed.append(plan.pointee.number)
        plan.deinitialize(count: 1)
        plan.deallocate()
    }
}

@Suite struct HandOverTests {
    @Test func theRendererTakesTheNewestPlanAndTheOldOneComesBack() {
        let workshop = Workshop()
        let cell = HandOver<Plan>(free: workshop.free)
        #expect(takeNumber(cell.renderer) == -1)
        cell.publish(workshop.plan(1))
        #expect(takeNumber(cell.renderer) == 1)
        #expect(takeNumber(cell.renderer) == 1)
        cell.publish(workshop.plan(2))
        #expect(workshop.freed.isEmpty)
        #expect(takeNumber(cell.renderer) == 2)
        #expect(workshop.freed.isEmpty)
        #expect(cell.collect() == 1)
        #expect(workshop.freed == [1])
    }

    @Test func aPlanThatWasNeverTakenUpIsFreedByTheNextOne() {
        let workshop = Workshop()
        let cell = HandOver<Plan>(free: workshop.free)
        cell.publish(workshop.plan(1))
        cell.publish(workshop.plan(2))
        #expect(workshop.freed == [1])
        #expect(takeNumber(cell.renderer) == 2)
    }

    @Test func publishingCollectsSoThatTheRendererAlwaysFindsRoom() {
        let workshop = Workshop()
        let cell = HandOver<Plan>(returnCapacity: 1, free: workshop.free)
        cell.publish(workshop.plan(1))
        _ = takeNumber(cell.renderer)
        cell.publish(workshop.plan(2))
        #expect(takeNumber(cell.renderer) == 2)
        // The ring of returns holds one plan: publishing must have emptied it.
        cell.publish(workshop.plan(3))
        #expect(workshop.freed == [1])
        #expect(takeNumber(cell.renderer) == 3)
        #expect(workshop.freed == [1])
    }

    @Test func everyPlanIsFreedOnceWhenTheCellGoes() {
        let workshop = Workshop()
        do {
            let cell = HandOver<Plan>(free: workshop.free)
            for number in 1...5 {
                cell.publish(workshop.plan(number))
                if number != 3 { _ = takeNumber(cell.renderer) }
            }
            cell.publish(workshop.plan(6))
            cell.retire()
            #expect(takeNumber(cell.renderer) == -1)
            cell.publish(workshop.plan(7))
        }
        #expect(workshop.freed.sorted() == [1, 2, 3, 4, 5, 6, 7])
    }

    @Test func takingUpTouchesNoHeap() {
        let workshop = Workshop()
        let cell = HandOver<Plan>(free: workshop.free)
        cell.publish(workshop.plan(1))
        var numbers = (0, 0)
        #expect(countingHeapCalls { numbers.0 = takeNumber(cell.renderer) } == .none)
        cell.publish(workshop.plan(2))
        #expect(countingHeapCalls { numbers.1 = takeNumber(cell.renderer) } == .none)
        #expect(numbers == (1, 2))
    }
}
