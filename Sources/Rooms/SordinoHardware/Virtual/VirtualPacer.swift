import Glibc
import SordinoPolicy
import SordinoRealtime
import Synchronization

/// The thread of a paced device.
final class VirtualPacer: @unchecked Sendable {
    private let ends = Atomic(false)
    private var thread = pthread_t()
    private let device: VirtualDevice

    init(_ device: VirtualDevice) { self.device = device }

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
        ends.store(true, ordering: .releasing)
        if pthread_equal(pthread_self(), thread) == 0 { pthread_join(thread, nil) } else { pthread_detach(thread) }
    }

    private func run() {
        // An ordinary thread: nobody hears a late block, and a program that loops for ever must not hold the machine.
        var due = HostClock.now()
        while !ends.load(ordering: .acquiring) {
            let timing = device.timing
            device.renderPacedBlock(hostNanoseconds: due)
            due += UInt64(Double(timing.blockFrames) * 1e9 / timing.sampleRate)
            let end = HostClock.now()
            if end > due {
                device.countLateCycle()
                // After a long stall the device goes on from here instead of hurrying after lost time.
                if end - due > 100_000_000 { due = end }
            }
            ThreadPriority.sleep(untilHostTime: due)
        }
    }
}

extension VirtualDevice {
    /// Renders block after block in real time from now on, on a thread of the device's own, until `endPacing`.
    ///
    /// `now` is the host's monotonic clock meanwhile, and a block's first frame is at the moment at which the block was due.
    /// What was played goes nowhere but to sinks and recordings.
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

    package var isPaced: Bool { control.withLock { $0.pacer != nil } }

    func renderPacedBlock(hostNanoseconds: UInt64) {
        control.withLock { $0.setNow(Moment(nanoseconds: Int64(hostNanoseconds))) }
        renderBlock()
    }

    func countLateCycle() { control.withLock { $0.lateCycles += 1 } }
}
