import Foundation
import Glibc
import Synchronization

/// A message bus with one client, whose other programs exist only in a test: the test answers each call of the client, or leaves
/// it unanswered, and speaks in the name of any program.
///
/// Source: D-Bus Specification 0.43, "Message Format" and "Authentication Protocol".
package final class ScriptedBus: Sendable {
    /// A call of the client.
    package struct Call: Sendable {
        package let serial: UInt32
        package let destination: String
        package let member: String
        /// The error's name, for a reply that is an error.
        package let error: String
        /// The serial number of the call that this answers; 0 for a call.
        package let replied: UInt32
        /// The texts among its arguments, as far as they come first.
        package let texts: [String]
    }

    /// The arguments of a message.
    package struct Values: Sendable {
        fileprivate var signature = ""
        fileprivate var bytes: [UInt8] = []

        package init() {}

        package static func text(_ text: String) -> Values { Values().adding(text) }

        package static func number(_ number: UInt32) -> Values {
            var values = Values()
            values.signature = "u"
            values.bytes.add(number)
            return values
        }

        package static func texts(_ texts: [String]) -> Values {
            var values = Values()
            values.signature = "as"
            var list: [UInt8] = []
            for text in texts { list.add(text) }
            values.bytes.add(UInt32(list.count))
            values.bytes += list
            return values
        }

        /// A text in a variant.
        package static func variant(_ text: String) -> Values {
            var values = Values()
            values.signature = "v"
            values.bytes = [1, UInt8(ascii: "s"), 0]
            values.bytes.add(text)
            return values
        }

        /// A record of numbers, as `GetConnectionCredentials` returns it.
        package static func numbers(_ numbers: [(String, UInt32)]) -> Values {
            var values = Values()
            values.signature = "a{sv}"
            var list: [UInt8] = []
            for (name, number) in numbers {
                list.pad(to: 8)
                list.add(name)
                list += [1, UInt8(ascii: "u"), 0]
                list.add(number)
            }
            values.bytes.add(UInt32(list.count))
            values.bytes.pad(to: 8)
            values.bytes += list
            return values
        }

        package func adding(_ text: String) -> Values {
            var values = self
            values.signature += "s"
            values.bytes.add(text)
            return values
        }
    }

    /// The name of the client.
    package static let client = ":1.1"
    private static let bus = "org.freedesktop.DBus"

    package let address: String
    private let folder: URL
    private let listener: Int32
    private struct State {
        var client: Int32 = -1
        var serial: UInt32 = 0
        var calls: [Call] = []
        var hasEnded = false
    }
    private let state = Mutex(State())
    private let answer: @Sendable (Call, ScriptedBus) -> Void

    /// Opens the bus.
    ///
    /// - Parameter answer: Called on a thread of the bus for each message of the client that the bus does not answer itself; it
    ///   answers by `reply`, now or later.
    package init(answer: @escaping @Sendable (Call, ScriptedBus) -> Void) throws {
        self.answer = answer
        folder = URL(fileURLWithPath: "/tmp/sordino-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appendingPathComponent("bus").path
        address = "unix:path=\(path)"
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var place = sockaddr_un()
        place.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let isBound = withUnsafePointer(to: &place) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                bind(listener, place, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isBound, listen(listener, 1) == 0 else { throw CocoaError(.fileWriteUnknown) }
        Thread { [weak self, listener] in
            let client = accept(listener, nil, nil)
            guard client >= 0 else { return }
            let isWanted = self?.state.withLock { state in
                if !state.hasEnded { state.client = client }
                return !state.hasEnded
            }
            if isWanted == true { Self.serve(client) { self } } else { close(client) }
        }.start()
    }

    deinit { end() }

    /// Ends the bus and removes its folder.
    package func end() {
        let (isFirst, client) = state.withLock { state in
            defer { state.hasEnded = true }
            return (!state.hasEnded, state.client)
        }
        guard isFirst else { return }
        shutdown(listener, Int32(SHUT_RDWR))
        if client >= 0 { shutdown(client, Int32(SHUT_RDWR)) }
        close(listener)
        try? FileManager.default.removeItem(at: folder)
    }

    /// All messages of the client that the bus did not answer itself.
    package var calls: [Call] { state.withLock { $0.calls } }

    // MARK: Speaking

    /// Answers a call in the name of the program that was called.
    package func reply(_ call: Call, _ values: Values = Values()) {
        send(type: 2, from: call.destination, values) { [(5, "u", $0(call.serial))] }
    }

    /// Answers a call with an error.
    package func refuse(_ call: Call) {
        send(type: 3, from: call.destination, Values()) {
            [(4, "s", Self.text("org.freedesktop.DBus.Error.Failed")), (5, "u", $0(call.serial))]
        }
    }

    /// Calls a method of the client.
    ///
    /// - Returns: The call's serial number, which its answer bears as `replied`.
    @discardableResult
    package func call(_ path: String, _ member: String, from sender: String) -> UInt32 {
        send(type: 1, from: sender, Values()) { _ in
            [(1, "o", Self.text(path)), (2, "s", Self.text("org.example.Test")), (3, "s", Self.text(member))]
        }
    }

    /// Says that a name has another owner now; empty for none.
    package func changeOwner(of name: String, from before: String, to owner: String) {
        send(type: 4, from: Self.bus, .text(name).adding(before).adding(owner)) { _ in
            [
                (1, "o", Self.text("/org/freedesktop/DBus")), (2, "s", Self.text(Self.bus)),
                (3, "s", Self.text("NameOwnerChanged")),
            ]
        }
    }

    private typealias Field = (code: UInt8, signature: String, value: [UInt8])

    private static func text(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.add(text)
        return bytes
    }

    @discardableResult
    private func send(
        type: UInt8, from sender: String, _ values: Values, _ fields: ((UInt32) -> [UInt8]) -> [Field]
    ) -> UInt32 {
        func number(_ number: UInt32) -> [UInt8] {
            var bytes: [UInt8] = []
            bytes.add(number)
            return bytes
        }
        var all = fields(number)
        all.append((6, "s", Self.text(Self.client)))
        all.append((7, "s", Self.text(sender)))
        if !values.signature.isEmpty {
            all.append((8, "g", [UInt8(values.signature.utf8.count)] + Array(values.signature.utf8) + [0]))
        }
        var array: [UInt8] = []
        for field in all {
            array.pad(to: 8)
            array += [field.code, 1] + Array(field.signature.utf8) + [0]
            if field.signature != "g" { array.pad(to: 4) }
            array += field.value
        }
        // Under the lock: messages of several threads are whole.
        return state.withLock { state in
            state.serial += 1
            var bytes: [UInt8] = [UInt8(ascii: "l"), type, 0, 1]
            for number in [UInt32(values.bytes.count), state.serial, UInt32(array.count)] { bytes.add(number) }
            bytes += array
            bytes.pad(to: 8)
            Self.write(bytes + values.bytes, to: state.client)
            return state.serial
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    // MARK: Listening

    private static func serve(_ client: Int32, _ bus: () -> ScriptedBus?) {
        defer { close(client) }
        var waiting: [UInt8] = []
        guard letIn(client, &waiting) else { return }
        while true {
            while let (call, length) = message(waiting) {
                waiting.removeFirst(length)
                bus()?.take(call)
            }
            guard read(client, into: &waiting) else { return }
        }
    }

    private static func read(_ client: Int32, into waiting: inout [UInt8]) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(client, &bytes, bytes.count, 0)
        if count > 0 { waiting += bytes.prefix(count) }
        return count > 0
    }

    /// Lets the client in without a look at what it is.
    private static func letIn(_ client: Int32, _ waiting: inout [UInt8]) -> Bool {
        while true {
            while let end = waiting.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: waiting[..<end].filter { $0 > 31 }, as: UTF8.self)
                waiting.removeFirst(end + 1)
                switch line {
                case "BEGIN": return true
                case "AUTH EXTERNAL": write(Array("DATA\r\n".utf8), to: client)
                case "NEGOTIATE_UNIX_FD": write(Array("ERROR\r\n".utf8), to: client)
                default: write(Array("OK 0123456789abcdef0123456789abcdef\r\n".utf8), to: client)
                }
            }
            guard read(client, into: &waiting) else { return false }
        }
    }

    private func take(_ call: Call) {
        if call.destination == Self.bus {
            switch call.member {
            case "Hello": return reply(call, .text(Self.client))
            case "AddMatch", "RemoveMatch": return reply(call)
            case "RequestName": return reply(call, .number(1))
            default: break
            }
        }
        state.withLock { $0.calls.append(call) }
        answer(call, self)
    }

    /// The first whole message of a stream.
    private static func message(_ bytes: [UInt8]) -> (Call, length: Int)? {
        guard bytes.count >= 16 else { return nil }
        func number(_ at: Int) -> Int {
            (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
        }
        func text(_ at: Int) -> String { String(decoding: bytes[(at + 4)..<(at + 4 + number(at))], as: UTF8.self) }
        func padded(_ at: Int, to alignment: Int) -> Int { (at + alignment - 1) / alignment * alignment }
        let fieldsEnd = 16 + number(12)
        let body = padded(fieldsEnd, to: 8)
        let length = body + number(4)
        guard bytes.count >= length else { return nil }
        var texts: [UInt8: String] = [:]
        var replied: UInt32 = 0
        var at = 16
        while at < fieldsEnd {
            let code = bytes[at]
            // Behind the code stand the signature's length, the signature of one letter, and a zero.
            switch bytes[at + 2] {
            case UInt8(ascii: "g"):
                let count = Int(bytes[at + 4])
                texts[code] = String(decoding: bytes[(at + 5)..<(at + 5 + count)], as: UTF8.self)
                at = padded(at + 6 + count, to: 8)
            case UInt8(ascii: "u"):
                if code == 5 { replied = UInt32(number(at + 4)) }
                at = padded(at + 8, to: 8)
            default:
                texts[code] = text(at + 4)
                at = padded(at + 9 + number(at + 4), to: 8)
            }
        }
        var arguments: [String] = []
        var place = body
        for letter in texts[8] ?? "" {
            guard letter == "s" else { break }
            place = padded(place - body, to: 4) + body
            arguments.append(text(place))
            place += 5 + number(place)
        }
        let call = Call(
            serial: UInt32(number(8)), destination: texts[6] ?? "", member: texts[3] ?? "", error: texts[4] ?? "",
            replied: replied, texts: arguments)
        return (call, length)
    }
}

extension [UInt8] {
    fileprivate mutating func pad(to alignment: Int) {
        while !count.isMultiple(of: alignment) { append(0) }
    }

    fileprivate mutating func add(_ number: UInt32) {
        pad(to: 4)
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    fileprivate mutating func add(_ text: String) {
        add(UInt32(text.utf8.count))
        append(contentsOf: text.utf8)
        append(0)
    }
}
