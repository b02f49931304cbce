import SordinoDevice
import SordinoPipeWire
import SordinoWork
import Synchronization

/// Checks that every event loop of the service still answers.
///
/// A loop that does not answer is stuck: its thread waits for an event that never comes, or runs in circles.
package final class Watchdog: Sendable {
    /// An event loop with the way to test that it answers.
    package struct Loop: Sendable {
        /// The name for the log.
        package let name: String
        /// Asks the loop to call `done` on its own thread; may wait for the loop's lock.
        package let ask: @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

        package init(_ name: String, _ ask: @escaping @Sendable (_ done: @escaping @Sendable () -> Void) -> Void) {
            (self.name, self.ask) = (name, ask)
        }
    }

    private let loops: [Loop]
    private let unanswered = Mutex<Set<Int>>([])
    /// The thread that asks the loops, because asking may wait for a lock that a stuck loop holds.
    private let thread = SerialThread()

    /// Makes a watchdog; the first `look` asks the loops.
    package init(_ loops: [Loop]) {
        self.loops = loops
        _ = thread.begin()
    }

    deinit { thread.end() }

    /// Returns the loops that have not answered since they were asked, and asks all of them again if all have answered.
    ///
    /// - Returns: The names of the loops that have not answered.
    package func look() -> [String] {
        let stuck = unanswered.withLock { unanswered -> [Int] in
            defer { if unanswered.isEmpty { unanswered = Set(loops.indices) } }
            return unanswered.sorted()
        }
        guard stuck.isEmpty else { return stuck.map { loops[$0].name } }
        for index in loops.indices {
            thread.perform { [weak self] in
                self?.loops[index].ask { [weak self] in self?.unanswered.withLock { _ = $0.remove(index) } }
            }
        }
        return []
    }
}

extension SessionDaemon {
    /// The event loops of the service.
    package var loops: [Watchdog.Loop] {
        var loops = [
            Watchdog.Loop("decisions") { [weak service] done in service?.prove(done) },
            Watchdog.Loop("programs on the bus") { [weak busService] done in
                busService?.prove(programs: done, control: {})
            },
            Watchdog.Loop("device control on the bus") { [weak busService] done in
                busService?.prove(programs: {}, control: done)
            },
            Watchdog.Loop("programs without a session") { [weak guests] done in guests?.prove(done) },
        ]
        if let players = guestPlayers {
            loops.append(Watchdog.Loop("media players on the bus") { [weak players] done in players?.prove(done) })
        }
        if let watch = world.withLock({ $0.watch }) {
            for number in 0..<watch.prove({ _ in }) {
                let loop = Watchdog.Loop("services of the device \(number + 1)") { [weak watch] done in
                    watch?.prove { if $0 == number { done() } }
                }
                loops.append(loop)
            }
        }
        if let keys = world.withLock({ $0.keys }) {
            loops.append(
                Watchdog.Loop("media keys") { [weak keys] done in
                    // Programs that take keys come and go.
                    if let keys { keys.prove(done) } else { done() }
                })
        }
        if let pipeWire = hardware as? PipeWireHardware {
            loops.append(Watchdog.Loop("PipeWire") { [weak pipeWire] done in pipeWire?.prove(done) })
        }
        return loops
    }
}
