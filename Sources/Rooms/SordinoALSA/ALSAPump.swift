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
        case poll
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

    /// The most descriptors of one device.
    private static let room = 16
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
        var sources = [pollfd](repeating: pollfd(), count: 1 + Self.room)
        while !ends.load(ordering: .acquiring) {
            switch gate.withLock({ $0.turn(HostClock.now()) }) {
            case .again: break
            case .poll: poll(&sources)
            case .sleep(let hostTime):
                let now = HostClock.now()
                if hostTime > now { wait(&sources, 1, nanoseconds: hostTime - now) }
            case .idle: wait(&sources, 1, nanoseconds: nil)
            case .rest: reports.rests()
            case .lost(_, let direction, let error): reports.lost(direction, error)
            }
        }
    }

    /// Waits until the device is ready.
    private func poll(_ sources: inout [pollfd]) {
        let (clock, count, block) = gate.withLock { drive -> (ALSAPCM?, Int32, UInt64) in
            guard let clock = drive.clock else { return (nil, 0, 0) }
            let count = sources.withUnsafeMutableBufferPointer { sources -> Int32 in
                guard let first = sources.baseAddress else { return 0 }
                return calsa_pcm_descriptors(clock.handle.value, first + 1, Int32(Self.room))
            }
            return (clock, count, UInt64(drive.blockNanoseconds))
        }
        guard let clock else { return }
        guard count > 0 else { return wait(&sources, 1, nanoseconds: block / 2) }
        wait(&sources, Int(count) + 1, nanoseconds: UInt64(Self.patienceMilliseconds) * 1_000_000)
        gate.withLock { drive in
            guard drive.clock === clock else { return }
            sources.withUnsafeMutableBufferPointer { sources in
                guard let first = sources.baseAddress else { return }
                _ = calsa_pcm_events(clock.handle.value, first + 1, count)
            }
        }
    }

    /// Sleeps until one of the first sources is ready, for so long at most; nil is for ever.
    private func wait(_ sources: inout [pollfd], _ count: Int, nanoseconds: UInt64?) {
        sources[0] = pollfd(fd: waker, events: Int16(POLLIN), revents: 0)
        calsa_sleep(&sources, Int32(count), nanoseconds.map { Int64(clamping: $0) } ?? -1)
        figures.wakes.wrappingAdd(1, ordering: .relaxed)
    }
}
