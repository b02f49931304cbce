import Foundation

/// The privacy of a value in a message.
public struct OSLogPrivacy: Equatable, Sendable {
    /// The replacement for a private value.
    public enum Mask: Equatable, Sendable {
        /// A hash, by which equal values can be recognised.
        case hash
        /// No replacement that identifies the value.
        case none
    }

    enum Level: Equatable, Sendable {
        case auto
        case open
        case hidden
    }

    let level: Level
    let mask: Mask

    /// Numbers are public, texts and objects private.
    public static var auto: OSLogPrivacy { auto(mask: .none) }
    /// The value is readable by every program.
    public static var `public`: OSLogPrivacy { OSLogPrivacy(level: .open, mask: .none) }
    /// The value is not written to the log.
    public static var `private`: OSLogPrivacy { `private`(mask: .none) }
    /// The value is not written to the log.
    public static var sensitive: OSLogPrivacy { sensitive(mask: .none) }

    /// Numbers are public; the mask chooses the replacement of texts and objects.
    public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(level: .auto, mask: mask) }
    /// The value is not written to the log; the mask chooses its replacement.
    public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(level: .hidden, mask: mask) }
    /// The value is not written to the log; the mask chooses its replacement.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(level: .hidden, mask: mask) }

    /// Returns the text to log for a value.
    func shown(_ text: String, isPublicByItself: Bool, showsPrivate: Bool) -> String {
        if showsPrivate || level == .open || (level == .auto && isPublicByItself) { return text }
        switch mask {
        case .none: return "<private>"
        case .hash: return "<mask.hash: '\(String(Self.hash(text), radix: 16))'>"
        }
    }

    /// A number of the text that differs from run to run, so that it cannot be looked up in a table.
    private static func hash(_ text: String) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(text)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}

/// Alignment: the number of columns to which a value is padded, and on which side.
public struct OSLogStringAlignment: Sendable {
    fileprivate let columns: (@Sendable () -> Int)?
    fileprivate let isLeft: Bool

    /// Writes the value without padding.
    public static var none: OSLogStringAlignment { OSLogStringAlignment(columns: nil, isLeft: false) }
    /// Pads the value with spaces on its left.
    public static func right(columns: @autoclosure @escaping @Sendable () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns, isLeft: false)
    }
    /// Pads the value with spaces on its right.
    public static func left(columns: @autoclosure @escaping @Sendable () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns, isLeft: true)
    }

    fileprivate func fill(_ text: String) -> String {
        guard let columns else { return text }
        let spaces = String(repeating: " ", count: min(max(0, columns() - text.count), 1024))
        return isLeft ? text + spaces : spaces + text
    }
}

/// The notation of an integer.
public struct OSLogIntegerFormatting: Sendable {
    fileprivate let radix: Int
    fileprivate let prefix: String
    fileprivate let isUppercase: Bool
    fileprivate let explicitPositiveSign: Bool
    fileprivate let minDigits: Int

    /// Decimal digits, without a plus sign.
    public static var decimal: OSLogIntegerFormatting { decimal(explicitPositiveSign: false) }
    /// Hexadecimal digits in lower case, without a prefix.
    public static var hex: OSLogIntegerFormatting { hex(explicitPositiveSign: false) }
    /// Octal digits, without a prefix.
    public static var octal: OSLogIntegerFormatting { octal(explicitPositiveSign: false) }

