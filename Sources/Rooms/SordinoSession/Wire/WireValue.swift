/// A small tree of values that travels between programs and the service and that logs hold.
///
/// One form for two ways of writing: D-Bus (`b x d s av a{sv}`) and lines of JSON.
package indirect enum WireValue: Hashable, Sendable {
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case text(String)
    case list([WireValue])
    case record(WireRecord)
}

/// Named values in a stated order.
package struct WireRecord: Hashable, Sendable {
    /// One name with its value.
    package struct Field: Hashable, Sendable {
        package let name: String
        package let value: WireValue
    }

    package private(set) var fields: [Field] = []

    package init() {}

    package var isEmpty: Bool { fields.isEmpty }

    /// The value with this name.
    package subscript(name: String) -> WireValue? { fields.first { $0.name == name }?.value }

    /// Adds a value; the name must be new.
    package mutating func add(_ name: String, _ value: WireValue) { fields.append(Field(name: name, value: value)) }

    /// Adds a value under a name.
    package mutating func add(_ name: String, _ value: some WireCodable) { add(name, value.wireValue) }

    /// Adds a value if there is one.
    package mutating func add(_ name: String, _ value: (some WireCodable)?) {
        if let value { add(name, value.wireValue) }
    }

    /// Adds all fields of another record.
    package mutating func add(_ other: WireRecord) { fields += other.fields }
}

/// The difference between an outside value and the expected one: a sentence for its sender.
package struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
    package let sentence: String

    package init(_ sentence: String) { self.sentence = sentence }

    package var description: String { sentence }
}

/// A type that can be written as a `WireValue` and read back.
package protocol WireCodable: WirePart {
    var wireValue: WireValue { get }

    /// - Throws: When the value is not one of this type's.
    init(wire: WireValue) throws(WireError)
}

/// An enumeration whose cases have names on the wire.
package protocol WireNamed: WireCodable, Hashable {
    static var wireNames: [(name: String, value: Self)] { get }
}

extension WireNamed {
    package var wireValue: WireValue {
        guard let entry = Self.wireNames.first(where: { $0.value == self }) else {
            preconditionFailure("\(Self.self) has a case without a name on the wire")
        }
        return .text(entry.name)
    }

    package init(wire: WireValue) throws(WireError) {
        let name = try String(wire: wire)
        guard let entry = Self.wireNames.first(where: { $0.name == name }) else {
            throw WireError("\"\(name.prefix(40))\" is none of: \(Self.wireNames.map(\.name).joined(separator: ", "))")
        }
        self = entry.value
    }
}

/// A type that travels as its raw value.
package protocol WireRaw: WireCodable, RawRepresentable where RawValue: WireCodable {}

extension WireRaw {
    package var wireValue: WireValue { rawValue.wireValue }

    package init(wire: WireValue) throws(WireError) {
        let raw = try RawValue(wire: wire)
        guard let value = Self(rawValue: raw) else { throw WireError("\(raw) is not a \(Self.self)") }
        self = value
    }
}

// MARK: - Plain values

extension Bool: WireCodable {
    package var wireValue: WireValue { .bool(self) }

    package init(wire: WireValue) throws(WireError) {
        guard case .bool(let value) = wire else { throw WireError("a truth value is expected") }
        self = value
    }
}

extension String: WireCodable {
    package var wireValue: WireValue { .text(self) }

    package init(wire: WireValue) throws(WireError) {
        guard case .text(let value) = wire else { throw WireError("a text is expected") }
        self = value
    }
}

extension WireCodable where Self: FixedWidthInteger {
    package var wireValue: WireValue { .integer(Int64(truncatingIfNeeded: self)) }

    package init(wire: WireValue) throws(WireError) {
        guard case .integer(let value) = wire else { throw WireError("a whole number is expected") }
        // 64 unsigned bits travel as signed ones.
        let isWide = Self.bitWidth == 64
        guard let exact = isWide ? Self(truncatingIfNeeded: value) : Self(exactly: value) else {
            throw WireError("the number \(value) is out of range")
        }
        self = exact
    }
}

extension Int: WireCodable {}
extension Int64: WireCodable {}
extension UInt: WireCodable {}
extension UInt32: WireCodable {}

extension Double: WireCodable {
    package var wireValue: WireValue { .real(self) }

    package init(wire: WireValue) throws(WireError) {
        switch wire {
        case .real(let value): self = value
        case .integer(let value): self = Double(value)
        // JSON has no such numbers.
        case .text("nan"): self = .nan
        case .text("inf"): self = .infinity
        case .text("-inf"): self = -.infinity
        case .bool, .text, .list, .record: throw WireError("a number is expected")
        }
    }
}

extension Float: WireCodable {
    package var wireValue: WireValue { .real(Double(self)) }

    package init(wire: WireValue) throws(WireError) { self = Float(try Double(wire: wire)) }
}

extension Array: WirePart where Element: WireCodable {}

extension Array: WireCodable where Element: WireCodable {
    package var wireValue: WireValue { .list(map(\.wireValue)) }

    package init(wire: WireValue) throws(WireError) {
        guard case .list(let values) = wire else { throw WireError("a list is expected") }
        self = []
        reserveCapacity(values.count)
        for value in values { append(try Element(wire: value)) }
    }
}

// MARK: - Reading records

/// Takes the fields of a record one by one; `finish` refuses a record that has others.
package struct WireReader {
    private let fields: [WireRecord.Field]
    private var taken = 0

    package init(_ value: WireValue) throws(WireError) {
        guard case .record(let record) = value else { throw WireError("named values are expected") }
        try self.init(record)
    }

    package init(_ record: WireRecord) throws(WireError) {
        fields = record.fields
        for (index, field) in fields.enumerated() where fields[..<index].contains(where: { $0.name == field.name }) {
            throw WireError("\"\(field.name.prefix(40))\" comes twice")
        }
    }

    /// The value with this name.
    package mutating func take<Value: WireCodable>(_ name: String, as type: Value.Type = Value.self)
        throws(WireError) -> Value
    {
        guard let value = try takeIfThere(name, as: type) else { throw WireError("\"\(name)\" is missing") }
        return value
    }

    /// The value with this name, or nil.
    package mutating func takeIfThere<Value: WireCodable>(_ name: String, as type: Value.Type = Value.self)
        throws(WireError) -> Value?
    {
        guard let field = fields.first(where: { $0.name == name }) else { return nil }
        taken += 1
        do {
            return try Value(wire: field.value)
        } catch {
            throw WireError("\(name): \(error.sentence)")
        }
    }

    /// Checks that all fields were read.
    ///
    /// - Throws: `WireError` that names the fields that were not read.
    package func finish() throws(WireError) {
        if taken != fields.count {
            throw WireError("unknown names: \(fields.map { String($0.name.prefix(40)) }.joined(separator: ", "))")
        }
    }
}

/// A record that stands for itself.
extension WireRecord: WireCodable {
    package var wireValue: WireValue { .record(self) }

    package init(wire: WireValue) throws(WireError) {
        guard case .record(let record) = wire else { throw WireError("named values are expected") }
        self = record
    }
}

/// A value of any kind travels as itself.
extension WireValue: WireCodable {
    package var wireValue: WireValue { self }

    package init(wire: WireValue) { self = wire }
}
