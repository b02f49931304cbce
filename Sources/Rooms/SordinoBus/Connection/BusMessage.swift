import CSystemd
import Glibc
import SordinoSession

/// The reason for which an operation on the bus failed.
package enum BusError: Error, Hashable, Sendable {
    /// There is no connection, or it ended. Trying again later may help.
    case disconnected(errno: Int32)
    /// The other side answered with an error of this name.
    case refused(name: String, text: String)
    /// No answer within the time.
    case timedOut
    /// A message that differs from the agreed signature.
    case malformed(String)
}

extension BusError: CustomStringConvertible {
    /// A sentence for people.
    package var description: String {
        switch self {
        case .disconnected(let number):
            "there is no connection to the message bus: \(String(cString: strerror(number)))"
        case .refused(let name, let text): text.isEmpty ? name : text
        case .timedOut: "the other side of the message bus does not answer"
        case .malformed(let text): text
        }
    }
}

/// One message on the bus, with the position at which reading or writing continues.
///
/// - Thread: the connection's only.
package struct BusMessage {
    /// The limits of one message; larger ones are refused before they are copied.
    enum Limit {
        /// A port's channels in a route in a snapshot are twelve deep.
        static let depth = 24
        static let values = 4_096
        /// In an answer that was asked for: the status of as many programs as there may be.
        static let answerValues = 262_144
        static let textBytes = 65_536
    }

    let raw: OpaquePointer
    /// Set on a reply that another connection sent than the one that was called; it is treated as an error.
    var isForged = false

    init(raw: OpaquePointer) { self.raw = raw }

    /// Keeps the message beyond the handler that was given it, until `letGo`.
    package func keep() { _ = cbus_message_ref(raw) }

    /// Gives back what `keep` took.
    package func letGo() { cbus_message_unref(raw) }

    package var sender: String? { cbus_message_sender(raw).map { String(cString: $0) } }
    package var path: String { cbus_message_path(raw).map { String(cString: $0) } ?? "" }
    package var interface: String? { cbus_message_interface(raw).map { String(cString: $0) } }
    package var member: String { cbus_message_member(raw).map { String(cString: $0) } ?? "" }
    package var signature: String { cbus_message_signature(raw).map { String(cString: $0) } ?? "" }

    /// The error that the message carries as an answer; nil for anything else.
    package var error: BusError? {
        if isForged { return Self.forgery }
        guard cbus_message_type(raw) == 3 else { return nil }
        let name = cbus_message_error_name(raw).map { String(cString: $0) } ?? ""
        if name == "org.freedesktop.DBus.Error.NoReply" || name == "org.freedesktop.DBus.Error.Timeout" {
            return .timedOut
        }
        if name == "org.freedesktop.DBus.Error.Disconnected" { return .disconnected(errno: 0) }
        return .refused(name: name, text: cbus_message_error_text(raw).map { String(cString: $0) } ?? "")
    }

    private static let forgery = BusError.malformed("the reply came from another program than the one that was called")

    // MARK: Writing

    /// Appends values by a signature of basic types, `a{sv}` and `as`.
    ///
    /// - Returns: False when the message cannot take them.
    func append(_ values: [WireValue], signature: String) -> Bool {
        var types = Substring(signature)
        for value in values {
            guard let type = types.popFirst() else { return false }
            if type == "a", types.first == "s" {
                types = types.dropFirst()
                guard appendTexts(value) else { return false }
                continue
            }
            if type == "a" { types = types.dropFirst(4) }
            guard append(value, type: type) else { return false }
        }
        return types.isEmpty
    }

    private func appendTexts(_ value: WireValue) -> Bool {
        guard case .list(let values) = value, cbus_open(raw, Character("a").cChar, "s") >= 0 else { return false }
        return values.allSatisfy { append($0, type: "s") } && cbus_close_container(raw) >= 0
    }

    private func append(_ value: WireValue, type: Character) -> Bool {
        switch (type, value) {
        case ("b", .bool(let value)): return append(Int32(value ? 1 : 0), "b")
        case ("x", .integer(let value)): return append(value, "x")
        case ("t", .integer(let value)): return append(value, "t")
        case ("i", .integer(let value)): return append(Int32(truncatingIfNeeded: value), "i")
        case ("u", .integer(let value)): return append(UInt32(truncatingIfNeeded: value), "u")
        case ("d", .real(let value)): return append(value, "d")
        case ("s", .text(let text)): return append(text)
        case ("o", .text(let path)): return path.withCString { cbus_append_basic(raw, Character("o").cChar, $0) >= 0 }
        case ("a", .record(let record)): return append(record)
        case ("v", let value): return appendVariant(value)
        default: return false
        }
    }

    private func append<Basic: BitwiseCopyable>(_ value: Basic, _ type: Character) -> Bool {
        withUnsafePointer(to: value) { cbus_append_basic(raw, type.cChar, $0) >= 0 }
    }

    private func append(_ text: String) -> Bool {
        // D-Bus ends a text at its first zero byte.
        !text.utf8.contains(0) && text.withCString { cbus_append_basic(raw, Character("s").cChar, $0) >= 0 }
    }

    private func append(_ record: WireRecord) -> Bool {
        guard cbus_open(raw, Character("a").cChar, "{sv}") >= 0 else { return false }
        for field in record.fields {
            guard append(field) else { return false }
        }
        return cbus_close_container(raw) >= 0
    }

    private func append(_ field: WireRecord.Field) -> Bool {
        switch field.value {
        case .bool(let value): return append(field.name, Int32(value ? 1 : 0), "b")
        case .integer(let value): return append(field.name, value, "x")
        case .real(let value): return append(field.name, value, "d")
        case .text(let path) where field.name == "mpris:trackid": return append(field.name, path: path)
        case .list(let texts) where field.name.hasPrefix("xesam:"): return append(field.name, texts: texts)
        case .text, .list, .record:
            return cbus_open(raw, Character("e").cChar, "sv") >= 0 && append(field.name) && appendVariant(field.value)
                && cbus_close_container(raw) >= 0
        }
    }

    /// Media players' properties have types of their own: a path, a list of texts.
    private func append(_ name: String, path: String) -> Bool {
        cbus_open(raw, Character("e").cChar, "sv") >= 0 && append(name)
            && cbus_open(raw, Character("v").cChar, "o") >= 0
            && append(.text(path), type: "o") && cbus_close_container(raw) >= 0 && cbus_close_container(raw) >= 0
    }

    private func append(_ name: String, texts: [WireValue]) -> Bool {
        cbus_open(raw, Character("e").cChar, "sv") >= 0 && append(name)
            && cbus_open(raw, Character("v").cChar, "as") >= 0 && appendTexts(.list(texts))
            && cbus_close_container(raw) >= 0 && cbus_close_container(raw) >= 0
    }

    private func append<Basic: BitwiseCopyable>(_ name: String, _ value: Basic, _ type: Character) -> Bool {
        guard !name.utf8.contains(0) else { return false }
        return name.withCString { name in
            withUnsafePointer(to: value) { cbus_append_entry(raw, name, type.cChar, $0) >= 0 }
        }
    }

    private func appendVariant(_ value: WireValue) -> Bool {
        let contents =
            switch value {
            case .bool: "b"
            case .integer: "x"
            case .real: "d"
            case .text: "s"
            case .list: "av"
            case .record: "a{sv}"
            }
        guard cbus_open(raw, Character("v").cChar, contents) >= 0 else { return false }
        let isThere: Bool
        if case .list(let values) = value {
            isThere =
                cbus_open(raw, Character("a").cChar, "v") >= 0 && values.allSatisfy(appendVariant)
                && cbus_close_container(raw) >= 0
        } else {
            isThere = append(value, type: contents.first ?? "s")
        }
        return isThere && cbus_close_container(raw) >= 0
    }

    // MARK: Reading

    /// Reads all values of a message whose signature has been compared.
    package func read(
        signature: String, isAnswer: Bool = false
    ) throws(BusError) -> [WireValue] {
        if isForged { throw Self.forgery }
        guard self.signature == signature else {
            throw .malformed("the signature \"\(self.signature.prefix(40))\" is not \"\(signature)\"")
        }
        var budget = isAnswer ? Limit.answerValues : Limit.values
        var values: [WireValue] = []
        while let value = try readNext(depth: 0, budget: &budget) { values.append(value) }
        return values
    }

    private func readNext(depth: Int, budget: inout Int) throws(BusError) -> WireValue? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        let there = cbus_peek(raw, &type, &contents)
        guard there > 0 else {
            if there < 0 { throw .malformed("the message cannot be read") }
            return nil
        }
        guard depth < Limit.depth else { throw .malformed("values are nested too deeply") }
        budget -= 1
        guard budget >= 0 else { throw .malformed("too many values in one message") }
        let inner = contents.map { String(cString: $0) } ?? ""
        switch Character(type) {
        case "b": return .bool(try basic(type, Int32(0)) != 0)
        case "y": return .integer(Int64(try basic(type, UInt8(0))))
        case "n": return .integer(Int64(try basic(type, Int16(0))))
        case "q": return .integer(Int64(try basic(type, UInt16(0))))
        case "i": return .integer(Int64(try basic(type, Int32(0))))
        case "u": return .integer(Int64(try basic(type, UInt32(0))))
        case "x", "t": return .integer(try basic(type, Int64(0)))
        case "d": return .real(try basic(type, 0.0))
        case "s", "o", "g": return .text(try text(type))
        case "v":
            try enter(type, inner)
            guard let value = try readNext(depth: depth + 1, budget: &budget) else {
                throw .malformed("an empty variant")
            }
            try exit()
            return value
        case "a" where inner == "{sv}": return .record(try variants(depth: depth, budget: &budget))
        case "a" where ["{s", "{o", "{q", "{y"].contains(inner.prefix(2)):
            return .record(try dictionary(inner, depth: depth, budget: &budget))
        case "a" where !inner.hasPrefix("{"), "r":
            try enter(type, inner)
            var values: [WireValue] = []
            while let value = try readNext(depth: depth + 1, budget: &budget) { values.append(value) }
            try exit()
            return .list(values)
        default: throw .malformed("values of the type \"\(Character(type))\(inner.prefix(20))\" are not understood")
        }
    }

    /// Named values, as nearly everything here travels.
    private func variants(depth: Int, budget: inout Int) throws(BusError) -> WireRecord {
        var record = WireRecord()
        try enter(Character("a").cChar, "{sv}")
        var name: UnsafePointer<CChar>?
        var signature: UnsafePointer<CChar>?
        while true {
            let there = cbus_enter_entry(raw, &name, &signature)
            guard there > 0, let name else {
                if there < 0 { throw .malformed("the message cannot be read") }
                break
            }
            // Name and variant; the value itself counts below.
            budget -= 2
            guard let value = try readNext(depth: depth + 2, budget: &budget) else {
                throw .malformed("an empty variant")
            }
            record.add(try text(name), value)
            if cbus_exit_entry(raw) < 0 { throw .malformed("the message cannot be read") }
        }
        try exit()
        return record
    }

    /// A dictionary whose keys are texts, paths or small numbers.
    private func dictionary(_ entry: String, depth: Int, budget: inout Int) throws(BusError) -> WireRecord {
        var record = WireRecord()
        try enter(Character("a").cChar, entry)
        while cbus_enter(raw, Character("e").cChar, String(entry.dropFirst().dropLast())) > 0 {
            guard let name = try readNext(depth: depth + 1, budget: &budget),
                let value = try readNext(depth: depth + 1, budget: &budget)
            else { throw .malformed("an entry without name or value") }
            switch name {
            case .text(let name): record.add(name, value)
            case .integer(let number): record.add(String(number), value)
            default: throw .malformed("an entry without a name")
            }
            try exit()
        }
        try exit()
        return record
    }

    private func enter(_ type: CChar, _ contents: String) throws(BusError) {
        if cbus_enter(raw, type, contents) <= 0 { throw .malformed("the message cannot be read") }
    }

    private func exit() throws(BusError) {
        if cbus_exit(raw) < 0 { throw .malformed("the message cannot be read") }
    }

    private func basic<Basic: BitwiseCopyable>(_ type: CChar, _ empty: Basic) throws(BusError) -> Basic {
        var value = empty
        if cbus_read_basic(raw, type, &value) <= 0 { throw .malformed("the message cannot be read") }
        return value
    }

    private func text(_ type: CChar) throws(BusError) -> String {
        var text: UnsafePointer<CChar>?
        guard cbus_read_basic(raw, type, &text) > 0, let text else {
            throw .malformed("the message cannot be read")
        }
        return try self.text(text)
    }

    private func text(_ text: UnsafePointer<CChar>) throws(BusError) -> String {
        // Measured before it is copied.
        guard strnlen(text, Limit.textBytes + 1) <= Limit.textBytes else { throw .malformed("a text is too long") }
        // sd-bus has checked that it is UTF-8.
        return String(cString: text)
    }
}

extension Character {
    /// The letter as C has it; D-Bus's letters are ASCII.
    var cChar: CChar { CChar(asciiValue ?? 0) }

    fileprivate init(_ letter: CChar) { self.init(Unicode.Scalar(UInt8(bitPattern: letter))) }
}
