import CSystemd

/// A value with its exact type on the bus, for the interfaces of others.
package indirect enum BusValue: Sendable, Hashable {
    case bool(Bool)
    case uint16(UInt16)
    case text(String)
    case path(String)
    case bytes([UInt8])
    case texts([String])
    /// Named values of any types, `a{sv}`.
    case properties([Entry])
    /// A dictionary of texts or paths, by the letter of its keys, to values of one signature.
    case dictionary(key: Character, of: String, [Entry])

    /// A name and its value.
    package struct Entry: Sendable, Hashable {
        package var name: String
        package var value: BusValue

        package init(_ name: String, _ value: BusValue) { (self.name, self.value) = (name, value) }
    }

    /// The type on the bus.
    package var signature: String {
        switch self {
        case .bool: "b"
        case .uint16: "q"
        case .text: "s"
        case .path: "o"
        case .bytes: "ay"
        case .texts: "as"
        case .properties: "a{sv}"
        case .dictionary(let key, let of, _): "a{\(key)\(of)}"
        }
    }
}

extension BusMessage {
    /// Appends a value.
    ///
    /// - Returns: False when the message cannot take it.
    func append(_ value: BusValue) -> Bool {
        switch value {
        case .bool(let value): basic(Int32(value ? 1 : 0), "b")
        case .uint16(let value): basic(value, "q")
        case .text(let text): basic(text, "s")
        case .path(let path): basic(path, "o")
        case .bytes(let bytes): container("a", "y") { bytes.allSatisfy { basic($0, "y") } }
        case .texts(let texts): container("a", "s") { texts.allSatisfy { basic($0, "s") } }
        case .properties(let entries): append(.dictionary(key: "s", of: "v", entries))
        case .dictionary(let key, let of, let entries):
            container("a", "{\(key)\(of)}") {
                entries.allSatisfy { entry in
                    container("e", "\(key)\(of)") {
                        basic(entry.name, key)
                            && (of == "v"
                                ? container("v", entry.value.signature) { append(entry.value) }
                                : entry.value.signature == of && append(entry.value))
                    }
                }
            }
        }
    }

    private func container(_ type: Character, _ contents: String, _ fill: () -> Bool) -> Bool {
        cbus_open(raw, type.cChar, contents) >= 0 && fill() && cbus_close_container(raw) >= 0
    }

    private func basic<Basic: BitwiseCopyable>(_ value: Basic, _ type: Character) -> Bool {
        withUnsafePointer(to: value) { cbus_append_basic(raw, type.cChar, $0) >= 0 }
    }

    private func basic(_ text: String, _ type: Character) -> Bool {
        // D-Bus ends a text at its first zero byte.
        !text.utf8.contains(0) && text.withCString { cbus_append_basic(raw, type.cChar, $0) >= 0 }
    }
}

extension BusLink {
    /// Calls a method with values of exact types.
    package func call(
        _ method: BusMethod, typed values: [BusValue], seconds: Double, answered: ((BusMessage) -> Void)?
    ) throws(BusError) {
        try call(method, seconds: seconds, answered: answered) { message in values.allSatisfy(message.append) }
    }

    /// Replies to a method call with values of exact types.
    package func reply(to call: BusMessage, typed values: [BusValue]) throws(BusError) {
        try send(
            { message in cbus_new_reply(call.raw, &message) }, fill: { message in values.allSatisfy(message.append) })
    }

    /// Sends a signal with values of exact types to one name; nil for all connections on the bus.
    package func signal(
        to destination: String?, _ path: String, _ interface: String, _ member: String, typed values: [BusValue]
    ) throws(BusError) {
        try send(
            { message in
                let result = cbus_new_signal(bus, &message, path, interface, member)
                if result >= 0, let message, let destination { return cbus_set_destination(message, destination) }
                return result
            }, fill: { message in values.allSatisfy(message.append) })
    }
}
