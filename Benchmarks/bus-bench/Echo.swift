import CSystemd
import Glibc
import Synchronization

/// The peer: sd-bus with nothing around it, one boolean there and back.
final class Echo: Sendable {
    private let address: String
    private let isEnding = Atomic(false)

    init(address: String) { self.address = address }

    private func open() -> OpaquePointer? {
        var bus: OpaquePointer?
        return cbus_open_address(&bus, address) >= 0 ? bus : nil
    }

    /// Answers calls until `end`, on a thread of its own.
    func serve() {
        let thread = Unmanaged.passRetained(self)
        var id = pthread_t()
        pthread_create(
            &id, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Echo>.fromOpaque(context).takeRetainedValue().answer()
                return nil
            }, thread.toOpaque())
        pthread_detach(id)
    }

    private func answer() {
        guard let bus = open() else { return }
        var slot: OpaquePointer?
        cbus_add_object(
            bus, &slot, "/echo", false,
            { message, context in
                var value: Int32 = 0
                var reply: OpaquePointer?
                cbus_read_basic(message, CChar(UInt8(ascii: "b")), &value)
                guard cbus_new_reply(message, &reply) >= 0, let reply, let context else { return -1 }
                cbus_append_basic(reply, CChar(UInt8(ascii: "b")), &value)
                cbus_send(OpaquePointer(context), reply)
                cbus_message_unref(reply)
                return 1
            }, UnsafeMutableRawPointer(bus))
        cbus_request_name(bus, "org.example.Echo", 0)
        while !isEnding.load(ordering: .relaxed) {
            if cbus_process(bus) == 0 { cbus_wait(bus, 100_000) }
        }
        cbus_close(bus)
    }

    func end() { isEnding.store(true, ordering: .relaxed) }

    /// Calls `count` times.
    ///
    /// - Returns: Nanoseconds of each round trip; empty without an answer.
    func measure(count: Int) -> [Int] {
        guard let bus = open() else { return [] }
        defer { cbus_close(bus) }
        var times: [Int] = []
        // The peer may still be about to take its name.
        let deadline = now() + 5_000_000_000
        while !trip(bus) { guard now() < deadline else { return [] } }
        for round in -100..<count {
            let start = now()
            guard trip(bus) else { return [] }
            if round >= 0 { times.append(now() - start) }
        }
        return times
    }

    private func trip(_ bus: OpaquePointer) -> Bool {
        var call: OpaquePointer?
        var reply: OpaquePointer?
        var value: Int32 = 1
        guard cbus_new_call(bus, &call, "org.example.Echo", "/echo", "org.example.Echo", "Say") >= 0, let call else {
            return false
        }
        defer { cbus_message_unref(call) }
        cbus_append_basic(call, CChar(UInt8(ascii: "b")), &value)
        var name = [CChar](repeating: 0, count: 8)
        var text = [CChar](repeating: 0, count: 8)
        guard cbus_call(bus, call, 5_000_000, &reply, &name, 8, &text, 8) >= 0, let reply else { return false }
        cbus_message_unref(reply)
        return true
    }
}

/// Monotonic nanoseconds.
func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