    /// Decimal digits, with an optional plus sign, padded with zeros to `minDigits`.
    public static func decimal(explicitPositiveSign: Bool = false, minDigits: Int = 0) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(
            radix: 10, prefix: "", isUppercase: false, explicitPositiveSign: explicitPositiveSign, minDigits: minDigits)
    }
    /// Hexadecimal digits, with an optional plus sign and "0x", padded with zeros to `minDigits`.
    public static func hex(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false, minDigits: Int = 0
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(
            radix: 16, prefix: includePrefix ? "0x" : "", isUppercase: uppercase,
            explicitPositiveSign: explicitPositiveSign, minDigits: minDigits)
    }
    /// Octal digits, with an optional plus sign and "0o", padded with zeros to `minDigits`.
    public static func octal(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false, minDigits: Int = 0
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(
            radix: 8, prefix: includePrefix ? "0o" : "", isUppercase: uppercase,
            explicitPositiveSign: explicitPositiveSign, minDigits: minDigits)
    }

    fileprivate func text<Number: FixedWidthInteger>(_ value: Number) -> String {
        let digits = String(value.magnitude, radix: radix, uppercase: isUppercase)
        let zeros = String(repeating: "0", count: min(max(0, minDigits - digits.count), 1024))
        let sign = value < 0 ? "-" : explicitPositiveSign ? "+" : ""
        return sign + prefix + zeros + digits
    }
}

/// The notation of a floating-point number.
public struct OSLogFloatFormatting: Sendable {
    fileprivate let conversion: String
    fileprivate let precision: (@Sendable () -> Int)?
    fileprivate let explicitPositiveSign: Bool

    private static func make(
        _ conversion: String, _ upper: Bool, _ sign: Bool, _ precision: (@Sendable () -> Int)? = nil
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(
            conversion: upper ? conversion.uppercased() : conversion, precision: precision, explicitPositiveSign: sign)
    }

    /// Six digits behind the point (`%f`).
    public static var fixed: OSLogFloatFormatting { make("f", false, false) }
    /// Hexadecimal digits with a binary exponent (`%a`).
    public static var hex: OSLogFloatFormatting { make("a", false, false) }
    /// One digit before the point and a power of ten (`%e`).
    public static var exponential: OSLogFloatFormatting { make("e", false, false) }
    /// The shorter of fixed and exponential notation (`%g`).
    public static var hybrid: OSLogFloatFormatting { make("g", false, false) }

