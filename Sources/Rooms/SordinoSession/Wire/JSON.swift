import SordinoJSON

/// Lines of JSON for wire values: fields keep their order, numbers their exact value.
package enum JSON {
    /// The maximum nesting depth of values that are read.
    static let maximumDepth = 16

    /// Writes a value on one line.
    package static func line(_ value: WireValue) -> String { text(value).line }

    private static func text(_ value: WireValue) -> JSONText {
        switch value {
        case .bool(let value): .flag(value)
        case .integer(let value): .number(value)
        case .real(let value): .real(value)
        case .text(let value): .text(value)
        case .list(let values): .list(values.map(text))
        case .record(let record): .object(record.fields.map { ($0.name, text($0.value)) })
        }
    }

    /// Reads one value.
    ///
    /// - Throws: When the text is anything else than one JSON value without null.
    package static func value(_ text: some StringProtocol) throws(WireError) -> WireValue {
        var parser = JSONParser(Array(text.utf8))
        let value = try parser.value(depth: 0)
        try parser.end()
        return value
    }
}

private struct JSONParser {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private func failure(_ sentence: String) -> WireError { WireError("JSON, byte \(index): \(sentence)") }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
    }

    private mutating func takes(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    mutating func end() throws(WireError) {
        skipSpace()
        if index != bytes.count { throw failure("nothing more is expected") }
    }

    mutating func value(depth: Int) throws(WireError) -> WireValue {
        guard depth < JSON.maximumDepth else { throw failure("nested too deeply") }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return .record(try record(depth: depth))
        case UInt8(ascii: "["): return .list(try list(depth: depth))
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "t") where takesWord("true"): return .bool(true)
        case UInt8(ascii: "f") where takesWord("false"): return .bool(false)
        case .some(let byte) where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte): return try number()
        default: throw failure("a value is expected")
        }
    }

    private mutating func takesWord(_ word: String) -> Bool {
        guard bytes[index...].starts(with: word.utf8) else { return false }
        index += word.utf8.count
        return true
    }

    private mutating func record(depth: Int) throws(WireError) -> WireRecord {
        var record = WireRecord()
        index += 1
        if takes("}") { return record }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw failure("a name is expected") }
            let name = try string()
            guard takes(":") else { throw failure("a colon is expected") }
            record.add(name, try value(depth: depth + 1))
        } while takes(",")
        guard takes("}") else { throw failure("a comma or the end of the record is expected") }
        return record
    }

    private mutating func list(depth: Int) throws(WireError) -> [WireValue] {
        var values: [WireValue] = []
        index += 1
        if takes("]") { return values }
        repeat { values.append(try value(depth: depth + 1)) } while takes(",")
        guard takes("]") else { throw failure("a comma or the end of the list is expected") }
        return values
    }

    private mutating func number() throws(WireError) -> WireValue {
        let start = index
        while let byte = next, (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte) { index += 1 }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if let value = Int64(text) { return .integer(value) }
        if let value = Double(text), value.isFinite { return .real(value) }
        throw failure("\"\(text.prefix(40))\" is not a number")
    }

    private mutating func string() throws(WireError) -> String {
        index += 1
        var units: [UInt8] = []
        while let byte = next {
            index += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: units, as: UTF8.self) else { throw failure("not UTF-8") }
                return text
            case UInt8(ascii: "\\"): units += try escaped()
            case ..<0x20: throw failure("a control character in a text")
            default: units.append(byte)
            }
        }
        throw failure("the text does not end")
    }

    private mutating func escaped() throws(WireError) -> [UInt8] {
        guard let byte = next else { throw failure("the text does not end") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "u"):
            let first = try hexadecimal()
            if let scalar = Unicode.Scalar(first) { return Array(String(Character(scalar)).utf8) }
            guard takesWord("\\u") else { throw failure("half a surrogate pair") }
            let second = try hexadecimal()
            guard (0xD800..<0xDC00).contains(first), (0xDC00..<0xE000).contains(second),
                let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
            else { throw failure("half a surrogate pair") }
            return Array(String(Character(scalar)).utf8)
        default: throw failure("an unknown escape")
        }
    }

    private mutating func hexadecimal() throws(WireError) -> UInt32 {
        guard index + 4 <= bytes.count,
            let value = UInt32(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
        else { throw failure("four hexadecimal digits are expected") }
        index += 4
        return value
    }
}
