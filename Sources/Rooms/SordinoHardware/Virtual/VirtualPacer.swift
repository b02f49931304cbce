import Glibc
import SordinoPolicy
import SordinoRealtime
import Synchronization

/// The thread of a paced device.
///
/// It rests after a while without sound, glides, hooks, sinks and script. When one of them begins, the pacer wakes and
/// renders a block at once.
final class VirtualPacer: @unchecked Sendable {
    /// The time that the device keeps rendering when nothing plays: levels decay, and short pauses cause no rest.
    private static let restsAfterSeconds = 0.5

    private let ends = Atomic(false)
    private let isResting = Atomic(false)
    /// Posted once for each rest that `wake` ends.
    private let wakes: UnsafeMutablePointer<sem_t>
    private var thread = pthread_t()
    private let device: VirtualDevice

    init(_ device: VirtualDevice) {
        self.device = device
        wakes = .allocate(capacity: 1)
        sem_init(wakes, 0, 0)
    }

    deinit {
        sem_destroy(wakes)
        wakes.deallocate()
    }

    /// - Throws: `HardwareError.refused` when the system gives no thread.
    func begin() throws(HardwareError) {
        let context = Unmanaged.passRetained(self)
        let result = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<VirtualPacer>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        if result != 0 {
            context.release()
            throw .refused("the system gives no thread for the device: error \(result)")
        }
    }

    /// Returns when the thread has ended; at once when the thread itself calls it.
    func end() {
        ends.store(true, ordering: .sequentiallyConsistent)
        wake()
        if pthread_equal(pthread_self(), thread) == 0 { pthread_join(thread, nil) } else { pthread_detach(thread) }
    }

    /// Ends a rest, so that a block begins at once.
    func wake() {
        if isResting.exchange(false, ordering: .sequentiallyConsistent) { sem_post(wakes) }
    }

    /// Indicates whether it renders no block until it is woken.
    var rests: Bool { isResting.load(ordering: .sequentiallyConsistent) }

    private func run() {
        // Ordinary priority: a late block is inaudible, and a program that loops for ever must not hold up the machine.
        var due = HostClock.now()
        var quietSeconds = 0.0
        while !ends.load(ordering: .acquiring) {
            let timing = device.timing
            let blockSeconds = Double(timing.blockFrames) / timing.sampleRate
            device.renderPacedBlock(hostNanoseconds: due)
            due += UInt64(blockSeconds * 1e9)
            let end = HostClock.now()
            if end > due {
                device.countLateCycle()
                // After a long stall the device continues from here instead of catching up on lost time.
                if end - due > 100_000_000 { due = end }
            }
            quietSeconds = device.isAtRest ? quietSeconds + blockSeconds : 0
            if quietSeconds >= Self.restsAfterSeconds {
                rest()
                quietSeconds = 0
                due = max(due, HostClock.now())
            } else {
                ThreadPriority.sleep(untilHostTime: due)
            }
        }
    }

    private func rest() {
        isResting.store(true, ordering: .sequentiallyConsistent)
        // Work that began before the flag was set has not woken this thread, so it is looked for once more.
        if !device.isAtRest || ends.load(ordering: .sequentiallyConsistent) { wake() }
        while sem_wait(wakes) != 0 {}
    }
}

extension VirtualDevice {
    /// Renders block after block in real time, on a thread of its own, until `endPacing`.
    ///
    /// `now` is the host's monotonic clock meanwhile, and a block's first frame is at the moment at which the block was
    /// due. The sound of the ports reaches sinks and recordings alone. While nothing runs, moves or listens the device
    /// rests: `now` advances, no block is rendered and no thread wakes.
    ///
    /// - Throws: `HardwareError.refused` when the system gives no thread.
    package func startPacing() throws(HardwareError) {
        let pacer = VirtualPacer(self)
        let isFirst = control.withLock { control in
            guard control.pacer == nil else { return false }
            control.pacer = pacer
            return true
        }
        guard isFirst else { return }
        do { try pacer.begin() } catch {
            control.withLock { $0.pacer = nil }
            throw error
        }
    }

    /// Ends the pacing: no block is rendered any more when this returns, unless a hook of the device calls it.
    package func endPacing() {
        let pacer = control.withLock { control in
            defer { control.pacer = nil }
            return control.pacer
        }
        pacer?.end()
        if pacer != nil { control.withLock { $0.setNow(max($0.pacedNow, $0.now)) } }
    }

    /// Indicates whether a paced device renders no blocks because nothing needs them.
    ///
    /// A new stream, hook or sink makes a block begin at once.
    package var isResting: Bool { control.withLock(\.pacer)?.rests ?? false }

    /// Indicates whether no stream, glide, hook, sink or script needs a block.
    var isAtRest: Bool {
        let isAlone = control.withLock { control in
            control.script.isEmpty && control.hooksBefore.allSatisfy(\.isCancelled)
                && control.hooksAfter.allSatisfy(\.isCancelled) && control.sinks.allSatisfy(\.isCancelled)
        }
        return isAlone && mixer.isAtRest && renderGate.withLock { _ in volumeControl.hasLanded }
    }

    /// Wakes a resting device, so that it renders again.
    func wakePacer() { control.withLock(\.pacer)?.wake() }

    package var isPaced: Bool { control.withLock { $0.pacer != nil } }

    func renderPacedBlock(hostNanoseconds: UInt64) {
        control.withLock { $0.setNow(Moment(nanoseconds: Int64(hostNanoseconds))) }
        renderBlock()
    }

    func countLateCycle() { control.withLock { $0.lateCycles += 1 } }
}
