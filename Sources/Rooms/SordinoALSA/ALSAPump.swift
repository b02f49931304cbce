import CALSA
import Glibc
import SordinoHardware
import SordinoPolicy
import SordinoRealtime
import SordinoWork
import Synchronization

/// The thread of an ALSA device: it sleeps until the device needs frames, renders a block and writes it.
///
/// A device that takes frames faster than time goes by, as ALSA's `null` does, is paced by the clock. One that refuses again and again,
/// or needs nothing for seconds, is given up. While no stream runs the device is closed and the thread sleeps without an end.
final class ALSAPump: Sendable {
    /// The reports of the pump to its owner, on its own thread.
    struct Reports: Sendable {
        /// A device was given up for this error of ALSA's.
        var lost: @Sendable (PortDirection, Int32) -> Void
        /// Nothing has run for a while: the owner takes the devices away, unless something began meanwhile.
        var rests: @Sendable () -> Void
    }

    /// The next step of the pump.
    enum Step {
        case again
        /// A wait for the descriptors of a device.
        case poll(ALSAPCM, count: Int)
        case sleep(until: UInt64)
        case idle
        case rest
        case lost(ALSAPCM, PortDirection, Int32)
    }

    let memory: ALSARenderMemory
    let figures = ALSAFigures()
    let gate: PriorityGate<ALSADrive>
    private let reports: Reports
    private let waker: Int32
    private let ends = Atomic(false)
    private let thread = Atomic<UInt>(0)
    private let ended = Bell()

    /// A device that runs and needs nothing for so long has stalled.
    private static let patienceMilliseconds: Int32 = 1_000

    init(_ stage: StageRenderer, _ reports: Reports) {
        memory = ALSARenderMemory(stage)
        gate = PriorityGate(ALSADrive(memory: memory, figures: figures))
        self.reports = reports
        waker = calsa_make_bell()
    }

    deinit { if waker >= 0 { _ = Glibc.close(waker) } }

    /// - Returns: False when the system gives no thread or no descriptor.
    func begin() -> Bool {
        guard waker >= 0 else { return false }
        return startThreadIfPossible { [self] in
            run()
            ended.ring()
        }
    }

    /// Returns when the thread has ended; at once when the thread itself calls it.
    func end() {
        ends.store(true, ordering: .sequentiallyConsistent)
        wake()
        if thread.load(ordering: .acquiring) != UInt(pthread_self()) { ended.wait(after: 0) }
    }

    /// Has the thread look what there is to do.
    func wake() { calsa_ring(waker) }

    private func run() {
        thread.store(UInt(pthread_self()), ordering: .releasing)
        ThreadPriority.requestRealtime()
        var bell = pollfd()
        var hasWoken = false
        while !ends.load(ordering: .acquiring) {
            let step = gate.withLock { $0.turn(HostClock.now(), hasWoken: hasWoken) }
            hasWoken = false
            switch step {
            case .again: break
            case .poll(let clock, let count):
                wait(clock.sources.value, 1 + count, nanoseconds: UInt64(Self.patienceMilliseconds) * 1_000_000)
                hasWoken = true
            case .sleep(let hostTime):
                let now = HostClock.now()
                if hostTime > now { wait(&bell, 1, nanoseconds: hostTime - now) }
            case .idle: wait(&bell, 1, nanoseconds: nil)
            case .rest: reports.rests()
            case .lost(_, let direction, let error): reports.lost(direction, error)
            }
        }
    }

    /// Sleeps until one of the first sources is ready, for so long at most; nil is for ever.
    ///
    /// The first source is the bell of this thread.
    private func wait(_ sources: UnsafeMutablePointer<pollfd>, _ count: Int, nanoseconds: UInt64?) {
        sources[0] = pollfd(fd: waker, events: Int16(POLLIN), revents: 0)
        calsa_sleep(sources, Int32(count), nanoseconds.map { Int64(clamping: $0) } ?? -1)
        figures.wakes.wrappingAdd(1, ordering: .relaxed)
    }
}