    /// Six digits behind the point, with an optional plus sign.
    public static func fixed(explicitPositiveSign: Bool = false, uppercase: Bool = false) -> OSLogFloatFormatting {
        make("f", uppercase, explicitPositiveSign)
    }
    /// The given number of digits behind the point.
    public static func fixed(
        precision: @autoclosure @escaping @Sendable () -> Int, explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting { make("f", uppercase, explicitPositiveSign, precision) }
    /// Hexadecimal digits with a binary exponent, in upper case if asked for.
    public static func hex(explicitPositiveSign: Bool = false, uppercase: Bool = false) -> OSLogFloatFormatting {
        make("a", uppercase, explicitPositiveSign)
    }
    /// One digit before the point and a power of ten.
    public static func exponential(explicitPositiveSign: Bool = false, uppercase: Bool = false) -> OSLogFloatFormatting
    {
        make("e", uppercase, explicitPositiveSign)
    }
    /// A power of ten, with the given number of digits behind the point.
    public static func exponential(
        precision: @autoclosure @escaping @Sendable () -> Int, explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting { make("e", uppercase, explicitPositiveSign, precision) }
    /// The shorter of fixed and exponential notation, with an optional plus sign.
    public static func hybrid(explicitPositiveSign: Bool = false, uppercase: Bool = false) -> OSLogFloatFormatting {
        make("g", uppercase, explicitPositiveSign)
    }
    /// The shortest notation with the given number of digits.
    public static func hybrid(
        precision: @autoclosure @escaping @Sendable () -> Int, explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting { make("g", uppercase, explicitPositiveSign, precision) }

    fileprivate func text(_ value: Double) -> String {
        let sign = explicitPositiveSign ? "+" : ""
        guard let precision else { return String(format: "%\(sign)\(conversion)", value) }
        return String(format: "%\(sign).\(min(max(0, precision()), 1024))\(conversion)", value)
    }
}

/// The words for a Boolean value.
public enum OSLogBoolFormat: Sendable {
    /// The words "true" and "false".
    case truth
    /// The words "yes" and "no".
    case answer
}

/// A message: text with values that are formatted only if it is written.
public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral {
    private let interpolation: OSLogInterpolation

    /// Takes text with values.
    public init(stringInterpolation: OSLogInterpolation) { interpolation = stringInterpolation }

    /// Makes a message of text without values.
    public init(stringLiteral value: String) {
        interpolation = OSLogInterpolation(literalCapacity: value.utf8.count, interpolationCount: 0, text: value)
    }

    /// Returns the whole text; private values are masked unless `showsPrivate` is set.
    func text(showsPrivate: Bool) -> String {
        interpolation.parts.reduce(into: "") { $0 += $1(showsPrivate) }
    }
}

/// The parts of an interpolated message.
public struct OSLogInterpolation: StringInterpolationProtocol {
    var parts: [(_ showsPrivate: Bool) -> String] = []

    init(literalCapacity: Int, interpolationCount: Int, text: String) {
        self.init(literalCapacity: literalCapacity, interpolationCount: interpolationCount)
        appendLiteral(text)
    }

    /// Begins an empty message with room for its pieces.
    public init(literalCapacity: Int, interpolationCount: Int) {
        parts.reserveCapacity(2 * interpolationCount + 1)
    }

    /// Appends literal text, which is always public.
    public mutating func appendLiteral(_ literal: String) {
        if !literal.isEmpty { parts.append { _ in literal } }
    }

    private mutating func append(
        _ align: OSLogStringAlignment, _ privacy: OSLogPrivacy, isPublic: Bool, _ text: @escaping () -> String
    ) {
        parts.append { showsPrivate in
            align.fill(privacy.shown(text(), isPublicByItself: isPublic, showsPrivate: showsPrivate))
        }
    }

    /// Appends a whole number.
    public mutating func appendInterpolation<T: FixedWidthInteger>(
        _ number: @autoclosure @escaping () -> T, format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) { append(align, privacy, isPublic: true) { format.text(number()) } }

    /// Appends a number with a fraction.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> Float, format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) { append(align, privacy, isPublic: true) { format.text(Double(number())) } }

    /// Appends a number with a fraction.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> Double, format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) { append(align, privacy, isPublic: true) { format.text(number()) } }

    /// Appends a truth value.
    public mutating func appendInterpolation(
        _ boolean: @autoclosure @escaping () -> Bool, format: OSLogBoolFormat = .truth, privacy: OSLogPrivacy = .auto
    ) {
        append(.none, privacy, isPublic: true) {
            switch format {
            case .truth: boolean() ? "true" : "false"
            case .answer: boolean() ? "yes" : "no"
            }
        }
    }

    /// Appends a string value, padded and marked as asked.
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure @escaping () -> String, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) { append(align, privacy, isPublic: false, argumentString) }

    /// Appends the text of a value.
    @_disfavoredOverload
    public mutating func appendInterpolation<T: CustomStringConvertible>(
        _ value: @autoclosure @escaping () -> T, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) { append(align, privacy, isPublic: false) { value().description } }

    /// Appends the name of a type.
    public mutating func appendInterpolation(
        _ value: @autoclosure @escaping () -> Any.Type, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) { append(align, privacy, isPublic: true) { String(reflecting: value()) } }

    /// Appends an object's description.
    @_disfavoredOverload
    public mutating func appendInterpolation(
        _ argumentObject: @autoclosure @escaping () -> NSObject?, privacy: OSLogPrivacy = .auto
    ) { append(.none, privacy, isPublic: false) { argumentObject()?.description ?? "(null)" } }

    /// Appends an error's description.
    @_disfavoredOverload
    public mutating func appendInterpolation(
        _ error: @autoclosure @escaping () -> (any Error)?, privacy: OSLogPrivacy = .auto
    ) { append(.none, privacy, isPublic: false) { error().map { "\($0)" } ?? "(null)" } }

    /// Appends a pointer's address, padded and marked as asked.
    public mutating func appendInterpolation(
        _ pointer: @autoclosure @escaping () -> UnsafeRawPointer, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(align, privacy, isPublic: true) {
            "0x" + String(UInt(bitPattern: pointer()), radix: 16)
        }
    }
}
