import SordinoPipeWire
import SordinoWork
import Synchronization

/// The loops of a service, each of which has to show from time to time that it goes on.
///
/// A loop that answers no more is stuck for ever: its thread waits for something that does not come, or goes round.
package final class Watchdog: Sendable {
    /// One loop.
    package struct Loop: Sendable {
        /// The name shown to people.
        package let name: String
        /// Has the loop call `done` on its own thread; may wait for the loop's lock.
        package let ask: @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

        package init(_ name: String, _ ask: @escaping @Sendable (_ done: @escaping @Sendable () -> Void) -> Void) {
            (self.name, self.ask) = (name, ask)
        }
    }

    private let loops: [Loop]
    private let unanswered = Mutex<Set<Int>>([])
    /// Asking may wait for a lock that a stuck loop holds.
    private let thread = SerialThread()

    /// Asks no loop yet.
    package init(_ loops: [Loop]) {
        self.loops = loops
        _ = thread.begin()
    }

    deinit { thread.end() }

    /// Looks at the loops, and asks all of them again if all have answered.
    ///
    /// - Returns: The names of the loops that have not answered since the last look.
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
    /// The loops that have to go on as long as the service lives.
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
