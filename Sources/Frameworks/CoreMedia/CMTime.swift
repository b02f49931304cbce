import CoreAudioTypes
import Foundation

// The owner of the C struct is this package itself.
// swift-format-ignore: AvoidRetroactiveConformances
extension CMTimeFlags: @retroactive Codable {}

/// The rounding of a value that falls between two units of a time scale.
public enum CMTimeRoundingMethod: UInt32, Sendable {
    /// To the nearest; halves away from zero.
    case roundHalfAwayFromZero = 1
    /// Rounds down in magnitude, towards zero.
    case roundTowardZero = 2
    /// Rounds up in magnitude, away from zero.
    case roundAwayFromZero = 3
    /// Towards zero on the way to a coarser scale, away from zero to a finer one; negative times never become zero.
    case quickTime = 4
    /// Rounds up, towards positive infinity.
    case roundTowardPositiveInfinity = 5
    /// Rounds down, towards negative infinity.
    case roundTowardNegativeInfinity = 6

    /// To the nearest; halves away from zero.
    public static var `default`: CMTimeRoundingMethod { .roundHalfAwayFromZero }
}

// The owner of the C struct is this package itself.
// swift-format-ignore: AvoidRetroactiveConformances
extension CMTime: @retroactive Codable {
    private enum Field: String, CodingKey { case value, timescale, flags, epoch }

    /// Reads the fields of a time.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        self.init(
            value: try fields.decode(CMTimeValue.self, forKey: .value),
            timescale: try fields.decode(CMTimeScale.self, forKey: .timescale),
            flags: try fields.decode(CMTimeFlags.self, forKey: .flags),
            epoch: try fields.decode(CMTimeEpoch.self, forKey: .epoch))
    }

    /// Writes the fields of the time.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(value, forKey: .value)
        try fields.encode(timescale, forKey: .timescale)
        try fields.encode(flags, forKey: .flags)
        try fields.encode(epoch, forKey: .epoch)
    }
}

extension CMTime {
    /// Makes the time `value / timescale` seconds.
    ///
    /// - Parameter timescale: Above 0; else the time is invalid.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
    }

    /// Makes a time of seconds.
    ///
    /// - Parameters:
    ///   - seconds: Cut towards zero to a unit of the scale; NaN makes an invalid time.
    ///   - preferredTimescale: Halved until the value fits. At 1 it becomes infinite. 0 and below make an invalid time.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        self = CMTimeMakeWithSeconds(seconds, preferredTimescale: preferredTimescale)
    }

    /// No time at all.
    public static let zero = CMTime(value: 0, timescale: 1)
    /// The time without a value, as `CMTime()` makes it.
    public static let invalid = CMTime()
    /// An unknown time, such as the duration of a live stream.
    public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
    /// Later than any number.
    public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
    /// Earlier than any number.
    public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)

    /// Indicates whether it means something.
    public var isValid: Bool { flags.contains(.valid) }
    /// Indicates whether it is later than any number.
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    /// Indicates whether it is earlier than any number.
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    /// Indicates whether it is not known.
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    /// Indicates whether it is a number.
    public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) }
    /// Indicates whether a computation on the way to it was not exact.
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

    /// The time in seconds; NaN if it is invalid or indefinite.
    public var seconds: Double { CMTimeGetSeconds(self) }

    /// Returns the time in another scale.
    ///
    /// - Parameters:
    ///   - newTimescale: Above 0; else the result is invalid.
    ///   - method: How a value between two units is rounded.
    public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
        CMTimeConvertScale(self, timescale: newTimescale, method: method)
    }
}

/// The time without a value, as `CMTime()` makes it.
public var kCMTimeInvalid: CMTime { .invalid }
/// An unknown time, such as the duration of a live stream.
public var kCMTimeIndefinite: CMTime { .indefinite }
/// Later than any number.
public var kCMTimePositiveInfinity: CMTime { .positiveInfinity }
/// Earlier than any number.
public var kCMTimeNegativeInfinity: CMTime { .negativeInfinity }
/// No time at all.
public var kCMTimeZero: CMTime { .zero }

/// Makes the time `value / timescale` seconds; invalid if the scale is not above 0.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }

/// Makes the time `value / timescale` seconds in an epoch; invalid if the scale is not above 0.
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
    var time = CMTime(value: value, timescale: timescale)
    time.epoch = epoch
    return time
}

