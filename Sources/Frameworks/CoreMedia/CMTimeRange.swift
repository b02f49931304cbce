import CoreAudioTypes
import Foundation

// The owner of the C struct is this package itself.
// swift-format-ignore: AvoidRetroactiveConformances
extension CMTimeRange: @retroactive Hashable, @retroactive Codable {
    private enum Field: String, CodingKey { case start, duration }

    /// Returns whether start and length are equal.
    public static func == (range1: CMTimeRange, range2: CMTimeRange) -> Bool {
        range1.start == range2.start && range1.duration == range2.duration
    }

    /// Hashes start and length.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(start)
        hasher.combine(duration)
    }

    /// Reads start and length.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        self.init(
            start: try fields.decode(CMTime.self, forKey: .start),
            duration: try fields.decode(CMTime.self, forKey: .duration))
    }

    /// Writes start and length.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(start, forKey: .start)
        try fields.encode(duration, forKey: .duration)
    }
}

extension CMTimeRange {
    /// Makes a range that ends before `end`.
    public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

    /// An empty range at time 0.
    public static let zero = CMTimeRange(start: .zero, duration: .zero)
    /// The range of two invalid times.
    public static let invalid = CMTimeRange()

    /// Indicates whether it means something: start and length are valid, the length is in no epoch and not negative.
    public var isValid: Bool {
        start.isValid && duration.isValid && duration.epoch == 0 && (!duration.isNumeric || duration.value >= 0)
            && !duration.isNegativeInfinity
    }
    /// Indicates whether start or length is not known.
    public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
    /// Indicates whether it holds no moment.
    public var isEmpty: Bool { isValid && duration == .zero }
    /// The first moment behind it.
    public var end: CMTime { CMTimeRangeGetEnd(self) }

    /// Returns whether a moment lies in it.
    public func containsTime(_ time: CMTime) -> Bool { CMTimeRangeContainsTime(self, time: time) }
    /// Returns whether another range lies in it, ends included.
    public func containsTimeRange(_ range: CMTimeRange) -> Bool {
        CMTimeRangeContainsTimeRange(self, otherRange: range)
    }
    /// Returns the smallest range that holds both.
    public func union(_ otherRange: CMTimeRange) -> CMTimeRange { CMTimeRangeGetUnion(self, otherRange: otherRange) }
    /// Returns the range that both have in common.
    public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
        CMTimeRangeGetIntersection(self, otherRange: otherRange)
    }
}

/// The range of two invalid times.
public var kCMTimeRangeInvalid: CMTimeRange { .invalid }
/// An empty range at time 0.
public var kCMTimeRangeZero: CMTimeRange { .zero }

/// Returns whether a range is valid.
public func CMTIMERANGE_IS_VALID(_ range: CMTimeRange) -> Bool { range.isValid }
/// Returns whether a range is invalid.
public func CMTIMERANGE_IS_INVALID(_ range: CMTimeRange) -> Bool { !range.isValid }
/// Returns whether start or length of a range is not known.
public func CMTIMERANGE_IS_INDEFINITE(_ range: CMTimeRange) -> Bool { range.isIndefinite }
/// Returns whether a range holds no moment.
public func CMTIMERANGE_IS_EMPTY(_ range: CMTimeRange) -> Bool { range.isEmpty }

/// Makes a range of its start and length.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, duration: duration)
}

/// Makes a range that ends before `end`.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange { CMTimeRange(start: start, end: end) }

/// Returns the first moment behind a range.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.start + range.duration }

/// Returns whether two ranges are the same.
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool { range1 == range2 }

/// Returns whether a moment lies in a range: at its start or behind it, before its end.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool {
    range.isValid && time.isValid && time >= range.start && time < range.end
}

/// Returns whether a range lies in another, ends included.
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
    range.isValid && otherRange.isValid && otherRange.start >= range.start && otherRange.end <= range.end
}

/// Returns the smallest range that holds both; invalid if one of them is.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    guard range.isValid, otherRange.isValid else { return .invalid }
    return CMTimeRange(
        start: CMTimeMinimum(range.start, otherRange.start), end: CMTimeMaximum(range.end, otherRange.end))
}

/// Returns the range that two ranges have in common; `zero` if there is none, invalid if one of them is.
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    guard range.isValid, otherRange.isValid else { return .invalid }
    let start = CMTimeMaximum(range.start, otherRange.start)
    let end = CMTimeMinimum(range.end, otherRange.end)
    return start < end ? CMTimeRange(start: start, end: end) : .zero
}

