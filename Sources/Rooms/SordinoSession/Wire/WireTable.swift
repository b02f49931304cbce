/// One field of a record: how it is written, read and compared.
package final class WireField<Whole>: Sendable {
    package let name: String
    let differs: @Sendable (Whole, Whole) -> Bool
    /// Nil leaves the field out.
    let encode: @Sendable (Whole) -> WireValue?
    let decode: @Sendable (inout Whole, WireValue) throws(WireError) -> Void
    /// Indicates whether a record without the field is refused.
    let isRequired: Bool
    /// The position of the field in the memory of the value: equal bytes mean equal values, which saves the comparison.
    let bytes: Range<Int>?

    init<Part: Equatable & SendableMetatype>(
        _ name: String, _ path: WritableKeyPath<Whole, Part> & Sendable, isRequired: Bool,
        encode: @escaping @Sendable (Part) -> WireValue?,
        decode: @escaping @Sendable (WireValue) throws(WireError) -> Part
    ) {
        self.name = name
        self.isRequired = isRequired
        differs = { $0[keyPath: path] != $1[keyPath: path] }
        self.encode = { encode($0[keyPath: path]) }
        self.decode = { (whole, value) throws(WireError) in whole[keyPath: path] = try decode(value) }
        bytes = MemoryLayout<Whole>.offset(of: path).map { $0..<$0 + MemoryLayout<Part>.size }
    }

    /// A field that every record has.
    package convenience init<Part: WireCodable & Equatable & SendableMetatype>(
        _ name: String, _ path: WritableKeyPath<Whole, Part> & Sendable
    ) {
        self.init(
            name, path, isRequired: true, encode: { $0.wireValue },
            decode: { (value) throws(WireError) in try Part(wire: value) })
    }

    /// A field that is always written and may be missing: the blank record's value stays.
    package convenience init<Part: WireCodable & Equatable & SendableMetatype>(
        _ name: String, mayMiss path: WritableKeyPath<Whole, Part> & Sendable
    ) {
        self.init(
            name, path, isRequired: false, encode: { $0.wireValue },
            decode: { (value) throws(WireError) in try Part(wire: value) })
    }

    /// A field that is left out where it has its usual value.
    package convenience init<Part: WireCodable & Equatable & SendableMetatype>(
        _ name: String, unless usual: Part, _ path: WritableKeyPath<Whole, Part> & Sendable
    ) where Part: Sendable {
        self.init(
            name, path, isRequired: false, encode: { $0 == usual ? nil : $0.wireValue },
            decode: { (value) throws(WireError) in try Part(wire: value) })
    }

    /// A field that is left out where there is no value.
    package convenience init<Part: WireCodable & Equatable & SendableMetatype>(
        _ name: String, ifThere path: WritableKeyPath<Whole, Part?> & Sendable
    ) {
        self.init(
            name, path, isRequired: false, encode: { $0?.wireValue },
            decode: { (value) throws(WireError) in try Part(wire: value) })
    }

    /// A text that may be missing travels as an empty one, so that a change to nothing travels too.
    package convenience init(_ name: String, optional path: WritableKeyPath<Whole, String?> & Sendable) {
        self.init(
            name, path, isRequired: true, encode: { .text($0 ?? "") },
            decode: { (value) throws(WireError) in
                let text = try String(wire: value)
                return text.isEmpty ? nil : text
            })
    }
}

/// A record whose fields are rows of one table, for both directions.
package protocol WireTabled: WireCodable {
    /// The value of fields that may be missing; the others are overwritten.
    static var blank: Self { get }
    /// In the order in which they are written.
    static var wireFields: [WireField<Self>] { get }
    /// Indicates whether a record with a field that no row names is refused.
    ///
    /// Programs hear so what they misspelt. A service may be newer than this program: of what it says, unknown fields are
    /// skipped.
    static var refusesUnknownFields: Bool { get }
}

extension WireTabled {
    package static var refusesUnknownFields: Bool { false }

    package var wireValue: WireValue {
        var record = WireRecord()
        for field in Self.wireFields { if let value = field.encode(self) { record.add(field.name, value) } }
        return .record(record)
    }

    package init(wire: WireValue) throws(WireError) {
        var reader = try WireReader(wire)
        self = Self.blank
        for field in Self.wireFields {
            guard let value = try reader.takeIfThere(field.name, as: WireValue.self) else {
                if field.isRequired { throw WireError("\"\(field.name)\" is missing") }
                continue
            }
            do {
                try field.decode(&self, value)
            } catch {
                throw WireError("\(field.name): \(error.sentence)")
            }
        }
        if Self.refusesUnknownFields { try reader.finish() }
    }
}

/// A value that stands in a record under a name, or is left out.
package protocol WirePart: Sendable {
    /// Adds the value to a record, if there is one.
    func add(to record: inout WireRecord, as name: String)
    /// Takes the value from a record.
    static func take(_ name: String, from reader: inout WireReader) throws(WireError) -> Self
}

extension WireCodable {
    package func add(to record: inout WireRecord, as name: String) { record.add(name, wireValue) }

    package static func take(_ name: String, from reader: inout WireReader) throws(WireError) -> Self {
        try reader.take(name)
    }
}

extension Optional: WirePart where Wrapped: WireCodable {
    package func add(to record: inout WireRecord, as name: String) { self?.add(to: &record, as: name) }

