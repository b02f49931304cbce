import CAudioToolbox

/// The identity of a kind of unit: the three codes of a component description.
package struct UnitIdentity: Hashable, Sendable, CustomStringConvertible {
    /// Four characters in one number, such as 'aufx'.
    package let type: UInt32
    /// Four characters, such as 'lpas'.
    package let subtype: UInt32
    /// Four characters; 'appl' for the units that programs expect everywhere.
    package let manufacturer: UInt32

    /// Makes an identity from numbers.
    package init(type: UInt32, subtype: UInt32, manufacturer: UInt32 = kAudioUnitManufacturer_Apple) {
        self.type = type
        self.subtype = subtype
        self.manufacturer = manufacturer
    }

    /// Makes an identity from texts of four ASCII characters.
    package init(_ type: StaticString, _ subtype: StaticString, _ manufacturer: StaticString = "appl") {
        self.init(type: Self.code(type), subtype: Self.code(subtype), manufacturer: Self.code(manufacturer))
    }

    /// Such as "aufx lpas appl".
    package var description: String {
        [type, subtype, manufacturer].map(Self.text).joined(separator: " ")
    }

    private static func code(_ text: StaticString) -> UInt32 {
        text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    private static func text(_ code: UInt32) -> String {
        String(
            decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> UInt32($0)) }, as: UTF8.self)
    }
}
