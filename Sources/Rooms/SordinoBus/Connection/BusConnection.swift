import CSystemd
import Glibc
import SordinoWork
import Synchronization

/// The address of a bus.
package enum BusAddress: Hashable, Sendable {
    /// The user's session bus.
    case user
    case system
    /// A D-Bus address, such as `unix:path=/run/bus`.
    case at(String)
}

/// One connection to a bus with its own thread.
///
/// One thread at a time uses sd-bus: the connection's own, or while that one sleeps a thread that waits for a reply
/// (`+Asking`). That thread runs the jobs and the handlers.
package final class BusConnection: Sendable {
    /// The thread that may use sd-bus now.
    enum Holder: Equatable {
        /// The connection's own thread, awake.
        case ownThread
        /// No thread: the connection's own thread sleeps.
        case nobody
        /// A thread that asks and reads its answer itself.
        case asking(thread: UInt)
    }

    struct State {
        var jobs = BoundedQueue<@Sendable (BusLink) -> Void>(capacity: BusConnection.jobCapacity)
        /// Indicates whether more jobs came than the queue holds: the bus accepts nothing, and the connection ends.
        var isStuck = false
        var hasEnded = false
        var onClose: (@Sendable () -> Void)?
        var thread: UInt = 0
        var holder = Holder.ownThread
        /// The time at which the connection's own thread wakes without a message: absolute monotonic microseconds.
        var sleepsUntil = UInt64.max
        /// The events of the bus that wake the connection's own thread.
        var armedEvents: UInt32 = 0
    }

    /// Jobs that wait for the connection.
    ///
    /// More wait only while the bus takes nothing; then the connection ends as one that broke.
    package static let jobCapacity = 65_536

    let state = Mutex(State())
    let link: BusLink
    /// The bus that it is on.
    package let address: BusAddress
    /// Indicates whether what comes passes a gate.
    package var isGated: Bool { link.output != nil }
    /// The descriptor that the connection's own thread sleeps on: the bus, unless another thread asks, and
    /// `wakeDescriptor`.
    private let sleeping: Int32
    private let wakeDescriptor: Int32
    /// Wakes the thread that asks.
    let askingWakeDescriptor: Int32

    /// Connects.
    ///
    /// - Parameters:
    ///   - isGated: Whether what comes passes a `BusGate`, as it should where strangers send.
    ///   - isProxied: Whether the bus is behind the proxy of a sandbox.
    ///   - onClose: Called once on the connection's thread when the bus ends the connection; not after `close`.
    package init(
        _ address: BusAddress, isGated: Bool = false, isProxied: Bool = ProxiedBus.isExpected,
        onClose: @escaping @Sendable () -> Void = {}
    ) throws(BusError) {
        var bus: OpaquePointer?
        let gate = isGated ? BusGate(address) : nil
        let result =
            if let gate {
                cbus_open_descriptors(&bus, gate.input, gate.output)
            } else if address != .system, isProxied, let proxied = ProxiedBus.open(address) {
                ProxiedBus.take(proxied, &bus)
            } else {
                switch address {
                case .user: cbus_open_user(&bus)
                case .system: cbus_open_system(&bus)
                case .at(let address): cbus_open_address(&bus, address)
                }
            }
        guard result >= 0, let bus else { throw .disconnected(errno: -result) }
        let link = BusLink(bus: bus, gate: gate)
        self.link = link
        self.address = address
        wakeDescriptor = cbus_new_wake_descriptor()
        askingWakeDescriptor = cbus_new_wake_descriptor()
        sleeping = cbus_new_sleep()
        guard wakeDescriptor >= 0, askingWakeDescriptor >= 0, sleeping >= 0,
            cbus_sleep_add(sleeping, wakeDescriptor, UInt32(POLLIN)) >= 0,
            cbus_sleep_add(sleeping, link.descriptor, 0) >= 0,
            link.output.map({ cbus_sleep_add(sleeping, $0, 0) >= 0 }) ?? true
        else {
            let reason = errno
            cbus_close(bus)
            // The descriptors that are there are closed with this object.
            throw .disconnected(errno: reason)
        }
        state.withLock { $0.onClose = onClose }
        if gate != nil { try? link.refuseCalls(to: BusGate.path) }
        startThread { [self] in run() }
    }

    /// Runs `job` with the connection, after all that were given before.
    ///
    /// - Returns: False when the connection has ended; the job does not run.
    @discardableResult
    package func perform(_ job: @escaping @Sendable (BusLink) -> Void) -> Bool {
        state.withLock { state in
            guard !state.hasEnded, !state.isStuck else { return false }
            let isTaken = state.jobs.append(job)
            state.isStuck = !isTaken
            wakeHolder(state)
            return isTaken
        }
    }

    /// Calls `done` once the connection's thread and its gate's have gone on, and at once where the connection has ended.
    package func prove(_ done: @escaping @Sendable () -> Void) {
        if !perform({ link in link.proveGate(done) }) { done() }
    }

    /// Ends the connection soon; jobs that were given before still run.
    package func close() {
        state.withLock { state in
            state.onClose = nil
            state.hasEnded = true
            wakeHolder(state)
        }
    }

    /// Indicates whether the running code was called by the connection: it must not wait for a reply.
    package var isOnOwnThread: Bool {
        let thread = UInt(pthread_self())
        return state.withLock { $0.thread == thread || $0.holder == .asking(thread: thread) }
    }

    /// Wakes the thread that has the connection, so that it takes new jobs.
    private func wakeHolder(_ state: State) {
        switch state.holder {
        // It looks before it sleeps.
        case .ownThread: break
        case .nobody: ring(wakeDescriptor)
        case .asking(let thread): if thread != UInt(pthread_self()) { ring(askingWakeDescriptor) }
        }
    }

    private func ring(_ descriptor: Int32) {
        var one: UInt64 = 1
        // The counter is far from full: a lost write would mean that the thread is awake anyway.
        _ = write(descriptor, &one, 8)
    }

    func silence(_ descriptor: Int32) {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }

    // MARK: Ownership of the bus

    /// Takes the connection for the calling thread.
    ///
    /// - Returns: False unless the own thread sleeps.
    func take() -> Bool {
        state.withLock { state in
            guard !state.hasEnded, state.holder == .nobody else { return false }
            state.holder = .asking(thread: UInt(pthread_self()))
            // Events of the bus do not wake the connection's own thread meanwhile.
            arm(0, &state)
            return true
        }
    }

    /// Gives the connection back; what is left to do is the own thread's.
    ///
    /// - Parameter isBroken: Whether the own thread has to find out what is the matter.
    func giveBack(isBroken: Bool) {
        state.withLock { state in
            state.holder = .nobody
            arm(UInt32(cbus_events(link.bus)), &state)
            // A deadline of 0 stands for messages that were read and not yet heard.
            if isBroken || state.hasEnded || !state.jobs.isEmpty || link.deadline < state.sleepsUntil {
                ring(wakeDescriptor)
            }
        }
    }

    /// Says what of the bus wakes the own thread.
    private func arm(_ events: UInt32, _ state: inout State) {
        guard events != state.armedEvents else { return }
        state.armedEvents = events
        guard let output = link.output else {
            cbus_sleep_change(sleeping, link.descriptor, events)
            return
        }
        cbus_sleep_change(sleeping, link.descriptor, events & ~UInt32(POLLOUT))
        cbus_sleep_change(sleeping, output, events & UInt32(POLLOUT))
    }

    // MARK: The thread

    private func run() {
        state.withLock { $0.thread = UInt(pthread_self()) }
        var isOpen = true
        while true {
            let hasEnded = runJobs()
            if let hasEnded, hasEnded { break }
            link.runLateJobs()
            // Replies that the bus does not take yet are not added to.
            while isOpen, !link.isCongested || link.canWrite {
                let result = cbus_process(link.bus)
                if result < 0 { isOpen = false }
                if result <= 0 || state.withLock({ !$0.jobs.isEmpty }) { break }
            }
            if !isOpen || !cbus_is_open(link.bus) || state.withLock({ $0.isStuck && !$0.hasEnded }) {
                endFromOutside()
                isOpen = false
                continue
            }
            sleep()
        }
        link.end()
    }

    /// Runs the jobs that are there.
    ///
    /// - Returns: Nil if there were some, otherwise whether the connection has ended.
    @discardableResult
    func runJobs() -> Bool? {
        let (jobs, hasEnded) = state.withLock { state in (state.jobs.takeAll(), state.hasEnded) }
        for job in jobs { job(link) }
        return jobs.isEmpty ? hasEnded : nil
    }

    // The last reference is gone, so no thread can write to the descriptors, and their numbers are free for other
    // files.
    deinit {
        for descriptor in [wakeDescriptor, askingWakeDescriptor, sleeping] where descriptor >= 0 {
            Glibc.close(descriptor)
        }
    }

    private func endFromOutside() {
        let onClose = state.withLock { state in
            defer { state.onClose = nil }
            state.hasEnded = true
            return state.onClose
        }
        onClose?()
    }

    /// Lets others have the connection until there is something to do.
    private func sleep() {
        let deadline = link.deadline
        let sleeps = state.withLock { state in
            guard state.jobs.isEmpty, !state.hasEnded, deadline != 0 else { return false }
            arm(link.isCongested ? UInt32(POLLOUT) : UInt32(cbus_events(link.bus)), &state)
            state.sleepsUntil = deadline
            state.holder = .nobody
            return true
        }
        guard sleeps else { return }
        var milliseconds = Self.milliseconds(until: deadline)
        while true {
            let woken = cbus_sleep(sleeping, wakeDescriptor, milliseconds)
            if woken > 0 { silence(wakeDescriptor) }
            let isMine = state.withLock { state in
                guard state.holder == .nobody else { return false }
                state.holder = .ownThread
                return true
            }
            if isMine { return }
            // A calling thread has the connection, and wakes this thread if work is left.
            milliseconds = -1
        }
    }

    /// Returns the longest time to sleep in milliseconds; -1 is for ever.
    static func milliseconds(until deadline: UInt64) -> Int32 {
        guard deadline != .max else { return -1 }
        let now = BusLink.microseconds
        return deadline <= now ? 0 : Int32(min((deadline - now) / 1_000 + 1, 60_000))
    }
}
