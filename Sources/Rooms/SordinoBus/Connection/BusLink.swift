import CSystemd
import Glibc
import SordinoSession

/// The operations on a bus that the present holder of its connection may perform.
///
/// Confined to that thread: it is handed to jobs and handlers and stays with them.
package final class BusLink: @unchecked Sendable {
    let bus: OpaquePointer
    private var slots: [OpaquePointer: Unmanaged<Handler>] = [:]
    /// The unique name of the owner of each name whose signals are received.
    var owners: [String: String] = [:]
    /// The maximum number of pending replies, objects and match rules.
    static let mostSlots = 4_096

    /// A call that the owner of a unique name, which may be any program, has not answered yet.
    private struct Unanswered {
        let slot: OpaquePointer
        let call: BusMessage
        let answered: (BusMessage) -> Void
    }
    /// In the order of the calls.
    private var unanswered: [UInt64: Unanswered] = [:]
    private var callCount: UInt64 = 0
    /// The maximum number of such calls.
    ///
    /// The oldest is given up for another one, so that programs that never answer leave room for questions to those that do.
    static let mostUnanswered = 1_024

    /// The descriptor that is ready when a message comes, and where that is another, the one that is when one can be written.
    let descriptor: Int32
    let output: Int32?
    private let gate: BusGate?

    init(bus: OpaquePointer, gate: BusGate? = nil) {
        self.bus = bus
        self.gate = gate
        descriptor = gate?.input ?? cbus_descriptor(bus)
        output = gate?.output
    }

    /// Calls `done` on the gate's thread; without a gate, on the calling thread before it returns.
    func proveGate(_ done: @escaping @Sendable () -> Void) {
        guard let gate else { return done() }
        gate.prove(done)
    }

    func end() {
        for (slot, handler) in slots {
            cbus_slot_free(slot)
            handler.release()
        }
        slots = [:]
        for call in unanswered.values { call.call.letGo() }
        unanswered = [:]
        cbus_close(bus)
        gate?.end()
    }

    /// A handler of messages; returns true if it handled the message.
    package typealias Hear = (BusLink, BusMessage) -> Bool

    private final class Handler {
        unowned let link: BusLink
        let hear: Hear
        /// For an answer: the slot to free once it has come.
        var slot: OpaquePointer?

        init(_ link: BusLink, _ hear: @escaping Hear) { (self.link, self.hear) = (link, hear) }
    }

    private static let receiveMessage: cbus_handler = { message, context in
        guard let context else { return 0 }
        let handler = Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue()
        return handler.hear(handler.link, BusMessage(raw: message)) ? 1 : 0
    }

    private func keep(
        _ hear: @escaping Hear, _ add: (inout OpaquePointer?, UnsafeMutableRawPointer) -> Int32
    ) throws(BusError) -> OpaquePointer {
        let handler = Unmanaged.passRetained(Handler(self, hear))
        var slot: OpaquePointer?
        let result = add(&slot, handler.toOpaque())
        guard result >= 0, let slot else {
            handler.release()
            throw .disconnected(errno: -result)
        }
        slots[slot] = handler
        return slot
    }

    private func forget(_ slot: OpaquePointer) {
        guard let handler = slots.removeValue(forKey: slot) else { return }
        cbus_slot_free(slot)
        handler.release()
    }

    // MARK: Names and objects

    package var uniqueName: String? {
        var name: UnsafePointer<CChar>?
        guard cbus_unique_name(bus, &name) >= 0 else { return nil }
        return name.map { String(cString: $0) }
    }

    /// Takes a name on the bus.
    ///
    /// - Returns: False if another connection owns the name.
    package func takeName(_ name: String) -> Bool { cbus_request_name(bus, name, 0) >= 0 }

    /// Gives a name back.
    package func releaseName(_ name: String) { _ = cbus_release_name(bus, name) }

    /// Calls `hear` with all method calls on a path.
    package func addObject(_ path: String, _ hear: @escaping Hear) throws(BusError) {
        _ = try keep(hear) { slot, context in cbus_add_object(bus, &slot, path, false, Self.receiveMessage, context) }
    }

    /// Refuses all calls to a path as too many.
    func refuseCalls(to path: String) throws(BusError) {
        try addObject(path) { link, message in
            link.refuseAsBusy(message)
            return true
        }
    }

    /// Refuses a call because there are too many.
    package func refuseAsBusy(_ message: BusMessage) {
        try? refuse(message, BusInterface.Refusal.busy, "too many requests; try again later")
    }

    /// Receives the messages that fit a rule, from every sender; signals are received by `addMatch(from:)`.
    func match(_ rule: String, _ hear: @escaping Hear) throws(BusError) {
        _ = try keep(hear) { slot, context in cbus_add_match(bus, &slot, rule, Self.receiveMessage, context) }
    }

    /// The time at which there is work that no message announces: absolute monotonic microseconds; 0 is now, the
    /// largest value never.
    var deadline: UInt64 {
        var deadline = UInt64.max
        // Messages that were read wait, too, while the bus does not read.
        if isCongested || cbus_timeout(bus, &deadline) < 0 { deadline = .max }
        return lateJobs.reduce(deadline) { min($0, $1.at) }
    }

    /// Messages that wait because the bus does not read.
    var unwrittenCount: Int {
        var count: UInt64 = 0
        return cbus_unwritten_count(bus, &count) >= 0 ? Int(clamping: count) : 0
    }

    /// Indicates whether so much waits to be written that nothing more is read from a gate meanwhile.
    var isCongested: Bool { output != nil && unwrittenCount > Self.mostUnwritten }
    private static let mostUnwritten = 1_024

    /// Indicates whether the bus takes something now.
    var canWrite: Bool {
        var source = pollfd(fd: output ?? descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&source, 1, 0) > 0
    }

    // MARK: Later

    private var lateJobs: [(at: UInt64, job: () -> Void)] = []

    /// The present time of the monotonic clock.
    static var microseconds: UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1_000
    }

    /// Runs `job` on the connection's thread after a time.
    package func perform(afterMicroseconds delay: UInt64, _ job: @escaping () -> Void) {
        lateJobs.append((Self.microseconds + delay, job))
    }

    /// Runs the jobs whose time has come.
    func runLateJobs() {
        guard !lateJobs.isEmpty else { return }
        let now = Self.microseconds
        let due = lateJobs.filter { $0.at <= now }
        lateJobs.removeAll { $0.at <= now }
        for late in due { late.job() }
    }

    // MARK: Saying

    /// Sends a signal to one name.
    package func signal(
        to destination: String, _ path: String, _ interface: String, _ member: String, _ values: [WireValue],
        signature: String
    ) throws(BusError) {
        try send(values, signature: signature) { message in
            let result = cbus_new_signal(bus, &message, path, interface, member)
            if result >= 0, let message { return cbus_set_destination(message, destination) }
            return result
        }
    }

    /// Broadcasts a signal to all connections on the bus.
    package func broadcast(
        _ path: String, _ interface: String, _ member: String, _ values: [WireValue], signature: String
    ) throws(BusError) {
        try send(values, signature: signature) { message in cbus_new_signal(bus, &message, path, interface, member) }
    }

    /// Replies to a method call with values of a D-Bus signature.
    package func reply(to call: BusMessage, _ values: [WireValue] = [], signature: String = "") throws(BusError) {
        try send(values, signature: signature) { message in cbus_new_reply(call.raw, &message) }
    }

    /// Answers a call with an error.
    package func refuse(_ call: BusMessage, _ name: String, _ text: String) throws(BusError) {
        try send([], signature: "") { message in cbus_new_error(call.raw, &message, name, text) }
    }

    /// Calls a method without waiting for the reply.
    ///
    /// - Parameter answered: Called with the reply, or an error once `seconds` have passed; nil asks for no reply.
    package func call(
        _ method: BusMethod, _ values: [WireValue] = [], signature: String = "", seconds: Double,
        answered: ((BusMessage) -> Void)?
    ) throws(BusError) {
        try call(method, seconds: seconds, answered: answered) { $0.append(values, signature: signature) }
    }

    /// Calls a method whose values `fill` appends.
    func call(
        _ method: BusMethod, seconds: Double, answered: ((BusMessage) -> Void)?, fill: (BusMessage) -> Bool
    ) throws(BusError) {
        var message: OpaquePointer?
        let result = cbus_new_call(
            bus, &message, method.destination, method.path, method.interface, method.member)
        guard result >= 0, let message else { throw .disconnected(errno: -result) }
        defer { cbus_message_unref(message) }
        guard fill(BusMessage(raw: message)) else {
            throw .malformed("\(method.member) does not take these values")
        }
        guard let answered else {
            _ = cbus_expect_no_reply(message)
            let sent = cbus_send(bus, message)
            if sent < 0 { throw .disconnected(errno: -sent) }
            return
        }
        var own: OpaquePointer?
        callCount += 1
        let number = callCount
        let isToUniqueName = method.destination.hasPrefix(":")
        if isToUniqueName, unanswered.count >= Self.mostUnanswered, let oldest = unanswered.keys.min() {
            giveUp(oldest)
        }
        guard slots.count < Self.mostSlots else { throw .disconnected(errno: ENOBUFS) }
        let slot = try keep(
            { link, answer in
                var answer = answer
                answer.isForged = !link.isAnswer(answer, from: method.destination)
                link.unanswered.removeValue(forKey: number)?.call.letGo()
                answered(answer)
                // Freed after sd-bus is done with the handler that is running.
                if let own { link.finished.append(own) }
                return true
            },
            { slot, context in
                cbus_call_async(bus, &slot, message, Self.receiveMessage, context, UInt64(seconds * 1e6))
            })
        own = slot
        if isToUniqueName {
            let call = BusMessage(raw: message)
            call.keep()
            unanswered[number] = Unanswered(slot: slot, call: call, answered: answered)
        }
        freeFinished()
    }

    /// Answers a call here with an error.
    private func giveUp(_ number: UInt64) {
        guard let given = unanswered.removeValue(forKey: number) else { return }
        forget(given.slot)
        var error: OpaquePointer?
        let text = "the program has not answered, and other calls wait"
        if cbus_new_error(given.call.raw, &error, "org.freedesktop.DBus.Error.NoReply", text) >= 0, let error {
            given.answered(BusMessage(raw: error))
            cbus_message_unref(error)
        }
        given.call.letGo()
    }

    /// Slots of calls that have been answered.
    private var finished: [OpaquePointer] = []

    private func freeFinished() {
        for slot in finished { forget(slot) }
        finished.removeAll(keepingCapacity: true)
    }

    private func send(
        _ values: [WireValue], signature: String, _ make: (inout OpaquePointer?) -> Int32
    ) throws(BusError) {
        try send(make) { $0.append(values, signature: signature) }
    }

    /// Sends a message whose values `fill` appends.
    func send(_ make: (inout OpaquePointer?) -> Int32, fill: (BusMessage) -> Bool) throws(BusError) {
        var message: OpaquePointer?
        let result = make(&message)
        guard result >= 0, let message else { throw .disconnected(errno: -result) }
        defer { cbus_message_unref(message) }
        guard fill(BusMessage(raw: message)) else { throw .malformed("the message does not take these values") }
        let sent = cbus_send(bus, message)
        if sent < 0 { throw .disconnected(errno: -sent) }
    }
}

/// The address and the name of a method.
package struct BusMethod: Sendable {
    package var destination: String
    package var path: String
    package var interface: String
    package var member: String

    package init(destination: String, path: String, interface: String, member: String) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
    }

    /// The question that every D-Bus client answers after all messages before it.
    package static func ping(_ destination: String) -> BusMethod {
        BusMethod(destination: destination, path: "/", interface: "org.freedesktop.DBus.Peer", member: "Ping")
    }
}
