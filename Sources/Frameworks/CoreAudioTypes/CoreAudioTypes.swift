// The C declarations are clients' to see as if they were this module's own.
@_exported import CCoreAudioTypes

/// The result of a call that succeeded.
public var noErr: OSStatus { 0 }

/// A truth value of the C interfaces: one byte, 0 is false.
///
/// `DarwinBoolean` is the same byte with Swift's manners.
public typealias Boolean = UInt8

/// A truth value that lies behind a pointer of a C interface: one byte, 0 is false.
@frozen
public struct DarwinBoolean: ExpressibleByBooleanLiteral, Equatable, Hashable, Sendable, CustomStringConvertible,
    CustomReflectable
{
    private var byte: UInt8

    /// Indicates whether the byte is anything but 0.
    public var boolValue: Bool { byte != 0 }

    /// Stores `value` as 1 or 0.
    public init(_ value: Bool) { byte = value ? 1 : 0 }

    /// Lets `true` and `false` be written where a `DarwinBoolean` is expected.
    public init(booleanLiteral value: Bool) { self.init(value) }

    /// The text "true" or "false".
    public var description: String { boolValue.description }

    /// Mirrors the `Bool` value.
    public var customMirror: Mirror { Mirror(reflecting: boolValue) }

    /// All bytes but 0 are the same truth.
    public static func == (lhs: DarwinBoolean, rhs: DarwinBoolean) -> Bool { lhs.boolValue == rhs.boolValue }

    /// Hashes the Boolean value, in agreement with `==`.
    public func hash(into hasher: inout Hasher) { hasher.combine(boolValue) }
}