/// Returns the moment of a range that is nearest to a time: the time itself if the range holds it.
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
    guard time.isValid, range.isValid else { return .invalid }
    return CMTimeMinimum(CMTimeMaximum(time, range.start), range.end)
}

/// Returns the moment of `toRange` that lies where `t` lies in `fromRange`, also outside of both.
public func CMTimeMapTimeFromRangeToRange(_ t: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
    guard t.isValid, fromRange.isValid, toRange.isValid else { return .invalid }
    return toRange.start
        + CMTimeMapDurationFromRangeToRange(t - fromRange.start, fromRange: fromRange, toRange: toRange)
}

/// Returns the length in `toRange` that corresponds to the length `dur` in `fromRange`.
public func CMTimeMapDurationFromRangeToRange(_ dur: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
    guard dur.isValid, fromRange.isValid, toRange.isValid else { return .invalid }
    guard dur.isNumeric, fromRange.duration.isNumeric, toRange.duration.isNumeric, fromRange.duration.value > 0 else {
        return fromRange.duration == toRange.duration ? dur : .invalid
    }
    if fromRange.duration == toRange.duration { return dur }
    return dur.times(toRange.duration.seconds / fromRange.duration.seconds)
}

/// Returns where a moment lies in a range that is repeated for ever in both directions.
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
    guard time.isNumeric, foldRange.isValid, foldRange.duration.isNumeric, foldRange.duration.value > 0,
        foldRange.start.isNumeric
    else { return .invalid }
    let behind = time - foldRange.start
    guard behind.isNumeric else { return .invalid }
    // Both in one scale, so that the remainder of a division is exact.
    let left = Int128(behind.value) * Int128(foldRange.duration.timescale)
    let right = Int128(foldRange.duration.value) * Int128(behind.timescale)
    var rest = left % right
    if rest < 0 { rest += right }
    let scale = Int128(behind.timescale) * Int128(foldRange.duration.timescale)
    let common = max(behind.timescale, foldRange.duration.timescale)
    let offset = CMTime.fraction(rest, over: scale, scale: common, wasRounded: behind.hasBeenRounded, epoch: 0)
    return foldRange.start + offset
}

/// Writes a range for people.
public func CMTimeRangeCopyDescription(allocator: CFAllocator?, range: CMTimeRange) -> CFString? {
    let start = (CMTimeCopyDescription(allocator: nil, time: range.start) ?? "") as String
    let duration = (CMTimeCopyDescription(allocator: nil, time: range.duration) ?? "") as String
    return NSString(string: "{\(start), \(duration)}")
}

/// Prints a range on the standard error output.
public func CMTimeRangeShow(_ range: CMTimeRange) { show(CMTimeRangeCopyDescription(allocator: nil, range: range)) }

// The owner of the C struct is this package itself.
// swift-format-ignore: AvoidRetroactiveConformances
extension CMTimeMapping: @retroactive Hashable, @retroactive Codable {
    private enum Field: String, CodingKey { case source, target }

    /// Returns whether both ranges are equal.
    public static func == (lhs: CMTimeMapping, rhs: CMTimeMapping) -> Bool {
        lhs.source == rhs.source && lhs.target == rhs.target
    }

    /// Hashes both ranges.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(source)
        hasher.combine(target)
    }

    /// Reads both ranges.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        self.init(
            source: try fields.decode(CMTimeRange.self, forKey: .source),
            target: try fields.decode(CMTimeRange.self, forKey: .target))
    }

    /// Writes both ranges.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(source, forKey: .source)
        try fields.encode(target, forKey: .target)
    }
}

extension CMTimeMapping {
    /// No meaning.
    public static let invalid = CMTimeMapping()
    /// Indicates whether the target is a valid range.
    public var isValid: Bool { target.isValid }
    /// Indicates whether the target is a gap.
    public var isEmpty: Bool { !source.start.isNumeric && target.isValid }
}

/// The mapping of two invalid ranges.
public var kCMTimeMappingInvalid: CMTimeMapping { .invalid }

/// Makes a mapping of two ranges.
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
    CMTimeMapping(source: source, target: target)
}

/// Makes a mapping of a gap.
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping {
    CMTimeMapping(source: .invalid, target: target)
}
