import Dispatch
import SessionBench
import SordinoDevice
import SordinoPolicy
import SordinoSession
import Synchronization
import Testing

@Suite struct AppContextTests {
    private final class Face: Sendable {}

    private func context(_ name: String) -> AppContext {
        AppContext(
            system: AudioSystem(hardware: HandDrivenHardware(), running: .inline),
            declaration: AppDeclaration(bundleID: name, name: name))
    }

    @Test func codeThatRunsInAProgramBelongsToIt() async {
        let (one, two) = (context("one"), context("two"))
        AppContext.run(in: one) {
            #expect(AppContext.current === one)
            AppContext.run(in: two) { #expect(AppContext.current === two) }
            #expect(AppContext.current === one)
        }
        await AppContext.run(in: one) {
            let inTask = await Task { AppContext.current }.value
            #expect(inTask === one)
        }
    }

    @Test func aProgramHasOneObjectOfAKind() {
        let (one, two) = (context("one"), context("two"))
        let face = one.attachment(Face.self) { _ in Face() }
        #expect(one.attachment(Face.self) { _ in Face() } === face)
        #expect(two.attachment(Face.self) { _ in Face() } !== face)
    }

    @Test func anObjectOfAProgramMayAskForAnotherOneWhileItIsMade() {
        final class Outer: Sendable {
            let face: Face
            init(_ context: AppContext) { face = context.attachment(Face.self) { _ in Face() } }
        }
        let one = context("one")
        let made = Mutex(0)
        // Threads that ask at once get the same object.
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            let outer = one.attachment(Outer.self) { context in
                made.withLock { $0 += 1 }
                return Outer(context)
            }
            #expect(outer.face === one.attachment(Face.self) { _ in Face() })
        }
        #expect(made.withLock { $0 } == 1)
    }

    @Test func callbacksOfARunningDeviceComeOnTheChosenQueueAndBelongToTheirProgram() async {
        let system = AudioSystem(hardware: HandDrivenHardware(), running: .onThreads)
        let one = AppContext(system: system, declaration: AppDeclaration(bundleID: "one", name: "one"))
        let key = DispatchSpecificKey<String>()
        let queue = DispatchQueue(label: "chosen")
        queue.setSpecific(key: key, value: "chosen")
        system.callbacks.chosenQueue = queue
        let order = Mutex<[Int]>([])
        for number in 1...20 {
            system.callbacks.deliver(number.isMultiple(of: 2) ? .main : .secondary, to: one) {
                order.withLock { $0.append(number) }
            }
        }
        let (where_, whose) = await withCheckedContinuation { continuation in
            system.callbacks.deliver(.main, to: one) {
                continuation.resume(returning: (DispatchQueue.getSpecific(key: key), AppContext.current))
            }
        }
        #expect(where_ == "chosen")
        #expect(whose === one)
        #expect(order.withLock { $0 } == Array(1...20))
    }

    @Test func whatIsDeliveredDuringADeliveryComesAfterIt() {
        let system = AudioSystem(hardware: HandDrivenHardware(), running: .inline)
        let order = Mutex<[String]>([])
        system.callbacks.deliver(to: nil) {
            system.callbacks.deliver(to: nil) { order.withLock { $0.append("inner") } }
            #expect(!system.callbacks.drain())
            order.withLock { $0.append("outer") }
        }
        system.settle()
        #expect(order.withLock { $0 } == ["outer", "inner"])
    }
}
