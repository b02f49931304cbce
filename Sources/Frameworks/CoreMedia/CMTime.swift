import CoreAudioTypes
import Foundation

/// The numerator of a time.
public typealias CMTimeValue = Int64
/// The denominator of a time: units in a second.
public typealias CMTimeScale = Int32
/// Distinguishes times with equal values, such as those of several passes of a loop.
public typealias CMTimeEpoch = Int64

/// The largest time scale.
public var kCMTimeMaxTimescale: Int { 0x7FFF_FFFF }

/// Flags of a time: valid, rounded, infinite, indefinite.
public struct CMTimeFlags: OptionSet, Hashable, Sendable, Codable {
    /// The flags as a bit mask.
    public var rawValue: UInt32
    /// Makes flags of a bit mask.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The time means something.
    public static let valid = CMTimeFlags(rawValue: 1)
    /// A computation on the way to it was not exact.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
    /// Later than any number.
    public static let positiveInfinity = CMTimeFlags(rawValue: 4)
    /// Earlier than any number.
    public static let negativeInfinity = CMTimeFlags(rawValue: 8)
    /// The time is unknown, such as the duration of a live stream.
    public static let indefinite = CMTimeFlags(rawValue: 16)
    /// The bits of which any makes the value meaningless.
    public static let impliedValueFlagsMask = CMTimeFlags(rawValue: 28)
}

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

/// A moment or a duration as a fraction of seconds.
///
/// Besides fractions there are the infinities, "indefinite" and "invalid"; a time made without numbers is invalid.
public struct CMTime: Sendable, Codable {
    /// The numerator: a count of units of 1/`timescale` seconds.
    public var value: CMTimeValue
    /// The denominator: units in a second.
    public var timescale: CMTimeScale
    /// Flags: valid, rounded, infinite, indefinite.
    public var flags: CMTimeFlags
    /// Distinguishes times with equal values; 0 in durations.
    public var epoch: CMTimeEpoch

    /// Makes the invalid time.
    public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

    /// Makes a time of its parts.
    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        self.value = value
        self.timescale = timescale
        self.flags = flags
        self.epoch = epoch
    }

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
