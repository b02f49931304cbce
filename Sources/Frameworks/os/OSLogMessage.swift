import Foundation

/// The privacy of a value in a message.
public struct OSLogPrivacy: Equatable, Sendable {
    /// The replacement for a private value.
    public enum Mask: Equatable, Sendable {
        /// A number by which equal values can be told to be equal.
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

    /// Numbers are public; what stands for texts and objects is chosen.
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

    /// No alignment.
    public static var none: OSLogStringAlignment { OSLogStringAlignment(columns: nil, isLeft: false) }
    /// With spaces before it.
    public static func right(columns: @autoclosure @escaping @Sendable () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns, isLeft: false)
    }
    /// With spaces behind it.
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

    /// With ten digits.
    public static var decimal: OSLogIntegerFormatting { decimal(explicitPositiveSign: false) }
    /// With sixteen digits.
    public static var hex: OSLogIntegerFormatting { hex(explicitPositiveSign: false) }
    /// With eight digits.
    public static var octal: OSLogIntegerFormatting { octal(explicitPositiveSign: false) }

    /// With ten digits, a sign and so many places at least.
    public static func decimal(explicitPositiveSign: Bool = false, minDigits: Int = 0) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(
            radix: 10, prefix: "", isUppercase: false, explicitPositiveSign: explicitPositiveSign, minDigits: minDigits)
    }
    /// With sixteen digits.
    public static func hex(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false, minDigits: Int = 0
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(
            radix: 16, prefix: includePrefix ? "0x" : "", isUppercase: uppercase,
            explicitPositiveSign: explicitPositiveSign, minDigits: minDigits)
    }
    /// With eight digits.
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

    /// With six places.
    public static var fixed: OSLogFloatFormatting { make("f", false, false) }
    /// In sixteenths.
    public static var hex: OSLogFloatFormatting { make("a", false, false) }
    /// With a power of ten.
    public static var exponential: OSLogFloatFormatting { make("e", false, false) }
    /// The shortest notation.
    public static var hybrid: OSLogFloatFormatting { make("g", false, false) }

    /// With six places and a sign.
    public static func fixed(explicitPositiveSign: Bool = false, uppercase: Bool = false) -> OSLogFloatFormatting {
        make("f", uppercase, explicitPositiveSign)
    }
    /// With so many places.
    public static func fixed(
        precision: @autoclosure @escaping @Sendable () -> Int, explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting { make("f", uppercase, explicitPositiveSign, precision) }
    /// In sixteenths.
    public static func hex(explicitPositiveSign: Bool = false, uppercase: Bool = false) -> OSLogFloatFormatting {
        make("a", uppercase, explicitPositiveSign)
    }
    /// With a power of ten.
    public static func exponential(explicitPositiveSign: Bool = false, uppercase: Bool = false) -> OSLogFloatFormatting
    {
        make("e", uppercase, explicitPositiveSign)
    }
    /// With a power of ten and so many places.
    public static func exponential(
        precision: @autoclosure @escaping @Sendable () -> Int, explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting { make("e", uppercase, explicitPositiveSign, precision) }
    /// The shortest notation.
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
    /// "true" or "false".
    case truth
    /// "yes" or "no".
    case answer
}

/// A message: text with values that are formatted only if it is written.
public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral {
    private let interpolation: OSLogInterpolation

    /// Takes text with values.
    public init(stringInterpolation: OSLogInterpolation) { interpolation = stringInterpolation }

    /// Takes text.
    public init(stringLiteral value: String) {
        interpolation = OSLogInterpolation(literalCapacity: value.utf8.count, interpolationCount: 0, text: value)
    }

    /// Writes the message.
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

    /// Begins a message.
    public init(literalCapacity: Int, interpolationCount: Int) {
        parts.reserveCapacity(2 * interpolationCount + 1)
    }

    /// Appends text.
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

    /// Appends a text.
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

    /// Appends an address.
    public mutating func appendInterpolation(
        _ pointer: @autoclosure @escaping () -> UnsafeRawPointer, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(align, privacy, isPublic: true) {
            "0x" + String(UInt(bitPattern: pointer()), radix: 16)
        }
    }
}