    package static func take(_ name: String, from reader: inout WireReader) throws(WireError) -> Self {
        try reader.takeIfThere(name)
    }
}

/// One case of an enumeration: its name and the names of its values.
package struct WireCase<Whole: Sendable>: Sendable {
    package let name: String
    /// The names of its values, in their order.
    package let fields: [String]
    /// The method of the device control by which callers make the case happen; nil for cases that no caller makes.
    package private(set) var control: ControlMethod?
    /// Adds the values if the whole is this case.
    let write: @Sendable (Whole, inout WireRecord) -> Bool
    let read: @Sendable (inout WireReader) throws(WireError) -> Whole

    /// A case without values.
    package init(_ name: String, _ value: Whole) where Whole: Equatable {
        self.name = name
        fields = []
        write = { whole, _ in whole == value }
        read = { (_) throws(WireError) in value }
    }

    /// A case with values.
    ///
    /// - Parameters:
    ///   - fields: The names of the values, in their order.
    ///   - make: The case itself.
    ///   - match: Returns the values of a whole that is this case, nil for any other.
    package init<each Part: WirePart>(
        _ name: String, _ fields: String..., make: @escaping @Sendable (repeat each Part) -> Whole,
        match: @escaping @Sendable (Whole) -> (repeat each Part)?
    ) {
        self.name = name
        self.fields = fields
        write = { whole, record in
            guard let parts = match(whole) else { return false }
            var index = 0
            for part in repeat each parts {
                part.add(to: &record, as: fields[index])
                index += 1
            }
            return true
        }
        read = { (reader) throws(WireError) in
            var index = 0
            func next<Value: WirePart>(_ type: Value.Type) throws(WireError) -> Value {
                defer { index += 1 }
                return try Value.take(fields[index], from: &reader)
            }
            return make(repeat try next((each Part).self))
        }
    }

    /// A case whose one value is a choice of its own: the fields of both are one record's.
    package init<Part: WireChoice>(
        _ name: String, spreading make: @escaping @Sendable (Part) -> Whole,
        match: @escaping @Sendable (Whole) -> Part?
    ) {
        self.name = name
        fields = []
        write = { whole, record in
            guard let part = match(whole) else { return false }
            part.write(to: &record)
            return true
        }
        read = { (reader) throws(WireError) in make(try Part(choosing: &reader)) }
    }

    /// Returns the case with a method of the device control.
    ///
    /// - Parameters:
    ///   - member: The method's name.
    ///   - types: The D-Bus type of each value, a letter each, with an "a" before it for a list.
    ///   - right: The right that a caller needs.
    ///   - isSimulation: Whether it is refused unless the service was told to take part in simulations.
    func by(
        _ member: String, _ types: String = "", right: ControlRight = .settings, isSimulation: Bool = false
    ) -> WireCase {
        var row = self
        var all: [String] = []
        for letter in types {
            if all.last == "a" { all[all.count - 1].append(letter) } else { all.append("\(letter)") }
        }
        row.control = ControlMethod(member: member, types: all, right: right, isSimulation: isSimulation)
        return row
    }
}

/// The method of the device control that makes an event happen; its arguments are the values of the event.
package struct ControlMethod: Sendable {
    package let member: String
    /// The D-Bus type of each argument.
    package let types: [String]
    /// The right that a caller needs.
    package let right: ControlRight
    /// Indicates whether it is refused unless the service was told to take part in simulations.
    package let isSimulation: Bool
}

/// A right of callers of the device control.
package enum ControlRight: String, CaseIterable, Sendable {
    /// Volume, ringer switch, output and status.
    case settings
    /// Moving, locking or silencing programs of others, or answering for a person.
    case programs
}

/// An enumeration that travels as a record: a field names the case, the others are its values; one row for both directions.
package protocol WireChoice: WireCodable {
    /// The field that names the case.
    static var wireKey: String { get }
    /// One row for each case of the enumeration.
    static var wireCases: [WireCase<Self>] { get }
    /// Indicates whether a record with a field that the case does not name is refused; as for `WireTabled`.
    static var refusesUnknownFields: Bool { get }
}

extension WireChoice {
    package static var refusesUnknownFields: Bool { false }

    package var wireValue: WireValue { .record(wireRecord) }

    /// The name of the case and its values.
    package var wireRecord: WireRecord {
        var record = WireRecord()
        write(to: &record)
        return record
    }

    package init(wire: WireValue) throws(WireError) {
        var reader = try WireReader(wire)
        self = try Self(choosing: &reader)
        if Self.refusesUnknownFields { try reader.finish() }
    }

    /// Adds the name of the case and its values to a record.
    func write(to record: inout WireRecord) {
        for row in Self.wireCases {
            var values = WireRecord()
            guard row.write(self, &values) else { continue }
            record.add(Self.wireKey, row.name)
            record.add(values)
            return
        }
        assertionFailure("\(Self.self) has a case without a row on the wire")
    }

    /// Takes the name of the case and its values from a record.
    init(choosing reader: inout WireReader) throws(WireError) {
        let name: String = try reader.take(Self.wireKey)
        guard let row = Self.wireCases.first(where: { $0.name == name }) else {
            throw WireError("there is no \(Self.wireKey) \"\(name.prefix(40))\"")
        }
        self = try row.read(&reader)
    }
}