/// Makes a time of seconds, cut towards zero to a unit of the scale.
///
/// - Parameter preferredTimescale: Halved until the value fits. At 1 the time becomes infinite.
/// - Returns: Invalid for NaN and for a scale that is not above 0; marked as rounded if its seconds differ from
///   `seconds`.
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
    guard preferredTimescale > 0, !seconds.isNaN else { return .invalid }
    var scale = preferredTimescale
    // 2^63 is the first whole number that does not fit.
    while scale > 1, abs(seconds * Double(scale)) >= 0x1p63 { scale /= 2 }
    let product = seconds * Double(scale)
    guard abs(product) < 0x1p63 else { return seconds > 0 ? .positiveInfinity : .negativeInfinity }
    var time = CMTime(value: Int64(product.rounded(.towardZero)), timescale: scale)
    if time.seconds != seconds { time.flags.insert(.hasBeenRounded) }
    return time
}

/// Returns a time in seconds; NaN for invalid and indefinite ones, infinities for the infinities.
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 {
    if time.isNumeric { return time.timescale == 0 ? .nan : Double(time.value) / Double(time.timescale) }
    if time.isPositiveInfinity { return .infinity }
    return time.isNegativeInfinity ? -.infinity : .nan
}

/// Returns whether a time is valid.
public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }
/// Returns whether a time is invalid.
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }
/// Returns whether a time is later than any number.
public func CMTIME_IS_POSITIVE_INFINITY(_ time: CMTime) -> Bool { time.isPositiveInfinity }
/// Returns whether a time is earlier than any number.
public func CMTIME_IS_NEGATIVE_INFINITY(_ time: CMTime) -> Bool { time.isNegativeInfinity }
/// Returns whether a time is not known.
public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }
/// Returns whether a time is a number.
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }
/// Returns whether a computation on the way to a time was not exact.
public func CMTIME_HAS_BEEN_ROUNDED(_ time: CMTime) -> Bool { time.hasBeenRounded }

/// The key of a time's numerator in a dictionary.
public var kCMTimeValueKey: CFString { "value" }
/// The key of a time's denominator in a dictionary.
public var kCMTimeScaleKey: CFString { "timescale" }
/// The key of a time's epoch in a dictionary.
public var kCMTimeEpochKey: CFString { "epoch" }
/// The key of a time's flags in a dictionary.
public var kCMTimeFlagsKey: CFString { "flags" }

/// Writes a time as a dictionary.
public func CMTimeCopyAsDictionary(_ time: CMTime, allocator: CFAllocator?) -> CFDictionary? {
    [
        kCMTimeValueKey: NSNumber(value: time.value), kCMTimeScaleKey: NSNumber(value: time.timescale),
        kCMTimeEpochKey: NSNumber(value: time.epoch), kCMTimeFlagsKey: NSNumber(value: time.flags.rawValue),
    ]
}

/// Reads a time that `CMTimeCopyAsDictionary` wrote; invalid if anything is missing.
public func CMTimeMakeFromDictionary(_ dictionaryRepresentation: CFDictionary?) -> CMTime {
    guard let dictionary = dictionaryRepresentation,
        let value = dictionary.object(forKey: kCMTimeValueKey) as? NSNumber,
        let scale = dictionary.object(forKey: kCMTimeScaleKey) as? NSNumber,
        let flags = dictionary.object(forKey: kCMTimeFlagsKey) as? NSNumber
    else { return .invalid }
    let epoch = dictionary.object(forKey: kCMTimeEpochKey) as? NSNumber
    return CMTime(
        value: value.int64Value, timescale: scale.int32Value, flags: CMTimeFlags(rawValue: flags.uint32Value),
        epoch: epoch?.int64Value ?? 0)
}

/// Writes a time for people: `{66600/600 = 111.000}`.
public func CMTimeCopyDescription(allocator: CFAllocator?, time: CMTime) -> CFString? {
    guard time.isValid else { return "{INVALID}" }
    let epoch = time.epoch == 0 ? "" : ", epoch = \(time.epoch)"
    if time.isPositiveInfinity { return NSString(string: "{+INFINITY\(epoch)}") }
    if time.isNegativeInfinity { return NSString(string: "{-INFINITY\(epoch)}") }
    if time.isIndefinite { return NSString(string: "{INDEFINITE\(epoch)}") }
    let seconds = String(format: "%.3f", time.seconds)
    let rounded = time.hasBeenRounded ? ", rounded" : ""
    return NSString(string: "{\(time.value)/\(time.timescale) = \(seconds)\(rounded)\(epoch)}")
}

/// Prints a time on the standard error output.
public func CMTimeShow(_ time: CMTime) { show(CMTimeCopyDescription(allocator: nil, time: time)) }

/// Prints a description on the standard error output.
func show(_ description: CFString?) {
    guard let description else { return }
    FileHandle.standardError.write(Data("\(description as String)\n".utf8))
}
